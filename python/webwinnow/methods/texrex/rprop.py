"""Training of texrex's network: RPROP, all blocks at once, as FANN does it.

One hidden layer of symmetric Gaussian units, one output that is a linear piece from −1 to 1. Each
weight has a step of its own, which grows while the slope keeps its sign and shrinks where it turns;
how steep the slope is does not matter. FANN's error of a symmetric output is half the difference,
and large errors count more than in proportion: by the inverse of tanh.

Differs: where FANN's slope turns, the weight moves up by the shrunken step whatever the direction;
here it stays, as in the algorithm (iRPROP⁻, Igel and Hüsken 2000).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from webwinnow.methods.texrex.network import Layer, Network

__all__ = ["Rule", "Snapshot", "best", "mean_square_error", "train"]

FloatArray = NDArray[np.float32]

STEEPNESS = 0.5
# Half a difference of 1 would weigh infinitely much; at this bound, 17 times as much as its place.
LARGEST_ERROR = np.float32(0.9999999)
LARGEST_WEIGHT = 1500


@dataclass(frozen=True)
class Rule:
    """How to train; FANN's numbers, and the paper's."""

    hidden: int = 18
    epochs: int = 50_000
    every: int = 1_000  # epochs from one snapshot to the next
    growth: float = 1.2
    shrinkage: float = 0.5
    first_step: float = 0.1
    least_step: float = 5e-5  # FANN's: a step under 1e-4 counts as 1e-4, and may shrink once
    greatest_step: float = 50.0
    spread: float = 0.1  # first weights are between −spread and spread


@dataclass(frozen=True)
class Snapshot:
    epoch: int
    network: Network
    error: float  # on what it learned from


def best(snapshots: Iterable[Snapshot]) -> Snapshot:
    """The one of the lowest error; ValueError where there is none."""
    return min(snapshots, key=lambda snapshot: snapshot.error)


def mean_square_error(said: ArrayLike, wanted: ArrayLike) -> float:
    """Of half the differences, so that the figures are comparable with FANN's."""
    difference = np.asarray(said, np.float64).ravel() - np.asarray(wanted, np.float64).ravel()
    return float(np.mean(np.square(difference / 2)))


def train(
    inputs: FloatArray,
    wanted: FloatArray,
    rule: Rule | None = None,
    *,
    weights: FloatArray | None = None,
    seed: int = 0,
) -> Iterator[Snapshot]:
    """Snapshots as they come, one every so many epochs and one of the end. `wanted` has a number
    for each row of the inputs, `weights` how much the row counts, all alike where they are left
    out. The same arguments give the same networks, on the same machine.
    """
    rule = rule or Rule()
    batch = Batch(inputs, wanted, rule.hidden, weights)
    learned = first_weights(batch.shape, rule, np.random.default_rng(seed))
    steps = Steps(learned.size, rule)
    for epoch in range(rule.epochs + 1):
        error = batch.forward(learned)
        if epoch == rule.epochs or (epoch and epoch % rule.every == 0):
            yield Snapshot(epoch, network_of(learned, batch.shape), error)
        if epoch < rule.epochs:
            learned += steps.towards(batch.backward(learned))
            np.clip(learned, -LARGEST_WEIGHT, LARGEST_WEIGHT, out=learned)


def first_weights(shape: tuple[int, int], rule: Rule, chance: np.random.Generator) -> FloatArray:
    """All weights are one array: a row for each hidden unit, then one for the output; each ends
    with a bias."""
    hidden, columns = shape
    count = hidden * columns + hidden + 1
    return chance.uniform(-rule.spread, rule.spread, count).astype(np.float32)


def parts(weights: FloatArray, shape: tuple[int, int]) -> tuple[FloatArray, FloatArray]:
    """Those of the hidden units and those of the output, each a view."""
    border = shape[0] * shape[1]
    return weights[:border].reshape(shape), weights[border:]


def network_of(weights: FloatArray, shape: tuple[int, int]) -> Network:
    hidden, output = parts(weights.copy(), shape)
    return Network((
        Layer(hidden[:, :-1], hidden[:, -1], "gaussian symmetric", STEEPNESS),
        Layer(output[None, :-1], output[-1:], "linear piece symmetric", STEEPNESS),
    ))  # fmt: skip


class Batch:
    """All rows, and room for what is computed on the way, so that no epoch asks for memory."""

    def __init__(
        self, inputs: FloatArray, wanted: FloatArray, hidden: int, weights: FloatArray | None = None
    ) -> None:
        rows, columns = inputs.shape
        self.shape = hidden, columns + 1
        self.inputs = np.ones((rows, columns + 1), np.float32)
        self.inputs[:, :-1] = inputs
        self.across = np.ascontiguousarray(self.inputs.T)
        self.wanted = np.asarray(wanted, np.float32).ravel()
        # How much each row counts, 1 on average.
        self.weights = None if weights is None else (weights / np.mean(weights)).astype(np.float32)
        # For each hidden unit and row: its sum s times the steepness, and exp(−s²).
        self.sums, self.bells = np.empty((2, hidden, rows), np.float32)
        self.error = np.empty(rows, np.float32)
        self.slopes = np.empty(hidden * (columns + 1) + hidden + 1, np.float32)

    def forward(self, weights: FloatArray) -> float:
        """The mean square error."""
        hidden, output = parts(weights, self.shape)
        np.matmul(hidden * np.float32(STEEPNESS), self.across, out=self.sums)
        np.multiply(self.sums, self.sums, out=self.bells)
        np.negative(self.bells, out=self.bells)
        np.exp(self.bells, out=self.bells)
        # A hidden unit's value is 2·exp(−s²) − 1.
        own = output[:-1]
        said = np.matmul(own * np.float32(2 * STEEPNESS), self.bells, out=self.error)
        said += np.float32(STEEPNESS) * (output[-1] - own.sum())
        np.clip(said, -1, 1, out=said)
        np.subtract(self.wanted, said, out=said)
        said *= np.float32(0.5)
        error = self.error if self.weights is None else self.error * self.weights
        return float(np.dot(error, self.error)) / len(error)

    def backward(self, weights: FloatArray) -> FloatArray:
        """The direction in which the error falls, for each weight; after `forward`.

        The slope of a linear piece is taken to go on beyond its ends, so that units that say too
        much still learn. Common factors are left out, as only signs are looked at.
        """
        hidden, output = parts(self.slopes, self.shape)
        np.clip(self.error, -LARGEST_ERROR, LARGEST_ERROR, out=self.error)
        pull = np.arctanh(self.error, out=self.error)
        if self.weights is not None:
            pull *= self.weights
        total = pull.sum()
        np.matmul(self.bells, pull, out=output[:-1])
        output[:-1] *= 2
        output[:-1] -= total
        output[-1] = total
        # The bell falls away on both sides: its slope is −2·s·exp(−s²).
        self.sums *= self.bells
        self.sums *= pull
        np.matmul(self.sums, self.inputs, out=hidden)
        hidden *= -parts(weights, self.shape)[1][:-1, None]
        return self.slopes


class Steps:
    """How far each weight moves."""

    def __init__(self, count: int, rule: Rule) -> None:
        self.rule = rule
        self.sizes = np.full(count, rule.first_step, np.float32)
        self.signs = np.zeros(count, np.float32)

    def towards(self, slopes: FloatArray) -> FloatArray:
        """The steps for these slopes; none for a weight whose slope has turned."""
        signs = np.sign(slopes)
        turned = self.signs * signs < 0
        self.sizes *= np.where(
            turned, np.float32(self.rule.shrinkage), np.float32(self.rule.growth)
        )
        np.clip(self.sizes, self.rule.least_step, self.rule.greatest_step, out=self.sizes)
        signs[turned] = 0
        self.signs = signs
        return signs * self.sizes
