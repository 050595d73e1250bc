"""Scores of the texrex paper: boilerplate at thresholds, and break-even points."""

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
    correct: float  # share of correct decisions


def score(predicted: Mask, truth: Mask) -> Row:
    """Scores of the predicted boilerplate; precision or recall of nothing is 1."""
    both, positives, wanted = (int(each.sum()) for each in (predicted & truth, predicted, truth))
    precision = both / positives if positives else 1.0
    recall = both / wanted if wanted else 1.0
    f1 = 2 * both / (positives + wanted) if positives + wanted else 1.0
    return Row(precision, recall, f1, float((predicted == truth).mean()))


def weighted_score(predicted: Mask, truth: Mask) -> Row:
    """Mean over boilerplate and text, weighted by their blocks, as in Weka and Table 3; its recall
    is the share of correct decisions.
    """
    rows = score(predicted, truth), score(~predicted, ~truth)
    weights = truth.mean(), 1 - truth.mean()
    return Row(*(float(np.dot(weights, column)) for column in zip(*rows, strict=True)))


def curve(scores: Scores, truth: Mask) -> list[Row]:
    """Scores at each threshold; blocks above it are boilerplate."""
    return [score(scores > threshold, truth) for threshold in THRESHOLDS]


def break_even(rows: Sequence[Row]) -> int:
    """Index of the threshold at which precision and recall are closest."""
    return int(np.argmin([abs(row.precision - row.recall) for row in rows]))


def most_correct(rows: Sequence[Row]) -> int:
    return int(np.argmax([row.correct for row in rows]))


def arithmetic_mean(values: Sequence[float]) -> float:
    return float(np.mean(values))


def harmonic_mean(values: Sequence[float]) -> float:
    """NaN if a value is not positive."""
    return len(values) / sum(1 / each for each in values) if min(values) > 0 else float("nan")


def mean_row(rows: Sequence[Row]) -> Row:
    return Row(*(arithmetic_mean(column) for column in zip(*rows, strict=True)))


def mean_curve(curves: Sequence[Sequence[Row]]) -> list[Row]:
    return [mean_row(rows) for rows in zip(*curves, strict=True)]
