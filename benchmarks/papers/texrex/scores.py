"""Figures of the texrex paper: of boilerplate, at thresholds, and where precision is recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Every hundredth from −0.1 to 1.
THRESHOLDS = np.arange(-10, 101) / 100
DEFAULT = 0.5

Mask = NDArray[np.bool_]
Scores = NDArray[np.floating]


class Row(NamedTuple):
    precision: float
    recall: float
    f1: float
    correct: float  # share of right decisions


def row_of(said: Mask, wanted: Mask) -> Row:
    """Of what is said to be boilerplate. Nothing said is precise, nothing wanted is found."""
    both, all_said, all_wanted = (int(each.sum()) for each in (said & wanted, said, wanted))
    precision = both / all_said if all_said else 1.0
    recall = both / all_wanted if all_wanted else 1.0
    f1 = 2 * both / (all_said + all_wanted) if all_said + all_wanted else 1.0
    return Row(precision, recall, f1, float((said == wanted).mean()))


def weighted_row(said: Mask, wanted: Mask) -> Row:
    """The mean over boilerplate and text, each weighing as many blocks as it has: Weka's figures,
    which Table 3 has. Recall is then the share of right decisions.
    """
    rows = row_of(said, wanted), row_of(~said, ~wanted)
    weights = wanted.mean(), 1 - wanted.mean()
    return Row(*(float(np.dot(weights, column)) for column in zip(*rows, strict=True)))


def curve(scores: Scores, wanted: Mask) -> list[Row]:
    """A row for each threshold; what is above it is boilerplate."""
    return [row_of(scores > threshold, wanted) for threshold in THRESHOLDS]


def balanced(rows: Sequence[Row]) -> int:
    """The threshold at which precision and recall are closest, by its place."""
    return int(np.argmin([abs(row.precision - row.recall) for row in rows]))


def most_correct(rows: Sequence[Row]) -> int:
    return int(np.argmax([row.correct for row in rows]))


def arithmetic_mean(values: Sequence[float]) -> float:
    return float(np.mean(values))


def harmonic_mean(values: Sequence[float]) -> float:
    """Not a number where a value is not positive."""
    return len(values) / sum(1 / each for each in values) if min(values) > 0 else float("nan")


def mean_row(rows: Sequence[Row]) -> Row:
    return Row(*(arithmetic_mean(column) for column in zip(*rows, strict=True)))


def mean_curve(curves: Sequence[Sequence[Row]]) -> list[Row]:
    return [mean_row(rows) for rows in zip(*curves, strict=True)]
