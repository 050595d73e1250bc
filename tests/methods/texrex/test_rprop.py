from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from webwinnow.methods.texrex.rprop import (
    Batch,
    Rule,
    Snapshot,
    Steps,
    best,
    mean_square_error,
    network_of,
    train,
)

CORNERS = np.array(list(product((0, 1), repeat=2)), np.float32)
ODD = np.array([0, 1, 1, 0], np.float32)
QUICK = Rule(hidden=4, epochs=300, every=100)


def slopes(*signs: float) -> NDArray[np.float32]:
    return np.array(signs, np.float32)


def test_what_no_straight_line_parts_is_learned() -> None:
    *_, last = train(CORNERS, ODD, QUICK)
    assert last.network(CORNERS).ravel() == pytest.approx(ODD, abs=0.01)


def test_the_network_has_the_papers_layers() -> None:
    (only,) = train(np.zeros((3, 37), np.float32), np.zeros(3, np.float32), Rule(epochs=1))
    assert only.network.sizes == (37, 18, 1)
    hidden, output = only.network.layers
    assert (hidden.activation, hidden.steepness) == ("gaussian symmetric", 0.5)
    assert (output.activation, output.steepness) == ("linear piece symmetric", 0.5)


def test_snapshots_come_on_time_and_at_the_end() -> None:
    rule = Rule(hidden=2, epochs=5, every=2)
    assert [snapshot.epoch for snapshot in train(CORNERS, ODD, rule)] == [2, 4, 5]


def test_a_snapshot_keeps_its_network_and_the_error_of_it() -> None:
    snapshots = list(train(CORNERS, ODD, Rule(hidden=4, epochs=30, every=10)))
    found = [mean_square_error(each.network(CORNERS), ODD) for each in snapshots]
    assert [each.error for each in snapshots] == pytest.approx(found, abs=1e-6)
    assert len(set(found)) == 3


def test_the_error_is_that_of_half_the_differences() -> None:
    assert mean_square_error([[1.0], [0.5]], [[0.0], [0.5]]) == pytest.approx(0.125)


def test_the_best_snapshot_has_the_lowest_error() -> None:
    network = next(train(CORNERS, ODD, Rule(hidden=1, epochs=1))).network
    snapshots = [Snapshot(epoch, network, error) for epoch, error in ((1, 0.2), (2, 0.1), (3, 0.3))]
    assert best(snapshots).epoch == 2


def test_a_seed_tells_the_network() -> None:
    one, same, other = (
        next(train(CORNERS, ODD, QUICK, seed=seed)).network.layers[0].weights for seed in (1, 1, 2)
    )
    assert (one == same).all()
    assert (one != other).any()


def test_slopes_are_those_of_the_error() -> None:
    chance = np.random.default_rng(5)
    inputs, wanted = chance.random((6, 3), np.float32), chance.random(6, np.float32)
    batch = Batch(inputs, wanted, 2)
    weights = chance.normal(size=2 * 4 + 3).astype(np.float32)

    def loss(changed: NDArray[np.float64]) -> float:
        """What has the inverse of tanh as its slope."""
        said = network_of(changed.astype(np.float32), batch.shape)(inputs)[:, 0]
        half = (wanted - said.astype(float)) / 2
        return float(np.sum(half * np.arctanh(half) + np.log(1 - half**2) / 2))

    ways = np.eye(len(weights)) * 1e-2
    found = [(loss(weights - way) - loss(weights + way)) / 2e-2 for way in ways]
    batch.forward(weights)
    # Factors that all hidden weights, or all of the output's, have in common are left out.
    factors = np.repeat([0.5, 0.25], [8, 3])
    assert batch.backward(weights) * factors == pytest.approx(np.array(found), abs=2e-3)


def test_steps_grow_while_the_slope_keeps_its_sign() -> None:
    steps = Steps(2, Rule())
    assert steps.towards(slopes(3, -0.001)) == pytest.approx([0.12, -0.12])
    assert steps.towards(slopes(2, -5)) == pytest.approx([0.144, -0.144])


def test_a_weight_waits_where_its_slope_turned_and_then_goes_back() -> None:
    steps = Steps(1, Rule())
    steps.towards(slopes(1))
    assert steps.towards(slopes(-1)) == pytest.approx([0])
    assert steps.towards(slopes(-1)) == pytest.approx([-0.072])


def test_steps_have_bounds() -> None:
    rule = Rule()
    steps = Steps(2, rule)
    for turn in range(100):
        moved = steps.towards(slopes(1, (-1) ** (turn // 2)))
    assert moved[0] == rule.greatest_step
    assert rule.least_step <= steps.sizes[1] < 1e-3
