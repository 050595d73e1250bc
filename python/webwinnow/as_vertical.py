"""Kept segments → vertical text for corpus tools: one token a line, structures as tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from webwinnow.as_xml import escape, start

if TYPE_CHECKING:
    from webwinnow._core import Segment

#: Written without spaces, so each character is a token: Han, kana.
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

#: Letters and digits, and the vowel signs and joiners that `\w` leaves out.
_WORD = rf"(?:(?![{_CJK}_])[\w\u0300-\u036f\u0900-\u0963\u0966-\u0dff\u0e31-\u0eff\u200c\u200d])"

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
    end = None
    was_cjk = False
    for match in _TOKEN.finditer(segment.text):
        token = escape(match[0])
        if not token:
            continue
        is_cjk = _is_cjk(match[0])
        if end == match.start() and not (is_cjk and was_cjk):
            yield "<g/>"
        yield token
        end, was_cjk = match.end(), is_cjk
    yield f"</{name}>"


def _is_cjk(token: str) -> bool:
    return re.fullmatch(f"[{_CJK}]", token) is not None
