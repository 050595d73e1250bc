import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.fiasco.neighbours import after, before, share_around, sum_around


def row(*values: float) -> NDArray[np.float64]:
    return np.array(values, np.float64)


def test_neighbours_are_one_away_and_edges_have_their_value() -> None:
    assert before(row(1, 2, 3), 9).tolist() == [9, 1, 2]
    assert after(row(1, 2, 3), 9).tolist() == [2, 3, 9]
    assert before(row(1), 9).tolist() == after(row(1), 9).tolist() == [9]


def test_sums_are_over_three_targets_on_each_side() -> None:
    assert sum_around(row(*[1] * 9)).tolist() == [4, 5, 6, 7, 7, 7, 6, 5, 4]
    assert sum_around(row(8, 0, 0, 0, 0)).tolist() == [8, 8, 8, 8, 0]


def test_shares_are_of_both_sums() -> None:
    assert share_around(row(1, 0), row(2, 2)).tolist() == [0.25, 0.25]
    assert share_around(row(0), row(0)).tolist() == [0]
