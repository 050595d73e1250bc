"""Count the paragraphs of articles that GoldMiner loses on generated sites.

    python -m benchmarks.papers.goldminer.layouts
    python -m benchmarks.papers.goldminer.layouts --random 40 --more 20 --inner winnow

The sites are those of `tests.support.layouts`. For each, templates are learned from its pages, and
the pages are cleaned with them. Counts the paragraphs, headings, list items and table cells of
articles that the text lacks, and the comments and promotions that it has, with GoldMiner and with
the inner method alone. With `--more`, other pages of the random sites are cleaned than those that
the templates are learned from. Exits with 1 if GoldMiner loses a paragraph.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence

import numpy as np

from tests.support.layouts import LAYOUTS, SitePage, random_site, unseen_pages
from tests.support.layouts.random_site import PAGES
from webwinnow import Page, extract, load
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.goldminer.store import MemoryStore
from webwinnow.sites import learn

URL = "http://a.example/page"
Totals = tuple[int, int, int, int]  # lost, paragraphs, surplus, others


def learned(pages: Iterable[SitePage], inner: str) -> GoldMiner:
    store = MemoryStore()
    store.put(learn("a.example", [Page(page.html) for page in pages], load(inner)))
    return GoldMiner(inner, store)


def count(pages: Sequence[SitePage], method: Method) -> Totals:
    texts = [extract(page.html, url=URL, method=method).text for page in pages]
    return (
        sum(len(page.lost(text)) for page, text in zip(pages, texts, strict=True)),
        sum(len(page.article) for page in pages),
        sum(len(page.surplus(text)) for page, text in zip(pages, texts, strict=True)),
        sum(len(page.others) for page in pages),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--random", type=int, default=10, help="random layouts (default: 10)")
    parser.add_argument("--more", type=int, default=0, help="other pages of each (default: none)")
    parser.add_argument("--inner", default="justext", help="inner method (default: justext)")
    given = parser.parse_args()
    sites = {name: pages for name, pages in LAYOUTS.items() if not name.startswith("random")}
    tests = {name: (pages, pages) for name, pages in sites.items()}
    for seed in range(given.random):
        pages = random_site(seed, PAGES + given.more)
        tests[f"random {seed}"] = (pages[:PAGES], pages[PAGES:] or pages)
    tests["unseen layout"] = (sites["comments, named"], unseen_pages())
    inner = load(given.inner)
    print(f"| layout | lost | {given.inner} alone | comments and promotions kept | alone |")
    print("|---|---|---|---|---|")
    totals = np.zeros(6, int)
    for name, (sample, pages) in tests.items():
        lost, paragraphs, surplus, others = count(pages, learned(sample, given.inner))
        alone = count(pages, inner)
        totals += [lost, paragraphs, surplus, others, alone[0], alone[2]]
        cells = f"{lost} of {paragraphs} | {alone[0]} | {surplus} of {others} | {alone[2]}"
        print(f"| {name} | {cells} |", flush=True)
    all_lost, of_all, kept, of_others, lost_alone, kept_alone = totals
    cells = f"{all_lost} of {of_all} | {lost_alone} | {kept} of {of_others} | {kept_alone}"
    print(f"| all | {cells} |")
    sys.exit(int(all_lost > 0))


if __name__ == "__main__":
    main()
