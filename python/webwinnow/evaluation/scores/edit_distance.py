"""CleanEval's own score, as far as it is known.

Chantree's Perl script, which scored the competition of 2007, could not be had. By what its
organisers say, it gives two scores: one of the text alone, without markers, from an alignment; and
one from the edit distance of the two files and from how far markers bound the same stretches of
text. The total is their mean. What follows is a reading of that; `docs/scores.md` says which parts
are. Compare its figures with each other, and with published ones only roughly.
"""

from itertools import pairwise
from typing import NamedTuple

from webwinnow.evaluation.scores.in_order import matcher
from webwinnow.evaluation.scores.notation import MARKERS, words_and_markers
from webwinnow.evaluation.scores.text_only import numbered

__all__ = ["Official", "official"]

# rapidfuzz traces an alignment through a table of one bit for each pair of words: 1 GiB of them.
MAX_PAIRS = 1 << 33


class Official(NamedTuple):
    """CleanEval's own score of a page, 0..1."""

    text: float
    markup: float

    @property
    def total(self) -> float:
        return (self.text + self.markup) / 2


def official(output: str, gold: str) -> Official:
    """Both texts are in CleanEval's notation; character references are compared as written.

    `text` is the share of words, of both texts together, that have their like in the other when as
    few words as possible are inserted and deleted. `markup` is the mean of two shares: the same
    with markers as words, and that of the segments that start and end at words aligned with the
    start and the end of a segment of the other text.

    >>> official("<p>It rained <p>all day", "<p>It rained <p>all night")
    Official(text=0.75, markup=0.6666666666666667)
    """
    ours, theirs = tokens(output), tokens(gold)
    words, gold_words = numbered(only_words(ours), only_words(theirs))
    marked_words, marked_gold_words = numbered(ours, theirs)
    places = in_place(segments(ours), segments(theirs), partners(words, gold_words))
    return Official(
        text=similarity(words, gold_words),
        markup=(similarity(marked_words, marked_gold_words) + places) / 2,
    )


def tokens(text: str) -> list[str]:
    return [word for word in words_and_markers(text) if word]


def only_words(tokens: list[str]) -> list[str]:
    return [token for token in tokens if token not in MARKERS]


def similarity(ours: list[int], theirs: list[int]) -> float:
    """1 − distance / (words of both), the distance being insertions and deletions."""
    from rapidfuzz.distance import Indel

    return Indel.normalized_similarity(ours, theirs)


def segments(tokens: list[str]) -> list[tuple[int, int]]:
    """First and last word of each segment, counted without markers; empty segments are left out,
    and so is text before the first marker."""
    opened = [place for place, token in enumerate(tokens) if token in MARKERS]
    # The n-th marker (from 0) has n markers before it.
    starts = [place - n for n, place in enumerate(opened)] + [len(tokens) - len(opened)]
    return [(start, end - 1) for start, end in pairwise(starts) if start < end]


def partners(ours: list[int], theirs: list[int]) -> dict[int, int]:
    """Each aligned word's partner in the gold."""
    from rapidfuzz.distance import LCSseq

    if len(ours) * len(theirs) > MAX_PAIRS:
        blocks = matcher()(None, ours, theirs).get_matching_blocks()
    else:
        blocks = LCSseq.opcodes(ours, theirs).as_matching_blocks()
    return {a + k: b + k for a, b, size in blocks for k in range(size)}


def in_place(
    ours: list[tuple[int, int]], theirs: list[tuple[int, int]], partner: dict[int, int]
) -> float:
    """Share of segments, of both texts together, that have one in the same place in the other."""
    wanted = set(theirs)
    found = sum((partner.get(start), partner.get(end)) in wanted for start, end in ours)
    every = len(ours) + len(theirs)
    return 2 * found / every if every else 1.0
