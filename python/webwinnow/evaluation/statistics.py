"""Confidence intervals of figures, and significance tests of differences between methods.

Both resample, without assumptions about the distribution of scores. Pages of one site are similar,
so sites are the units if there are at least `MIN_SITES`; otherwise pages are. Results name the
unit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from webwinnow.evaluation.scores import Averaging, Counts

Figure = Literal["precision", "recall", "f1"]
Scores: TypeAlias = "Sequence[Counts] | Sequence[float]"
Table: TypeAlias = NDArray[np.float64]

MIN_SITES = 10
CELLS = 1 << 21  # of random numbers held at a time: 16 MiB


@dataclass(frozen=True)
class Interval:
    """A figure and its confidence interval, the middle `level` of the resamples."""

    value: float
    low: float
    high: float
    level: float
    resamples: int
    unit: str  # what was resampled: "page" or "site"
    units: int


@dataclass(frozen=True)
class Comparison:
    """Test of a first method against a second one on the same pages."""

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

    Each resample draws all units with replacement and computes the figure from their pages. The
    interval is the middle `level` of these figures. `scores` are each page's counts, or plain
    numbers, which are always averaged by their mean; `sites` is each page's site.
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

    If the methods were equal, swapping their results on a unit would not matter. Each round swaps
    the two results of every unit with probability 0.5 and takes the difference of the averages. p
    is the share of rounds, including the observed one, whose absolute difference is at least as
    large as the observed one.
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
        # Summation order may make an equal difference slightly smaller.
        as_large += int((np.abs(found) >= abs(observed) - 1e-12).sum())
    p = (as_large + 1) / (rounds + 1)
    return Comparison(observed, p, rounds, ours.unit, len(swapped))


def chunks(total: int, width: int) -> Iterator[int]:
    """Sizes that sum to the total, each with at most CELLS cells of that row width."""
    most = max(CELLS // width, 1)
    while total > 0:
        yield min(most, total)
        total -= most


@dataclass(frozen=True)
class Units:
    """The resampled units: one row per page or site, of numbers that sum over pages."""

    rows: Table
    unit: str
    kind: str  # "mean": rows hold sum and number; otherwise the figure, and rows hold counts

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
        """The average, from sums of rows along the last axis."""
        if self.kind == "mean":
            return np.asarray(sums[..., 0] / sums[..., 1])
        both, only_output, only_gold = sums[..., 0], sums[..., 1], sums[..., 2]
        if self.kind == "precision":
            found = both / np.maximum(both + only_output, 1)
        elif self.kind == "recall":
            found = both / np.maximum(both + only_gold, 1)
        else:
            found = 2 * both / np.maximum(2 * both + only_output + only_gold, 1)
        # As in `Counts`: 1 if output and gold are both empty.
        return np.asarray(np.where(both + only_output + only_gold > 0, found, 1.0))


def page_rows(scores: Scores, averaging: Averaging, figure: Figure) -> tuple[Table, str]:
    if averaging == "micro" and isinstance(scores[0], Counts):
        counts = [score for score in scores if isinstance(score, Counts)]
        rows = [(page.both, page.only_output, page.only_gold) for page in counts]
        return np.array(rows, np.float64), figure
    values = [getattr(page, figure) if isinstance(page, Counts) else page for page in scores]
    return np.stack([np.array(values, np.float64), np.ones(len(values))], axis=1), "mean"
