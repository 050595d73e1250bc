import math

import numpy as np
import pytest
from numpy.typing import ArrayLike

from webwinnow.methods.texrex.network import ACTIVATIONS, Layer, Network


@pytest.mark.parametrize(
    ("activation", "x", "y"),
    [
        ("linear", 1.5, 1.5),
        ("sigmoid", 1.0, 1 / (1 + math.exp(-2))),
        ("sigmoid symmetric", 1.0, math.tanh(1)),
        ("gaussian", -1.0, math.exp(-1)),
        ("gaussian symmetric", 0.0, 1.0),
        ("gaussian symmetric", 2.0, 2 * math.exp(-4) - 1),
        ("linear piece", -0.2, 0.0),
        ("linear piece", 1.2, 1.0),
        ("linear piece symmetric", -1.2, -1.0),
        ("linear piece symmetric", -0.2, -0.2),
    ],
)
def test_activations_match_fann(activation: str, x: float, y: float) -> None:
    assert ACTIVATIONS[activation](np.full(1, x, np.float32))[0] == pytest.approx(y, abs=1e-6)


def layer(weights: ArrayLike, biases: ArrayLike, activation: str, steepness: float) -> Layer:
    return Layer(np.array(weights, np.float32), np.array(biases, np.float32), activation, steepness)


def test_a_unit_is_a_weighted_sum_times_its_steepness() -> None:
    one = layer([[1, 2]], [3], "linear", 0.5)
    assert Network((one,))([[10, 100], [0, 0]]).tolist() == [[106.5], [1.5]]


def test_layers_are_applied_in_order() -> None:
    hidden = layer([[2], [4]], [0, 0], "linear", 1)
    output = layer([[1, 1]], [-5], "linear piece symmetric", 1)
    network = Network((hidden, output))
    assert network.sizes == (1, 2, 1)
    assert network([[0.75], [1.0]]).tolist() == [[-0.5], [1]]


def test_no_rows_give_no_rows() -> None:
    one = layer(np.zeros((1, 37)), [0], "linear", 1)
    assert Network((one,))(np.zeros((0, 37))).shape == (0, 1)
