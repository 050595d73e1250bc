"""The pages of FIASCO's tables: drawn by seed from CleanEval, and how well they align.

The authors' 158 pages were never published. These are as many: CleanEval's development pages, for
which the authors built their system, and final ones drawn at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow import Page
from webwinnow.gold.datasets import open_set
from webwinnow.gold.datasets.base import GoldPage, GoldSegment
from webwinnow.gold.labels import align, gold_parts
from webwinnow.gold.labels.fiasco import DIVIDE, similar_subtrees
from webwinnow.gold.labels.words import words_of
from webwinnow.methods.fiasco.targets import Subtrees, Targets

DEVELOPMENT = "cleaneval-dev/"
COUNT, WELL_ALIGNED = 158, 117  # the paper's
FEW_TARGETS = 4
WELL, FAIRLY = 0.9, 0.8  # a segment's Dice with some subtree; the share of such segments
#: Labels by their names in the tables: the paper's, and the package's.
ALIGNERS = {"dice": "fiasco", "ours": "in-order"}

BoolArray = NDArray[np.bool_]
Figures = dict[str, Any]  # as in JSON
Rates = Mapping[str, float]  # alignment by the name of the page


@dataclass(frozen=True, eq=False)
class Known:
    """A page whose text is known."""

    gold: GoldPage

    @cached_property
    def page(self) -> Page:
        return Page(self.gold.html, charset=self.gold.charset)

    @cached_property
    def targets(self) -> Targets:
        return Targets.of(self.page, divide=DIVIDE)

    @cached_property
    def aligned(self) -> dict[str, BoolArray]:
        return {}  # filled as it is asked for

    def keep(self, labels: str) -> BoolArray:
        """Whether each run is text, by labels of one kind."""
        if labels not in self.aligned:
            self.aligned[labels] = align(self.page, self.gold, aligner=ALIGNERS[labels]).keep
        return self.aligned[labels]


def alignment(known: Known) -> float:
    """Share of the gold's segments that are well aligned with some subtree; 0 of none."""
    page, subtrees = known.page, Subtrees.of(known.page, divide=DIVIDE)
    texts = [
        part.text if isinstance(part, GoldSegment) else part for part in gold_parts(known.gold)
    ]
    found = {
        text: len(similar_subtrees(page, subtrees, [text], WELL)) > 0
        for text in set(texts)
        if words_of(text)
    }
    return float(np.mean([found[text] for text in texts if text in found] or [False]))


def read(archive: Path, names: Sequence[str] | None = None) -> Iterator[Known]:
    with open_set(archive) as gold_set:
        wanted = None if names is None else set(names)
        yield from (Known(gold) for gold in gold_set if wanted is None or gold.name in wanted)


def drawn(names: Sequence[str], seed: int, count: int = COUNT) -> list[str]:
    """All development pages, and final ones up to the count."""
    first = [name for name in names if name.startswith(DEVELOPMENT)]
    others = [name for name in names if not name.startswith(DEVELOPMENT)]
    order = np.random.default_rng(seed).permutation(len(others))
    return first + [others[place] for place in sorted(order[: count - len(first)].tolist())]


def well_aligned(pages: Sequence[Known], rates: Rates, count: int) -> list[Known]:
    """The best of them, in the order of the pages."""
    best = set(sorted(rates, key=lambda name: (-rates[name], name))[:count])
    return [known for known in pages if known.gold.name in best]


def thirds(pages: Sequence[Known], rates_of: Rates) -> Figures:
    """Section 5.1: pages with few targets, and how well the segments of the others align."""
    others = [each.gold.name for each in pages if len(each.targets) > FEW_TARGETS]
    rates = np.array([rates_of[name] for name in others])
    all_aligned, fairly = int((rates == 1).sum()), int((rates > FAIRLY).sum())
    return {
        "pages": len(pages),
        "targets": sum(len(each.targets) for each in pages),
        "few targets": len(pages) - len(rates),
        "all aligned": all_aligned,
        "over 80 %": fairly - all_aligned,
        "poor": len(rates) - fairly,
    }
