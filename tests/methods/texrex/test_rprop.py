from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from webwinnow.methods.texrex.rprop import (
    Batch,
    RpropOptions,
    Snapshot,
    Steps,
    best_snapshot,
    make_network,
    mean_square_error,
    train_rprop,
)

CORNERS = np.array(list(product((0, 1), repeat=2)), np.float32)
ODD = np.array([0, 1, 1, 0], np.float32)
QUICK = RpropOptions(hidden=4, epochs=300, every=100)


def slopes(*signs: float) -> NDArray[np.float32]:
    return np.array(signs, np.float32)


def test_rprop_learns_xor() -> None:
    *_, last = train_rprop(CORNERS, ODD, QUICK)
    assert last.network(CORNERS).ravel() == pytest.approx(ODD, abs=0.01)


def test_the_network_has_the_layers_of_the_paper() -> None:
    (only,) = train_rprop(
        np.zeros((3, 37), np.float32), np.zeros(3, np.float32), RpropOptions(epochs=1)
    )
    assert only.network.sizes == (37, 18, 1)
    hidden, output = only.network.layers
    assert (hidden.activation, hidden.steepness) == ("gaussian symmetric", 0.5)
    assert (output.activation, output.steepness) == ("linear piece symmetric", 0.5)


def test_snapshots_are_regular_and_at_the_end() -> None:
    options = RpropOptions(hidden=2, epochs=5, every=2)
    assert [snapshot.epoch for snapshot in train_rprop(CORNERS, ODD, options)] == [2, 4, 5]


def test_a_snapshot_has_its_network_and_error() -> None:
    snapshots = list(train_rprop(CORNERS, ODD, RpropOptions(hidden=4, epochs=30, every=10)))
    found = [mean_square_error(each.network(CORNERS), ODD) for each in snapshots]
    assert [each.error for each in snapshots] == pytest.approx(found, abs=1e-6)
    assert len(set(found)) == 3


def test_the_error_is_of_half_the_differences() -> None:
    assert mean_square_error([[1.0], [0.5]], [[0.0], [0.5]]) == pytest.approx(0.125)


def test_the_best_snapshot_has_the_lowest_error() -> None:
    network = next(train_rprop(CORNERS, ODD, RpropOptions(hidden=1, epochs=1))).network
    snapshots = [Snapshot(epoch, network, error) for epoch, error in ((1, 0.2), (2, 0.1), (3, 0.3))]
    assert best_snapshot(snapshots).epoch == 2


def test_slopes_match_numerical_ones() -> None:
    rng = np.random.default_rng(5)
    inputs, wanted = rng.random((6, 3), np.float32), rng.random(6, np.float32)
    batch = Batch(inputs, wanted, 2)
    weights = rng.normal(size=2 * 4 + 3).astype(np.float32)

    def loss(changed: NDArray[np.float64]) -> float:
        """The function whose slope is the inverse of tanh."""
        outputs = make_network(changed.astype(np.float32), batch.shape)(inputs)[:, 0]
        half = (wanted - outputs.astype(float)) / 2
        return float(np.sum(half * np.arctanh(half) + np.log(1 - half**2) / 2))

    ways = np.eye(len(weights)) * 1e-2
    found = [(loss(weights - way) - loss(weights + way)) / 2e-2 for way in ways]
    batch.forward(weights)
    # Factors that all hidden weights, or all of the output's, have in common are left out.
    factors = np.repeat([0.5, 0.25], [8, 3])
    assert batch.backward(weights) * factors == pytest.approx(np.array(found), abs=2e-3)


def test_steps_grow_while_the_slope_keeps_its_sign() -> None:
    steps = Steps(2, RpropOptions())
    assert steps.towards(slopes(3, -0.001)) == pytest.approx([0.12, -0.12])
    assert steps.towards(slopes(2, -5)) == pytest.approx([0.144, -0.144])


def test_a_weight_stays_when_its_slope_changes_sign() -> None:
    steps = Steps(1, RpropOptions())
    steps.towards(slopes(1))
    assert steps.towards(slopes(-1)) == pytest.approx([0])
    assert steps.towards(slopes(-1)) == pytest.approx([-0.072])


def test_steps_are_bounded() -> None:
    options = RpropOptions()
    steps = Steps(2, options)
    for turn in range(100):
        moved = steps.towards(slopes(1, (-1) ** (turn // 2)))
    assert moved[0] == options.max_step
    assert options.min_step <= steps.sizes[1] < 1e-3
