"""Peers: other extractors, each called with its defaults as its documentation recommends.

A peer is imported in its own process: see `peer_worker`. All peers get the page as text, decoded
as for the methods of this package: not all accept bytes, and none accepts every encoding name.
"""

import re
import sys
from codecs import BOM_UTF8
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import NamedTuple, TypeAlias

from webwinnow._core import decode
from webwinnow.errors import UnknownMethod

# lxml rejects a text with an encoding declaration, and some peers then misread its bytes.
XML_DECLARATION = re.compile(r"<\?xml\s[^>]*>")


class RawPage(NamedTuple):
    """A page as downloaded."""

    html: bytes
    url: str | None = None
    charset: str | None = None  # declared outside of the page

    @property
    def text(self) -> str:
        """The decoded page; decoding is part of the measured work."""
        text = decode(self.html, self.charset)[0]
        declared = XML_DECLARATION.match(text)
        return text[declared.end() :] if declared else text


def wrap_fragment(html: bytes) -> bytes:
    """Put a fragment, such as a CleanEval page, into `<html><body>`; return a full page as it is.

    Some peers find nothing in a fragment, and trafilatura far less.
    """
    lower = html.lower()
    # Tags in UTF-16 do not match, and a prefix would hide the byte order mark.
    if b"<html" in lower or b"<body" in lower or b"\0" in html or html.startswith(BOM_UTF8):
        return html
    return b"<html><body>" + html + b"</body></html>"


Extract: TypeAlias = Callable[[RawPage], str | None]


@dataclass(frozen=True)
class Peer:
    """An extractor: its distribution and a function that loads it."""

    distribution: str
    make: Callable[[], Extract]  # imports the package
    note: str = ""  # caveat for readers of its scores
    python: tuple[int, int] | None = None  # the only version with wheels


def trafilatura() -> Extract:
    from trafilatura import extract

    return lambda raw: extract(raw.text, url=raw.url)


def resiliparse() -> Extract:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    def extract(raw: RawPage) -> str | None:
        return str(extract_plain_text(HTMLTree.parse(raw.text), main_content=True))

    return extract


def justext() -> Extract:
    from justext import get_stoplist
    from justext import justext as paragraphs_of

    stoplist = get_stoplist("English")

    def extract(raw: RawPage) -> str | None:
        paragraphs = paragraphs_of(raw.text, stoplist)
        return "\n".join(each.text for each in paragraphs if not each.is_boilerplate)

    return extract


def boilerpy3() -> Extract:
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor()

    def extract(raw: RawPage) -> str | None:
        html = raw.text
        # It finds nothing outside of a body, whose tag is optional.
        if "<body" not in html.lower():
            html = f"<html><body>{html}</body></html>"
        return str(extractor.get_content(html))

    return extract


def readability() -> Extract:
    from readability import Document

    from webwinnow.clean import clean

    # It returns HTML; all its visible text counts.
    return lambda raw: clean(str(Document(raw.text).summary()), method="all")


def newspaper4k() -> Extract:
    from newspaper import Article

    def extract(raw: RawPage) -> str | None:
        article = Article(raw.url or "http://localhost/", fetch_images=False)
        article.download(input_html=raw.text)
        article.parse()
        return str(article.text)

    return extract


def goose3() -> Extract:
    from goose3 import Goose

    goose = Goose({"enable_image_fetching": False})
    return lambda raw: str(goose.extract(raw_html=raw.text).cleaned_text)


def rs_trafilatura() -> Extract:
    from rs_trafilatura import extract

    def main_content(raw: RawPage) -> str | None:
        found: str | None = extract(raw.text, url=raw.url).main_content
        return found

    return main_content


PEERS: dict[str, Peer] = {
    "trafilatura": Peer("trafilatura", trafilatura),
    "resiliparse": Peer("resiliparse", resiliparse, "main_content=True"),
    "justext": Peer("justext", justext, "English stop words, whatever the page is in"),
    "boilerpy3": Peer("boilerpy3", boilerpy3, "ArticleExtractor"),
    "readability": Peer("readability-lxml", readability),
    "newspaper4k": Peer("newspaper4k", newspaper4k),
    "goose3": Peer("goose3", goose3),
    "rs-trafilatura": Peer("rs-trafilatura", rs_trafilatura, python=(3, 12)),
}


def find_peer(name: str) -> Peer:
    try:
        return PEERS[name]
    except KeyError:
        raise UnknownMethod(f"no peer {name!r}; choose from {', '.join(PEERS)}") from None


def unavailable_reason(name: str) -> str | None:
    """Why the peer cannot run here, and the remedy; None if it can."""
    peer = find_peer(name)
    # Not the module: a fork or another package may provide the same name.
    if is_installed(peer.distribution):
        return None
    if peer.python and sys.version_info[:2] != peer.python:
        wanted = ".".join(map(str, peer.python))
        return f"not installed, and made for Python {wanted} only; run the evaluation with that"
    return f"not installed; pip install {peer.distribution}"


def is_installed(distribution: str) -> bool:
    try:
        metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


def peer_version(name: str) -> str:
    return metadata.version(find_peer(name).distribution)
