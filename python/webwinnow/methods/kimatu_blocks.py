"""Kimatu's blocks: elements of one look that are not far apart, and how relevant each block is."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu_elements import Elements
from webwinnow.methods.kimatu_weights import Weights
from webwinnow.methods.looks import looks

__all__ = ["LookBlocks"]

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


class LookBlocks(NamedTuple):
    """The paper's blocks. They may interlock: questions and answers of two looks are two blocks."""

    of_element: IntArray  # each element's block
    look: IntArray
    size: IntArray  # how many elements
    ratio: FloatArray  # the content relevance ratio

    @classmethod
    def of(cls, elements: Elements, weights: Weights) -> "LookBlocks":
        look = looks(elements.page, elements.node, weights.levels)
        order = np.argsort(look, kind="stable")
        sorted_look = look[order]
        is_first = np.diff(sorted_look, prepend=-1) != 0
        is_first |= np.diff(order, prepend=0) > weights.near
        of_element = np.empty(len(look), np.int64)
        of_element[order] = np.cumsum(is_first) - 1
        size = np.bincount(of_element)
        ratio = relevance(elements, of_element, size, weights)
        return cls(of_element, sorted_look[is_first], size, ratio)


def relevance(
    elements: Elements, of_element: IntArray, size: IntArray, weights: Weights
) -> FloatArray:
    """The paper's formula: two ratios that speak for a block and two that only punish it."""
    chars = np.bincount(of_element, elements.chars)
    words = np.bincount(of_element, elements.words)
    average = chars / size
    highest = min(float(average.max(initial=1)), weights.average_cap)
    marks = np.bincount(of_element, elements.marks) / np.maximum(words, 1)
    links = np.bincount(of_element, elements.links) / size
    ratio: FloatArray = (
        weights.length * chars / chars.max(initial=1)
        + weights.average * np.minimum(average / highest, 1)
        - weights.punctuation * (1 - np.minimum(marks / weights.marks_per_word, 1))
        - weights.links * np.minimum(links / weights.links_per_element, 1)
    )
    return ratio
