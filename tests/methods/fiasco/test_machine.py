import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from tests.methods.fiasco.training_pages import machine
from webwinnow.methods.fiasco import machine as machine_module
from webwinnow.methods.fiasco.machine import Scale, kernel

Rows = NDArray[np.float32]
NAN = float("nan")


def rows(*values: list[float]) -> Rows:
    return np.array(values, np.float32)


def scaled(scale: Scale, *values: list[float]) -> list[list[float]]:
    found: list[list[float]] = scale(rows(*values)).tolist()
    return found


tables = arrays(np.float32, (4, 3), elements=st.floats(-1, 1, width=32))


@given(tables, tables, st.sampled_from([2.0**-15, 0.03, 1.0, 8.0]))
def test_the_kernel_is_that_of_gauss(some: Rows, centres: Rows, gamma: float) -> None:
    squares = ((some[:, None].astype(float) - centres[None]) ** 2).sum(axis=2)
    found = kernel(some, centres, gamma)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, np.exp(-gamma * squares), atol=2e-5)
    assert (found <= 1).all()


def test_the_least_becomes_minus_one_and_the_most_one() -> None:
    scale = Scale.of(rows([0, -3], [4, 1], [1, -1]))
    assert (scale.low.tolist(), scale.high.tolist()) == ([0, -3], [4, 1])
    assert scaled(scale, [0, 1], [4, -3], [1, -1]) == [[-1, 1], [1, -1], [-0.5, 0]]


def test_what_is_beyond_the_lessons_is_brought_to_their_ends() -> None:
    scale = Scale.of(rows([0.0], [2.0]))
    assert scaled(scale, [-7], [9], [float("inf")], [float("-inf")]) == [[-1], [1], [1], [-1]]


def test_what_is_not_known_is_put_in_the_middle() -> None:
    scale = Scale.of(rows([0, NAN], [2, NAN], [NAN, NAN]))
    assert (scale.low.tolist(), scale.high.tolist()) == ([0, 0], [2, 0])
    assert scaled(scale, [NAN, NAN], [2, 5]) == [[0, 0], [1, 0]]


def test_a_column_that_is_always_the_same_says_nothing() -> None:
    assert scaled(Scale.of(rows([3], [3])), [3], [-100], [NAN]) == [[0], [0], [0]]


def test_no_rows_have_a_scale() -> None:
    scale = Scale.of(np.zeros((0, 2), np.float32))
    assert scaled(scale, [1, 2]) == [[0, 0]]


def test_rows_are_left_as_they_are() -> None:
    some = rows([5, NAN])
    Scale.of(rows([0, 0], [1, 1]))(some)
    assert some[0, 0] == 5
    assert np.isnan(some[0, 1])


def test_margins_are_sums_over_centres() -> None:
    # The row is (−1, 1) once scaled: four from one centre, by the square, and five from the other.
    two = machine(("part", "heading"), [[1, 1], [-2, -1]], [3, -2], gamma=0.5, bias=0.25)
    expected = 3 * math.exp(-0.5 * 4) - 2 * math.exp(-0.5 * 5) + 0.25
    margins = two.margins(rows([0, 1]))
    assert margins.dtype == np.float32
    assert margins.tolist() == pytest.approx([expected])


def test_a_machine_of_no_rows_has_no_margins() -> None:
    two = machine(("part", "heading"), [[1, 1], [-1, -1]], [1, -1])
    assert two.margins(np.zeros((0, 2), np.float32)).shape == (0,)


def test_rows_in_several_parts_have_the_same_margins(monkeypatch: pytest.MonkeyPatch) -> None:
    two = machine(("part", "heading"), [[1, 0.5], [-1, 0]], [3, -2], gamma=0.5)
    some = np.random.default_rng(1).random((11, 2), np.float32)
    whole = two.margins(some)
    assert len(set(whole.tolist())) == 11
    for count in (1, 4, 10, 11):
        monkeypatch.setattr(machine_module, "ROWS", count)
        np.testing.assert_allclose(two.margins(some), whole, rtol=1e-5)


def test_chances_are_a_half_at_the_border_and_rise_with_margins() -> None:
    steep = machine(("part",), [[0]], [0], slope=2)
    margins = np.linspace(-3, 3, 25, dtype=np.float32)
    chances = steep.chances(margins)
    assert chances.dtype == np.float32
    assert chances[12] == 0.5
    assert (np.diff(chances) > 0).all()
    assert chances[[8, 16]].tolist() == pytest.approx([1 / (1 + math.e**2), 1 / (1 + math.e**-2)])


@pytest.mark.filterwarnings("error")
def test_margins_of_any_size_have_chances() -> None:
    steep = machine(("part",), [[0]], [0], slope=10)
    assert steep.chances(np.array([-1e6, 1e6], np.float32)).tolist() == [0, 1]
