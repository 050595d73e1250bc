"""Measure the accuracy of each aligner: `python -m benchmarks.aligners`.

L3S-GN1's annotators marked the text in the page itself. Each aligner gets the marked text and the
page; its labels of all runs with words are compared with the marks.
"""

from __future__ import annotations

import numpy as np

from benchmarks.data import read_members, require_archive
from webwinnow import Page
from webwinnow.gold.datasets.l3s import CONTENT, content_text, node_classes
from webwinnow.gold.labels import ALIGNERS


def main() -> None:
    counts = {name: np.zeros(3, int) for name in ALIGNERS}
    runs = 0
    for name, html in read_members(require_archive("l3s-gn1.tar.xz")):
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
