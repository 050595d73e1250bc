"""Train texrex's network on the blocks of labelled pages with RPROP, as FANN does it.

A block is content if at least half of its characters are. All pages have the same weight, and the
blocks of a page are weighted by the square root of their words. Blocks with known inputs, such as
the authors' data, can be added.

The network has one hidden layer of symmetric Gaussian units, and one output that is linear between
−1 and 1. In RPROP each weight has its own step, which grows while the slope keeps its sign and
shrinks when the sign changes; the size of the slope has no effect. FANN's error of a symmetric
output is half the difference, and the inverse of tanh gives large errors more weight.

Differs: inputs that all blocks of a page share have no weight. There are few pages, and such inputs
identify a page, so a network would memorize where the training pages have their text. Where a
slope changes its sign, FANN moves the weight up by the smaller step in any case; here it stays, as
in the algorithm (iRPROP⁻, Igel and Hüsken 2000).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from webwinnow.errors import CannotLearn
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.texrex.blocks import TextBlocks, TextCounts
from webwinnow.methods.texrex.inputs import INPUTS, block_inputs
from webwinnow.methods.texrex.network import Layer, Network

# The paper's 50,000 epochs are for 9,917 blocks. With forty times as many blocks, held-out sets
# show no gain after a few hundred epochs.
EPOCHS = 300
SNAPSHOTS = 4
PAGE_INPUTS = [list(INPUTS).index(name) for name in ("page text", "xhtml", "html 4", "html 5")]
# Weights of sets whose pages help more or less than others; the same as winnow's.
SOURCE_WEIGHTS = {"news-articles": 2.0, "cleaneval": 0.5}

# Weight of a block without a page; a page weighs 1. With the authors' blocks in the training data,
# held-out sites of our sets score about the same, and the authors' blocks much better.
BLOCK_WEIGHT = 1 / 30

# RPROP. Half a difference of 1 would have infinite weight; the bound gives it 17 times its size.
STEEPNESS = 0.5
MAX_ERROR = np.float32(0.9999999)
MAX_WEIGHT = 1500

FloatArray = NDArray[np.float32]


def train_network(
    examples: Iterable[TrainingExample],
    *,
    more: tuple[FloatArray, FloatArray] | None = None,
    seed: int = 0,
) -> Network:
    """Train a network and return its best snapshot.

    `more` has inputs of blocks without a page, and for each of them 1 for boilerplate, else 0.
    """
    parts = [part for part in map(block_rows, examples) if len(part[0])]
    if more is not None:
        inputs, wanted = more
        parts.append((inputs, wanted.ravel(), np.full(len(inputs), BLOCK_WEIGHT, np.float32)))
    if not parts:
        raise CannotLearn("texrex has no block to learn from; add pages that have text")
    inputs, wanted, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
    if wanted.min() == wanted.max():
        only = "boilerplate" if wanted[0] else "content"
        raise CannotLearn(f"texrex has only {only} to learn from; add pages that have both")
    options = RpropOptions(epochs=EPOCHS, every=EPOCHS // SNAPSHOTS)
    inputs[:, PAGE_INPUTS] = 0
    found = best_snapshot(train_rprop(inputs, wanted, options, weights=weights, seed=seed)).network
    # Inputs that were always 0 still have their initial weights.
    found.layers[0].weights[:, PAGE_INPUTS] = 0
    return found


def block_rows(example: TrainingExample) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Inputs, boilerplate label and weight of each block."""
    page = example.page
    blocks = TextBlocks.of(page)
    inputs = block_inputs(page, blocks, TextCounts.of(page, blocks))
    kept = sum_over_blocks(page.runs.chars * example.keep, blocks)
    wanted = (2 * kept < sum_over_blocks(page.runs.chars, blocks)).astype(np.float32)
    weights = np.sqrt(np.maximum(sum_over_blocks(page.runs.words, blocks), 1))
    weights *= SOURCE_WEIGHTS.get(example.source, 1.0) / max(weights.sum(), 1.0)
    return inputs, wanted, weights.astype(np.float32)


def sum_over_blocks(values: NDArray[np.int32], blocks: TextBlocks) -> NDArray[np.float64]:
    """Sum values of runs over the runs of each block."""
    if not len(blocks):
        return np.zeros(0)
    return np.add.reduceat(values[blocks.runs], blocks.starts).astype(np.float64)


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
