"""Kimatu's text elements: the page's blocks with visible text, and what is measured on them."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.methods.base import visible_runs

__all__ = ["MARKS", "Elements", "begins_stretch"]

IntArray = NDArray[np.int64]


def byte_table(members: bytes) -> bytes:
    """For `translate`, which is faster than NumPy's indexing: 1 for the members, else 0."""
    return bytes(code in members for code in range(256))


def begins_stretch(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Where a value differs from the one before it; the first one does."""
    found = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=found[1:])
    return found


def are_in(text: bytes, table: bytes) -> NDArray[np.bool_]:
    return np.frombuffer(text.translate(table), bool)


MARKS = byte_table(b".,;:!?")
# A mark that a letter or digit follows stands inside a time, a number or an abbreviation. 0xE2
# begins the typographic quotes and dashes.
PHRASE_ENDS = byte_table(b" \n\t\"')]}\xe2")
# Marks that need no space after them, each to be replaced by a mark and spaces, as long as it.
WIDE_MARKS = [
    (wide.encode(), plain.encode().ljust(len(wide.encode())))
    for wide, plain in zip("。、，；：！？।؟،", ".,,;:!?.?,", strict=True)
]
WIDE_BEGINNINGS = {wide[:1] for wide, _ in WIDE_MARKS}

# Letters in lower case, every digit a zero, and nulls for what is between words.
BETWEEN = bytes(code for code in range(128) if not chr(code).isalnum())
PLAIN = bytes.maketrans(
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" + BETWEEN,
    b"0000000000abcdefghijklmnopqrstuvwxyz" + bytes(len(BETWEEN)),
)
# First bytes of kana, Han and Hangul, which are words of their own.
WORD_BEGINNINGS = byte_table(bytes(range(0xE3, 0xEE)))
# Masks for the first so many of eight bytes.
FIRST_BYTES = np.array([(1 << 8 * count) - 1 for count in range(9)], np.uint64)
FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)


class Elements:
    """One row for each block of the page that has visible text, in order."""

    def __init__(self, page: Page) -> None:
        self.visible = visible_runs(page)
        self.runs = np.flatnonzero(self.visible)
        runs = page.runs
        block, flags, node = runs.block[self.runs], runs.flags[self.runs], runs.node[self.runs]
        self.starts = np.flatnonzero(begins_stretch(block))
        self.runs_each = (
            np.append(self.starts[1:], len(self.runs))[: len(self.starts)] - self.starts
        )
        self.page = page
        self.chars = self.summed(runs.chars[self.runs])
        self.words = self.summed(runs.words[self.runs])
        in_link = flags & FLAGS["LINK"] != 0
        # A link begins where the run before is in none or in another element.
        begins = in_link & begins_stretch(node * in_link)
        self.links = self.summed(begins)
        self.link_chars = self.summed(np.where(in_link, runs.chars[self.runs], 0))
        self.node = common_node(page, *self.ends(node))

    def __len__(self) -> int:
        return len(self.starts)

    def summed(self, values: NDArray[np.generic]) -> IntArray:
        """The sum of the runs' values for each element."""
        if not len(self.starts):
            return np.zeros(0, np.int64)
        return np.add.reduceat(values, self.starts, dtype=np.int64)

    def ends(self, values: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        if not len(self.starts):
            return values, values
        return np.minimum.reduceat(values, self.starts), np.maximum.reduceat(values, self.starts)

    @cached_property
    def classes(self) -> tuple[NDArray[np.int32], list[str]]:
        """The nodes that have a class, in order, and the classes."""
        return self.page.having("class")

    @cached_property
    def text(self) -> bytes:
        """The visible runs in UTF-8, a space after each."""
        text = self.page.text
        first, end = self.page.runs.start[self.runs], self.page.runs.end[self.runs]
        parts = [text[a:b] for a, b in zip(first.tolist(), end.tolist(), strict=True)]
        return b" ".join([*parts, b""])

    @cached_property
    def offsets(self) -> IntArray:
        """Where each element begins in `text`."""
        lengths = self.page.runs.end[self.runs] - self.page.runs.start[self.runs] + 1
        return np.append(0, np.cumsum(lengths, dtype=np.int64))[self.starts]

    @cached_property
    def marks(self) -> IntArray:
        """Punctuation marks at the ends of phrases."""
        if not len(self):
            return np.zeros(0, np.int64)
        text = self.text
        if not text.isascii() and any(beginning in text for beginning in WIDE_BEGINNINGS):
            for wide, plain in WIDE_MARKS:
                text = text.replace(wide, plain)
        # The last character is the space after the last run.
        is_mark = are_in(text, MARKS)[:-1] & are_in(text, PHRASE_ENDS)[1:]
        return np.add.reduceat(is_mark, self.offsets, dtype=np.int64)

    @cached_property
    def tokens(self) -> tuple[NDArray[np.uint32], IntArray]:
        """A number for each word, and where the words of each element begin; then the end."""
        text = self.text.translate(PLAIN) + bytes(16)
        is_word = np.frombuffer(text, np.uint8) != 0
        begins = is_word.copy()
        begins[1:] &= ~is_word[:-1]
        if not text.isascii():
            begins |= are_in(text, WORD_BEGINNINGS)
        first = np.flatnonzero(begins)
        ends = is_word[:-1] & (begins[1:] | ~is_word[1:])
        length = np.flatnonzero(ends) - first + 1
        # A word is known by its first sixteen bytes and its length.
        eights: NDArray[np.uint64] = np.ndarray(len(text) - 7, "<u8", text, strides=(1,))
        head = eights[first] & FIRST_BYTES[np.minimum(length, 8)]
        tail = eights[first + 8] & FIRST_BYTES[np.clip(length - 8, 0, 8)]
        numbers = head * FACTORS[0] + tail * FACTORS[1] + length.astype(np.uint64) * FACTORS[2]
        numbers = (numbers >> np.uint64(32)).astype(np.uint32)
        return numbers, np.append(np.searchsorted(first, self.offsets), len(first))


def common_node(page: Page, first: NDArray[np.int32], last: NDArray[np.int32]) -> IntArray:
    """For each pair of nodes the innermost one that holds both."""
    node, last = first.astype(np.int64), last.astype(np.int64)
    outside = np.flatnonzero(page.nodes.end[node] <= last)
    while len(outside):
        node[outside] = page.nodes.parent[node[outside]]
        outside = outside[page.nodes.end[node[outside]] <= last[outside]]
    return node
