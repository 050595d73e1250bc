"""Render kept segments as vertical text for corpus tools: one token per line, and tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from webwinnow.formats.xml import escape, start

if TYPE_CHECKING:
    from webwinnow._core import Segment

#: Han and kana: written without spaces, so each character is a token.
CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

#: A letter, digit, vowel sign or joiner; `\w` lacks the last two.
WORD = rf"(?:(?![{CJK}_])[\w\u0300-\u036f\u0900-\u0963\u0966-\u0dff\u0e31-\u0eff\u200c\u200d])"

#: A token with such a character has no other character.
HAS_CJK = re.compile(f"[{CJK}]").search

TOKEN = re.compile(
    rf"[{CJK}]"
    rf"|{WORD}+(?:['’.,\-]{WORD}+)*"  # don't, 3.14, e.g, well-known
    r"|(\S)\1*"  # a punctuation mark, maybe repeated
)


def render_vertical(segments: list[Segment], fields: dict[str, Any]) -> str:
    """Write `<doc>` with `<head>`, `<p>` and `<item>`; `<g/>` joins tokens without a space between.

    Between two Han or kana characters the missing space is not marked.
    """
    known = {name: value for name, value in fields.items() if isinstance(value, str)}
    if tags := fields.get("tags"):
        known["tags"] = "|".join(tags)
    lines = [start("doc", **known)]
    for segment in segments:
        lines.extend(structure_lines(segment))
    lines.append("</doc>")
    return "\n".join(lines) + "\n"


def structure_lines(segment: Segment) -> Iterator[str]:
    level = str(segment.level) if segment.level else None
    name = {"heading": "head", "list item": "item"}.get(segment.kind, "p")
    yield start(name, level=level)
    text = segment.text
    # Most texts need no escapes and have no Han or kana; this test saves work for each token.
    is_plain, has_cjk = escape(text) == text, HAS_CJK(text) is not None
    end = None
    was_cjk = False
    for match in TOKEN.finditer(text):
        token = match[0] if is_plain else escape(match[0])
        if not token:
            continue
        is_cjk = has_cjk and HAS_CJK(match[0]) is not None
        if end == match.start() and not (is_cjk and was_cjk):
            yield "<g/>"
        yield token
        end, was_cjk = match.end(), is_cjk
    yield f"</{name}>"
