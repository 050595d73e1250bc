"""Quotes among a page's texts: what an earlier text of a sure block says already.

Comparing every text with every earlier one would take quadratic time on a long thread, so an index
of word sequences names the few earlier texts that are worth comparing.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu_blocks import LookBlocks
from webwinnow.methods.kimatu_elements import Elements
from webwinnow.methods.kimatu_weights import Weights

__all__ = ["common_subsequence", "quotes"]

SHINGLE = 4  # words; shorter sequences recur by chance
# An index entry remembers so many texts, the latest ones: a quote mostly follows what it quotes.
REMEMBERED = 4
FEWEST_SHARED = 0.2  # of a quote's sequences, those that the quoted text has too
COMPARED = 3  # texts that share the most sequences with the quote
MOST_WORDS = 400  # of a text, that are compared
FACTOR = np.uint64(0x9E3779B97F4A7C15)

IntArray = NDArray[np.int64]


def quotes(
    elements: Elements,
    blocks: LookBlocks,
    is_sure: NDArray[np.bool_],
    is_open: NDArray[np.bool_],
    weights: Weights,
) -> NDArray[np.bool_]:
    """The blocks of the looks most of whose texts are quotes of sure blocks; only looks with an
    open block are asked about, and none that sure blocks have.
    """
    found = np.zeros(len(blocks.ratio), bool)
    is_asked = blocks.look_like(is_open) & ~blocks.look_like(is_sure)
    is_reference = is_sure[blocks.of_element] & (elements.words >= weights.quote_words)
    is_text = is_asked[blocks.of_element] & (elements.words >= weights.quote_words)
    if is_reference.any():
        is_text[: np.argmax(is_reference)] = False
    if not (is_text.any() and is_reference.any()):
        return found
    texts = np.flatnonzero(is_text)
    is_quote = quoted(elements, texts, np.flatnonzero(is_reference), weights.quote_share)
    look = blocks.look[blocks.of_element[texts]]
    if not is_quote.any():
        return found
    count = int(blocks.look[-1]) + 1
    share = np.bincount(look, is_quote, count) / np.maximum(np.bincount(look, minlength=count), 1)
    return is_asked & (share > weights.quote_most)[blocks.look]


def quoted(
    elements: Elements, texts: IntArray, references: IntArray, share: float
) -> NDArray[np.bool_]:
    """Which texts have at least that share of their words, in order, in one earlier reference."""
    numbers, first = elements.tokens
    sequences = Sequences.of(numbers, first)
    asked, said = sequences.those_of(texts), sequences.those_of(references)
    asked = asked.those_in(said)
    if not len(asked.number):
        return np.zeros(len(texts), bool)
    said = said.those_in(asked)
    found = np.zeros(len(elements), bool)
    index: dict[int, list[tuple[int, int]]] = {}
    ahead = list(said.rows())[::-1]
    for text, rows in groupby(asked.rows(), key=lambda row: row[0]):
        while ahead and ahead[-1][0] < text:
            owner, place, sequence = ahead.pop()
            entry = index.setdefault(sequence, [])
            entry.append((owner, place))
            del entry[:-REMEMBERED]
        hits: dict[int, list[int]] = {}
        for _, place, sequence in rows:
            for owner, earlier in index.get(sequence, ()):
                hits.setdefault(owner, []).append(earlier - place)
        found[text] = is_said_before(numbers, first, text, hits, share)
    return found[texts]


class Sequences(NamedTuple):
    """Sequences of SHINGLE words inside elements, in the order of the page."""

    number: NDArray[np.uint64]  # the same for the same words
    element: IntArray
    place: IntArray  # of the first word, in the page

    @classmethod
    def of(cls, numbers: NDArray[np.uint32], first: IntArray) -> "Sequences":
        element = np.repeat(np.arange(len(first) - 1), np.diff(first))
        count = max(len(numbers) - SHINGLE + 1, 0)
        number = np.zeros(count, np.uint64)
        for offset in range(SHINGLE):
            number = number * FACTOR + numbers[offset : offset + count]
        place = np.flatnonzero(element[:count] == element[len(element) - count :])
        return cls(number[place], element[place], place)

    def those_of(self, elements: IntArray) -> "Sequences":
        is_chosen = np.zeros(int(self.element.max(initial=0)) + 1, bool)
        is_chosen[elements[elements < len(is_chosen)]] = True
        return self.where(is_chosen[self.element])

    def those_in(self, others: "Sequences") -> "Sequences":
        """The sequences that the others have too."""
        known = np.sort(others.number)
        if not len(known):
            return others
        after = np.minimum(np.searchsorted(known, self.number), len(known) - 1)
        return self.where(known[after] == self.number)

    def where(self, is_chosen: NDArray[np.bool_]) -> "Sequences":
        chosen = np.flatnonzero(is_chosen)
        return Sequences(self.number[chosen], self.element[chosen], self.place[chosen])

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Element, place and number."""
        return zip(self.element.tolist(), self.place.tolist(), self.number.tolist(), strict=True)


def is_said_before(
    numbers: NDArray[np.uint32],
    first: IntArray,
    text: int,
    hits: dict[int, list[int]],
    share: float,
) -> bool:
    """Whether one of the earlier texts has enough of the text's words; for each of them, how far
    before the text the sequences stand that both have.
    """
    start, end = int(first[text]), min(int(first[text + 1]), int(first[text]) + MOST_WORDS)
    words = numbers[start:end].tolist()
    for owner in sorted(hits, key=lambda owner: (-len(hits[owner]), -owner))[:COMPARED]:
        if len(hits[owner]) < FEWEST_SHARED * (len(words) - SHINGLE + 1):
            return False
        # A long text is compared only around the place where the quote would stand in it.
        there = start + hits[owner][0]
        low = max(int(first[owner]), there - len(words))
        high = min(int(first[owner + 1]), there + 2 * len(words))
        if common_subsequence(words, numbers[low:high].tolist()) >= share * len(words):
            return True
    return False


def common_subsequence(words: list[int], others: list[int]) -> int:
    """How many words the longest common subsequence has; one bit of a number for each word
    (after Crochemore et al. 2001).
    """
    places: dict[int, int] = {}
    for place, word in enumerate(words):
        places[word] = places.get(word, 0) | (1 << place)
    every = (1 << len(words)) - 1
    row = every
    for word in others:
        hits = row & places.get(word, 0)
        if hits:
            row = ((row + hits) | (row - hits)) & every
    return len(words) - row.bit_count()
