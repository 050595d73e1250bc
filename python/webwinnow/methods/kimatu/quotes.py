"""Quotes among a page's texts: what an earlier text of a sure block says already.

Comparing every text with every earlier one would take quadratic time on a long thread, so an index
of word sequences names the few earlier texts that are worth comparing.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu.blocks import LookBlocks
from webwinnow.methods.kimatu.weights import Weights
from webwinnow.methods.kimatu.words import Words

__all__ = ["common_subsequence", "quotes"]

SHINGLE = 4  # words; shorter sequences recur by chance
# An index entry remembers so many texts, the latest ones: a quote mostly follows what it quotes.
REMEMBERED = 4
FEWEST_SHARED = 0.2  # of a quote's sequences, those that the quoted text has too
COMPARED = 3  # texts that share the most sequences with the quote
MOST_WORDS = 400  # of a text, that are compared
# Words are put into so many groups, as a power of two: a table of groups is quicker to ask than a
# sorted list, and strangers in a group only cost time.
GROUP_BITS = 14
FACTOR = np.uint64(0x9E3779B97F4A7C15)

IntArray = NDArray[np.int64]


def quotes(
    words: Words,
    blocks: LookBlocks,
    is_sure: NDArray[np.bool_],
    is_open: NDArray[np.bool_],
    weights: Weights,
) -> NDArray[np.bool_]:
    """The blocks of the looks most of whose texts are quotes of sure blocks with another look; only
    the looks of sure and of open blocks are asked about.
    """
    is_asked = blocks.look_like(is_sure | is_open)
    is_long = words.elements.words >= weights.quote_words
    texts = np.flatnonzero(is_asked[blocks.of_element] & is_long)
    of_text = blocks.of_element[texts]
    look = blocks.look[of_text]
    none = np.zeros(len(is_asked), bool)
    # A reply follows the quote and looks like what was quoted; a summary or a copy has none.
    references = texts[is_sure[of_text] & come_again(look)]
    if np.count_nonzero(look[1:] != look[:-1]) < 2 or not len(references):
        return none
    # There is more to quote from than there are quotes: the largest look is the text itself.
    largest = int(np.argmax(np.bincount(blocks.look, np.where(is_sure, blocks.chars, 0))))
    least = weights.quote_most * np.bincount(look, minlength=int(blocks.look[-1]) + 1)
    least[largest] = np.inf
    # Few pages have quotes, and most of the others are told by single words.
    can_quote = look != largest
    can_quote[can_quote] = say_known_words(
        words, blocks.look[blocks.of_element], references, texts[can_quote], weights
    )
    if not (np.bincount(look, can_quote, len(least)) > least).any():
        return none
    is_quote = quoted(words, texts, look, is_sure[of_text], weights.quote_share)
    is_quoting = np.bincount(look, is_quote, len(least)) > least
    return is_asked & is_quoting[blocks.look]


def come_again(look: IntArray) -> NDArray[np.bool_]:
    """Which looks of a row are there once more after it."""
    place = np.arange(len(look))
    last = np.zeros(look.max(initial=0) + 1, np.int64)
    last[look] = place
    found: NDArray[np.bool_] = place < last[look]
    return found


def say_known_words(
    words: Words, look: IntArray, references: IntArray, asked: IntArray, weights: Weights
) -> NDArray[np.bool_]:
    """Which of the elements that are asked about have most of their words in earlier references of
    other looks: those that can be quotes, and a few more.
    """
    none = len(look)
    group = words.number >> np.uint32(32 - GROUP_BITS)
    # For each group of words the first reference that has one, and the first that looks different
    # from it. Of several values for one place NumPy keeps the last, hence the reversed order.
    said = words.places(references)[::-1]
    group_said, reference = group[said], words.owner[said]
    first = np.full(1 << GROUP_BITS, none)
    first[group_said] = reference
    differs = look[first[group_said]] != look[reference]
    second = np.full(1 << GROUP_BITS, none)
    second[group_said[differs]] = reference[differs]
    place = words.places(asked)
    group, owner = group[place], words.owner[place]
    earlier = first[group]
    is_own = np.append(look, -1)[earlier] == look[owner]
    is_known = np.where(is_own, second[group], earlier) < owner
    compared = np.minimum(words.counts[asked], MOST_WORDS)
    known = np.bincount(owner, is_known, len(look))[asked]
    found: NDArray[np.bool_] = known >= weights.quote_share * compared
    return found


def quoted(
    words: Words,
    texts: IntArray,
    look: IntArray,
    is_reference: NDArray[np.bool_],
    share: float,
) -> NDArray[np.bool_]:
    """Which texts have at least that share of their words, in order, in an earlier reference of
    another look.
    """
    found = np.zeros(len(texts), bool)
    numbers, first = words.number, words.first
    sequences = Sequences.of(words, texts).in_two_looks(look)
    look_of = look.tolist()
    last = {one: text for text, one in enumerate(look_of)}
    index: dict[int, list[tuple[int, int]]] = {}
    for text, rows in groupby(sequences.rows(), key=lambda row: row[0]):
        hits: dict[int, list[int]] = {}
        said = list(rows)
        for _, place, sequence in said:
            for earlier, there in index.get(sequence, ()):
                if look_of[earlier] != look_of[text] and last[look_of[earlier]] > text:
                    hits.setdefault(earlier, []).append(there - place)
        if hits:
            ends = (int(first[texts[text]]), int(first[texts[text] + 1]))
            found[text] = is_said_before(numbers, first, texts, ends, hits, share)
        if is_reference[text] and not found[text]:
            for _, place, sequence in said:
                entry = index.setdefault(sequence, [])
                entry.append((text, place))
                del entry[:-REMEMBERED]
    return found


class Sequences(NamedTuple):
    """Sequences of SHINGLE words inside texts, in the order of the page."""

    number: NDArray[np.uint64]  # the same for the same words
    text: IntArray  # index into the texts
    place: IntArray  # of the first word, in the page

    @classmethod
    def of(cls, words: Words, texts: IntArray) -> "Sequences":
        first = words.first[texts]
        counts = np.maximum(words.counts[texts] - SHINGLE + 1, 0)
        ends = np.cumsum(counts)
        place = np.arange(ends[-1]) + np.repeat(first - ends + counts, counts)
        count = max(len(words.number) - SHINGLE + 1, 0)
        number = np.zeros(count, np.uint64)
        for offset in range(SHINGLE):
            number = number * FACTOR + words.number[offset : offset + count]
        return cls(number[place], np.repeat(np.arange(len(texts)), counts), place)

    def in_two_looks(self, look: IntArray) -> "Sequences":
        """The sequences that texts of different looks have, and a few more."""
        look = look[self.text]
        # Some thirty times as many groups as sequences: few have strangers in them.
        bits = len(self.number).bit_length() + 5
        group = self.number >> np.uint64(64 - bits)
        one_look = np.empty(1 << bits, np.int64)
        one_look[group] = look
        has_two = np.zeros(len(one_look), bool)
        has_two[group[one_look[group] != look]] = True
        chosen = np.flatnonzero(has_two[group])
        return Sequences(self.number[chosen], self.text[chosen], self.place[chosen])

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Text, place and number."""
        return zip(self.text.tolist(), self.place.tolist(), self.number.tolist(), strict=True)


def is_said_before(
    numbers: NDArray[np.uint32],
    first: IntArray,
    texts: IntArray,
    ends: tuple[int, int],
    hits: dict[int, list[int]],
    share: float,
) -> bool:
    """Whether one of the earlier texts has enough of the words between two places; for each of
    them, how far away from there the sequences stand that both have.
    """
    start = ends[0]
    words = numbers[start : min(ends[1], start + MOST_WORDS)].tolist()
    for text in sorted(hits, key=lambda text: (-len(hits[text]), -text))[:COMPARED]:
        if len(hits[text]) < FEWEST_SHARED * (len(words) - SHINGLE + 1):
            return False
        # A long text is compared only around the place where the quote would stand in it.
        there = start + hits[text][0]
        low = max(int(first[texts[text]]), there - len(words))
        high = min(int(first[texts[text] + 1]), there + 2 * len(words))
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
