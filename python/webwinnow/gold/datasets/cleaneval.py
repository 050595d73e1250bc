"""CleanEval 2007 and sets in its format, such as CleanPortalEval.

A gold is a line `URL: …`, then segments opened by the markers `<p>`, `<h>` and `<l>`.
"""

import html as character_references
import re
from typing import NamedTuple

from webwinnow._core import decode
from webwinnow.gold.datasets.base import GoldPage, GoldSegment, Problem
from webwinnow.gold.datasets.reader import EMPTY_GOLD, PairReader, decode_gold
from webwinnow.hosts import site_of

KINDS = {"p": "paragraph", "h": "heading", "l": "list item"}
MARKER = re.compile(r"<([phl])>", re.IGNORECASE)
MARKED_LINE = re.compile(r"^[ \t]*<[phl]>", re.IGNORECASE | re.MULTILINE)
# Some golds have the URL on the next line; later lines may begin with the word URL.
URL_LINE = re.compile(r"\s*URL:(?:[ \t]*(\S+)|\s*([a-z]+://\S+))?[^\n]*")
# End tags and comments that a few annotators added.
NOT_TEXT = re.compile(r"</[phl]>|<!--.*?-->", re.IGNORECASE | re.DOTALL)

# The element around each page, at the start of the file.
WRAPPER = re.compile(rb'[^<]{0,99}<text((?:\s+\w+\s*=\s*"[^"]*")*)')
ATTRIBUTE = re.compile(rb'(\w+)\s*=\s*"([^"]*)"')


class MarkedText(NamedTuple):
    url: str | None
    segments: tuple[GoldSegment, ...]

    @property
    def text(self) -> str:
        return "\n".join(segment.text for segment in self.segments)


def has_markers(gold: str) -> bool:
    """Return whether a text is in CleanEval's notation."""
    return bool(URL_LINE.match(gold) or MARKED_LINE.search(gold))


def parse_marked_text(gold: str) -> MarkedText:
    """Parse CleanEval's notation; decode character references and collapse white space.

    Text before the first marker is a paragraph: every scorer counts it.

    >>> parse_marked_text("URL: http://a.example/\\n<h>Rain &amp; wind\\n<p>It\\n rained.").text
    'Rain & wind\\nIt rained.'
    """
    first = URL_LINE.match(gold)
    body = gold[first.end() :] if first else gold
    unmarked, *rest = MARKER.split(NOT_TEXT.sub(" ", body))
    marked = [("p", unmarked), *zip(rest[::2], rest[1::2], strict=True)]
    segments = (
        GoldSegment(KINDS[marker.lower()], " ".join(character_references.unescape(text).split()))
        for marker, text in marked
    )
    url = (first[1] or first[2]) if first else None
    return MarkedText(url, tuple(segment for segment in segments if segment.text))


class CleanEval(PairReader):
    """A gold with a URL but without text states that the page has no text; it is used."""

    expected_files = "folders input/ (NAME.html) and GoldStandard/ (NAME.txt, with <p> <h> <l>)"
    pages, golds, gold_suffixes = "input", "GoldStandard", (".txt",)

    def make_page(self, name: str, html: bytes, gold: bytes) -> GoldPage | Problem:
        text, encoding = decode_gold(gold)
        if not text.strip():
            return Problem(name, EMPTY_GOLD)
        if "\0" in text:
            return Problem(name, "the gold is not text; save it as UTF-8")
        parsed, wrapper = parse_marked_text(text), wrapper_attributes(html)
        url = wrapper.get("id") or parsed.url
        return GoldPage(
            name=name,
            html=html,
            text=parsed.text,
            site=site_of(url) or site_of(parsed.url) or site_from_name(name),
            url=url,
            charset=known_charset(wrapper.get("encoding")),
            segments=parsed.segments,
            marked_text=text,
            gold_encoding=encoding,
            keeps_comments=is_numbered(name),
        )


def is_numbered(name: str) -> bool:
    """Whether a page is of the shared task, whose files are numbered and whose golds have comments.

    Other sets in its format, such as CleanPortalEval, have the host in their file names.
    """
    return name.rpartition("/")[2].isdecimal()


def wrapper_attributes(html: bytes) -> dict[str, str]:
    wrapper = WRAPPER.match(html)
    pairs = ATTRIBUTE.findall(wrapper[1]) if wrapper else []
    return {
        key.decode("ascii"): character_references.unescape(value.decode("utf-8", "replace"))
        for key, value in pairs
    }


def known_charset(label: str | None) -> str | None:
    """The label if browsers know it; the set also has "unset" and "unknown-us-ascii"."""
    return label if label and decode(b"", label)[2] == "declared" else None


def site_from_name(name: str) -> str:
    """The site of the host in a name such as `tv.msnbc.com_news_30`; else the name itself."""
    host = name.rpartition("/")[2].partition("_")[0]
    return site_of(f"//{host}") or name if "." in host and "_" in name else name
