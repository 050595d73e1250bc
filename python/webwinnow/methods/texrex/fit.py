"""How texrex learns from labelled pages: a row for each block, one network for all.

A block is content where half of its characters are. Pages count alike, the blocks of a page by the
root of their words. Blocks whose inputs others computed can be added, as the authors' data are.

Differs: inputs that all blocks of a page share weigh nothing. Pages are few and such inputs tell
one from another, so that a network learns by heart where those it knows have their text.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import CannotLearn
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.texrex.blocks import TextBlocks
from webwinnow.methods.texrex.inputs import INPUTS, block_inputs
from webwinnow.methods.texrex.network import Network
from webwinnow.methods.texrex.rprop import Rule, best, train
from webwinnow.methods.texrex.texts import TextCounts

__all__ = ["EPOCHS", "learn"]

# The paper's 50,000 are for 9,917 blocks. On forty times as many, by pages of sets held out,
# nothing is gained after a few hundred.
EPOCHS = 300
SNAPSHOTS = 4
PAGE_INPUTS = [list(INPUTS).index(name) for name in ("page text", "xhtml", "html 4", "html 5")]
# Sets that are better or worse teachers than their number of pages says; winnow's numbers.
SOURCE_WEIGHTS = {"news-articles": 2.0, "cleaneval": 0.5}

# Of a block without a page; a page weighs 1. On sites held out, pages of ours are judged about as
# well with the authors' blocks among the examples as without, and their blocks far better.
BLOCK_WEIGHT = 1 / 30

FloatArray = NDArray[np.float32]


def learn(
    examples: Iterable[TrainingExample],
    *,
    more: tuple[FloatArray, FloatArray] | None = None,
    seed: int = 0,
) -> Network:
    """The snapshot of the lowest error; `more` are inputs of blocks without a page, and for each of
    them 1 where it is boilerplate.
    """
    parts = [part for part in map(rows_of, examples) if len(part[0])]
    if more is not None:
        inputs, wanted = more
        parts.append((inputs, wanted.ravel(), np.full(len(inputs), BLOCK_WEIGHT, np.float32)))
    if not parts:
        raise CannotLearn("texrex has no block to learn from; give pages that have text")
    inputs, wanted, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
    if wanted.min() == wanted.max():
        only = "boilerplate" if wanted[0] else "content"
        raise CannotLearn(f"texrex has seen nothing but {only}; give pages that have both")
    rule = Rule(epochs=EPOCHS, every=EPOCHS // SNAPSHOTS)
    inputs[:, PAGE_INPUTS] = 0
    found = best(train(inputs, wanted, rule, weights=weights, seed=seed)).network
    # What saw nothing but 0 still has the weights of its beginning.
    found.layers[0].weights[:, PAGE_INPUTS] = 0
    return found


def rows_of(example: TrainingExample) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Inputs of each block, whether it is boilerplate, and how much it counts."""
    page = example.page
    blocks = TextBlocks.of(page)
    inputs = block_inputs(page, blocks, TextCounts.of(page, blocks))
    kept = sums(page.runs.chars * example.keep, blocks)
    wanted = (2 * kept < sums(page.runs.chars, blocks)).astype(np.float32)
    weights = np.sqrt(np.maximum(sums(page.runs.words, blocks), 1))
    weights *= SOURCE_WEIGHTS.get(example.source, 1.0) / max(weights.sum(), 1.0)
    return inputs, wanted, weights.astype(np.float32)


def sums(values: NDArray[np.int32], blocks: TextBlocks) -> NDArray[np.float64]:
    """Over the runs of each block."""
    if not len(blocks):
        return np.zeros(0)
    return np.add.reduceat(values[blocks.runs], blocks.starts).astype(np.float64)
