"""Bag of words: which words, and how often, but not where. What most benchmarks of today count."""

import re
from collections import Counter

from webwinnow.evaluation.scores.counts import Counts

__all__ = ["bag", "words_of"]

WORD = re.compile(r"\w+")


def words_of(text: str) -> Counter[str]:
    """Letters, digits and underscores in a row, in lower case."""
    return Counter(WORD.findall(text.lower()))


def bag(output: str | Counter[str], gold: str | Counter[str]) -> Counts:
    """Of plain texts, or of what `words_of` made of them, for texts that are scored many times.

    >>> bag("Rain, rain and wind.", "Rain and more rain")
    Counts(both=3, only_output=1, only_gold=1)
    """
    ours, theirs = of_text(output), of_text(gold)
    both = sum(min(count, theirs[word]) for word, count in ours.items() if word in theirs)
    return Counts(both, ours.total() - both, theirs.total() - both)


def of_text(text: str | Counter[str]) -> Counter[str]:
    return words_of(text) if isinstance(text, str) else text
