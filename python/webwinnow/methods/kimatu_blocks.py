"""Kimatu's blocks: elements of one look that are not far apart, and how relevant each block is."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu_elements import Elements, begins_stretch
from webwinnow.methods.kimatu_roles import apart
from webwinnow.methods.kimatu_weights import Weights
from webwinnow.methods.looks import looks

__all__ = ["LookBlocks"]

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


class LookBlocks(NamedTuple):
    """The paper's blocks. They may interlock: questions and answers of two looks are two blocks."""

    of_element: IntArray  # each element's block
    look: IntArray  # rising
    size: IntArray  # how many elements
    chars: IntArray
    words: IntArray
    is_apart: NDArray[np.bool_]  # the markup says that it has a function of its own
    ratio: FloatArray  # the content relevance ratio

    @classmethod
    def of(cls, elements: Elements, weights: Weights) -> "LookBlocks":
        look = looks(elements.page, elements.node, weights.levels)
        if weights.roles:
            look = 2 * look + apart(elements)
        order = np.argsort(look, kind="stable")
        sorted_look = look[order]
        is_first = begins_stretch(sorted_look)
        is_first[1:] |= order[1:] - order[:-1] > weights.near
        of_element = np.empty(len(look), np.int64)
        of_element[order] = np.cumsum(is_first) - 1
        look = sorted_look[is_first]
        blocks = cls(
            of_element,
            look,
            np.bincount(of_element),
            np.bincount(of_element, elements.chars).astype(np.int64),
            np.bincount(of_element, elements.words).astype(np.int64),
            look % 2 == 1 if weights.roles else np.zeros(len(look), bool),
            np.zeros(len(look)),
        )
        return blocks._replace(ratio=relevance(elements, blocks, weights))

    def look_like(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which blocks have the look of a chosen one."""
        is_chosen = np.zeros(int(self.look[-1]) + 1, bool)
        is_chosen[self.look[chosen]] = True
        return is_chosen[self.look]


def relevance(elements: Elements, blocks: LookBlocks, weights: Weights) -> FloatArray:
    """The paper's formula: two ratios that speak for a block and two that only punish it."""
    average = blocks.chars / blocks.size
    highest = min(float(average.max(initial=1)), weights.average_cap)
    marks = np.bincount(blocks.of_element, elements.marks) / np.maximum(blocks.words, 1)
    if weights.links_by == "element":
        links = np.bincount(blocks.of_element, elements.links) / blocks.size
    else:
        linked = np.bincount(blocks.of_element, elements.link_chars)
        links = linked / np.maximum(blocks.chars, 1)
    biggest = np.where(blocks.is_apart, 0, blocks.chars).max(initial=1)
    ratio: FloatArray = (
        weights.length * np.minimum(blocks.chars / biggest, 1)
        + weights.average * np.minimum(average / highest, 1)
        - weights.punctuation * (1 - np.minimum(marks / weights.marks_per_word, 1))
        - weights.links * np.minimum(links / weights.most_links, 1)
    )
    return ratio
