"""Kimatu's text elements: the page's blocks with visible text, their measures and words."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.methods.base import visible_runs
from webwinnow.methods.markup import count_enclosing, tag_table

IntArray = NDArray[np.int64]

IS_HEADER_TAG = tag_table("h1", "h2", "h3", "h4", "h5", "h6")


def byte_table(members: bytes) -> bytes:
    """Return a table indexed by byte: 1 for the members, else 0."""
    return bytes(code in members for code in range(256))


def starts_of_stretches(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Mark the values that differ from the one before, and the first one."""
    starts = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=starts[1:])
    return starts


def differences(values: IntArray) -> IntArray:
    """Subtract from each value the one before; 0 from the first."""
    result: IntArray = values.copy()
    result[1:] -= values[:-1]
    return result


def stretch_lengths(first: IntArray, end: int) -> IntArray:
    """Return the lengths of adjoining stretches that start at `first` and reach to `end`."""
    ends = np.empty_like(first)
    ends[-1:] = end
    ends[:-1] = first[1:]
    return ends - first


MARKS = b".,;:!?"
MARK, QUOTE, PHRASE_END, PADDING = range(1, 5)
# A mark before a letter or digit belongs to a time, a number or an abbreviation. 0xE2 is the first
# byte of typographic dashes.
ROLES = {MARK: MARKS, QUOTE: b"\"'", PHRASE_END: b" \n\t()[]{}\xe2", PADDING: b"\1"}
ROLE_OF_BYTE = bytes(
    next((role for role, codes in ROLES.items() if code in codes), 0) for code in range(256)
)
DOT = ord(".")
# Quotes, and marks that need no space after them, with replacements of the same length.
WIDE_MARKS = [
    (wide.encode(), plain.encode().ljust(len(wide.encode())))
    for wide, plain in zip("。、，；：！？।؟،“”„«»‘「」", ".,,;:!?.?," + '"' * 8, strict=True)
]
# It may be an apostrophe: the character after it decides.
WIDE_MARKS.append(("’".encode(), ROLES[PADDING] * 2 + b"'"))


# Lower-case letters, zeros for digits, and nulls between words.
SEPARATORS = bytes(code for code in range(128) if not chr(code).isalnum())
NORMALIZED = bytes.maketrans(
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" + SEPARATORS,
    b"0000000000abcdefghijklmnopqrstuvwxyz" + bytes(len(SEPARATORS)),
)
# First bytes of kana, Han and Hangul: each character is a word.
CJK_LEAD_BYTES = range(0xE3, 0xEE)
# Masks for the first n of eight bytes.
BYTE_MASKS = np.array([(1 << 8 * count) - 1 for count in range(9)], np.uint64)
FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)


class Elements:
    """One row for each block with visible text, in page order."""

    def __init__(self, page: Page) -> None:
        self.visible = visible_runs(page)
        self.runs = np.flatnonzero(self.visible)
        runs = page.runs
        block, node = runs.block[self.runs], runs.node[self.runs]
        self.starts = np.flatnonzero(starts_of_stretches(block))
        self.runs_each = stretch_lengths(self.starts, len(self.runs))
        self.page = page
        self.chars = self.sum_runs(runs.chars[self.runs])
        self.words = self.sum_runs(runs.words[self.runs])
        self.node = common_node(page, *self.node_ranges(node))

    def __len__(self) -> int:
        return len(self.starts)

    def sum_runs(self, values: NDArray[np.generic]) -> IntArray:
        """Sum values of runs over each element."""
        if not len(self.starts):
            return np.zeros(0, np.int64)
        return np.add.reduceat(values, self.starts, dtype=np.int64)

    def node_ranges(self, values: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        if not len(self.starts):
            return values, values
        return np.minimum.reduceat(values, self.starts), np.maximum.reduceat(values, self.starts)

    @cached_property
    def in_link(self) -> NDArray[np.bool_]:
        """Mark the visible runs inside links."""
        in_link: NDArray[np.bool_] = self.page.runs.flags[self.runs] & FLAGS["LINK"] != 0
        return in_link

    @cached_property
    def links(self) -> IntArray:
        """Links that start in each element."""
        node = self.page.runs.node[self.runs]
        return self.sum_runs(self.in_link & starts_of_stretches(node * self.in_link))

    @cached_property
    def link_chars(self) -> IntArray:
        return self.sum_runs(self.page.runs.chars[self.runs] * self.in_link)

    @cached_property
    def is_header(self) -> NDArray[np.bool_]:
        """Mark the elements inside h1 to h6."""
        nodes = self.page.nodes
        inside: NDArray[np.bool_] = count_enclosing(IS_HEADER_TAG[nodes.tag], nodes.end) > 0
        return inside[self.node]

    @cached_property
    def classes(self) -> tuple[NDArray[np.int32], list[str]]:
        """The nodes with a class, in order, and their classes."""
        return self.page.having("class")

    @cached_property
    def run_ends(self) -> IntArray:
        """The end of each visible run in `text`."""
        runs = self.page.runs
        return np.cumsum(runs.end[self.runs] - runs.start[self.runs], dtype=np.int64)

    @cached_property
    def text(self) -> bytes:
        """The visible runs in UTF-8, concatenated."""
        text, runs = self.page.text, self.page.runs
        # The page's text is the concatenation of its runs, so adjacent runs are one piece.
        is_visible = np.zeros(len(runs) + 2, bool)
        is_visible[1:-1] = self.visible
        turns = np.flatnonzero(is_visible[1:] != is_visible[:-1])
        first, end = runs.start[turns[::2]], runs.end[turns[1::2] - 1]
        pieces = zip(first.tolist(), end.tolist(), strict=True)
        return b"".join([text[start:stop] for start, stop in pieces])

    @cached_property
    def ends(self) -> IntArray:
        """The end of each element in `text`."""
        ends: IntArray = self.run_ends[self.starts + self.runs_each - 1]
        return ends

    @cached_property
    def lengths(self) -> IntArray:
        """The length of each element in `text`."""
        return differences(self.ends)

    @cached_property
    def marks(self) -> IntArray:
        """Punctuation marks and quotes at the boundaries of phrases, by element."""
        text = self.text
        if not text.isascii():
            for wide, plain in WIDE_MARKS:
                # A search for single bytes is much faster.
                if all(byte in text for byte in wide):
                    text = text.replace(wide, plain)
        return count_phrase_marks(text, self.run_ends, self.ends)


def count_phrase_marks(text: bytes, run_ends: IntArray, ends: IntArray) -> IntArray:
    """Count the marks and quotes at the boundaries of phrases, by element.

    A mark stands before a space, a quote, a bracket or the end of a run; a quote also after one of
    these or beside a mark. The last dot of an acronym ("U.S.A.") is no boundary.
    """
    roles = np.frombuffer(text.translate(ROLE_OF_BYTE), np.uint8)
    places = np.flatnonzero((roles == MARK) | (roles == QUOTE))
    is_edge = np.zeros(len(text) + 1, bool)
    is_edge[run_ends] = True
    is_edge[0] = True
    role, before = roles[places], roles[places - 1]
    after = roles[np.minimum(places + 1, len(roles) - 1)]
    is_quote = role == QUOTE
    is_boundary = is_edge[places + 1] | (after > np.where(is_quote, 0, MARK))
    is_boundary |= is_quote & (is_edge[places] | ((before > 0) & (before <= PHRASE_END)))
    codes = np.frombuffer(text, np.uint8)
    is_acronym = (codes[places] == DOT) & (before == 0) & (places > 1)
    is_acronym &= codes[np.maximum(places - 2, 0)] == DOT
    marks = places[is_boundary & ~is_acronym]
    return differences(marks.searchsorted(ends))


def common_node(page: Page, first: NDArray[np.int32], last: NDArray[np.int32]) -> IntArray:
    """Return the innermost node around each pair of nodes."""
    node, last = first.astype(np.int64), last.astype(np.int64)
    outside = np.flatnonzero(page.nodes.end[node] <= last)
    while len(outside):
        node[outside] = page.nodes.parent[node[outside]]
        outside = outside[page.nodes.end[node[outside]] <= last[outside]]
    return node


class Words:
    """Hashed words of the chosen elements.

    They are computed on first use, because most pages need none.
    """

    def __init__(self, elements: Elements, is_chosen: NDArray[np.bool_]) -> None:
        self.elements = elements
        self.is_chosen = is_chosen

    @property
    def hashes(self) -> NDArray[np.uint32]:
        """The hash of each word."""
        return self.hashes_and_starts[0]

    @property
    def first(self) -> IntArray:
        """The first word of each element, and the end."""
        return self.hashes_and_starts[1]

    @cached_property
    def hashes_and_starts(self) -> tuple[NDArray[np.uint32], IntArray]:
        elements = self.elements
        # The hash reads up to 16 bytes from the start of a word.
        text = elements.text.translate(NORMALIZED) + bytes(16)
        is_word = np.frombuffer(text, np.uint8) != 0
        is_word[:-16] &= np.repeat(self.is_chosen, elements.lengths)
        first, length = find_words(text, is_word, elements.run_ends)
        element_starts = elements.ends - elements.lengths
        places = np.append(first.searchsorted(element_starts), len(first))
        return hash_words(text, first, length), places

    @cached_property
    def counts(self) -> IntArray:
        """The number of words of each element."""
        return np.diff(self.first)

    @cached_property
    def owner(self) -> IntArray:
        """The element of each word."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    def places(self, elements: IntArray) -> IntArray:
        """Return the indexes of the words of some elements."""
        is_chosen = np.zeros(len(self.counts), bool)
        is_chosen[elements] = True
        return np.flatnonzero(is_chosen[self.owner])


def find_words(
    text: bytes, is_word: NDArray[np.bool_], ends: IntArray
) -> tuple[IntArray, IntArray]:
    """Return the starts and lengths of words; a word ends with its run."""
    is_first = is_word.copy()
    is_first[1:] &= ~is_word[:-1]
    is_first[ends] = is_word[ends]
    if not text.isascii():
        codes = np.frombuffer(text, np.uint8)
        is_first |= is_word & (codes >= CJK_LEAD_BYTES[0]) & (codes <= CJK_LEAD_BYTES[-1])
    is_last = is_word[:-1] & (is_first[1:] | ~is_word[1:])
    first = np.flatnonzero(is_first)
    return first, np.flatnonzero(is_last) - first + 1


def hash_words(text: bytes, first: IntArray, length: IntArray) -> NDArray[np.uint32]:
    """Hash words by their first 16 bytes and their length."""
    eights: NDArray[np.uint64] = np.ndarray(len(text) - 7, "<u8", text, strides=(1,))
    head = eights[first] & BYTE_MASKS[np.minimum(length, 8)]
    found = head * FACTORS[0] + length.astype(np.uint64) * FACTORS[2]
    longer = np.flatnonzero(length > 8)
    tail = eights[first[longer] + 8] & BYTE_MASKS[np.minimum(length[longer] - 8, 8)]
    found[longer] += tail * FACTORS[1]
    high: NDArray[np.uint32] = (found >> np.uint64(32)).astype(np.uint32)
    return high
