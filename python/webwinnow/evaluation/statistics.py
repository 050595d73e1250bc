"""How far a figure may be off by the choice of pages, and whether two methods differ.

Both are by resampling, with no assumption on how scores are spread. Pages of one site are alike,
so sites are the units where there are at least `MIN_SITES`; with fewer, pages are, and the results
say which was done.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from webwinnow.evaluation.scores import Averaging, Counts

__all__ = ["Comparison", "Interval", "compare", "interval"]

Figure = Literal["precision", "recall", "f1"]
Scores: TypeAlias = "Sequence[Counts] | Sequence[float]"
Table: TypeAlias = NDArray[np.float64]

MIN_SITES = 10
CELLS = 1 << 21  # of random numbers held at a time: 16 MiB


@dataclass(frozen=True)
class Interval:
    """A figure and where it falls in the middle `level` of the resamples."""

    value: float
    low: float
    high: float
    level: float
    resamples: int
    unit: str  # what was resampled: "page" or "site"
    units: int


@dataclass(frozen=True)
class Comparison:
    """A first method against a second one on the same pages."""

    difference: float  # first minus second
    p: float
    rounds: int
    unit: str  # what was swapped: "page" or "site"
    units: int


def interval(
    scores: Scores,
    *,
    averaging: Averaging = "micro",
    figure: Figure = "f1",
    sites: Sequence[str] | None = None,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Interval:
    """Percentile bootstrap interval of the average over pages.

    As many units as there are are drawn with replacement, the figure is computed anew from all
    their pages, and the middle `level` of the figures found is given. `scores` are each page's
    counts, or plain numbers, which are always averaged by their mean; `sites` is each page's site.
    """
    table = Units.of(scores, averaging, figure, sites)
    rng = np.random.default_rng(seed)
    count = len(table.rows)
    drawn = np.concatenate(
        [
            table.figure(rng.multinomial(count, np.full(count, 1 / count), size) @ table.rows)
            for size in chunks(resamples, count)
        ]
    )
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    value = table.figure(table.rows.sum(0))
    return Interval(float(value), float(low), float(high), level, resamples, table.unit, count)


def compare(
    first: Scores,
    second: Scores,
    *,
    averaging: Averaging = "micro",
    figure: Figure = "f1",
    sites: Sequence[str] | None = None,
    rounds: int = 10_000,
    seed: int = 0,
) -> Comparison:
    """Two-sided test by approximate randomisation.

    If the methods were alike, it would not matter which of them a unit's result came from. So each
    round swaps the two results of every unit with a chance of one half and takes the difference of
    the averages; p is the share of rounds, the one observed among them, whose difference is at
    least as large, whatever its sign.
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} pages; give both methods the same pages")
    ours = Units.of(first, averaging, figure, sites)
    theirs = Units.of(second, averaging, figure, sites)
    ours_sum, theirs_sum, swapped = ours.rows.sum(0), theirs.rows.sum(0), theirs.rows - ours.rows
    observed = float(ours.figure(ours_sum) - ours.figure(theirs_sum))
    rng = np.random.default_rng(seed)
    as_large = 0
    for size in chunks(rounds, len(swapped)):
        moved = rng.integers(0, 2, (size, len(swapped))) @ swapped
        found = ours.figure(ours_sum + moved) - ours.figure(theirs_sum - moved)
        # The same difference, summed in another order, may come out a little smaller.
        as_large += int((np.abs(found) >= abs(observed) - 1e-12).sum())
    p = (as_large + 1) / (rounds + 1)
    return Comparison(observed, p, rounds, ours.unit, len(swapped))


def chunks(total: int, width: int) -> Iterator[int]:
    """Sizes that add up to the total, none of which takes more than CELLS with rows so wide."""
    most = max(CELLS // width, 1)
    while total > 0:
        yield min(most, total)
        total -= most


@dataclass(frozen=True)
class Units:
    """What is resampled: one row for each page or site, of numbers that add up over pages."""

    rows: Table
    unit: str
    kind: str  # "mean": rows of sum and number; else the figure of rows of counts

    @classmethod
    def of(
        cls, scores: Scores, averaging: Averaging, figure: Figure, sites: Sequence[str] | None
    ) -> "Units":
        if not scores:
            raise ValueError("no pages; give at least one page's scores")
        if sites is not None and len(sites) != len(scores):
            raise ValueError(f"{len(scores)} pages but {len(sites)} sites; give one for each page")
        rows, kind = page_rows(scores, averaging, figure)
        if sites is None or len(set(sites)) < MIN_SITES:
            return cls(rows, "page", kind)
        _, site = np.unique(np.asarray(sites), return_inverse=True)
        sums = [np.bincount(site, weights=column) for column in rows.T]
        return cls(np.stack(sums, axis=1), "site", kind)

    def figure(self, sums: Table) -> Table:
        """The average, of sums of rows (their last axis)."""
        if self.kind == "mean":
            return np.asarray(sums[..., 0] / sums[..., 1])
        both, only_output, only_gold = sums[..., 0], sums[..., 1], sums[..., 2]
        if self.kind == "precision":
            found = both / np.maximum(both + only_output, 1)
        elif self.kind == "recall":
            found = both / np.maximum(both + only_gold, 1)
        else:
            found = 2 * both / np.maximum(2 * both + only_output + only_gold, 1)
        # As of `Counts`: all is well where there is nothing.
        return np.asarray(np.where(both + only_output + only_gold > 0, found, 1.0))


def page_rows(scores: Scores, averaging: Averaging, figure: Figure) -> tuple[Table, str]:
    if averaging == "micro" and isinstance(scores[0], Counts):
        counts = [score for score in scores if isinstance(score, Counts)]
        rows = [(page.both, page.only_output, page.only_gold) for page in counts]
        return np.array(rows, np.float64), figure
    values = [getattr(page, figure) if isinstance(page, Counts) else page for page in scores]
    return np.stack([np.array(values, np.float64), np.ones(len(values))], axis=1), "mean"
