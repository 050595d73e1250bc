"""RPROP as FANN does it, for a network of symmetric Gaussian units and one linear-piece output.

Each weight has its own step, which grows while the slope keeps its sign and shrinks when the sign
changes; the size of the slope has no effect. FANN's error of a symmetric output is half the
difference, and the inverse of tanh gives large errors more weight.

Differs: where a slope changes its sign, FANN moves the weight up by the smaller step in any case;
here it stays, as in the algorithm (iRPROP⁻, Igel and Hüsken 2000).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from webwinnow.methods.texrex.network import Layer, Network

# Half a difference of 1 would have infinite weight; the bound gives it 17 times its size.
STEEPNESS = 0.5
MAX_ERROR = np.float32(0.9999999)
MAX_WEIGHT = 1500

FloatArray = NDArray[np.float32]


@dataclass(frozen=True)
class RpropOptions:
    """Options of RPROP, with the defaults of FANN and the paper."""

    hidden: int = 18
    epochs: int = 50_000
    every: int = 1_000  # epochs between snapshots
    growth: float = 1.2
    shrinkage: float = 0.5
    first_step: float = 0.1
    min_step: float = 5e-5  # as in FANN, where a step under 1e-4 counts as 1e-4 and may shrink once
    max_step: float = 50.0
    spread: float = 0.1  # initial weights are between −spread and spread


@dataclass(frozen=True)
class Snapshot:
    """A network during training."""

    epoch: int
    network: Network
    error: float  # on the training data


def best_snapshot(snapshots: Iterable[Snapshot]) -> Snapshot:
    """The snapshot with the lowest error; ValueError if there is none."""
    return min(snapshots, key=lambda snapshot: snapshot.error)


def mean_square_error(outputs: ArrayLike, wanted: ArrayLike) -> float:
    """Mean square of half the differences, comparable with FANN's figures."""
    difference = np.asarray(outputs, np.float64).ravel() - np.asarray(wanted, np.float64).ravel()
    return float(np.mean(np.square(difference / 2)))


def train_rprop(
    inputs: FloatArray,
    wanted: FloatArray,
    options: RpropOptions | None = None,
    *,
    weights: FloatArray | None = None,
    seed: int = 0,
) -> Iterator[Snapshot]:
    """Train a network; yields a snapshot every `options.every` epochs and one at the end.

    `wanted` has the target output of each row of the inputs, `weights` the weight of each row (all
    equal by default). The same arguments give the same networks on the same machine.
    """
    options = options or RpropOptions()
    batch = Batch(inputs, wanted, options.hidden, weights)
    learned = first_weights(batch.shape, options, np.random.default_rng(seed))
    steps = Steps(learned.size, options)
    for epoch in range(options.epochs + 1):
        error = batch.forward(learned)
        if epoch == options.epochs or (epoch and epoch % options.every == 0):
            yield Snapshot(epoch, make_network(learned, batch.shape), error)
        if epoch < options.epochs:
            learned += steps.towards(batch.backward(learned))
            np.clip(learned, -MAX_WEIGHT, MAX_WEIGHT, out=learned)


def first_weights(
    shape: tuple[int, int], options: RpropOptions, rng: np.random.Generator
) -> FloatArray:
    """Random weights in one array: a row per hidden unit, then one for the output.

    Each row ends with a bias.
    """
    hidden, columns = shape
    count = hidden * columns + hidden + 1
    return rng.uniform(-options.spread, options.spread, count).astype(np.float32)


def split_weights(weights: FloatArray, shape: tuple[int, int]) -> tuple[FloatArray, FloatArray]:
    """Views of the weights of the hidden units and of the output."""
    border = shape[0] * shape[1]
    return weights[:border].reshape(shape), weights[border:]


def make_network(weights: FloatArray, shape: tuple[int, int]) -> Network:
    hidden, output = split_weights(weights.copy(), shape)
    return Network((
        Layer(hidden[:, :-1], hidden[:, -1], "gaussian symmetric", STEEPNESS),
        Layer(output[None, :-1], output[-1:], "linear piece symmetric", STEEPNESS),
    ))  # fmt: skip


class Batch:
    """The training data, and preallocated arrays for the computation of an epoch."""

    def __init__(
        self, inputs: FloatArray, wanted: FloatArray, hidden: int, weights: FloatArray | None = None
    ) -> None:
        rows, columns = inputs.shape
        self.shape = hidden, columns + 1
        self.inputs = np.ones((rows, columns + 1), np.float32)
        self.inputs[:, :-1] = inputs
        self.transposed = np.ascontiguousarray(self.inputs.T)
        self.wanted = np.asarray(wanted, np.float32).ravel()
        # Weight of each row, 1 on average.
        self.weights = None if weights is None else (weights / np.mean(weights)).astype(np.float32)
        # Per hidden unit and row: s, the sum times the steepness, and exp(−s²).
        self.sums, self.bells = np.empty((2, hidden, rows), np.float32)
        self.error = np.empty(rows, np.float32)
        self.slopes = np.empty(hidden * (columns + 1) + hidden + 1, np.float32)

    def forward(self, weights: FloatArray) -> float:
        """Compute the outputs and return the mean square error."""
        hidden, output = split_weights(weights, self.shape)
        np.matmul(hidden * np.float32(STEEPNESS), self.transposed, out=self.sums)
        np.multiply(self.sums, self.sums, out=self.bells)
        np.negative(self.bells, out=self.bells)
        np.exp(self.bells, out=self.bells)
        # The value of a hidden unit is 2·exp(−s²) − 1.
        own = output[:-1]
        outputs = np.matmul(own * np.float32(2 * STEEPNESS), self.bells, out=self.error)
        outputs += np.float32(STEEPNESS) * (output[-1] - own.sum())
        np.clip(outputs, -1, 1, out=outputs)
        np.subtract(self.wanted, outputs, out=outputs)
        outputs *= np.float32(0.5)
        error = self.error if self.weights is None else self.error * self.weights
        return float(np.dot(error, self.error)) / len(error)

    def backward(self, weights: FloatArray) -> FloatArray:
        """Descent direction of the error for each weight; call it after `forward`.

        The slope of a linear piece is taken to continue beyond its ends, so that saturated units
        still learn. Common factors are left out, since RPROP uses only the signs.
        """
        hidden, output = split_weights(self.slopes, self.shape)
        np.clip(self.error, -MAX_ERROR, MAX_ERROR, out=self.error)
        pull = np.arctanh(self.error, out=self.error)
        if self.weights is not None:
            pull *= self.weights
        total = pull.sum()
        np.matmul(self.bells, pull, out=output[:-1])
        output[:-1] *= 2
        output[:-1] -= total
        output[-1] = total
        # The slope of exp(−s²) is −2·s·exp(−s²).
        self.sums *= self.bells
        self.sums *= pull
        np.matmul(self.sums, self.inputs, out=hidden)
        hidden *= -split_weights(weights, self.shape)[1][:-1, None]
        return self.slopes


class Steps:
    """Step size of each weight."""

    def __init__(self, count: int, options: RpropOptions) -> None:
        self.options = options
        self.sizes = np.full(count, options.first_step, np.float32)
        self.signs = np.zeros(count, np.float32)

    def towards(self, slopes: FloatArray) -> FloatArray:
        """Steps for these slopes; 0 for a weight whose slope changed its sign."""
        signs = np.sign(slopes)
        has_turned = self.signs * signs < 0
        self.sizes *= np.where(
            has_turned, np.float32(self.options.shrinkage), np.float32(self.options.growth)
        )
        np.clip(self.sizes, self.options.min_step, self.options.max_step, out=self.sizes)
        signs[has_turned] = 0
        self.signs = signs
        return signs * self.sizes
