"""jusText's context-sensitive classification: short and near-good blocks follow their neighbours.

The functions work on columns with one value for each block with text, in linear time: running
maxima find the neighbours.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BAD, SHORT, NEAR_GOOD, GOOD = range(4)

Classes = NDArray[np.uint8]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


class Headings(NamedTuple):
    """Finds headings just before a text."""

    is_heading: BoolArray
    length: NDArray[np.float64]  # of every block
    max_distance: float  # characters between a heading and its text, at most

    def before_good(self, classes: Classes) -> BoolArray:
        """Mark the headings with a good block near after them."""
        following = next_index(classes == GOOD)
        ends = np.append(0, np.cumsum(self.length))
        between = ends[np.minimum(following, len(classes))] - ends[1:]
        near: BoolArray = (following < len(classes)) & (between <= self.max_distance)
        return self.is_heading & near


def classify_in_context(alone: Classes, headings: Headings) -> tuple[Classes, BoolArray]:
    """Return the final classes, GOOD or BAD, and which blocks are good only as a heading of a
    later text.
    """
    classes = alone.copy()
    classes[(classes == SHORT) & headings.before_good(classes)] = NEAR_GOOD
    classes = decide_short(classes)
    classes = decide_near_good(classes)
    is_rescued = (classes == BAD) & (alone != BAD) & headings.before_good(classes)
    classes[is_rescued] = GOOD
    return classes, is_rescued


def decide_short(classes: Classes) -> Classes:
    """Decide on short blocks by their neighbours.

    Between a good and a bad one, a short block is good only if a near-good block is between it and
    the bad one.
    """
    before, after = decided_neighbours(classes)
    near_before, near_after = neighbours(classes, classes != SHORT)
    leads_to_good = ((before == BAD) & (near_before == NEAR_GOOD)) | (
        (after == BAD) & (near_after == NEAR_GOOD)
    )
    both = (before == GOOD) & (after == GOOD)
    either = (before == GOOD) | (after == GOOD)
    is_good = both | (either & leads_to_good)
    return np.where(classes == SHORT, np.where(is_good, GOOD, BAD), classes).astype(np.uint8)


def decide_near_good(classes: Classes) -> Classes:
    """Decide on near-good blocks: they are bad only between bad ones.

    The order does not matter: consecutive near-good blocks have the same neighbours, so all get the
    same class.
    """
    before, after = decided_neighbours(classes)
    is_good = (before == GOOD) | (after == GOOD)
    return np.where(classes == NEAR_GOOD, np.where(is_good, GOOD, BAD), classes).astype(np.uint8)


def decided_neighbours(classes: Classes) -> tuple[Classes, Classes]:
    return neighbours(classes, (classes == GOOD) | (classes == BAD))


def neighbours(classes: Classes, counts: BoolArray) -> tuple[Classes, Classes]:
    """Return the classes of the nearest blocks that count; BAD at the ends of the page."""
    padded = np.append(classes, np.uint8(BAD))
    return padded[previous_index(counts)], padded[next_index(counts)]


def previous_index(counts: BoolArray) -> IntArray:
    """Return the index of the nearest block before each one that counts, or −1."""
    places = np.full(len(counts) + 1, -1)
    places[1:][counts] = np.flatnonzero(counts)
    return np.maximum.accumulate(places)[:-1]


def next_index(counts: BoolArray) -> IntArray:
    """Return the index of the nearest block after each one that counts, or their number."""
    return len(counts) - 1 - previous_index(counts[::-1])[::-1]
