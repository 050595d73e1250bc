"""Compare the speed of parsing and extraction with other tools, from the same bytes.

Each ratio compares two consecutive measurements on the same pages; slow peers get few pages. A
parser is timed until its tree is complete, an extractor until its text is, each called as its
documentation recommends. Peers that are not installed are skipped with a note. `measure_methods`
times our methods beyond parsing, and the original programs of jusText and boilerpipe.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import util

from benchmarks.timing import Work, best
from webwinnow import METHODS, Page, clean, load
from webwinnow.clean import DEFAULT_METHOD
from webwinnow.errors import ModelError
from webwinnow.evaluation.peers import PEERS, RawPage, unavailable_reason
from webwinnow.methods.fiasco.method import FiascoVisual

# Pages for slow tools.
SLOW_PAGES = 30
# Limit for a method beyond parsing, in milliseconds; includes the lazy word counts of a page.
LIMIT = 1.0
# Programs that our methods of these names follow, timed from bytes to text.
ORIGINALS = {"justext": "justext", "boilerpipe": "boilerpy3"}


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

    # All parsers get, or detect, the encoding.
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


def compare_parsers(pages: list[bytes]) -> None:
    print_heading("Page(bytes) against")
    for name, parser in PARSERS.items():
        if util.find_spec(parser.module):
            some = pages[:SLOW_PAGES] if parser.is_slow else pages
            print_row(name, Page, parser.make(), some)
        else:
            print(f"{name}: not installed; pip install {parser.module}")


def compare_extractors(pages: list[bytes]) -> None:
    # Some peers log warnings about pages.
    logging.disable()
    warnings.simplefilter("ignore")
    print_heading(f"clean(bytes), method {DEFAULT_METHOD}, against")
    for name, peer in PEERS.items():
        reason = unavailable_reason(name)
        if reason:
            print(f"{name}: {reason}")
            continue
        some = pages[:SLOW_PAGES] if name in SLOW_EXTRACTORS else pages
        failures = FailureRecorder(peer.make())
        print_row(name, clean, failures.work, some)
        if failures.pages:
            print(f"  {name} failed on {len(failures.pages)} of {len(some)} pages")


class FailureRecorder:
    """Extracts pages and records those that fail."""

    def __init__(self, extract: Callable[[RawPage], object]) -> None:
        self.extract = extract
        self.pages: set[bytes] = set()

    def work(self, html: bytes) -> None:
        try:
            self.extract(RawPage(html))
        except Exception:
            self.pages.add(html)


def print_heading(what: str) -> None:
    print(f"{what:42} {'pages':>6} {'ours':>8} {'theirs':>11} {'ratio':>7}")


def print_row(name: str, our_work: Work, their_work: Work, pages: list[bytes]) -> None:
    their_work(pages[0])  # loads models
    ours, theirs = best(our_work, lambda: pages), best(their_work, lambda: pages)
    print(f"{name:42} {len(pages):6} {ours:5.3f} ms {theirs:8.3f} ms {theirs / ours:7.1f}")


def measure_methods(pages: list[bytes]) -> None:
    print(f"{'method':14} {'decide':>9} {'limit':>5} {'total':>9}  original, {SLOW_PAGES} pages")
    for name in METHODS:
        method = load(name)
        if isinstance(method, FiascoVisual):
            continue  # a browser takes hundreds of milliseconds and caches pages
        try:
            method.decide(Page(pages[0]))  # loads models
        except ModelError as error:
            print(f"{name:14} {error}")
            continue
        decide = best(method.decide, lambda: [Page(page) for page in pages])
        total = best(partial(clean, method=name), lambda: pages)
        original = measure_original(name, pages[:SLOW_PAGES])
        print(f"{name:14} {decide:6.3f} ms {LIMIT:5} {total:6.3f} ms{original}")


def measure_original(name: str, pages: list[bytes]) -> str:
    peer = ORIGINALS.get(name)
    if peer is None:
        return ""
    reason = unavailable_reason(peer)
    if reason:
        return f"  {peer}: {reason}"
    logging.disable()  # peers log warnings about pages
    extract = PEERS[peer].make()
    theirs = best(lambda page: extract(RawPage(page)), lambda: pages)
    ours = best(partial(clean, method=name), lambda: pages)
    return f"  {peer} {theirs:.1f} ms, {theirs / ours:.0f} times ours"
