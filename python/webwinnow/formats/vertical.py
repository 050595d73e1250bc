"""Kept segments → vertical text for corpus tools: one token a line, structures as tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from webwinnow.formats.xml import escape, start

if TYPE_CHECKING:
    from webwinnow._core import Segment

#: Written without spaces, so each character is a token: Han, kana.
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

#: Letters and digits, and the vowel signs and joiners that `\w` leaves out.
_WORD = rf"(?:(?![{_CJK}_])[\w\u0300-\u036f\u0900-\u0963\u0966-\u0dff\u0e31-\u0eff\u200c\u200d])"

#: A token with one is nothing else.
_HAS_CJK = re.compile(f"[{_CJK}]").search

_TOKEN = re.compile(
    rf"[{_CJK}]"
    rf"|{_WORD}+(?:['’.,\-]{_WORD}+)*"  # don't, 3.14, e.g, well-known
    r"|(\S)\1*"  # a mark, or the same several times
)


def vertical(segments: list[Segment], fields: dict[str, Any]) -> str:
    """`<doc>` around `<head>`, `<p>` and `<item>`; `<g/>` where no space stood.

    Between two characters of Chinese or Japanese none ever stands, and none is marked.
    """
    known = {name: value for name, value in fields.items() if isinstance(value, str)}
    if tags := fields.get("tags"):
        known["tags"] = "|".join(tags)
    lines = [start("doc", **known)]
    for segment in segments:
        lines.extend(_structure(segment))
    lines.append("</doc>")
    return "\n".join(lines) + "\n"


def _structure(segment: Segment) -> Iterator[str]:
    level = str(segment.level) if segment.level else None
    name = {"heading": "head", "list item": "item"}.get(segment.kind, "p")
    yield start(name, level=level)
    text = segment.text
    # Most texts have nothing to escape and no such characters, and there are many tokens in them.
    is_plain, has_cjk = escape(text) == text, _HAS_CJK(text) is not None
    end = None
    was_cjk = False
    for match in _TOKEN.finditer(text):
        token = match[0] if is_plain else escape(match[0])
        if not token:
            continue
        is_cjk = has_cjk and _HAS_CJK(match[0]) is not None
        if end == match.start() and not (is_cjk and was_cjk):
            yield "<g/>"
        yield token
        end, was_cjk = match.end(), is_cjk
    yield f"</{name}>"
