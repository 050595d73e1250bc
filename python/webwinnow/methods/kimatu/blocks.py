"""Kimatu's blocks: elements of one look that are not far apart, and how relevant each block is."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu.elements import Elements, begins_stretch, sizes
from webwinnow.methods.kimatu.looks import looks
from webwinnow.methods.kimatu.roles import apart
from webwinnow.methods.kimatu.weights import Weights

__all__ = ["LookBlocks"]

# The bit of a look that tells what the markup sets apart.
APART = np.uint64(1)

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


class LookBlocks(NamedTuple):
    """The paper's blocks. They may interlock: questions and answers of two looks are two blocks."""

    of_element: IntArray  # each element's block
    look: IntArray  # 0, 1, …
    size: IntArray  # how many elements
    chars: IntArray
    words: IntArray
    is_apart: NDArray[np.bool_]  # the markup says that it has a function of its own
    ratio: FloatArray  # the content relevance ratio

    @classmethod
    def of(cls, elements: Elements, weights: Weights) -> "LookBlocks":
        look = looks(elements, weights.levels) & ~APART
        if weights.roles:
            look |= apart(elements)
        order = np.argsort(look, kind="stable")
        sorted_look = look[order]
        begins_look = begins_stretch(sorted_look)
        is_first = begins_look.copy()
        is_first[1:] |= order[1:] - order[:-1] > weights.near
        first = np.flatnonzero(is_first)
        of_element = np.empty(len(look), np.int64)
        of_element[order] = np.cumsum(is_first) - 1
        is_apart = (sorted_look[first] & APART).astype(bool)
        by_element = [elements.chars, elements.words, elements.marks]
        by_element.append(elements.links if weights.links_by == "element" else elements.link_chars)
        sums = [np.add.reduceat(values[order], first) for values in by_element]
        size = sizes(first, len(order))
        ratio = relevance(size, sums, is_apart, weights)
        rank = np.cumsum(begins_look[first]) - 1
        return cls(of_element, rank, size, sums[0], sums[1], is_apart, ratio)

    def look_like(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which blocks have the look of a chosen one."""
        is_chosen = np.zeros(int(self.look[-1]) + 1, bool)
        is_chosen[self.look[chosen]] = True
        return is_chosen[self.look]


def relevance(
    size: IntArray, sums: list[IntArray], is_apart: NDArray[np.bool_], weights: Weights
) -> FloatArray:
    """The paper's formula: two ratios that speak for a block and two that only punish it.

    The sums are characters, words, marks and links.
    """
    chars, words, marks, links = sums
    average = chars / size
    highest = min(float(average.max(initial=1)), weights.average_cap)
    biggest = np.where(is_apart, 0, chars).max(initial=1)
    marks_per_word = marks / np.maximum(words, 1)
    link_rate = links / (size if weights.links_by == "element" else np.maximum(chars, 1))
    ratio: FloatArray = (
        weights.length * np.minimum(chars / biggest, 1)
        + weights.average * np.minimum(average / highest, 1)
        - weights.punctuation * (1 - np.minimum(marks_per_word / weights.marks_per_word, 1))
        - weights.links * np.minimum(link_rate / weights.most_links, 1)
    )
    return ratio
