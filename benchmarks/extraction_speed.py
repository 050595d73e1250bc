"""Speed beside other parsers and other extractors, from the same bytes.

Each ratio is of two measurements that follow each other, on the same pages: slow peers get few
pages, and so do we when we are compared with them. A parser is timed until its tree stands, an
extractor until its text is there, each as its documentation says. Peers that are not installed are
left out with a word.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib import util

from benchmarks.timing import Work, best
from webwinnow import Page, clean
from webwinnow.clean import DEFAULT_METHOD
from webwinnow.evaluation.peers import PEERS, RawPage, unavailable_reason

FEW = 30


@dataclass(frozen=True)
class Parser:
    module: str
    make: Callable[[], Work]
    is_slow: bool = False


def lexbor() -> Work:
    from selectolax.lexbor import LexborHTMLParser

    return LexborHTMLParser


def lxml() -> Work:
    from lxml.html import HTMLParser, document_fromstring

    # Told the encoding, as all of them are or can tell.
    parser = HTMLParser(encoding="utf-8")
    return lambda html: document_fromstring(html, parser=parser)


def html5lib() -> Work:
    import html5lib as library

    return lambda html: library.parse(html, transport_encoding="utf-8")


def turbohtml() -> Work:
    import turbohtml as library

    return lambda html: library.parse(html)


PARSERS = {
    "selectolax (Lexbor)": Parser("selectolax", lexbor),
    "lxml.html": Parser("lxml", lxml),
    "turbohtml": Parser("turbohtml", turbohtml),
    "html5lib": Parser("html5lib", html5lib, is_slow=True),
}
SLOW_EXTRACTORS = {"trafilatura", "justext", "boilerpy3", "readability", "newspaper4k", "goose3"}


def against_parsers(pages: list[bytes]) -> None:
    heading("Page(bytes) beside")
    for name, parser in PARSERS.items():
        if util.find_spec(parser.module):
            some = pages[:FEW] if parser.is_slow else pages
            row(name, Page, parser.make(), some)
        else:
            print(f"{name}: not installed; pip install {parser.module}")


def against_extractors(pages: list[bytes]) -> None:
    # Some warn of what they find in pages; that is not the point here.
    logging.disable()
    warnings.simplefilter("ignore")
    heading(f"clean(bytes), method {DEFAULT_METHOD}, beside")
    for name, peer in PEERS.items():
        why = unavailable_reason(name)
        if why:
            print(f"{name}: {why}")
            continue
        some = pages[:FEW] if name in SLOW_EXTRACTORS else pages
        failures = Failures(peer.make())
        row(name, clean, failures.work, some)
        if failures.pages:
            print(f"  {name} failed on {len(failures.pages)} of {len(some)} pages")


class Failures:
    """Work that goes on after a page that fails, and remembers it."""

    def __init__(self, extract: Callable[[RawPage], object]) -> None:
        self.extract = extract
        self.pages: set[bytes] = set()

    def work(self, html: bytes) -> None:
        try:
            self.extract(RawPage(html))
        except Exception:
            self.pages.add(html)


def heading(what: str) -> None:
    print(f"{what:42} {'pages':>6} {'ours':>8} {'theirs':>11} {'ratio':>7}")


def row(name: str, our_work: Work, their_work: Work, pages: list[bytes]) -> None:
    their_work(pages[0])  # what is loaded at the first page
    ours, theirs = best(our_work, lambda: pages), best(their_work, lambda: pages)
    print(f"{name:42} {len(pages):6} {ours:5.3f} ms {theirs:8.3f} ms {theirs / ours:7.1f}")
