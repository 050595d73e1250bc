"""The words, sentences and characters of FIASCO's targets.

A word is the text between white space and punctuation; ASCII letters are compared in lower case.
Each character of kana, Han and Hangul is a word, since no white space separates words there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.methods.fiasco.targets import Targets

# ASCII letters in lower case, and nulls for all ASCII characters that separate words.
WORD_BYTES = bytes(
    code if code >= 128 else ord(chr(code).lower()) if chr(code).isalnum() else 0
    for code in range(256)
)
# First UTF-8 bytes of punctuation with two and three bytes: Latin-1's, and U+2000 to U+2FFF.
TWO_BYTE_MARK, THREE_BYTE_MARK = 0xC2, 0xE2
# First two bytes of Chinese and Japanese punctuation.
WIDE_MARK = 0xE3, 0x80
# First bytes of kana, Han and Hangul.
SINGLE_CHARACTER_WORDS = range(0xE3, 0xEE)
MAX_WORD_BYTES = 16  # bytes of a word that its key covers, besides its length
# Masks for the first 0 to 8 of eight bytes.
FIRST_BYTES = np.array([(1 << 8 * count) - 1 for count in range(9)], np.uint64)
FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)
# Bits of the word key in a number that combines a target and a word. These are the highest bits of
# the key, which depend on all letters.
KEY_BITS = np.uint64(40)

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
Keys = NDArray[np.uint64]
Selection = NDArray[np.bool_] | slice

ALL = slice(None)


class Words(NamedTuple):
    """The words of a text; columns with one value per word."""

    keys: Keys  # equal for equal words
    first: IntArray  # position in the text, in bytes
    length: IntArray


def find_words(text: bytes, starts: IntArray) -> Words:
    """Find the words of a UTF-8 text; a word also begins at each of `starts`, such as runs."""
    # `word_keys` reads this many bytes from the start of each word.
    plain = text.translate(WORD_BYTES) + bytes(MAX_WORD_BYTES)
    codes = np.frombuffer(plain, np.uint8)
    is_word = codes != 0
    if not text.isascii():
        exclude_punctuation(codes, is_word)
    is_first = is_word.copy()
    is_first[1:] &= ~is_word[:-1]
    is_first[starts] = is_word[starts]
    if not text.isascii():
        low, high = SINGLE_CHARACTER_WORDS[0], SINGLE_CHARACTER_WORDS[-1]
        is_first |= is_word & (codes >= low) & (codes <= high)
    first = is_first.nonzero()[0]
    # One past the last byte.
    is_end = ~is_word[1:] | is_first[1:]
    is_end &= is_word[:-1]
    length = is_end.nonzero()[0] + 1 - first
    return Words(word_keys(plain, first, length), first, length)


def exclude_punctuation(codes: NDArray[np.uint8], is_word: NDArray[np.bool_]) -> None:
    """Clear `is_word` at punctuation outside of ASCII."""
    for first, length in ((TWO_BYTE_MARK, 2), (THREE_BYTE_MARK, 3)):
        places = (codes == first).nonzero()[0]
        for offset in range(length):
            is_word[places + offset] = False
    wide = (codes == WIDE_MARK[0]).nonzero()[0]
    wide = wide[codes[wide + 1] == WIDE_MARK[1]]
    for offset in range(3):
        is_word[wide + offset] = False


def word_keys(text: bytes, first: IntArray, length: IntArray) -> Keys:
    """Hash the first MAX_WORD_BYTES bytes and the length of each word."""
    eights: Keys = np.ndarray(len(text) - 7, "<u8", text, strides=(1,))
    found = eights[first] & FIRST_BYTES[np.minimum(length, 8)]
    found *= FACTORS[0]
    found += length.astype(np.uint64) * FACTORS[2]
    longer = (length > 8).nonzero()[0]
    tail = eights[first[longer] + 8] & FIRST_BYTES[np.minimum(length[longer] - 8, 8)]
    found[longer] += tail * FACTORS[1]
    return found


class WordTable(NamedTuple):
    """A lookup table from words to small numbers above 0."""

    keys: Keys  # increasing
    values: NDArray[np.uint8]

    @classmethod
    def of(cls, values: Mapping[str, int]) -> "WordTable":
        """Build a table; entries that are not exactly one word are left out."""
        texts = [word.encode("utf-8", "replace") + b"\n" for word in values]
        ends = np.cumsum([0, *map(len, texts)])
        words = find_words(b"".join(texts), ends[:-1])
        bounds = words.first.searchsorted(ends)
        is_single = np.diff(bounds) == 1
        keys, order = np.unique(words.keys[bounds[:-1][is_single]], return_index=True)
        return cls(keys, np.array(list(values.values()), np.uint8)[is_single][order])

    def look_up(self, keys: Keys) -> NDArray[np.uint8]:
        """Value of each word; 0 for words that are not in the table."""
        if not len(self.keys):
            return np.zeros(len(keys), np.uint8)
        places = np.minimum(self.keys.searchsorted(keys), len(self.keys) - 1)
        return np.where(self.keys[places] == keys, self.values[places], np.uint8(0))


@dataclass(frozen=True)
class TargetText:
    """The visible runs of all targets, one target after the other.

    A run is a target's own text if it is in no element that begins inside the target.
    """

    page: Page
    targets: Targets

    @cached_property
    def runs(self) -> IntArray:
        """Run numbers in the page; all other run columns have one value for each of these."""
        return (self.targets.of_run >= 0).nonzero()[0]

    @cached_property
    def target(self) -> NDArray[np.int32]:
        """Target of each run."""
        return self.targets.of_run[self.runs]

    @cached_property
    def starts(self) -> IntArray:
        """Index of the first run of each target."""
        return self.target.searchsorted(np.arange(len(self.targets)))

    @cached_property
    def inside(self) -> tuple[IntArray, IntArray]:
        """First and one past the last of the elements that begin inside each target.

        For a part of an element these are the elements that begin after the previous run, up to
        the last run of the part.
        """
        targets, opened = self.targets, self.page.runs.opened[self.runs]
        first = targets.nodes + 1
        before = np.append(0, opened)[self.starts]
        last = opened[np.append(self.starts, len(opened))[1:] - 1]
        first = np.where(targets.is_part, np.maximum(first, before), first)
        end = np.where(targets.is_part, last, self.page.nodes.end[targets.nodes])
        return first, end

    @cached_property
    def is_own(self) -> NDArray[np.bool_]:
        """Return whether each run is its target's own text."""
        return self.page.runs.node[self.runs] < self.inside[0][self.target]

    @cached_property
    def in_link(self) -> NDArray[np.bool_]:
        """Return whether each run is in a link."""
        found: NDArray[np.bool_] = self.page.runs.flags[self.runs] & FLAGS["LINK"] != 0
        return found

    def sum_runs(self, values: NDArray[Any], which: Selection = ALL) -> FloatArray:
        """Sum values of the page's runs over the selected runs of each target."""
        found = np.bincount(self.target[which], values[self.runs[which]], len(self.targets))
        return found.astype(np.float64, copy=False)

    @cached_property
    def run_starts(self) -> IntArray:
        """Position of each run in `text`."""
        runs, found = self.page.runs, np.zeros(len(self.runs), np.int64)
        np.cumsum((runs.end[self.runs] - runs.start[self.runs])[:-1], out=found[1:])
        return found

    @cached_property
    def text(self) -> bytes:
        """The UTF-8 text of all runs, without separators."""
        text, runs = self.page.text, self.page.runs
        # The page's text is the concatenation of its runs, so consecutive runs are one slice of it.
        is_cut = np.diff(self.runs, prepend=-2) > 1
        first = runs.start[self.runs[is_cut]]
        end = runs.end[self.runs[np.append(is_cut[1:], True)]] if len(is_cut) else first
        pieces = zip(first.tolist(), end.tolist(), strict=True)
        return b"".join([text[start:stop] for start, stop in pieces])

    @cached_property
    def text_starts(self) -> IntArray:
        """Position of each target's text in `text`."""
        return self.run_starts[self.starts]

    @cached_property
    def text_ends(self) -> IntArray:
        return np.append(self.text_starts[1:], len(self.text))

    def count_bytes(self, table: bytes) -> FloatArray:
        """Number of bytes of each target's text that the table maps to 1."""
        found = np.frombuffer(self.text.translate(table), np.uint8)
        return np.add.reduceat(found, self.text_starts, dtype=np.float64)

    def contains(self, part: bytes) -> NDArray[np.bool_]:
        """Return whether each target's text contains the bytes."""
        found, place = np.zeros(len(self.targets), bool), self.text.find(part)
        while place >= 0:
            target = self.text_starts.searchsorted(place, side="right") - 1
            found[target] = True
            place = self.text.find(part, int(self.text_ends[target]))
        return found

    @cached_property
    def words(self) -> Words:
        return find_words(self.text, self.run_starts)

    @cached_property
    def word_run(self) -> IntArray:
        """Run of each word."""
        return self.run_starts.searchsorted(self.words.first, side="right") - 1

    @cached_property
    def word_target(self) -> NDArray[np.int32]:
        """Target of each word."""
        return self.target[self.word_run]

    @cached_property
    def is_own_word(self) -> NDArray[np.bool_]:
        return self.is_own[self.word_run]

    def count_words(self, which: Selection) -> FloatArray:
        """Number of selected words in each target."""
        return self.count_per_target(self.word_target[which])

    @cached_property
    def types(self) -> tuple[FloatArray, FloatArray]:
        """Number of distinct words in each target, and in its own text."""
        found = self.word_target.astype(np.uint64) << KEY_BITS
        found |= self.words.keys >> (np.uint64(64) - KEY_BITS)
        # The lowest bit, so that of equal words in one target an own word sorts first.
        found &= ~np.uint64(1)
        found |= ~self.is_own_word
        found.sort()
        is_new = np.ones(len(found), bool)
        np.greater(found[1:] ^ found[:-1], 1, out=is_new[1:])
        found = found[is_new]
        target, is_own = (found >> KEY_BITS).astype(np.int64), found & np.uint64(1) == 0
        return self.count_per_target(target), self.count_per_target(target[is_own])

    def count_per_target(self, members: NDArray[Any]) -> FloatArray:
        return np.bincount(members, minlength=len(self.targets)).astype(np.float64)
