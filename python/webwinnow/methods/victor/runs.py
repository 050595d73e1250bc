"""What Victor's features look at: the labelled runs of a page, and what they have in common.

Everything here is computed once a page, and only if a feature asks for it.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Page
from webwinnow.methods.base import visible_runs
from webwinnow.methods.victor.patterns import Patterns
from webwinnow.methods.victor.text import Text
from webwinnow.methods.victor.tree import Tree

__all__ = ["Column", "View", "labelled_runs", "shares"]

TITLE = TAG_NAMES.index("title")
# Every run is looked for in the title: a long one would cost its length each time.
TITLE_REACH = 300

Column = NDArray[Any]  # of numbers, one for each labelled run
IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


def labelled_runs(page: Page) -> IntArray:
    """Indices of the runs that get a label: the visible ones with anything but white space."""
    return np.flatnonzero(visible_runs(page) & (page.runs.chars > 0))


def shares(part: NDArray[Any], whole: NDArray[Any] | float) -> FloatArray:
    """Quotients; 0 where the whole is 0."""
    # Wholes are counts: none is between 0 and 1.
    found: FloatArray = part / np.maximum(whole, 1)
    return found


class View:
    """Columns with one value for each labelled run, unless they say otherwise."""

    def __init__(self, page: Page, patterns: Mapping[str, Patterns]) -> None:
        self.page = page
        self.patterns = patterns
        self.ratios: dict[str, FloatArray] = {}  # kept by `victor_groups`
        self.hints: IntArray | None = None  # kept by `victor_names`
        self.runs = labelled_runs(page)
        self.words = page.runs.words[self.runs].astype(np.int64)
        self.in_link = page.runs.flags[self.runs] & FLAGS["LINK"] != 0

    def __len__(self) -> int:
        return len(self.runs)

    @cached_property
    def tree(self) -> Tree:
        return Tree(self.page, self.runs)

    @cached_property
    def text(self) -> Text:
        return Text(self.page, self.runs)

    @cached_property
    def title(self) -> str:
        """The beginning of the page's title; of the first, where it has several."""
        runs = self.page.runs
        found = np.flatnonzero(self.page.nodes.tag[runs.node] == TITLE)[:1]
        return "".join(
            self.page.text[runs.start[run] : runs.end[run]].decode()[:TITLE_REACH]
            for run in found.tolist()
        )

    @cached_property
    def solid(self) -> IntArray:
        """Characters other than white space."""
        return self.page.runs.chars[self.runs].astype(np.int64)

    @cached_property
    def sentences(self) -> IntArray:
        return self.page.runs.sentences[self.runs].astype(np.int64)

    @cached_property
    def plain_words(self) -> IntArray:
        """Words outside of links."""
        return np.where(self.in_link, 0, self.words)

    @cached_property
    def block(self) -> IntArray:
        """The number of the layout block, among those that have a labelled run."""
        return np.cumsum(np.diff(self.page.runs.block[self.runs], prepend=-1) != 0) - 1

    @cached_property
    def path(self) -> IntArray:
        """A number from 0 on, the same where the same tags are around runs."""
        found: IntArray = np.unique(self.tree.path_key, return_inverse=True)[1]
        return found

    @property
    def block_count(self) -> int:
        return int(self.block[-1]) + 1 if len(self) else 0
