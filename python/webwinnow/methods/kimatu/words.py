"""The words of a page's elements as numbers, for Kimatu's steps that compare what elements say."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu.elements import Elements

__all__ = ["Words"]

# Letters in lower case, every digit a zero, and nulls for what is between words.
BETWEEN = bytes(code for code in range(128) if not chr(code).isalnum())
PLAIN = bytes.maketrans(
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" + BETWEEN,
    b"0000000000abcdefghijklmnopqrstuvwxyz" + bytes(len(BETWEEN)),
)
# First bytes of kana, Han and Hangul, which are words of their own.
WORD_BEGINNINGS = range(0xE3, 0xEE)
# Masks for the first so many of eight bytes.
FIRST_BYTES = np.array([(1 << 8 * count) - 1 for count in range(9)], np.uint64)
FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)

IntArray = NDArray[np.int64]


class Words:
    """The words of the chosen elements, read when they are first asked for: most of a page is
    never compared with anything.
    """

    def __init__(self, elements: Elements, is_chosen: NDArray[np.bool_]) -> None:
        self.elements = elements
        self.is_chosen = is_chosen

    @property
    def number(self) -> NDArray[np.uint32]:
        """Of each word; the same for the same word."""
        return self.numbers_and_first[0]

    @property
    def first(self) -> IntArray:
        """Where the words of each element of the page begin; then the end."""
        return self.numbers_and_first[1]

    @cached_property
    def numbers_and_first(self) -> tuple[NDArray[np.uint32], IntArray]:
        elements = self.elements
        # With as many nulls at the end as are read of a word.
        text = elements.text.translate(PLAIN) + bytes(16)
        is_word = np.frombuffer(text, np.uint8) != 0
        is_word[:-16] &= np.repeat(self.is_chosen, elements.lengths)
        first, length = words_in(text, is_word, elements.run_ends)
        element_starts = elements.ends - elements.lengths
        places = np.append(first.searchsorted(element_starts), len(first))
        return numbers(text, first, length), places

    @cached_property
    def counts(self) -> IntArray:
        """How many words each element has."""
        return np.diff(self.first)

    @cached_property
    def owner(self) -> IntArray:
        """The element of each word."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    def places(self, elements: IntArray) -> IntArray:
        """Where the words of some elements are."""
        is_asked = np.zeros(len(self.counts), bool)
        is_asked[elements] = True
        return np.flatnonzero(is_asked[self.owner])


def words_in(text: bytes, is_word: NDArray[np.bool_], ends: IntArray) -> tuple[IntArray, IntArray]:
    """Where words begin, and their lengths; a word ends where its run does."""
    is_first = is_word.copy()
    is_first[1:] &= ~is_word[:-1]
    is_first[ends] = is_word[ends]
    if not text.isascii():
        codes = np.frombuffer(text, np.uint8)
        is_first |= is_word & (codes >= WORD_BEGINNINGS[0]) & (codes <= WORD_BEGINNINGS[-1])
    is_last = is_word[:-1] & (is_first[1:] | ~is_word[1:])
    first = np.flatnonzero(is_first)
    return first, np.flatnonzero(is_last) - first + 1


def numbers(text: bytes, first: IntArray, length: IntArray) -> NDArray[np.uint32]:
    """A word is known by its first sixteen bytes and its length."""
    eights: NDArray[np.uint64] = np.ndarray(len(text) - 7, "<u8", text, strides=(1,))
    head = eights[first] & FIRST_BYTES[np.minimum(length, 8)]
    found = head * FACTORS[0] + length.astype(np.uint64) * FACTORS[2]
    longer = np.flatnonzero(length > 8)
    tail = eights[first[longer] + 8] & FIRST_BYTES[np.minimum(length[longer] - 8, 8)]
    found[longer] += tail * FACTORS[1]
    high: NDArray[np.uint32] = (found >> np.uint64(32)).astype(np.uint32)
    return high
