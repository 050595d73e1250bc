"""Measure the accuracy of each aligner: `python -m benchmarks.aligners`.

The annotators of L3S-GN1 and CANOLA marked the text in the page itself. Each aligner gets the
marked text and the page; its labels of all runs with words are compared with the marks.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from benchmarks.data import read_members, require_archive
from webwinnow import Page
from webwinnow.gold.datasets import open_set
from webwinnow.gold.datasets.l3s import content_runs, content_text
from webwinnow.gold.labels import ALIGNERS

Marked = tuple[Page, NDArray[np.bool_], str]  # a page, the correct label of each run, the gold


def read_l3s() -> Iterator[Marked]:
    for name, html in read_members(require_archive("l3s-gn1.tar.xz")):
        if "/annotated/" in name and name.endswith(".html"):
            page = Page(html)
            yield page, content_runs(page), content_text(page)


def read_canola() -> Iterator[Marked]:
    with open_set(require_archive("canola.tar.xz")) as gold_set:
        for gold in gold_set:
            if gold.keep is not None:
                yield Page(gold.html, charset=gold.charset), gold.keep, gold.text


def main() -> None:
    for name, marked in {"L3S-GN1": read_l3s(), "CANOLA": read_canola()}.items():
        counts = {aligner: np.zeros(3, int) for aligner in ALIGNERS}
        runs = 0
        for page, keep, gold in marked:
            has_words = page.runs.words > 0
            truth = keep[has_words]
            runs += len(truth)
            for aligner, align in ALIGNERS.items():
                found = align(page, gold.splitlines()).keep[has_words]
                counts[aligner] += [
                    (found == truth).sum(), (found & ~truth).sum(), (~found & truth).sum()
                ]  # fmt: skip
        for aligner, (right, wrongly_kept, wrongly_dropped) in counts.items():
            print(
                f"{name}, {aligner}: {right:,} of {runs:,} runs right; {wrongly_kept:,} wrongly"
                f" content, {wrongly_dropped:,} wrongly not"
            )


if __name__ == "__main__":
    main()
