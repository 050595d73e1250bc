"""Kimatu's step 4 by default: texts whose words an earlier text of a sure block has.

All posts of a thread form one block, and so do all quotes, so this step compares elements.

Comparing every text with every earlier one would take quadratic time on a long thread. An index of
word sequences finds the few earlier texts to compare with.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu.blocks import StyleBlocks
from webwinnow.methods.kimatu.elements import Words
from webwinnow.methods.kimatu.weights import Weights

SEQUENCE_LENGTH = 4  # words; shorter sequences recur by accident
# Texts in an index entry, the latest ones: most quotes follow soon after the quoted text.
MAX_INDEXED = 4
MIN_SHARED = 0.2  # share of a quote's sequences that the quoted text has
MAX_COMPARED = 3  # texts with the most shared sequences
MAX_WORDS = 400  # words of a text that are compared
# Words are hashed into groups: a table of groups is faster than a sorted list, and collisions only
# cost time.
GROUP_BITS = 14
FACTOR = np.uint64(0x9E3779B97F4A7C15)

IntArray = NDArray[np.int64]


def find_quotes(
    words: Words,
    blocks: StyleBlocks,
    is_sure: NDArray[np.bool_],
    is_open: NDArray[np.bool_],
    weights: Weights,
) -> NDArray[np.bool_]:
    """Mark the blocks of styles whose texts are mostly quotes of sure blocks of another style.

    Only the styles of sure and open blocks are tested.
    """
    is_tested = blocks.with_style_of(is_sure | is_open)
    is_long = words.elements.words >= weights.quote_words
    texts = np.flatnonzero(is_tested[blocks.of_element] & is_long)
    of_text = blocks.of_element[texts]
    style = blocks.style[of_text]
    none = np.zeros(len(is_tested), bool)
    # A reply follows the quote and has the style of the quoted text; a summary or copy has none.
    references = texts[is_sure[of_text] & recurs_later(style)]
    if np.count_nonzero(style[1:] != style[:-1]) < 2 or not len(references):
        return none
    # Quotes are shorter than what they quote from: the largest style is the text itself.
    largest = int(np.argmax(np.bincount(blocks.style, np.where(is_sure, blocks.chars, 0))))
    least = weights.quote_most * np.bincount(style, minlength=int(blocks.style[-1]) + 1)
    least[largest] = np.inf
    # Few pages have quotes; single words rule out most of the others.
    can_quote = style != largest
    can_quote[can_quote] = has_earlier_words(
        words, blocks.style[blocks.of_element], references, texts[can_quote], weights
    )
    if not (np.bincount(style, can_quote, len(least)) > least).any():
        return none
    is_quote = find_quoting_texts(words, texts, style, is_sure[of_text], weights.quote_share)
    is_quoting = np.bincount(style, is_quote, len(least)) > least
    return is_tested & is_quoting[blocks.style]


def recurs_later(style: IntArray) -> NDArray[np.bool_]:
    """Mark the styles in a row that occur again later."""
    place = np.arange(len(style))
    last = np.zeros(style.max(initial=0) + 1, np.int64)
    last[style] = place
    recurs: NDArray[np.bool_] = place < last[style]
    return recurs


def has_earlier_words(
    words: Words, style: IntArray, references: IntArray, candidates: IntArray, weights: Weights
) -> NDArray[np.bool_]:
    """Mark the candidates with most of their words in earlier references of other styles: those
    that can be quotes, and a few more.
    """
    none = len(style)
    group = words.hashes >> np.uint32(32 - GROUP_BITS)
    # For each group of words the first reference with one, and the first with another style. NumPy
    # stores the last of several values for one place, hence the reversed order.
    places = words.places(references)[::-1]
    reference_group, reference = group[places], words.owner[places]
    first = np.full(1 << GROUP_BITS, none)
    first[reference_group] = reference
    differs = style[first[reference_group]] != style[reference]
    second = np.full(1 << GROUP_BITS, none)
    second[reference_group[differs]] = reference[differs]
    place = words.places(candidates)
    group, owner = group[place], words.owner[place]
    earlier = first[group]
    is_own = np.append(style, -1)[earlier] == style[owner]
    is_known = np.where(is_own, second[group], earlier) < owner
    compared = np.minimum(words.counts[candidates], MAX_WORDS)
    known = np.bincount(owner, is_known, len(style))[candidates]
    is_enough: NDArray[np.bool_] = known >= weights.quote_share * compared
    return is_enough


def find_quoting_texts(
    words: Words,
    texts: IntArray,
    style: IntArray,
    is_reference: NDArray[np.bool_],
    share: float,
) -> NDArray[np.bool_]:
    """Mark the texts with at least that share of their words, in order, in an earlier reference of
    another style.
    """
    is_quote = np.zeros(len(texts), bool)
    hashes, first = words.hashes, words.first
    sequences = Sequences.of(words, texts).in_two_styles(style)
    style_of = style.tolist()
    last = {one: text for text, one in enumerate(style_of)}
    index: dict[int, list[tuple[int, int]]] = {}
    for text, rows in groupby(sequences.rows(), key=lambda row: row[0]):
        hits: dict[int, list[int]] = {}
        listed = list(rows)
        for _, place, sequence in listed:
            for earlier, there in index.get(sequence, ()):
                if style_of[earlier] != style_of[text] and last[style_of[earlier]] > text:
                    hits.setdefault(earlier, []).append(there - place)
        if hits:
            ends = (int(first[texts[text]]), int(first[texts[text] + 1]))
            is_quote[text] = quotes_any(hashes, first, texts, ends, hits, share)
        if is_reference[text] and not is_quote[text]:
            for _, place, sequence in listed:
                entry = index.setdefault(sequence, [])
                entry.append((text, place))
                del entry[:-MAX_INDEXED]
    return is_quote


class Sequences(NamedTuple):
    """Sequences of SEQUENCE_LENGTH words inside texts, in page order."""

    hashes: NDArray[np.uint64]
    text: IntArray  # index into the texts
    place: IntArray  # of the first word, in the page

    @classmethod
    def of(cls, words: Words, texts: IntArray) -> "Sequences":
        first = words.first[texts]
        counts = np.maximum(words.counts[texts] - SEQUENCE_LENGTH + 1, 0)
        ends = np.cumsum(counts)
        place = np.arange(ends[-1]) + np.repeat(first - ends + counts, counts)
        count = max(len(words.hashes) - SEQUENCE_LENGTH + 1, 0)
        hashes = np.zeros(count, np.uint64)
        for offset in range(SEQUENCE_LENGTH):
            hashes = hashes * FACTOR + words.hashes[offset : offset + count]
        return cls(hashes[place], np.repeat(np.arange(len(texts)), counts), place)

    def in_two_styles(self, style: IntArray) -> "Sequences":
        """Return the sequences that texts of different styles have, and a few more."""
        style = style[self.text]
        # Some thirty times as many groups as sequences make collisions rare.
        bits = len(self.hashes).bit_length() + 5
        group = self.hashes >> np.uint64(64 - bits)
        one_style = np.empty(1 << bits, np.int64)
        one_style[group] = style
        has_two = np.zeros(len(one_style), bool)
        has_two[group[one_style[group] != style]] = True
        chosen = np.flatnonzero(has_two[group])
        return Sequences(self.hashes[chosen], self.text[chosen], self.place[chosen])

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Iterate over text, place and hash."""
        return zip(self.text.tolist(), self.place.tolist(), self.hashes.tolist(), strict=True)


def quotes_any(
    hashes: NDArray[np.uint32],
    first: IntArray,
    texts: IntArray,
    ends: tuple[int, int],
    hits: dict[int, list[int]],
    share: float,
) -> bool:
    """Return whether one of the earlier texts has enough of the words between two places.

    `hits` has, for each earlier text, the offsets of the sequences that both texts have.
    """
    start = ends[0]
    words = hashes[start : min(ends[1], start + MAX_WORDS)].tolist()
    for text in sorted(hits, key=lambda text: (-len(hits[text]), -text))[:MAX_COMPARED]:
        if len(hits[text]) < MIN_SHARED * (len(words) - SEQUENCE_LENGTH + 1):
            return False
        # A long text is compared only around the place where the quote would be.
        there = start + hits[text][0]
        low = max(int(first[texts[text]]), there - len(words))
        high = min(int(first[texts[text] + 1]), there + 2 * len(words))
        others = hashes[low:high].tolist()
        if common_subsequence_length(words, others) >= share * len(words):
            return True
    return False


def common_subsequence_length(words: list[int], others: list[int]) -> int:
    """Return the length of the longest common subsequence, with one bit of an integer for each
    word (after Crochemore et al. 2001).
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
