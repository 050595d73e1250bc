"""Words of texts as numbers, and tables to look them up in: what FIASCO's features count.

A word is what stands between white space and marks; letters of ASCII are alike in both cases. Where
no white space tells words apart, each character of kana, Han and Hangul is one.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["WordTable", "Words", "words_of"]

# Letters in lower case, and nulls for what is between words.
PLAIN = bytes(
    code if code >= 128 else ord(chr(code).lower()) if chr(code).isalnum() else 0
    for code in range(256)
)
# First bytes, in UTF-8, of two and of three that are marks: Latin-1's, and U+2000 to U+2FFF.
TWO_BYTES, THREE_BYTES = 0xC2, 0xE2
# Both first bytes of the marks of Chinese and Japanese.
WIDE_MARKS = 0xE3, 0x80
# First bytes of kana, Han and Hangul.
WORD_BEGINNINGS = range(0xE3, 0xEE)
LONGEST = 16  # bytes of a word that count; longer ones are known by their length besides
# Masks for the first so many of eight bytes.
FIRST_BYTES = np.array([(1 << 8 * count) - 1 for count in range(9)], np.uint64)
FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)

IntArray = NDArray[np.int64]
Keys = NDArray[np.uint64]


class Words(NamedTuple):
    """Of a text; columns with one value for each."""

    keys: Keys  # the same for the same word
    first: IntArray  # place in the text, in bytes
    length: IntArray


def words_of(text: bytes, starts: IntArray) -> Words:
    """Of a text in UTF-8; `starts` are places inside it where words begin anew, such as runs."""
    # As many nulls at the end as are read of a word.
    plain = text.translate(PLAIN) + bytes(LONGEST)
    codes = np.frombuffer(plain, np.uint8)
    is_word = codes != 0
    if not text.isascii():
        unmark(codes, is_word)
    is_first = is_word.copy()
    is_first[1:] &= ~is_word[:-1]
    is_first[starts] = is_word[starts]
    if not text.isascii():
        is_first |= is_word & (codes >= WORD_BEGINNINGS[0]) & (codes <= WORD_BEGINNINGS[-1])
    first = is_first.nonzero()[0]
    # One past the last byte.
    is_end = ~is_word[1:] | is_first[1:]
    is_end &= is_word[:-1]
    length = is_end.nonzero()[0] + 1 - first
    return Words(numbers(plain, first, length), first, length)


def unmark(codes: NDArray[np.uint8], is_word: NDArray[np.bool_]) -> None:
    """Takes marks outside of ASCII from what is in words."""
    for first, length in ((TWO_BYTES, 2), (THREE_BYTES, 3)):
        places = (codes == first).nonzero()[0]
        for offset in range(length):
            is_word[places + offset] = False
    wide = (codes == WIDE_MARKS[0]).nonzero()[0]
    wide = wide[codes[wide + 1] == WIDE_MARKS[1]]
    for offset in range(3):
        is_word[wide + offset] = False


def numbers(text: bytes, first: IntArray, length: IntArray) -> Keys:
    eights: Keys = np.ndarray(len(text) - 7, "<u8", text, strides=(1,))
    found = eights[first] & FIRST_BYTES[np.minimum(length, 8)]
    found *= FACTORS[0]
    found += length.astype(np.uint64) * FACTORS[2]
    longer = (length > 8).nonzero()[0]
    tail = eights[first[longer] + 8] & FIRST_BYTES[np.minimum(length[longer] - 8, 8)]
    found[longer] += tail * FACTORS[1]
    return found


class WordTable(NamedTuple):
    """Small numbers above 0 for some words."""

    keys: Keys  # in order
    values: NDArray[np.uint8]

    @classmethod
    def of(cls, values: Mapping[str, int]) -> "WordTable":
        """Entries that are several words are left out, or none."""
        texts = [word.encode("utf-8", "replace") + b"\n" for word in values]
        ends = np.cumsum([0, *map(len, texts)])
        words = words_of(b"".join(texts), ends[:-1])
        bounds = words.first.searchsorted(ends)
        is_single = np.diff(bounds) == 1
        keys, order = np.unique(words.keys[bounds[:-1][is_single]], return_index=True)
        return cls(keys, np.array(list(values.values()), np.uint8)[is_single][order])

    def look_up(self, keys: Keys) -> NDArray[np.uint8]:
        """The number of each word; 0 for those that are not in the table."""
        if not len(self.keys):
            return np.zeros(len(keys), np.uint8)
        places = np.minimum(self.keys.searchsorted(keys), len(self.keys) - 1)
        return np.where(self.keys[places] == keys, self.values[places], np.uint8(0))
