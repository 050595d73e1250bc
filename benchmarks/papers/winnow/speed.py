"""What `winnow` takes from bytes to text, by stage, and beside others that find the main content.

A parser stands among them, to show what a tree alone costs.
"""

from __future__ import annotations

import logging
from functools import partial
from importlib import util
from pathlib import Path

from benchmarks.peers_speed import FEW, PARSERS, SLOW_EXTRACTORS, heading, row
from benchmarks.timing import Work, best, scaling
from webwinnow import Page, clean, load
from webwinnow._core import Decision, render
from webwinnow.errors import ModelError
from webwinnow.evaluation.peers import PEERS, RawPage, unavailable_reason
from webwinnow.methods.base import Method

PEERS_SHOWN = ["resiliparse", "trafilatura", "rs-trafilatura"]
PARSER = "selectolax (Lexbor)"


def of_winnow(pages: list[bytes], model: Path | None = None) -> None:
    method = load("winnow", model=model)
    try:
        method.decide(Page(pages[0]))  # what is loaded at the first page
    except ModelError as error:
        print(f"winnow: {error}")
        return
    stages(method, pages)
    beside(method, pages)
    times = scaling(pages, method)
    print(f"winnow, clean_many, 2 threads against 1: {times:.2f} times (bar 1.8)")


def stages(method: Method, pages: list[bytes]) -> None:
    def drawn(pair: tuple[Page, Decision]) -> str:
        return render(*pair, "text", False, False, True)

    parsed = [Page(page) for page in pages]
    decided = [(page, method.decide(page)) for page in parsed]
    parse = best(Page, lambda: pages)
    # Fresh pages: they count their words once, when asked.
    decide = best(method.decide, lambda: [Page(page) for page in pages])
    write = best(drawn, lambda: decided)
    print(f"winnow: parsing {parse:.3f} ms, deciding {decide:.3f} ms, text {write:.3f} ms a page")


def beside(method: Method, pages: list[bytes]) -> None:
    logging.disable()  # they warn of what they find in pages
    ours: Work = partial(clean, method=method)
    heading("clean(bytes), method winnow, beside")
    if util.find_spec("selectolax"):
        row(f"{PARSER}, tree alone", ours, PARSERS[PARSER].make(), pages)
    if util.find_spec("turbohtml"):
        row("turbohtml, main text", ours, turbohtml(), pages)
    for name in PEERS_SHOWN:
        why = unavailable_reason(name)
        if why:
            print(f"{name}: {why}")
        else:
            some = pages[:FEW] if name in SLOW_EXTRACTORS else pages
            row(name, ours, peer(name), some)


def turbohtml() -> Work:
    import turbohtml as library

    return lambda html: library.parse(html).main_text()


def peer(name: str) -> Work:
    extract = PEERS[name].make()
    return lambda html: extract(RawPage(html))
