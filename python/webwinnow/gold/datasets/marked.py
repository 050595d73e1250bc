"""CleanEval's notation: a line `URL: …`, then segments that `<p>`, `<h>` and `<l>` open."""

import html
import re
from typing import NamedTuple

from webwinnow.gold.datasets.base import GoldSegment

__all__ = ["Marked", "is_marked", "parse"]

KINDS = {"p": "paragraph", "h": "heading", "l": "list item"}
MARKER = re.compile(r"<([phl])>", re.IGNORECASE)
MARKED_LINE = re.compile(r"^[ \t]*<[phl]>", re.IGNORECASE | re.MULTILINE)
# Some golds have the address on the line below; other lines may begin with the word.
URL_LINE = re.compile(r"\s*URL:(?:[ \t]*(\S+)|\s*([a-z]+://\S+))?[^\n]*")
# End tags that a few annotators added, and comments, as that a page holds no article.
NOT_TEXT = re.compile(r"</[phl]>|<!--.*?-->", re.IGNORECASE | re.DOTALL)


class Marked(NamedTuple):
    url: str | None
    segments: tuple[GoldSegment, ...]

    @property
    def text(self) -> str:
        return "\n".join(segment.text for segment in self.segments)


def is_marked(gold: str) -> bool:
    return bool(URL_LINE.match(gold) or MARKED_LINE.search(gold))


def parse(gold: str) -> Marked:
    """Character references are decoded and white space collapsed.

    Text before the first marker is a paragraph: every scorer counts it.

    >>> parse("URL: http://a.example/\\n<h>Rain &amp; wind\\n<p>It\\n rained.").text
    'Rain & wind\\nIt rained.'
    """
    first = URL_LINE.match(gold)
    body = gold[first.end() :] if first else gold
    unmarked, *rest = MARKER.split(NOT_TEXT.sub(" ", body))
    marked = [("p", unmarked), *zip(rest[::2], rest[1::2], strict=True)]
    segments = (
        GoldSegment(KINDS[marker.lower()], " ".join(html.unescape(text).split()))
        for marker, text in marked
    )
    url = (first[1] or first[2]) if first else None
    return Marked(url, tuple(segment for segment in segments if segment.text))
