"""The elements around runs and the tags between them, found in the core for all runs at once."""

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page, run_surroundings
from webwinnow.methods.victor.tags import BITS, CLASSES

__all__ = ["Tree"]

ROW = {name: row for row, name in enumerate(CLASSES)}

IntArray = NDArray[np.int64]


class Tree:
    """Columns with one value for each of some runs, which are in order."""

    def __init__(self, page: Page, runs: IntArray) -> None:
        self.page = page
        self.node = page.runs.node[runs]
        nearest, crossed, self.path_key = run_surroundings(page, runs, BITS, len(CLASSES))
        self.all_nearest, self.all_crossed = np.ascontiguousarray(nearest.T), crossed.T

    def nearest(self, name: str) -> NDArray[np.int32]:
        """The innermost element of a class around the run; −1 where there is none."""
        found: NDArray[np.int32] = self.all_nearest[ROW[name]]
        return found

    def crossed(self, name: str) -> NDArray[np.int32]:
        """How many tags of a class, start tags and end tags, stand between the run before and this
        one; before the first run, since the page's beginning.
        """
        found: NDArray[np.int32] = self.all_crossed[ROW[name]]
        return found

    def holding(self, name: str) -> NDArray[np.bool_]:
        """Whether the run's own element has a child of a class."""
        nodes = self.page.nodes
        bits = np.append(BITS, np.uint64(0))[np.minimum(nodes.tag, len(BITS))]
        holds = np.zeros(len(nodes), bool)
        holds[nodes.parent[bits & np.uint64(1 << ROW[name]) > 0]] = True
        return holds[self.node]

    def united(self, bits: IntArray) -> IntArray:
        """For each run the bits that any node around it has; bits are of the nodes."""
        parent = self.page.nodes.parent.copy()
        parent[0] = 0
        while parent.any():
            # Each turn looks twice as far up as the one before.
            bits = bits | bits[parent]
            parent = parent[parent]
        found: IntArray = (bits | bits[0])[self.node]
        return found
