"""Kimatu's step 7: texts near the content with some relevance, such as headers.

A block of the default weights may be all over the page, so this step tests its parts: elements of a
block that are close together. The paper's blocks have one part each.

Headers are short and have no punctuation, so their ratio is hardly above that of an empty text
without links. The minimum is relative to that ratio. To the ratio, "Advertisement" and "Copyright
2007" look like headers, but most headers are longer. A text that the markup names a header may have
any length.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu.blocks import StyleBlocks, relevance
from webwinnow.methods.kimatu.elements import Elements, starts_of_stretches, stretch_lengths
from webwinnow.methods.kimatu.weights import Weights

IntArray = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Parts(NamedTuple):
    """Parts of blocks, whose elements are close together."""

    of_element: IntArray  # part of each element
    most_after: IntArray  # maximum distance of each element to a candidate before it
    is_relevant: Mask  # enough to be a neighbour

    @classmethod
    def of(cls, elements: Elements, blocks: StyleBlocks, weights: Weights) -> "Parts":
        order = np.argsort(blocks.of_element, kind="stable")
        is_first = starts_of_stretches(blocks.of_element[order])
        is_first[1:] |= order[1:] - order[:-1] > weights.neighbour_gap
        is_header = elements.is_header[order]
        if weights.headers_alone:
            is_first |= is_header
            is_first[1:] |= is_header[:-1]
        first = np.flatnonzero(is_first)
        of_element = np.empty(len(order), np.int64)
        of_element[order] = np.cumsum(is_first) - 1
        sums = [np.add.reduceat(values[order], first) for values in blocks.measures]
        ratio = relevance(stretch_lengths(first, len(order)), sums, blocks.scale, weights)
        lowest = -weights.punctuation  # of a text without links
        least = np.where(is_header[first], lowest, lowest + weights.neighbour_ratio)
        most_after = np.full(len(order), weights.neighbour_after)
        if weights.headers_alone:
            most_after[elements.is_header] = 0
        return cls(of_element, most_after, ratio > least)


def find_neighbours(parts: Parts, is_candidate: Mask, is_low: Mask, weights: Weights) -> Mask:
    """Mark the elements of low ratio in relevant parts near a candidate."""
    since, until = distances(is_candidate)
    is_near = (until <= weights.neighbour_before) | (since <= parts.most_after)
    is_chosen = np.zeros(len(parts.is_relevant), bool)
    is_chosen[parts.of_element[is_near]] = True
    found: Mask = is_low & (is_chosen & parts.is_relevant)[parts.of_element]
    return found


def distances(is_chosen: Mask) -> tuple[IntArray, IntArray]:
    """Return the distances of each element to the chosen ones before and after it, in elements."""
    count = len(is_chosen)
    place = np.arange(count)
    before = np.maximum.accumulate(np.where(is_chosen, place, -count))
    after = np.minimum.accumulate(np.where(is_chosen, place, 2 * count)[::-1])[::-1]
    return place - before, after - place
