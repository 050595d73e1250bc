"""Scores of plain text: bag of words, and longest common subsequence of words."""

import re
from collections import Counter

from webwinnow.evaluation.scores.counts import Counts

WORD = re.compile(r"\w+")


def count_words(text: str) -> Counter[str]:
    """Lower-case words: runs of letters, digits and underscores."""
    return Counter(WORD.findall(text.lower()))


def score_bag(output: str | Counter[str], gold: str | Counter[str]) -> Counts:
    """Compare words in any order; takes texts, or `count_words` of texts that are scored often.

    >>> score_bag("Rain, rain and wind.", "Rain and more rain")
    Counts(both=3, only_output=1, only_gold=1)
    """
    ours = count_words(output) if isinstance(output, str) else output
    theirs = count_words(gold) if isinstance(gold, str) else gold
    both = sum(min(count, theirs[word]) for word, count in ours.items() if word in theirs)
    return Counts(both, ours.total() - both, theirs.total() - both)


def score_text(output: str, gold: str) -> Counts:
    """Compare plain texts by the longest common subsequence of their words.

    `to_plain_text` removes the markers of texts in CleanEval's notation.

    >>> score_text("Home It rained all day", "It rained all night")
    Counts(both=3, only_output=2, only_gold=1)
    """
    from rapidfuzz.distance import LCSseq

    ours, theirs = number_words(output.split(), gold.split())
    both = LCSseq.similarity(ours, theirs)
    return Counts(both, len(ours) - both, len(theirs) - both)


def number_words(*texts: list[str]) -> list[list[int]]:
    """Words as numbers, equal for equal words; rapidfuzz would compare only their hashes."""
    numbers: dict[str, int] = {}
    return [[numbers.setdefault(word, len(numbers)) for word in words] for words in texts]
