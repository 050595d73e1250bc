"""The elements around runs, and the tags between them, for all runs of a page at once."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, Page
from webwinnow.methods.victor_tags import CLASSES, IS_MEMBER, IS_VOID

__all__ = ["Tree"]

ROW = {name: row for row, name in enumerate(CLASSES)}
# Odd numbers whose multiples spread well.
FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], np.uint64)

IntArray = NDArray[np.int64]


class Tree:
    """Columns with one value for each of some runs, which are in order."""

    def __init__(self, page: Page, runs: IntArray) -> None:
        self.page = page
        self.node = page.runs.node[runs]
        self.opened = page.runs.opened[runs]

    def around(self, name: str) -> NDArray[np.int32]:
        """How many elements of a class are around the run."""
        found: NDArray[np.int32] = self.all_around[ROW[name]]
        return found

    def crossed(self, name: str) -> NDArray[np.int32]:
        """How many tags of a class, start tags and end tags, stand between the run before and this
        one; before the first run, since the page's beginning.
        """
        found: NDArray[np.int32] = self.all_crossed[ROW[name]]
        return found

    def nearest(self, name: str) -> NDArray[np.int32]:
        """The innermost element of a class around the run; the first node where there is none."""
        return self.nearest_of(self.members[ROW[name]] > 0)

    def nearest_of(self, is_one: NDArray[np.bool_]) -> NDArray[np.int32]:
        """The same for any choice of nodes."""
        nodes = self.page.nodes
        found = np.where(is_one, np.arange(len(nodes), dtype=np.int32), nodes.parent)
        found[0] = 0
        while True:
            # Each turn looks twice as far up as the one before.
            further = found[found]
            if np.array_equal(further, found):
                return found[self.node]
            found = further

    def united_around(self, bits: IntArray) -> IntArray:
        """For each run the bits that any element around it has."""
        parent = self.page.nodes.parent.copy()
        parent[0] = 0
        while parent.any():
            bits = bits | bits[parent]
            parent = parent[parent]
        found: IntArray = (bits | bits[0])[self.node]
        return found

    def holding(self, name: str) -> NDArray[np.bool_]:
        """Whether the run's own element has a child of a class."""
        holds = np.zeros(len(self.page.nodes), bool)
        holds[self.page.nodes.parent[self.members[ROW[name]] > 0]] = True
        return holds[self.node]

    @cached_property
    def path(self) -> IntArray:
        """A number for each run, the same where the same tags are around it."""
        nodes = self.page.nodes
        mixed = nodes.tag * FACTORS[0] + (nodes.depth + np.uint64(1)) * FACTORS[1]
        mixed = (mixed ^ (mixed >> np.uint64(29))) * FACTORS[1]
        found: IntArray = np.unique(self.summed_around(mixed), return_inverse=True)[1]
        return found

    @cached_property
    def tag(self) -> NDArray[np.uint16]:
        """Of each node; one number for all names that only this page has."""
        return np.minimum(self.page.nodes.tag, len(TAG_NAMES))

    @cached_property
    def members(self) -> NDArray[np.int32]:
        """A row for each class of elements, 1 for each node that is in it."""
        return np.take(IS_MEMBER, self.tag, axis=1)

    @cached_property
    def all_around(self) -> NDArray[np.int32]:
        return self.summed_around(self.members)

    @cached_property
    def all_crossed(self) -> NDArray[np.int32]:
        times = np.where(IS_VOID[self.tag], np.int32(1), np.int32(2))
        tags = prefix_sums(self.members * times)[:, self.opened]
        # Of what has begun, all has ended but what is still around the run.
        return np.maximum(np.diff(tags - self.all_around, prepend=np.int32(0), axis=1), 0)

    def summed_around(self, values: NDArray[Any]) -> NDArray[Any]:
        """For each run the sum of the nodes' values over all elements around it; the nodes are on
        the last axis. What has begun, less what has ended: wrapping sums are right, too.
        """
        order, closed = self.ended
        begun: NDArray[Any] = prefix_sums(values)[..., self.node + 1]
        found: NDArray[Any] = begun - prefix_sums(values[..., order])[..., closed]
        return found

    @cached_property
    def ended(self) -> tuple[IntArray, IntArray]:
        """The nodes in the order of their ends, and how many have ended at each run's node."""
        end = self.page.nodes.end
        order = np.argsort(end, kind="stable")
        return order, end[order].searchsorted(self.node, side="right")


def prefix_sums(values: NDArray[Any]) -> NDArray[Any]:
    """Sums of what comes before each place on the last axis, and of all."""
    found = np.zeros((*values.shape[:-1], values.shape[-1] + 1), values.dtype)
    np.cumsum(values, axis=-1, dtype=values.dtype, out=found[..., 1:])
    return found
