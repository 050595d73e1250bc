"""jusText's classes of blocks: first each by itself, then as its neighbours have it.

Pure functions over columns, one value for each block with text. All are linear: a neighbour is
found by running maxima, not by a search from each block.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["BAD", "GOOD", "NEAR_GOOD", "SHORT", "Headings", "with_context"]

BAD, SHORT, NEAR_GOOD, GOOD = range(4)

Classes = NDArray[np.uint8]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


class Headings(NamedTuple):
    """What tells whether a heading stands just before a text."""

    is_heading: BoolArray
    length: NDArray[np.float64]  # of every block
    max_distance: float  # length of what may stand between a heading and its text

    def before_good(self, classes: Classes) -> BoolArray:
        """Headings with a good block after them, near enough."""
        following = next_place(classes == GOOD)
        ends = np.append(0, np.cumsum(self.length))
        between = ends[np.minimum(following, len(classes))] - ends[1:]
        near: BoolArray = (following < len(classes)) & (between <= self.max_distance)
        return self.is_heading & near


def with_context(alone: Classes, headings: Headings) -> tuple[Classes, BoolArray]:
    """Final classes, all GOOD or BAD, from those that the blocks have by themselves; and which
    blocks are good only as the heading of a text further down."""
    classes = alone.copy()
    classes[(classes == SHORT) & headings.before_good(classes)] = NEAR_GOOD
    classes = settle_short(classes)
    classes = settle_near_good(classes)
    is_rescued = (classes == BAD) & (alone != BAD) & headings.before_good(classes)
    classes[is_rescued] = GOOD
    return classes, is_rescued


def settle_short(classes: Classes) -> Classes:
    """A short block goes with its neighbours; between good and bad ones it is good only where a
    near-good block stands between it and the bad one."""
    before, after = settled_neighbours(classes)
    near_before, near_after = neighbours(classes, classes != SHORT)
    leads_to_good = ((before == BAD) & (near_before == NEAR_GOOD)) | (
        (after == BAD) & (near_after == NEAR_GOOD)
    )
    both = (before == GOOD) & (after == GOOD)
    either = (before == GOOD) | (after == GOOD)
    is_good = both | (either & leads_to_good)
    return np.where(classes == SHORT, np.where(is_good, GOOD, BAD), classes).astype(np.uint8)


def settle_near_good(classes: Classes) -> Classes:
    """A near-good block is bad only between bad ones.

    Going through them in order changes nothing: near-good blocks in a row have the same neighbours
    at both ends, so the first one's new class is what the second would be given anyway.
    """
    before, after = settled_neighbours(classes)
    is_good = (before == GOOD) | (after == GOOD)
    return np.where(classes == NEAR_GOOD, np.where(is_good, GOOD, BAD), classes).astype(np.uint8)


def settled_neighbours(classes: Classes) -> tuple[Classes, Classes]:
    return neighbours(classes, (classes == GOOD) | (classes == BAD))


def neighbours(classes: Classes, counts: BoolArray) -> tuple[Classes, Classes]:
    """Classes of the nearest blocks before and after that count; the page's edges are BAD."""
    padded = np.append(classes, np.uint8(BAD))
    return padded[previous_place(counts)], padded[next_place(counts)]


def previous_place(counts: BoolArray) -> IntArray:
    """Where the nearest block before each one is that counts; −1 for none."""
    places = np.full(len(counts) + 1, -1)
    places[1:][counts] = np.flatnonzero(counts)
    return np.maximum.accumulate(places)[:-1]


def next_place(counts: BoolArray) -> IntArray:
    """Where the nearest block after each one is that counts; the number of blocks for none."""
    return len(counts) - 1 - previous_place(counts[::-1])[::-1]
