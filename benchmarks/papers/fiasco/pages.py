"""The pages of FIASCO's tables, their alignment with the gold, and the ceilings of their targets.

The authors' 158 pages were never published. These are as many: CleanEval's development pages, for
which the authors built their system, and randomly drawn final pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.fiasco.tagger import contextual_features
from webwinnow import Page
from webwinnow._core import Decision, render
from webwinnow.evaluation.scores import Counts, average, score_text
from webwinnow.gold.datasets import open_set
from webwinnow.gold.datasets.base import GoldPage, GoldSegment
from webwinnow.gold.labels import align, gold_parts
from webwinnow.gold.labels.base import split_words
from webwinnow.gold.labels.fiasco import DIVIDE, similar_subtrees
from webwinnow.methods.base import visible_runs
from webwinnow.methods.fiasco.fit import sum_over_targets
from webwinnow.methods.fiasco.targets import Divide, Subtrees, Targets

DEVELOPMENT = "cleaneval-dev/"
COUNT, WELL_ALIGNED = 158, 117  # as in the paper
FEW_TARGETS = 4
WELL, FAIRLY = 0.9, 0.8  # a segment's Dice with some subtree; the share of such segments
#: Labels by their names in the tables: the paper's, and the package's.
ALIGNERS = {"dice": "fiasco", "ours": "in-order"}

BoolArray = NDArray[np.bool_]
Figures = dict[str, Any]  # as in JSON
Rates = Mapping[str, float]  # alignment by the name of the page


@dataclass(frozen=True, eq=False)
class LabelledPage:
    """A gold page with its targets and labels."""

    gold: GoldPage

    @cached_property
    def page(self) -> Page:
        return Page(self.gold.html, charset=self.gold.charset)

    @cached_property
    def targets(self) -> Targets:
        return Targets.of(self.page, divide=DIVIDE)

    @cached_property
    def in_context(self) -> NDArray[np.float32]:
        """Parts of speech of each target, by a tagger of sentences."""
        return contextual_features(self.page, self.targets)

    @cached_property
    def aligned(self) -> dict[str, BoolArray]:
        return {}  # filled on demand

    def keep(self, labels: str) -> BoolArray:
        """Return whether each run is content, by the labels of that name in ALIGNERS."""
        if labels not in self.aligned:
            self.aligned[labels] = align(self.page, self.gold, aligner=ALIGNERS[labels]).keep
        return self.aligned[labels]


def alignment(known: LabelledPage) -> float:
    """Share of the gold's segments that align well with some subtree; 0 without segments."""
    page, subtrees = known.page, Subtrees.of(known.page, divide=DIVIDE)
    texts = [
        part.text if isinstance(part, GoldSegment) else part for part in gold_parts(known.gold)
    ]
    found = {
        text: len(similar_subtrees(page, subtrees, [text], WELL)) > 0
        for text in set(texts)
        if split_words(text)
    }
    return float(np.mean([found[text] for text in texts if text in found] or [False]))


def read(archive: Path, names: Sequence[str] | None = None) -> Iterator[LabelledPage]:
    with open_set(archive) as gold_set:
        wanted = None if names is None else set(names)
        yield from (
            LabelledPage(gold) for gold in gold_set if wanted is None or gold.name in wanted
        )


def draw_pages(names: Sequence[str], seed: int, count: int = COUNT) -> list[str]:
    """Names of all development pages, and of random final pages up to the count."""
    first = [name for name in names if name.startswith(DEVELOPMENT)]
    others = [name for name in names if not name.startswith(DEVELOPMENT)]
    order = np.random.default_rng(seed).permutation(len(others))
    return first + [others[place] for place in sorted(order[: count - len(first)].tolist())]


def well_aligned(pages: Sequence[LabelledPage], rates: Rates, count: int) -> list[LabelledPage]:
    """The best-aligned pages, in page order."""
    best = set(sorted(rates, key=lambda name: (-rates[name], name))[:count])
    return [known for known in pages if known.gold.name in best]


def count_alignment(pages: Sequence[LabelledPage], rates_of: Rates) -> Figures:
    """Section 5.1: count pages with few targets, and the others by their alignment."""
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


WAYS: tuple[Divide, ...] = ("never", "breaks", "lines")


def ceilings(pages: Iterable[LabelledPage]) -> Figures:
    """Count problematic pages for each way to divide targets, and score perfect labels.

    Sections 2.2, 5.1 and 6 of the paper: on some pages a single target covered nearly all of the
    page, so that no label of it could be right.
    """
    counts = {way: CeilingCounts() for way in WAYS}
    for page in pages:
        for way, each in counts.items():
            each.add(page, Targets.of(page.page, divide=way))
    return {way: each.figures() for way, each in counts.items()}


@dataclass
class CeilingCounts:
    """Counts over pages."""

    few: int = 0
    over_half: int = 0
    swallowed: int = 0
    targets: int = 0
    scores: list[Counts] = field(default_factory=list)

    def add(self, known: LabelledPage, targets: Targets) -> None:
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
        self.scores.append(score_text(text_of(page, perfect), known.gold.text))

    def figures(self) -> Figures:
        return {
            "pages": len(self.scores),
            "targets": self.targets,
            "few targets": self.few,
            "over half": self.over_half,
            "swallowed": self.swallowed,
            "text": round(100 * average(self.scores, "micro").f1, 2),
        }


def text_of(page: Page, decision: Decision) -> str:
    return render(page, decision, "text", False, False, True)


def of_runs(clean: BoolArray, targets: Targets) -> BoolArray:
    """Label of each run; runs outside of targets are kept, since only targets are dropped."""
    return np.append(clean, True)[targets.of_run]
