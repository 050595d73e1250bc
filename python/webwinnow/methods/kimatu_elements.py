"""Kimatu's text elements: the page's blocks with visible text, and what is measured on them."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.methods.base import visible_runs

__all__ = ["Elements"]

IntArray = NDArray[np.int64]


def byte_table(members: bytes) -> NDArray[np.bool_]:
    table = np.zeros(256, bool)
    table[list(members)] = True
    return table


IS_MARK = byte_table(b".,;:!?")
# A mark that a letter or digit follows stands inside a time, a number or an abbreviation.
ENDS_PHRASE = byte_table(b" \n\t\"')]}")
# Marks that need no space after them, each replaced by a mark and as many spaces.
WIDE_MARKS = [
    (mark.encode(), plain.encode().ljust(len(mark.encode())))
    for mark, plain in zip("。、，；：！？…।؟،", ".,,;:!?..?,", strict=True)
]
TYPOGRAPHIC = [(quote.encode(), b'"  ') for quote in "“”’"]

# Letters in lower case, every digit a zero, and nulls for what is between words.
BETWEEN = bytes(code for code in range(128) if not chr(code).isalnum())
PLAIN = bytes.maketrans(
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" + BETWEEN,
    b"0000000000abcdefghijklmnopqrstuvwxyz" + bytes(len(BETWEEN)),
)
# First bytes of kana, Han and Hangul, which are words of their own.
BEGINS_WORD = byte_table(bytes(range(0xE3, 0xEE)))
POWERS = np.cumprod(np.full(256, 0x01000193, np.uint32), dtype=np.uint32)


class Elements:
    """One row for each block of the page that has visible text, in order."""

    def __init__(self, page: Page) -> None:
        self.visible = visible_runs(page)
        self.runs = np.flatnonzero(self.visible)
        runs = page.runs
        block, flags, node = runs.block[self.runs], runs.flags[self.runs], runs.node[self.runs]
        self.starts = np.flatnonzero(np.diff(block, prepend=-2))
        self.runs_each = np.diff(self.starts, append=len(self.runs))
        self.page = page
        self.chars = self.summed(runs.chars[self.runs])
        self.words = self.summed(runs.words[self.runs])
        in_link = flags & FLAGS["LINK"] != 0
        # A link begins where the run before is in none or in another element.
        begins = in_link & ~np.append(False, in_link[:-1] & (node[1:] == node[:-1]))
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
        if not text.isascii():
            for wide, plain in [*WIDE_MARKS, *TYPOGRAPHIC]:
                text = text.replace(wide, plain)
        codes = np.frombuffer(text, np.uint8)
        is_mark = IS_MARK[codes]
        is_mark[:-1] &= ENDS_PHRASE[codes[1:]]
        return np.add.reduceat(is_mark, self.offsets, dtype=np.int64)

    @cached_property
    def tokens(self) -> tuple[NDArray[np.uint32], IntArray]:
        """A number for each word, and where the words of each element begin; then the end."""
        codes = np.frombuffer(self.text.translate(PLAIN), np.uint8)
        is_word = codes != 0
        is_first = is_word & (BEGINS_WORD[codes] | ~np.append(False, is_word[:-1]))
        first = np.flatnonzero(is_first)
        if not len(first):
            return np.zeros(0, np.uint32), np.zeros(len(self) + 1, np.int64)
        place = np.arange(len(codes)) - first[np.maximum(np.cumsum(is_first) - 1, 0)]
        # A polynomial in the bytes of the word; what is between words adds nothing.
        numbers = np.add.reduceat(codes * POWERS[place & 255], first, dtype=np.uint32)
        return numbers, np.append(np.searchsorted(first, self.offsets), len(first))


def common_node(
    page: Page, first: NDArray[np.int32], last: NDArray[np.int32]
) -> IntArray:
    """For each pair of nodes the innermost one that holds both."""
    node, last = first.astype(np.int64), last.astype(np.int64)
    outside = np.flatnonzero(page.nodes.end[node] <= last)
    while len(outside):
        node[outside] = page.nodes.parent[node[outside]]
        outside = outside[page.nodes.end[node[outside]] <= last[outside]]
    return node
