"""What Victor's features look at: the labelled runs of a page, and what they have in common.

Everything here is computed once a page, and only if a feature asks for it.
"""

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Page
from webwinnow.methods.base import visible_runs
from webwinnow.methods.victor_patterns import Patterns
from webwinnow.methods.victor_tags import CLASSES, IS_MEMBER, IS_VOID
from webwinnow.methods.victor_text import Text

__all__ = ["View", "labelled_runs", "shares"]

CLASS_ROW = {name: row for row, name in enumerate(CLASSES)}

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


def labelled_runs(page: Page) -> IntArray:
    """Indices of the runs that get a label: the visible ones with anything but white space."""
    return np.flatnonzero(visible_runs(page) & (page.runs.chars > 0))


def shares(part: NDArray[np.generic], whole: NDArray[np.generic] | float) -> FloatArray:
    """Quotients; 0 where the whole is 0."""
    return np.divide(part, np.maximum(whole, 1e-9), dtype=np.float64)  # type: ignore[no-any-return]


class View:
    """Columns with one value for each labelled run, unless they say otherwise."""

    def __init__(self, page: Page, patterns: Mapping[str, Patterns]) -> None:
        self.page = page
        self.patterns = patterns
        self.ratios: dict[str, FloatArray] = {}  # kept by `victor_groups`
        self.runs = labelled_runs(page)
        self.node = page.runs.node[self.runs]
        self.words = page.runs.words[self.runs].astype(np.int64)
        self.in_link = page.runs.flags[self.runs] & FLAGS["LINK"] != 0

    def __len__(self) -> int:
        return len(self.runs)

    @cached_property
    def text(self) -> Text:
        texts = self.page.run_texts()
        return Text([texts[run] for run in self.runs.tolist()])

    @cached_property
    def sentences(self) -> IntArray:
        return self.page.runs.sentences[self.runs].astype(np.int64)

    @cached_property
    def plain_words(self) -> IntArray:
        """Words outside of links."""
        return np.where(self.in_link, 0, self.words)

    @cached_property
    def tag(self) -> NDArray[np.uint16]:
        """Of each node; one number for all names that only this page has."""
        return np.minimum(self.page.nodes.tag, len(TAG_NAMES))

    @cached_property
    def closed_order(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The nodes in the order of their ends, and how many have ended at each run's node."""
        end = self.page.nodes.end
        order = np.argsort(end, kind="stable")
        return order, end[order].searchsorted(self.node, side="right")

    def summed_around(self, values: NDArray[np.generic]) -> NDArray[np.generic]:
        """For each run the sum of the nodes' values over all elements around it; the nodes are on
        the last axis. What has begun, less what has ended: wrapping sums are right, too.
        """
        order, closed = self.closed_order
        return (
            prefix_sums(values)[..., self.node + 1] - prefix_sums(values[..., order])[..., closed]
        )

    @cached_property
    def members(self) -> NDArray[np.int32]:
        """A row for each class of elements, 1 for each node that is in it."""
        return np.take(IS_MEMBER, self.tag, axis=1)

    @cached_property
    def around(self) -> NDArray[np.int32]:
        """How many elements of each class, a row each, are around a run."""
        found: NDArray[np.int32] = self.summed_around(self.members)  # type: ignore[assignment]
        return found

    @cached_property
    def crossed(self) -> NDArray[np.int32]:
        """How many tags of each class, start tags and end tags, a row each, stand between the run
        before and this one; before the first run, since the page's beginning.
        """
        opened = self.page.runs.opened[self.runs]
        tags = prefix_sums(self.members * np.where(IS_VOID[self.tag], np.int32(1), np.int32(2)))
        # Of what has begun, all has ended but what is still around the run.
        return np.maximum(np.diff(tags[:, opened] - self.around, prepend=np.int32(0), axis=1), 0)

    def nearest(self, name: str) -> NDArray[np.int32]:
        """The innermost element of a class around each run; the first node where there is none."""
        nodes = self.page.nodes
        is_one = self.members[CLASS_ROW[name]] > 0
        is_one[0] = True
        found = np.where(is_one, np.arange(len(nodes), dtype=np.int32), nodes.parent)
        while True:
            # Each step looks twice as far up as the one before.
            further = found[found]
            if np.array_equal(further, found):
                return found[self.node]
            found = further


def prefix_sums(values: NDArray[np.generic]) -> NDArray[np.generic]:
    """Sums of what comes before each place on the last axis, and of all."""
    found = np.zeros((*values.shape[:-1], values.shape[-1] + 1), values.dtype)
    np.cumsum(values, axis=-1, dtype=values.dtype, out=found[..., 1:])
    return found
