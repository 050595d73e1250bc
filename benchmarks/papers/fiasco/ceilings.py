"""FIASCO's targets, divided in three ways: how many pages they swallow, and what that costs.

Sections 2.2, 5.1 and 6 of the paper: on some pages a single target was nearly all of the page, so
that no label of it could be right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from benchmarks.papers.fiasco.pages import FEW_TARGETS, BoolArray, Figures, Known
from webwinnow._core import Decision, render
from webwinnow.evaluation.scores import Counts, average, score_text
from webwinnow.methods.base import visible_runs
from webwinnow.methods.fiasco.fit import sum_over_targets
from webwinnow.methods.fiasco.targets import Divide, Targets

WAYS: tuple[Divide, ...] = ("never", "breaks", "lines")


def ceilings(pages: Iterable[Known]) -> Figures:
    """For each way: pages with few targets, with one that has over half of the text, with one that
    is both clean and dirty besides; and the score of perfect labels.
    """
    sums = {way: Sums() for way in WAYS}
    for known in pages:
        for way, each in sums.items():
            each.add(known, Targets.of(known.page, divide=way))
    return {way: each.figures() for way, each in sums.items()}


@dataclass
class Sums:
    """Adds up pages."""

    few: int = 0
    over_half: int = 0
    swallowed: int = 0
    targets: int = 0
    scores: list[Counts] = field(default_factory=list)

    def add(self, known: Known, targets: Targets) -> None:
        page, keep = known.page, known.keep("ours")
        chars, kept = (
            sum_over_targets(each, targets) for each in (page.runs.chars, page.runs.chars * keep)
        )
        every = page.runs.chars[visible_runs(page)].sum()
        is_large, is_mixed = 2 * chars > every, (kept > 0) & (kept < chars)
        self.targets += len(targets)
        self.few += 0 < len(targets) <= FEW_TARGETS
        self.over_half += bool(is_large.any())
        self.swallowed += bool((is_large & is_mixed).any())
        perfect = Decision(page, of_runs(2 * kept >= chars, targets) & visible_runs(page))
        found = render(page, perfect, "text", False, False, True)
        self.scores.append(score_text(found, known.gold.text))

    def figures(self) -> Figures:
        return {
            "pages": len(self.scores),
            "targets": self.targets,
            "few targets": self.few,
            "over half": self.over_half,
            "swallowed": self.swallowed,
            "text": round(100 * average(self.scores, "micro").f1, 2),
        }


def of_runs(clean: BoolArray, targets: Targets) -> BoolArray:
    """What is in no target is kept: only targets are ever dropped."""
    return np.append(clean, True)[targets.of_run]
