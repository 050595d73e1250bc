"""Train texrex's network on the blocks of labelled pages.

A block is content if at least half of its characters are. `rprop` trains the network.

Our own training (`OWN`) shows the network a block with its neighbours. All pages have the same
weight, and the blocks of a page are weighted by the square root of their words. Inputs that all
blocks of a page share have no weight: there are few pages, and such inputs identify a page, so a
network would memorize where the training pages have their text.

The paper's training (`PAPER`) shows it one block with all 37 inputs; all blocks have the same
weight.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import CannotLearn
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.texrex.blocks import TextBlocks, TextCounts
from webwinnow.methods.texrex.inputs import INPUTS, block_inputs, with_neighbours
from webwinnow.methods.texrex.network import Network
from webwinnow.methods.texrex.rprop import RpropOptions, best_snapshot, train_rprop

PAGE_INPUTS = [list(INPUTS).index(name) for name in ("page text", "xhtml", "html 4", "html 5")]
# Weights of sets whose pages help more or less than others; the same as winnow's.
SOURCE_WEIGHTS = {"news-articles": 2.0, "cleaneval": 0.5}

FloatArray = NDArray[np.float32]
Rows = tuple[FloatArray, FloatArray, FloatArray]  # inputs, labels and weights of blocks


@dataclass(frozen=True)
class TrainingPlan:
    """What a network sees, and how long it is trained."""

    rprop: RpropOptions
    context: int = 0  # neighbours on each side
    has_page_inputs: bool = True
    is_weighted: bool = False  # pages have equal weight, not blocks


# The paper's 50,000 epochs are for 9,917 blocks. With forty times as many blocks, held-out sites
# show no gain after a few hundred epochs.
OWN = TrainingPlan(
    RpropOptions(epochs=300, every=75), context=2, has_page_inputs=False, is_weighted=True
)
PAPER = TrainingPlan(RpropOptions())


def train_network(
    examples: Iterable[TrainingExample], plan: TrainingPlan = OWN, *, seed: int = 0
) -> Network:
    """Train a network on pages and return its best snapshot."""
    parts = [rows for rows in (block_rows(each, plan) for each in examples) if len(rows[0])]
    if not parts:
        raise CannotLearn("texrex has no block to learn from; add pages that have text")
    inputs, wanted, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
    return train_on_blocks(inputs, wanted, plan, weights=weights, seed=seed)


def train_on_blocks(
    inputs: FloatArray,
    wanted: FloatArray,
    plan: TrainingPlan,
    *,
    weights: FloatArray | None = None,
    seed: int = 0,
) -> Network:
    """Train a network on blocks; `wanted` is 1 for boilerplate, 0 for content."""
    if wanted.min() == wanted.max():
        only = "boilerplate" if wanted[0] else "content"
        raise CannotLearn(f"texrex has only {only} to learn from; add pages that have both")
    found = best_snapshot(train_rprop(inputs, wanted, plan.rprop, weights=weights, seed=seed))
    # Inputs that were always 0 still have their initial weights.
    found.network.layers[0].weights[:, ~inputs.any(axis=0)] = 0
    return found.network


def block_rows(example: TrainingExample, plan: TrainingPlan = OWN) -> Rows:
    """Inputs, boilerplate label and weight of each block."""
    page = example.page
    blocks = TextBlocks.of(page)
    inputs = block_inputs(page, blocks, TextCounts.of(page, blocks))
    if not plan.has_page_inputs:
        inputs[:, PAGE_INPUTS] = 0
    kept = sum_over_blocks(page.runs.chars * example.keep, blocks)
    wanted = (2 * kept < sum_over_blocks(page.runs.chars, blocks)).astype(np.float32)
    weights = np.ones(len(blocks))
    if plan.is_weighted:
        weights = np.sqrt(np.maximum(sum_over_blocks(page.runs.words, blocks), 1))
        weights *= SOURCE_WEIGHTS.get(example.source, 1.0) / max(weights.sum(), 1.0)
    return with_neighbours(inputs, plan.context), wanted, weights.astype(np.float32)


def sum_over_blocks(values: NDArray[np.int32], blocks: TextBlocks) -> NDArray[np.float64]:
    """Sum values of runs over the runs of each block."""
    if not len(blocks):
        return np.zeros(0)
    return np.add.reduceat(values[blocks.runs], blocks.starts).astype(np.float64)
