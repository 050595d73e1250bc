"""FIASCO's keywords: words that are typical of clean or of dirty text, chosen by keyness.

Keyness is the lower bound of the confidence interval of the log odds ratio between a word's
frequencies in clean and in dirty text. A keyword is also more frequent than in general language, so
that it is typical of web pages and not a function word.

Differs: wordfreq replaces the British National Corpus; a keyword must occur on several sites.
Function words, whose share separates prose from menus, are a third list.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import CannotLearn, InputError
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.fiasco.target_text import TargetText, WordTable
from webwinnow.methods.fiasco.targets import Targets

# Bits of the three lists in the combined table.
CLEAN, DIRTY, COMMON = 1, 2, 4
# The lower bound is so many standard errors below the estimate: 99.9 %, because thousands of words
# are tested.
STANDARD_ERRORS = 3.29
MAX_WORDS = 200  # per list
MIN_SITES = 5
# How much more frequent than in general language a keyword is.
MIN_FREQUENCY_RATIO = 2.0

Frequency = Callable[[str], float]


@dataclass(frozen=True)
class Keywords:
    """Three lists of words in lower case, sorted by falling keyness."""

    clean: tuple[str, ...] = ()
    dirty: tuple[str, ...] = ()
    common: tuple[str, ...] = ()  # of clean text, and as frequent in general language

    @classmethod
    def fit(
        cls, examples: Iterable[TrainingExample], *, most: int = MAX_WORDS, language: str = "en"
    ) -> "Keywords":
        """Choose at most `most` words per list; `language` is a wordfreq code."""
        frequency = general_frequency(language)
        clean, dirty = WordCounts(), WordCounts()
        for example in examples:
            count_words(example, clean, dirty)
        if not clean.words or not dirty.words:
            raise CannotLearn("keywords need clean and dirty text; add pages that have both")
        return cls.from_counts(clean, dirty, frequency, most=most)

    @classmethod
    def from_counts(
        cls,
        clean: "WordCounts",
        dirty: "WordCounts",
        frequency: Frequency,
        *,
        most: int = MAX_WORDS,
    ) -> "Keywords":
        """Choose keywords from word counts."""
        of_clean, common = split_by_frequency(rank_words(clean, dirty), clean, frequency)
        of_dirty, _ = split_by_frequency(rank_words(dirty, clean), dirty, frequency)
        return cls(*(tuple(words[:most]) for words in (of_clean, of_dirty, common)))

    @cached_property
    def table(self) -> WordTable:
        """The bits of the lists of each word."""
        values: Counter[str] = Counter()
        for words, bit in ((self.clean, CLEAN), (self.dirty, DIRTY), (self.common, COMMON)):
            values.update(dict.fromkeys(words, bit))
        return WordTable.of(values)


@dataclass
class WordCounts:
    """Number of occurrences of each word, and of sites that have it."""

    words: Counter[str] = field(default_factory=Counter)
    sites: Counter[str] = field(default_factory=Counter)
    seen: set[tuple[str, str]] = field(default_factory=set)

    def add(self, words: list[str], site: str) -> None:
        self.words.update(words)
        new = {(site, word) for word in words} - self.seen
        self.seen |= new
        self.sites.update(word for _, word in new)


def count_words(example: TrainingExample, clean: WordCounts, dirty: WordCounts) -> None:
    """Count the words of a page's targets as clean or dirty, by the label of their run."""
    texts = TargetText(example.page, Targets.of(example.page))
    text, words = texts.text, texts.words
    bounds = zip(words.first.tolist(), (words.first + words.length).tolist(), strict=True)
    every = [text[first:end].decode("utf-8", "replace").lower() for first, end in bounds]
    is_clean = example.keep[texts.runs[texts.word_run]].tolist()
    for tally, wanted in ((clean, True), (dirty, False)):
        here = [word for word, keep in zip(every, is_clean, strict=True) if keep is wanted]
        tally.add(here, example.site)


def rank_words(part: WordCounts, other: WordCounts) -> list[str]:
    """Words with positive keyness for a part of the text, the highest first."""
    words = [word for word, sites in part.sites.items() if sites >= MIN_SITES]
    grades = keyness(
        np.array([part.words[word] for word in words], np.float64),
        part.words.total(),
        np.array([other.words[word] for word in words], np.float64),
        other.words.total(),
    )
    keys = [(-grade, word) for grade, word in zip(grades.tolist(), words, strict=True) if grade > 0]
    return [word for _, word in sorted(keys)]


def keyness(
    here: NDArray[np.float64], of_here: int, there: NDArray[np.float64], of_there: int
) -> NDArray[np.float64]:
    """Lower bound of the log odds ratio, from word counts and totals of two parts of the text.

    0.5 is added to all counts, so that a count of 0 has a logarithm.
    """
    cells = (here + 0.5, of_here - here + 0.5, there + 0.5, of_there - there + 0.5)
    ratio = np.log(cells[0] / cells[1]) - np.log(cells[2] / cells[3])
    error = np.sqrt(sum(1 / cell for cell in cells))
    bound: NDArray[np.float64] = ratio - STANDARD_ERRORS * error
    return bound


def split_by_frequency(
    words: list[str], part: WordCounts, frequency: Frequency
) -> tuple[list[str], list[str]]:
    """Words more frequent than in general language, and the rest."""
    total = part.words.total()
    above: list[str] = []
    rest: list[str] = []
    for word in words:
        is_above = part.words[word] / total >= MIN_FREQUENCY_RATIO * frequency(word)
        (above if is_above else rest).append(word)
    return above, rest


def general_frequency(language: str) -> Frequency:
    """A function for the relative frequency of a word in general language."""
    try:
        from wordfreq import word_frequency
    except ImportError as error:
        raise InputError(
            "choosing keywords needs wordfreq, which is not installed;"
            " run: pip install 'webwinnow[train]'"
        ) from error
    return lambda word: float(word_frequency(word, language))
