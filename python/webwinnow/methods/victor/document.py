"""Victor's features of the document: how large it is, and where in it a run is."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.victor.groups import group_ratio
from webwinnow.methods.victor.runs import Column, View

__all__ = ["COLUMNS"]

IntArray = NDArray[np.int64]


def position(view: View) -> Column:
    """0 for the first run, 1 for the last."""
    return np.arange(len(view)) / max(len(view) - 1, 1)


def word_count(view: View) -> Column:
    return np.full(len(view), view.words.sum())


def sentence_count(view: View) -> Column:
    return np.full(len(view), view.sentences.sum())


def block_count(view: View) -> Column:
    """Of runs, which are the paper's blocks."""
    return np.full(len(view), len(view))


def largest_group(view: View, name: str) -> Column:
    """The share of the page's words that the largest group has."""
    return np.full(len(view), group_ratio(view, name).max(initial=0))


COLUMNS: dict[str, Callable[[View], Column]] = {
    "position": position,
    "document.word-count": word_count,
    "document.sentence-count": sentence_count,
    "document.block-count": block_count,
    "document.max-div-group": partial(largest_group, name="div"),
    "document.max-td-group": partial(largest_group, name="td"),
}
