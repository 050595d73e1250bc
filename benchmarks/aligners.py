"""How often each aligner is right where the truth is known: `python -m benchmarks.aligners`.

L3S-GN1's annotators marked the text in the page itself. Each aligner gets the marked text and the
page, and its label of every run that has words is compared with the mark.
"""

from __future__ import annotations

import sys

import numpy as np

from benchmarks.data import find_archive, read_members
from webwinnow import Page
from webwinnow.gold.datasets.l3s import CONTENT, content_text, node_classes
from webwinnow.gold.labels import ALIGNERS


def main() -> None:
    archive = find_archive("l3s-gn1.tar.xz")
    if archive is None:
        sys.exit("no l3s-gn1.tar.xz: set WEBWINNOW_DATA to the folder that holds it")
    counts = {name: np.zeros(3, int) for name in ALIGNERS}
    runs = 0
    for name, html in read_members(archive):
        if "/annotated/" not in name or not name.endswith(".html"):
            continue
        page = Page(html)
        has_words = page.runs.words > 0
        truth = np.isin(node_classes(page)[page.runs.node], CONTENT)[has_words]
        runs += len(truth)
        gold = content_text(page).splitlines()
        for aligner, align in ALIGNERS.items():
            keep = align(page, gold).keep[has_words]
            counts[aligner] += [(keep == truth).sum(), (keep & ~truth).sum(), (~keep & truth).sum()]
    for aligner, (right, wrongly_kept, wrongly_dropped) in counts.items():
        print(
            f"{aligner}: {right:,} of {runs:,} runs right; {wrongly_kept:,} wrongly content,"
            f" {wrongly_dropped:,} wrongly not"
        )


if __name__ == "__main__":
    main()
