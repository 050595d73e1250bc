import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.papers.texrex.scores import (
    THRESHOLDS,
    Row,
    break_even,
    curve,
    harmonic_mean,
    mean_curve,
    most_correct,
    score,
    weighted_score,
)

PAIRS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30)


def test_row_counts_boilerplate() -> None:
    predicted = np.array([1, 1, 1, 0, 0], bool)
    wanted = np.array([1, 1, 0, 1, 0], bool)
    assert score(predicted, wanted) == pytest.approx((2 / 3, 2 / 3, 2 / 3, 3 / 5))


@given(PAIRS)
def test_weighted_recall_is_the_share_of_correct_decisions(pairs: list[tuple[bool, bool]]) -> None:
    predicted, wanted = np.array(pairs).T
    row = weighted_score(predicted, wanted)
    assert row.recall == pytest.approx(row.correct)


def test_curve_goes_from_all_to_nothing() -> None:
    rows = curve(np.array([0.2, 0.9]), np.array([False, True]))
    assert len(rows) == len(THRESHOLDS) == 111
    assert (rows[0].precision, rows[0].recall) == (0.5, 1.0)
    assert (rows[-1].precision, rows[-1].recall) == (1.0, 0.0)
    assert THRESHOLDS[most_correct(rows)] == pytest.approx(0.2)


def test_break_even_is_where_precision_equals_recall() -> None:
    rows = [Row(0.8, 1, 0.89, 0.8), Row(0.9, 0.91, 0.905, 0.9), Row(1, 0.2, 0.33, 0.4)]
    assert break_even(rows) == 1


def test_harmonic_mean_needs_positive_values() -> None:
    assert harmonic_mean([1, 0.5]) == pytest.approx(2 / 3)
    assert math.isnan(harmonic_mean([1, 0]))


def test_curves_are_averaged_threshold_by_threshold() -> None:
    assert mean_curve([[Row(0, 0, 0, 0)], [Row(1, 0.5, 1, 1)]]) == [Row(0.5, 0.25, 0.5, 0.5)]
