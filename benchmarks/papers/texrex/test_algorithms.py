import numpy as np
import pytest

from benchmarks.papers.texrex.algorithms import (
    ALGORITHMS,
    HIDDEN,
    UNITS,
    Size,
    Trainer,
    algorithms_table,
    compare_algorithms,
)
from benchmarks.papers.texrex.sample_results import sample_blocks
from webwinnow.methods.texrex.network import ACTIVATIONS

BLOCKS = sample_blocks(100)
INPUTS = np.vstack([BLOCKS.inputs.T, np.ones(100)]).astype(np.float32)
WANTED = BLOCKS.is_boilerplate.astype(np.float32)


@pytest.mark.parametrize("name", sorted(set(UNITS) & set(ACTIVATIONS)))
def test_units_are_those_of_the_network(name: str) -> None:
    x = np.linspace(-2, 2, 9, dtype=np.float32)
    assert UNITS[name].value(x) == pytest.approx(ACTIVATIONS[name](x), abs=1e-6)


@pytest.mark.parametrize("name", UNITS)
def test_slopes_match_numerical_ones(name: str) -> None:
    x = np.linspace(0.1, 0.8, 5)
    unit, step = UNITS[name], 1e-5
    numerical = (unit.value(x + step) - unit.value(x - step)) / (2 * step)
    assert unit.slope(x, unit.value(x)) == pytest.approx(numerical, abs=1e-4)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_algorithms_reduce_the_error(algorithm: str) -> None:
    units = UNITS["sigmoid symmetric"], UNITS["linear piece symmetric"]
    trainer = Trainer(INPUTS, WANTED, *units)
    errors = [trainer.train(algorithm, epochs, seed=0)[0] for epochs in (0, 100)]
    assert errors[1] < 0.7 * errors[0]


def test_the_descent_direction_is_that_of_the_error() -> None:
    trainer = Trainer(INPUTS, WANTED, UNITS["gaussian symmetric"], UNITS["sigmoid symmetric"])
    rng = np.random.default_rng(3)
    weights = rng.uniform(-0.3, 0.3, HIDDEN * len(INPUTS) + HIDDEN + 1).astype(np.float32)

    def loss(changed: np.ndarray) -> float:
        half = trainer.errors(trainer.forward(changed)[-1])
        return float(np.sum(half * np.arctanh(half) + np.log(1 - half**2) / 2))

    slopes = trainer.slopes(weights)
    for place in rng.integers(0, len(weights), 5):
        way = np.zeros(len(weights))
        way[place] = 1e-3
        # The error is half of the difference.
        expected = (loss(weights - way) - loss(weights + way)) / 2e-3 * 2
        assert slopes[place] == pytest.approx(expected, rel=0.05, abs=0.02)


def test_every_combination_is_tried_and_the_lowest_error_is_first() -> None:
    found = compare_algorithms(BLOCKS, Size(40, 3))
    rows = found["rows"]
    assert len(rows) > 0.9 * len(ALGORITHMS) * len(UNITS) ** 2
    assert [row[3] for row in rows] == sorted(row[3] for row in rows)
    assert compare_algorithms(BLOCKS, Size(40, 3)) == found


def test_the_table_has_the_best_and_the_papers_choice() -> None:
    rows = [[f"a{rank}", "b", "c", 0.1, 0.9] for rank in range(5)]
    rows.append(["RPROP", "gaussian symmetric", "linear piece symmetric", 0.2, 0.8])
    lines = algorithms_table({"rows": rows}, count=2)
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["1", "2", "6"]
