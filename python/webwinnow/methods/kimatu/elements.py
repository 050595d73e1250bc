"""Kimatu's text elements: the page's blocks with visible text, and what is measured on them."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.methods.base import visible_runs

__all__ = ["MARKS", "Elements", "begins_stretch", "byte_table", "gains", "sizes"]

IntArray = NDArray[np.int64]


def byte_table(members: bytes) -> bytes:
    """1 for the members, else 0."""
    return bytes(code in members for code in range(256))


def begins_stretch(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Where a value differs from the one before it; the first one does."""
    found = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=found[1:])
    return found


def gains(values: IntArray) -> IntArray:
    """How much more each value is than the one before it; the first, than 0."""
    found: IntArray = values.copy()
    found[1:] -= values[:-1]
    return found


def sizes(first: IntArray, end: int) -> IntArray:
    """How long stretches are that begin at the places and together reach to the end."""
    found = np.empty_like(first)
    found[-1:] = end
    found[:-1] = first[1:]
    return found - first


MARKS = b".,;:!?"
# A mark that a letter or digit follows stands inside a time, a number or an abbreviation. 0xE2
# begins the typographic quotes and dashes.
PHRASE_ENDS = b" \n\t\"')]}\xe2"
MARK, PHRASE_END = 1, 2
PHRASE_ROLES = bytes(
    MARK if code in MARKS else PHRASE_END if code in PHRASE_ENDS else 0 for code in range(256)
)
# Marks that need no space after them, each to be replaced by a mark and spaces, as long as it.
WIDE_MARKS = [
    (wide.encode(), plain.encode().ljust(len(wide.encode())))
    for wide, plain in zip("。、，；：！？।؟،", ".,,;:!?.?,", strict=True)
]


class Elements:
    """One row for each block of the page that has visible text, in order."""

    def __init__(self, page: Page) -> None:
        self.visible = visible_runs(page)
        self.runs = np.flatnonzero(self.visible)
        runs = page.runs
        block, node = runs.block[self.runs], runs.node[self.runs]
        self.starts = np.flatnonzero(begins_stretch(block))
        self.runs_each = sizes(self.starts, len(self.runs))
        self.page = page
        self.chars = self.summed(runs.chars[self.runs])
        self.words = self.summed(runs.words[self.runs])
        self.node = common_node(page, *self.outermost(node))

    def __len__(self) -> int:
        return len(self.starts)

    def summed(self, values: NDArray[np.generic]) -> IntArray:
        """The sum of the runs' values for each element."""
        if not len(self.starts):
            return np.zeros(0, np.int64)
        return np.add.reduceat(values, self.starts, dtype=np.int64)

    def outermost(self, values: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        if not len(self.starts):
            return values, values
        return np.minimum.reduceat(values, self.starts), np.maximum.reduceat(values, self.starts)

    @cached_property
    def in_link(self) -> NDArray[np.bool_]:
        """Of each visible run."""
        found: NDArray[np.bool_] = self.page.runs.flags[self.runs] & FLAGS["LINK"] != 0
        return found

    @cached_property
    def links(self) -> IntArray:
        """How many links begin: where the run before is in none or in another element."""
        node = self.page.runs.node[self.runs]
        return self.summed(self.in_link & begins_stretch(node * self.in_link))

    @cached_property
    def link_chars(self) -> IntArray:
        return self.summed(self.page.runs.chars[self.runs] * self.in_link)

    @cached_property
    def classes(self) -> tuple[NDArray[np.int32], list[str]]:
        """The nodes that have a class, in order, and the classes."""
        return self.page.having("class")

    @cached_property
    def run_ends(self) -> IntArray:
        """Where each visible run ends in `text`."""
        runs = self.page.runs
        return np.cumsum(runs.end[self.runs] - runs.start[self.runs], dtype=np.int64)

    @cached_property
    def text(self) -> bytes:
        """The visible runs in UTF-8, with nothing between them."""
        text, runs = self.page.text, self.page.runs
        # The page's text is nothing but its runs, so that runs in a row are one piece of it.
        is_visible = np.zeros(len(runs) + 2, bool)
        is_visible[1:-1] = self.visible
        turns = np.flatnonzero(is_visible[1:] != is_visible[:-1])
        first, end = runs.start[turns[::2]], runs.end[turns[1::2] - 1]
        pieces = zip(first.tolist(), end.tolist(), strict=True)
        return b"".join([text[start:stop] for start, stop in pieces])

    @cached_property
    def ends(self) -> IntArray:
        """Where each element ends in `text`."""
        ends: IntArray = self.run_ends[self.starts + self.runs_each - 1]
        return ends

    @cached_property
    def lengths(self) -> IntArray:
        """How long each element is in `text`."""
        return gains(self.ends)

    @cached_property
    def marks(self) -> IntArray:
        """Punctuation marks at the ends of phrases."""
        text = self.text
        if not text.isascii():
            for wide, plain in WIDE_MARKS:
                # Single bytes are much quicker to look for than several in a row.
                if all(byte in text for byte in wide):
                    text = text.replace(wide, plain)
        roles = np.frombuffer(text.translate(PHRASE_ROLES), np.uint8)
        is_last = np.empty(len(text), bool)
        np.equal(roles[1:], PHRASE_END, out=is_last[:-1])
        is_last[self.run_ends - 1] = True
        marks = np.flatnonzero(is_last & (roles == MARK))
        return gains(marks.searchsorted(self.ends))


def common_node(page: Page, first: NDArray[np.int32], last: NDArray[np.int32]) -> IntArray:
    """For each pair of nodes the innermost one that holds both."""
    node, last = first.astype(np.int64), last.astype(np.int64)
    outside = np.flatnonzero(page.nodes.end[node] <= last)
    while len(outside):
        node[outside] = page.nodes.parent[node[outside]]
        outside = outside[page.nodes.end[node[outside]] <= last[outside]]
    return node
