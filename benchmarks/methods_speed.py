"""What each method costs beyond parsing, and what justext and boilerpy3 take for the whole."""

from __future__ import annotations

import logging
from functools import partial

from benchmarks.timing import best
from webwinnow import METHODS, Page, clean, load
from webwinnow.errors import ModelError
from webwinnow.evaluation.peers import PEERS, RawPage, unavailable_reason
from webwinnow.methods.fiasco.method import FiascoVisual

# Milliseconds of a method beyond parsing; `decide` counts words too, which pages do when asked.
BAR = 1.0
# The programs that the methods of these names follow, with their time from bytes to text.
ORIGINALS = {"justext": "justext", "boilerpipe": "boilerpy3"}
FEW = 30


def of_methods(pages: list[bytes]) -> None:
    print(f"{'method':14} {'decide':>9} {'bar':>4} {'whole':>9}  the original, {FEW} pages")
    for name in METHODS:
        method = load(name)
        if isinstance(method, FiascoVisual):
            continue  # a browser takes hundreds of milliseconds, and remembers pages
        try:
            method.decide(Page(pages[0]))  # what is loaded at the first page
        except ModelError as error:
            print(f"{name:14} {error}")
            continue
        decide = best(method.decide, lambda: [Page(page) for page in pages])
        whole = best(partial(clean, method=name), lambda: pages)
        print(f"{name:14} {decide:6.3f} ms {BAR:4} {whole:6.3f} ms{original(name, pages[:FEW])}")


def original(name: str, pages: list[bytes]) -> str:
    peer = ORIGINALS.get(name)
    if peer is None:
        return ""
    why = unavailable_reason(peer)
    if why:
        return f"  {peer}: {why}"
    logging.disable()  # they warn of what they find in pages
    extract = PEERS[peer].make()
    theirs = best(lambda page: extract(RawPage(page)), lambda: pages)
    ours = best(partial(clean, method=name), lambda: pages)
    return f"  {peer} {theirs:.1f} ms, {theirs / ours:.0f} times ours"
