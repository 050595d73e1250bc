"""Train texrex's networks on the blocks of labelled pages.

A block is content if at least half of its characters are. `rprop` trains a network.

Our own training (`OWN`) makes two networks. The second sees outputs of the first, so the outputs
that it learns from are made by networks that have not seen the page's site. All pages have the same
weight, and the blocks of a page are weighted by the square root of their words. Inputs that all
blocks of a page share have no weight: there are few pages, and such inputs identify a page, so a
network would memorize where the training pages have their text.

The paper's training (`PAPER`) makes one network from all 37 inputs, and all blocks weigh the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import CannotLearn
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.texrex.blocks import TextBlocks, TextCounts
from webwinnow.methods.texrex.context import Networks, with_context
from webwinnow.methods.texrex.inputs import INPUTS, block_inputs
from webwinnow.methods.texrex.network import Network
from webwinnow.methods.texrex.rprop import RpropOptions, best_snapshot, train_rprop

PAGE_INPUTS = [list(INPUTS).index(name) for name in ("page text", "xhtml", "html 4", "html 5")]
# Weights of sets whose pages help more or less than others; the same as winnow's.
SOURCE_WEIGHTS = {"news-articles": 2.0, "cleaneval": 0.5}
FOLDS = 3  # of the first network, for the outputs that the second learns from

FloatArray = NDArray[np.float32]


@dataclass(frozen=True)
class TrainingPlan:
    """Inputs, weights and RPROP options of a training."""

    rprop: RpropOptions
    has_context: bool = False
    has_page_inputs: bool = True
    is_weighted: bool = False  # pages have equal weight, not blocks


# The paper's 50,000 epochs are for 9,917 blocks. With forty times as many blocks, held-out sets
# show no gain after a hundred epochs.
OWN = TrainingPlan(
    RpropOptions(epochs=150, every=50), has_context=True, has_page_inputs=False, is_weighted=True
)
PAPER = TrainingPlan(RpropOptions())


@dataclass(frozen=True, eq=False)
class PageRows:
    """The blocks of a page."""

    inputs: FloatArray
    wanted: FloatArray  # 1 for boilerplate, 0 for content
    weights: FloatArray
    length: FloatArray
    site: str


def train_networks(
    examples: Iterable[TrainingExample], plan: TrainingPlan = OWN, *, seed: int = 0
) -> Networks:
    """Train on pages."""
    pages = [rows for rows in (page_rows(each, plan) for each in examples) if len(rows.inputs)]
    if not pages:
        raise CannotLearn("texrex has no block to learn from; add pages that have text")
    return train_on_pages(pages, plan, seed=seed)


def train_on_pages(pages: Sequence[PageRows], plan: TrainingPlan, *, seed: int = 0) -> Networks:
    wanted = np.concatenate([page.wanted for page in pages])
    if wanted.min() == wanted.max():
        only = "boilerplate" if wanted[0] else "content"
        raise CannotLearn(f"texrex has only {only} to learn from; add pages that have both")
    first = train_first(pages, plan, seed)
    if not plan.has_context:
        return Networks(first)
    inputs = [
        with_context(page.inputs, outputs, page.length)
        for page, outputs in zip(pages, unseen_outputs(pages, first, plan, seed), strict=True)
    ]
    weights = np.concatenate([page.weights for page in pages])
    second = train_on_blocks(np.concatenate(inputs), wanted, plan.rprop, weights=weights, seed=seed)
    return Networks(first, second)


def train_first(pages: Sequence[PageRows], plan: TrainingPlan, seed: int) -> Network:
    columns = [(page.inputs, page.wanted, page.weights) for page in pages]
    inputs, wanted, weights = (np.concatenate(column) for column in zip(*columns, strict=True))
    return train_on_blocks(inputs, wanted, plan.rprop, weights=weights, seed=seed)


def unseen_outputs(
    pages: Sequence[PageRows], first: Network, plan: TrainingPlan, seed: int
) -> list[FloatArray]:
    """Outputs for each page by a network that has not seen its site; by `first` for few sites."""
    sites = sorted({page.site for page in pages})
    if len(sites) < FOLDS:
        return [first(page.inputs).ravel() for page in pages]
    order = np.random.default_rng(seed).permutation(len(sites))
    fold = {site: int(place) % FOLDS for site, place in zip(sites, order, strict=True)}
    networks = [
        train_first([page for page in pages if fold[page.site] != each], plan, seed)
        for each in range(FOLDS)
    ]
    return [networks[fold[page.site]](page.inputs).ravel() for page in pages]


def train_on_blocks(
    inputs: FloatArray,
    wanted: FloatArray,
    options: RpropOptions,
    *,
    weights: FloatArray | None = None,
    seed: int = 0,
) -> Network:
    """Train a network on blocks and return its best snapshot."""
    found = best_snapshot(train_rprop(inputs, wanted, options, weights=weights, seed=seed))
    # Inputs that were always 0 still have their initial weights.
    found.network.layers[0].weights[:, ~inputs.any(axis=0)] = 0
    return found.network


def page_rows(example: TrainingExample, plan: TrainingPlan = OWN) -> PageRows:
    page = example.page
    blocks = TextBlocks.of(page)
    counts = TextCounts.of(page, blocks)
    inputs = block_inputs(page, blocks, counts)
    if not plan.has_page_inputs:
        inputs[:, PAGE_INPUTS] = 0
    kept = sum_over_blocks(page.runs.chars * example.keep, blocks)
    wanted = (2 * kept < sum_over_blocks(page.runs.chars, blocks)).astype(np.float32)
    weights = np.ones(len(blocks))
    if plan.is_weighted:
        weights = np.sqrt(np.maximum(sum_over_blocks(page.runs.words, blocks), 1))
        weights *= SOURCE_WEIGHTS.get(example.source, 1.0) / max(weights.sum(), 1.0)
    return PageRows(inputs, wanted, weights.astype(np.float32), counts.length, example.site)


def sum_over_blocks(values: NDArray[np.int32], blocks: TextBlocks) -> NDArray[np.float64]:
    """Sum values of runs over the runs of each block."""
    if not len(blocks):
        return np.zeros(0)
    return np.add.reduceat(values[blocks.runs], blocks.starts).astype(np.float64)
