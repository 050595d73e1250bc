"""How far chance could move a score: intervals by the bootstrap, p values by randomisation."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TIMES = 2000
SEED = 20_250
ENDS = (2.5, 97.5)


class Columns(NamedTuple):
    """What each page adds to a score: its own value, or three counts that make a share."""

    values: NDArray[np.float64]
    share: str | None  # "precision", "recall" or "F1" of counts


def total(columns: Columns) -> float:
    return float(finished(columns.values.sum(0), columns))


def finished(sums: NDArray[np.float64], columns: Columns) -> NDArray[np.float64]:
    """Scores from sums over pages, along the last axis."""
    if columns.share is None:
        return sums[..., 0] / len(columns.values)
    both, only_output, only_gold = np.moveaxis(sums, -1, 0)
    whole = {
        "precision": both + only_output,
        "recall": both + only_gold,
        "F1": both + (only_output + only_gold) / 2,
    }[columns.share]
    return np.divide(both, whole, out=np.ones_like(both), where=whole > 0)


def interval(columns: Columns) -> tuple[float, float]:
    """Where the score falls in 95 % of sets drawn from the pages, with replacement."""
    pages = len(columns.values)
    draws = np.random.default_rng(SEED).multinomial(pages, np.full(pages, 1 / pages), TIMES)
    low, high = np.percentile(finished(draws @ columns.values, columns), ENDS)
    return float(low), float(high)


def p_of_difference(a: Columns, b: Columns) -> float:
    """How often a difference as large comes up when each page's two results change places by
    chance; never 0.
    """
    swaps = np.random.default_rng(SEED).random((TIMES, len(a.values))) < 0.5
    ahead, behind = (swaps @ (b.values - a.values) + a.values.sum(0), swaps @ (a.values - b.values))
    drawn = finished(ahead, a) - finished(behind + b.values.sum(0), b)
    found = abs(total(a) - total(b))
    return float((np.sum(np.abs(drawn) >= found - 1e-12) + 1) / (TIMES + 1))
