"""Quotes among a page's texts: what an earlier text of a sure block says already.

Comparing every text with every earlier one would take quadratic time on a long thread, so an index
of word sequences names the few earlier texts that are worth comparing.
"""

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu_blocks import LookBlocks
from webwinnow.methods.kimatu_elements import Elements
from webwinnow.methods.kimatu_weights import Weights

__all__ = ["common_subsequence", "quotes"]

SHINGLE = 4  # words; shorter sequences recur by chance
# An index entry remembers so many texts, the latest ones: a quote mostly follows what it quotes.
REMEMBERED = 4
COMPARED = 3  # texts that share the most sequences with the quote
MOST_WORDS = 400  # of a text, that are compared

IntArray = NDArray[np.int64]


def quotes(
    elements: Elements,
    blocks: LookBlocks,
    is_sure: NDArray[np.bool_],
    is_open: NDArray[np.bool_],
    weights: Weights,
) -> NDArray[np.bool_]:
    """The blocks of the looks most of whose texts are quotes of sure blocks; only open blocks are
    asked about, and none that looks like a sure one.
    """
    found = np.zeros(len(blocks.ratio), bool)
    is_asked = is_open & ~is_sure & ~np.isin(blocks.look, blocks.look[is_sure])
    is_reference = is_sure[blocks.of_element] & (elements.words >= weights.quote_words)
    is_text = is_asked[blocks.of_element] & (elements.words >= weights.quote_words)
    if is_reference.any():
        is_text[: np.argmax(is_reference)] = False
    if not (is_text.any() and is_reference.any()):
        return found
    texts = np.flatnonzero(is_text)
    is_quote = quoted(elements, texts, np.flatnonzero(is_reference), weights.quote_share)
    look = blocks.look[blocks.of_element[texts]]
    share = np.bincount(look, is_quote) / np.maximum(np.bincount(look), 1)
    quoting = np.flatnonzero(share > weights.quote_most)
    return is_asked & np.isin(blocks.look, quoting)


def quoted(
    elements: Elements, texts: IntArray, references: IntArray, share: float
) -> NDArray[np.bool_]:
    """Which texts have at least that share of their words, in order, in one earlier reference."""
    numbers, first = elements.tokens
    shingles, owners = sequences(numbers, first)
    is_wanted = np.zeros(len(first) - 1, bool)
    is_wanted[texts] = True
    # Only sequences that some text has are worth an index entry.
    shared = np.isin(shingles, shingles[is_wanted[owners]])
    index: dict[int, list[int]] = {}
    is_reference = np.zeros(len(first) - 1, bool)
    is_reference[references] = True
    found = np.zeros(len(first) - 1, bool)
    tally: dict[int, int] = {}
    text, pending = -1, zip(shingles[shared].tolist(), owners[shared].tolist(), strict=True)
    for shingle, owner in [*pending, (0, len(first))]:
        if owner != text:
            if text >= 0 and is_wanted[text]:
                found[text] = is_said_before(numbers, first, text, tally, share)
            text, tally = owner, {}
        if owner < len(first) - 1 and is_wanted[owner]:
            for earlier in index.get(shingle, ()):
                tally[earlier] = tally.get(earlier, 0) + 1
        elif owner < len(first) - 1 and is_reference[owner]:
            entry = index.setdefault(shingle, [])
            if not entry or entry[-1] != owner:
                entry.append(owner)
                del entry[:-REMEMBERED]
    return found[texts]


def sequences(numbers: NDArray[np.uint32], first: IntArray) -> tuple[NDArray[np.uint64], IntArray]:
    """A number for each sequence of SHINGLE words of one element, and its element."""
    owner = np.repeat(np.arange(len(first) - 1), np.diff(first))
    count = len(numbers) - SHINGLE + 1
    if count < 1:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    shingles = np.zeros(count, np.uint64)
    for place in range(SHINGLE):
        shingles = shingles * np.uint64(0x9E3779B97F4A7C15) + numbers[place : place + count]
    is_whole = owner[:count] == owner[SHINGLE - 1 :]
    return shingles[is_whole], owner[:count][is_whole]


def is_said_before(
    numbers: NDArray[np.uint32], first: IntArray, text: int, tally: dict[int, int], share: float
) -> bool:
    words = numbers[first[text] : first[text + 1]][:MOST_WORDS].tolist()
    for earlier in sorted(tally, key=lambda owner: (-tally[owner], -owner))[:COMPARED]:
        others = numbers[first[earlier] : first[earlier + 1]].tolist()
        if common_subsequence(words, others) >= share * len(words):
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
