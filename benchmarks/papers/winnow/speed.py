"""Measure `winnow` from bytes to text, by stage, and compare it with other extractors.

A parser is among them, to show the cost of a tree alone.
"""

from __future__ import annotations

import logging
from functools import partial
from importlib import util
from pathlib import Path

from benchmarks.extraction_speed import (
    PARSERS,
    SLOW_EXTRACTORS,
    SLOW_PAGES,
    print_heading,
    print_row,
)
from benchmarks.timing import Work, best, scaling
from webwinnow import Page, clean, load
from webwinnow._core import Decision, render
from webwinnow.errors import ModelError
from webwinnow.evaluation.peers import PEERS, RawPage, unavailable_reason
from webwinnow.methods.base import Method

PEERS_SHOWN = ["resiliparse", "trafilatura", "rs-trafilatura"]
PARSER = "selectolax (Lexbor)"


def measure_winnow(pages: list[bytes], model: Path | None = None) -> None:
    method = load("winnow", model=model)
    try:
        method.decide(Page(pages[0]))  # loads the model
    except ModelError as error:
        print(f"winnow: {error}")
        return
    stages(method, pages)
    compare_peers(method, pages)
    times = scaling(pages, method)
    print(f"winnow, clean_many, 2 threads against 1: {times:.2f} times (limit 1.8)")


def stages(method: Method, pages: list[bytes]) -> None:
    def render_text(pair: tuple[Page, Decision]) -> str:
        return render(*pair, "text", False, False, True)

    parsed = [Page(page) for page in pages]
    decided = [(page, method.decide(page)) for page in parsed]
    parse = best(Page, lambda: pages)
    # New pages: a page caches its word counts.
    decide = best(method.decide, lambda: [Page(page) for page in pages])
    write = best(render_text, lambda: decided)
    print(f"winnow: parsing {parse:.3f} ms, deciding {decide:.3f} ms, text {write:.3f} ms a page")


def compare_peers(method: Method, pages: list[bytes]) -> None:
    logging.disable()  # peers log warnings about pages
    ours: Work = partial(clean, method=method)
    print_heading("clean(bytes), method winnow, against")
    if util.find_spec("selectolax"):
        print_row(f"{PARSER}, tree alone", ours, PARSERS[PARSER].make(), pages)
    if util.find_spec("turbohtml"):
        print_row("turbohtml, main text", ours, turbohtml(), pages)
    for name in PEERS_SHOWN:
        reason = unavailable_reason(name)
        if reason:
            print(f"{name}: {reason}")
        else:
            some = pages[:SLOW_PAGES] if name in SLOW_EXTRACTORS else pages
            print_row(name, ours, peer(name), some)


def turbohtml() -> Work:
    import turbohtml as library

    return lambda html: library.parse(html).main_text()


def peer(name: str) -> Work:
    extract = PEERS[name].make()
    return lambda html: extract(RawPage(html))
