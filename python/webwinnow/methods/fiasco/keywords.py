"""FIASCO's keywords: words that tell clean text from dirty, chosen by keyness.

Keyness is a careful guess at the log odds ratio between a word's frequencies in clean and in dirty
text: the lower bound of its confidence interval. A keyword is also more frequent than in general
language, so that it is typical of pages, and not a word of grammar.

Differs: wordfreq stands for the British National Corpus; a keyword must occur on several sites. The
words of grammar, whose share tells running text from menus, are a list of their own.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import CannotLearn, InputError
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.fiasco.target_text import TargetTexts
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.methods.fiasco.words import WordTable

__all__ = ["CLEAN", "COMMON", "DIRTY", "Keywords", "keyness"]

# Bits in the table of all lists.
CLEAN, DIRTY, COMMON = 1, 2, 4
# Standard errors from the estimate to its lower bound: 99.9 %, since thousands of words are tried.
ERRORS = 3.29
MOST_WORDS = 200  # of each list
FEWEST_SITES = 5
# A keyword is so many times as frequent as in general language.
ABOVE_GENERAL = 2.0

Frequency = Callable[[str], float]


@dataclass(frozen=True)
class Keywords:
    """Words in lower case, those of the highest keyness first."""

    clean: tuple[str, ...] = ()
    dirty: tuple[str, ...] = ()
    common: tuple[str, ...] = ()  # of clean text, and about as frequent in general language

    @classmethod
    def fit(
        cls, lessons: Iterable[TrainingExample], *, most: int = MOST_WORDS, language: str = "en"
    ) -> "Keywords":
        """At most so many of each list; `language` is that of the pages, and wordfreq's name."""
        frequency = general_frequency(language)
        clean, dirty = Tally(), Tally()
        for lesson in lessons:
            count(lesson, clean, dirty)
        if not clean.words or not dirty.words:
            raise CannotLearn("keywords need clean and dirty text; give pages that have both")
        return cls.of(clean, dirty, frequency, most=most)

    @classmethod
    def of(
        cls, clean: "Tally", dirty: "Tally", frequency: Frequency, *, most: int = MOST_WORDS
    ) -> "Keywords":
        """Of words that are counted."""
        of_clean, common = parted(ranked(clean, dirty), clean, frequency)
        of_dirty, _ = parted(ranked(dirty, clean), dirty, frequency)
        return cls(*(tuple(words[:most]) for words in (of_clean, of_dirty, common)))

    @cached_property
    def table(self) -> WordTable:
        """For each word the bits of its lists."""
        values: Counter[str] = Counter()
        for words, bit in ((self.clean, CLEAN), (self.dirty, DIRTY), (self.common, COMMON)):
            values.update(dict.fromkeys(words, bit))
        return WordTable.of(values)


@dataclass
class Tally:
    """How often each word occurs, and on how many sites."""

    words: Counter[str] = field(default_factory=Counter)
    sites: Counter[str] = field(default_factory=Counter)
    seen: set[tuple[str, str]] = field(default_factory=set)

    def add(self, words: list[str], site: str) -> None:
        self.words.update(words)
        new = {(site, word) for word in words} - self.seen
        self.seen |= new
        self.sites.update(word for _, word in new)


def count(lesson: TrainingExample, clean: Tally, dirty: Tally) -> None:
    """Counts the words of the lesson's targets, each by what its run is."""
    texts = TargetTexts(lesson.page, Targets.of(lesson.page))
    text, words = texts.text, texts.words
    bounds = zip(words.first.tolist(), (words.first + words.length).tolist(), strict=True)
    every = [text[first:end].decode("utf-8", "replace").lower() for first, end in bounds]
    is_clean = lesson.keep[texts.runs[texts.word_run]].tolist()
    for tally, wanted in ((clean, True), (dirty, False)):
        here = [word for word, keep in zip(every, is_clean, strict=True) if keep is wanted]
        tally.add(here, lesson.site)


def ranked(part: Tally, other: Tally) -> list[str]:
    """Words of the part that are keys to it, the best first."""
    words = [word for word, sites in part.sites.items() if sites >= FEWEST_SITES]
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
    """Lower bound of the log odds ratio, for words that occur so often here and there, of so many.

    Half a word is added to all counts, so that those which are 0 have a logarithm.
    """
    cells = (here + 0.5, of_here - here + 0.5, there + 0.5, of_there - there + 0.5)
    ratio = np.log(cells[0] / cells[1]) - np.log(cells[2] / cells[3])
    error = np.sqrt(sum(1 / cell for cell in cells))
    bound: NDArray[np.float64] = ratio - ERRORS * error
    return bound


def parted(words: list[str], part: Tally, frequency: Frequency) -> tuple[list[str], list[str]]:
    """Those above general language, and the rest."""
    total = part.words.total()
    above: list[str] = []
    rest: list[str] = []
    for word in words:
        is_above = part.words[word] / total >= ABOVE_GENERAL * frequency(word)
        (above if is_above else rest).append(word)
    return above, rest


def general_frequency(language: str) -> Frequency:
    """The share of a word in general language."""
    try:
        from wordfreq import word_frequency
    except ImportError as error:
        raise InputError(
            "choosing keywords needs wordfreq, which is not installed;"
            " run: pip install 'webwinnow[train]'"
        ) from error
    return lambda word: float(word_frequency(word, language))
