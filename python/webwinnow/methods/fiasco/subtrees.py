"""FIASCO's view of a page: subtrees, and the target nodes among them (Bauer et al. 2007).

A subtree is a stretch of runs, from its first visible one to its last. Besides those of the
elements there is one for each line that `br` sets apart: the paper puts such lines into paragraphs
of their own before it looks for targets.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.methods.base import visible_runs

__all__ = ["Subtrees", "target_subtrees"]

# A node is a target when so much of its text is in its own text children.
OWN_SHARE = 0.1

IntArray = NDArray[np.int64]


class Subtrees(NamedTuple):
    """Stretches of runs with visible text, outer ones first, each followed by those inside it;
    hidden text counts nowhere.
    """

    first: IntArray
    end: IntArray  # one past the last run
    own_chars: IntArray  # in text children of the root
    chars: IntArray  # in all the subtree

    @classmethod
    def of(cls, page: Page) -> "Subtrees":
        first, end = element_ranges(page)
        line_first, line_end = line_ranges(page)
        is_in_line = np.zeros(len(page.runs), bool)
        for start, stop in zip(line_first.tolist(), line_end.tolist(), strict=True):
            is_in_line[start:stop] = True
        visible = visible_runs(page)
        node, chars = page.runs.node, np.where(visible, page.runs.chars, 0).astype(np.int64)
        sums = np.append(0, np.cumsum(chars))
        own = np.bincount(node, np.where(is_in_line, 0, chars), len(page.nodes)).astype(np.int64)
        # A line's own text is what stands directly in the element that `br` divides.
        is_direct = node == node_of_block(page)
        direct = np.append(0, np.cumsum(np.where(is_direct, chars, 0)))
        own = np.append(own, direct[line_end] - direct[line_first])
        first, end = np.append(first, line_first), np.append(end, line_end)
        has_text = sums[end] > sums[first]
        first, end = trimmed(first[has_text], end[has_text], np.flatnonzero(visible))
        own = own[has_text]
        order = np.lexsort((-end, first))
        first, end, own = first[order], end[order], own[order]
        return cls(first, end, own, sums[end] - sums[first])


def target_subtrees(subtrees: Subtrees) -> IntArray:
    """Indices of the target nodes; they do not overlap, as the outermost swallows the rest."""
    found, behind = [], 0
    candidates = np.flatnonzero(subtrees.own_chars >= OWN_SHARE * subtrees.chars)
    for index in candidates.tolist():
        if subtrees.first[index] >= behind:
            found.append(index)
            behind = subtrees.end[index]
    return np.array(found, np.int64)


def trimmed(first: IntArray, end: IntArray, visible: IntArray) -> tuple[IntArray, IntArray]:
    """Stretches without the hidden runs at their ends; each has a visible one."""
    return visible[visible.searchsorted(first)], visible[visible.searchsorted(end) - 1] + 1


def element_ranges(page: Page) -> tuple[IntArray, IntArray]:
    """First and one past the last run inside each element."""
    count = len(page.nodes)
    first = np.searchsorted(page.runs.opened, np.arange(count), side="right")
    end = np.zeros(count, np.int64)
    np.maximum.at(end, page.runs.node, np.arange(1, len(page.runs) + 1))
    depth = page.nodes.depth
    for level in range(int(depth.max(initial=0)), 0, -1):
        nodes = np.flatnonzero(depth == level)
        np.maximum.at(end, page.nodes.parent[nodes], end[nodes])
    return first, np.maximum(first, end)


def node_of_block(page: Page) -> IntArray:
    """The element of each run's block; −1 for scripts and the like."""
    return np.append(page.blocks.node, -1)[page.runs.block].astype(np.int64)


def line_ranges(page: Page) -> tuple[IntArray, IntArray]:
    """Runs from one `br` to the next, in the blocks that have one."""
    block = page.runs.block
    readable = np.flatnonzero(block >= 0)
    if not len(readable):
        return readable, readable
    is_broken = page.runs.flags[readable] & FLAGS["BREAK"] != 0
    blocks = block[readable]
    is_same = np.diff(blocks, prepend=-1) == 0
    has_lines = np.bincount(blocks[is_broken & is_same], minlength=len(page.blocks)) > 0
    opens = np.flatnonzero(~is_same | is_broken)
    closes = np.append(opens[1:], len(readable)) - 1
    wanted = has_lines[blocks[opens]]
    return readable[opens[wanted]], readable[closes[wanted]] + 1
