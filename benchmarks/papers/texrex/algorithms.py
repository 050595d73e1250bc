"""Compare FANN's training algorithms and activations, as the texrex paper did to choose its own.

    python -m benchmarks.papers.texrex.algorithms          # 1,000 blocks, 300 epochs: a minute
    python -m benchmarks.papers.texrex.algorithms --full   # 9,917 blocks, 10,000 epochs: hours

Every algorithm is combined with every activation of the hidden units and of the output, and trained
on German blocks. The paper chose by the lowest training error, in FANN's terms: half the difference
counts if the output's activation is symmetric, and the whole one otherwise, so that symmetric
outputs have an advantage. The share of right decisions at 0.5 has no such bias.

Left out: FANN's incremental training, which takes half a day in NumPy, and its stepwise units,
which approximate others.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.markdown import table
from benchmarks.papers.texrex.data import Blocks, read_languages
from benchmarks.papers.texrex.scores import DEFAULT
from webwinnow.methods.texrex.rprop import MAX_ERROR, MAX_WEIGHT, STEEPNESS, RpropOptions, Steps

FloatArray = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Size:
    blocks: int
    epochs: int


SAMPLE, FULL = Size(1_000, 300), Size(9_917, 10_000)
HIDDEN = 18


@dataclass(frozen=True)
class Unit:
    """An activation: its value at x, and its slope there; `y` is the value."""

    value: Callable[[FloatArray], FloatArray]
    slope: Callable[[FloatArray, FloatArray], FloatArray]
    is_symmetric: bool = False


def bell(x: FloatArray) -> FloatArray:
    found: FloatArray = np.exp(-x * x)
    return found


# By FANN's names. FANN bounds the slopes of sigmoids away from 0, and that of linear pieces is 1.
UNITS = {
    "linear": Unit(lambda x: x, lambda x, y: np.ones_like(x)),
    "sigmoid": Unit(
        lambda x: (np.tanh(x) + 1) / 2,
        lambda x, y: 2 * np.clip(y, 0.01, 0.99) * (1 - np.clip(y, 0.01, 0.99)),
    ),
    "sigmoid symmetric": Unit(
        np.tanh, lambda x, y: 1 - np.square(np.clip(y, -0.98, 0.98)), is_symmetric=True
    ),
    "gaussian": Unit(bell, lambda x, y: -2 * x * y),
    "gaussian symmetric": Unit(
        lambda x: 2 * bell(x) - 1, lambda x, y: -2 * x * (y + 1), is_symmetric=True
    ),
    "elliot": Unit(
        lambda x: x / (1 + np.abs(x)) / 2 + 0.5, lambda x, y: 0.5 / np.square(1 + np.abs(x))
    ),
    "elliot symmetric": Unit(
        lambda x: x / (1 + np.abs(x)), lambda x, y: 1 / np.square(1 + np.abs(x)), is_symmetric=True
    ),
    "linear piece": Unit(lambda x: np.clip(x, 0, 1), lambda x, y: np.ones_like(x)),
    "linear piece symmetric": Unit(
        lambda x: np.clip(x, -1, 1), lambda x, y: np.ones_like(x), is_symmetric=True
    ),
    "sine symmetric": Unit(np.sin, lambda x, y: np.cos(x), is_symmetric=True),
    "cosine symmetric": Unit(np.cos, lambda x, y: -np.sin(x), is_symmetric=True),
}


class Batch:
    """Plain gradient descent, with FANN's learning rate."""

    rate = 0.7

    def __init__(self, weights: int, rows: int) -> None:
        self.epsilon = np.float32(self.rate / rows)

    def towards(self, slopes: FloatArray, weights: FloatArray) -> FloatArray:
        step: FloatArray = slopes * self.epsilon
        return step


class Quickprop(Batch):
    """Fahlman's quickprop, with FANN's decay and growth factor."""

    decay, growth = np.float32(-1e-4), np.float32(1.75)

    def __init__(self, weights: int, rows: int) -> None:
        super().__init__(weights, rows)
        self.last_step, self.last_slopes = np.zeros((2, weights), np.float32)

    def towards(self, slopes: FloatArray, weights: FloatArray) -> FloatArray:
        slopes = slopes + self.decay * weights
        step, last = self.last_step, self.last_slopes
        way, shrink = np.sign(step), self.growth / (1 + self.growth)
        difference = np.where(last == slopes, np.float32(1), last - slopes)
        bounded = np.where(
            way * slopes > shrink * way * last, self.growth * step, step * slopes / difference
        )
        # The parabola is used after a step of some size, and the gradient if it has the same sign.
        has_moved = np.abs(step) > 1e-3
        found = np.where(has_moved, bounded, 0)
        found += np.where(~has_moved | (way == np.sign(slopes)), self.epsilon * slopes, 0)
        self.last_step, self.last_slopes = found.astype(np.float32), slopes
        return self.last_step


class Rprop:
    def __init__(self, weights: int, rows: int) -> None:
        self.steps = Steps(weights, RpropOptions())

    def towards(self, slopes: FloatArray, weights: FloatArray) -> FloatArray:
        return self.steps.towards(slopes.astype(np.float32))


ALGORITHMS: dict[str, type[Batch | Rprop]] = {
    "batch": Batch,
    "quickprop": Quickprop,
    "RPROP": Rprop,
}


@dataclass
class Trainer:
    """A network with one hidden layer in training."""

    inputs: FloatArray  # a column per block, with a row of ones at the end
    wanted: FloatArray
    hidden: Unit
    output: Unit

    def train(self, algorithm: str, epochs: int, seed: int) -> tuple[float, float]:
        """FANN's error, and the share of right decisions, after that many epochs."""
        count = HIDDEN * len(self.inputs) + HIDDEN + 1
        weights = np.random.default_rng(seed).uniform(-0.1, 0.1, count).astype(np.float32)
        steps = ALGORITHMS[algorithm](count, len(self.wanted))
        for _ in range(epochs):
            weights += steps.towards(self.slopes(weights), weights)
            np.clip(weights, -MAX_WEIGHT, MAX_WEIGHT, out=weights)
        outputs = self.forward(weights)[-1]
        is_right = (outputs > DEFAULT) == (self.wanted > DEFAULT)
        return float(np.square(self.errors(outputs)).mean()), float(is_right.mean())

    def forward(self, weights: FloatArray) -> tuple[FloatArray, ...]:
        """Sums and values of the hidden units, then those of the output."""
        own, last = self.split(weights)
        sums = np.float32(STEEPNESS) * (own @ self.inputs)
        values = self.hidden.value(sums)
        total = np.float32(STEEPNESS) * (last[:-1] @ values + last[-1])
        return sums, values, total, self.output.value(total)

    def slopes(self, weights: FloatArray) -> FloatArray:
        """Descent direction of the error for each weight."""
        sums, values, total, outputs = self.forward(weights)
        last = self.split(weights)[1]
        error = np.arctanh(np.clip(self.errors(outputs), -MAX_ERROR, MAX_ERROR))
        pull = np.float32(STEEPNESS) * error * self.output.slope(total, outputs)
        back = last[:-1, None] * pull * (np.float32(STEEPNESS) * self.hidden.slope(sums, values))
        found = [(back @ self.inputs.T).ravel(), values @ pull, [pull.sum()]]
        return np.concatenate(found).astype(np.float32)

    def errors(self, outputs: FloatArray) -> FloatArray:
        difference = self.wanted - outputs
        return difference / 2 if self.output.is_symmetric else difference

    def split(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        border = HIDDEN * len(self.inputs)
        return weights[:border].reshape(HIDDEN, -1), weights[border:]


def compare_algorithms(blocks: Blocks, size: Size, *, seed: int = 0) -> dict[str, Any]:
    """Train every combination; rows with the lowest error first."""
    rows = np.random.default_rng(seed).permutation(len(blocks))[: size.blocks]
    inputs = np.vstack([blocks.inputs[rows].T, np.ones(len(rows))]).astype(np.float32)
    wanted = blocks.is_boilerplate[rows].astype(np.float32)
    found: list[tuple[str, str, str, float, float]] = []
    with np.errstate(all="ignore"):  # some combinations diverge
        for algorithm, hidden, output in product(ALGORITHMS, UNITS, UNITS):
            trainer = Trainer(inputs, wanted, UNITS[hidden], UNITS[output])
            error, right = trainer.train(algorithm, size.epochs, seed)
            if np.isfinite(error):
                found.append((algorithm, hidden, output, round(error, 6), round(right, 4)))
    found.sort(key=lambda row: row[3])
    return {"blocks": len(rows), "epochs": size.epochs, "seed": seed, "rows": found}


def algorithms_table(found: dict[str, Any], count: int = 10) -> list[str]:
    """The rows with the lowest errors, and the paper's choice."""
    head = ["rank", "algorithm", "hidden units", "output", "FANN's error", "right"]
    choice = "RPROP", "gaussian symmetric", "linear piece symmetric"
    rows = [
        [str(rank), *row[:3], f"{row[3]:.5f}", f"{row[4]:.4f}"]
        for rank, row in enumerate(found["rows"], 1)
        if rank <= count or tuple(row[:3]) == choice
    ]
    return list(table(head, rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--full", action="store_true", help="all blocks and the paper's epochs")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    size = FULL if given.full else SAMPLE
    found = compare_algorithms(read_languages(["de"])["de"], size, seed=given.seed)
    print("\n".join(algorithms_table(found, 20)))


if __name__ == "__main__":
    main()
