"""Words in order: what Evert's `cleaneval.py` counts, and with it the GoldMiner paper's tables."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from webwinnow.evaluation.scores.counts import Counts
from webwinnow.evaluation.scores.notation import MARKERS, unlabelled, words_and_markers

__all__ = ["InOrder", "words"]


class InOrder(NamedTuple):
    """Counts of one page."""

    words: Counts  # markers among them
    segments: Counts  # markers alone, all of one kind
    labelled: Counts  # markers alone, right only where the kind is


def words(output: str, gold: str) -> InOrder:
    """Both texts are in CleanEval's notation; character references are compared as written.

    Three words, a marker, and the empty word before the first marker are common here:

    >>> words("<p>It rained <p>all day", "<h>It rained <p>all night").words
    Counts(both=5, only_output=2, only_gold=2)
    """
    ours, theirs = words_and_markers(output), words_and_markers(gold)
    every, labelled = aligned(ours, theirs)
    _, segments = aligned(unlabelled(ours), unlabelled(theirs))
    return InOrder(every, segments, labelled)


def aligned(ours: list[str], theirs: list[str]) -> tuple[Counts, Counts]:
    """Counts of all words and of markers, aligned as difflib does by default.

    That is not the longest common subsequence: difflib takes the longest common stretch, then goes
    on to its left and right, and in texts of 200 words or more does not start from words that make
    up over 1 % of the gold.
    """
    both = both_markers = 0
    for start, _, size in matcher()(None, ours, theirs).get_matching_blocks():
        both += size
        both_markers += count_markers(ours[start : start + size])
    return (
        of_totals(both, len(ours), len(theirs)),
        of_totals(both_markers, count_markers(ours), count_markers(theirs)),
    )


def count_markers(words: list[str]) -> int:
    return sum(word in MARKERS for word in words)


def of_totals(both: int, ours: int, theirs: int) -> Counts:
    return Counts(both, ours - both, theirs - both)


@cache
def matcher() -> Any:
    """difflib's `SequenceMatcher`; compiled where cydifflib is installed, with the same result."""
    name = "cydifflib" if find_spec("cydifflib") else "difflib"
    return import_module(name).SequenceMatcher
