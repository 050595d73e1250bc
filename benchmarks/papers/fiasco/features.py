"""The columns of FIASCO's tables, by groups, and the values that a fold may know them by.

Keywords are chosen and values are scaled by what is learned from, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.fiasco.pages import BoolArray, Known
from webwinnow.methods.fiasco.features import FEATURES, compute_features
from webwinnow.methods.fiasco.fit import target_labels
from webwinnow.methods.fiasco.keywords import Keywords, WordCounts, general_frequency
from webwinnow.methods.fiasco.svm import Scale
from webwinnow.methods.fiasco.target_text import TargetText

FloatArray = NDArray[np.float32]
IntArray = NDArray[np.int64]

PUBLISHED, EVERY = "published", "every"  # features: those of the paper, and all of ours
# Without it, a target that is not shown would look like a middling one by the paper's measures.
SHOWN = "shown"
LEARNED = "linguistic"  # the group whose values depend on keywords
LANGUAGE = "en"


class Column(NamedTuple):
    name: str
    group: str  # "linguistic", "structural", "pos" or "visual"
    is_published: bool


COLUMNS = [
    Column(name, feature.group, feature.is_published or name == SHOWN)
    for name, feature in FEATURES.items()
]
TEXT = {"linguistic", "structural"}
#: The rows of the paper's Tables 2 and 3, and the groups that each has.
SUBSETS = {
    "All": {*TEXT, "pos", "visual"},
    "All \\ {POS}": {*TEXT, "visual"},
    "All \\ {visual}": {*TEXT, "pos"},
    "All \\ {POS, visual}": TEXT,
    "Visual only": {"visual"},
    "POS only": {"pos"},
    "POS and visual": {"pos", "visual"},
}


def chosen(subset: str, which: str) -> IntArray:
    """The numbers of a subset's columns, of the published ones or of every one."""
    return np.flatnonzero(
        [
            column.group in SUBSETS[subset] and (column.is_published or which == EVERY)
            for column in COLUMNS
        ]
    )


@dataclass(frozen=True, eq=False)
class Data:
    """The targets of some pages, one page after the other, with labels of one kind."""

    pages: Sequence[Known]
    measures: Sequence[FloatArray]  # of each page
    labels: str

    @cached_property
    def sizes(self) -> list[int]:
        return [len(each.targets) for each in self.pages]

    @cached_property
    def page_of(self) -> IntArray:
        """The page of each target."""
        return np.repeat(np.arange(len(self.pages)), self.sizes)

    @cached_property
    def wanted(self) -> BoolArray:
        """Whether each target is clean."""
        keeps = (each.keep(self.labels) for each in self.pages)
        found = [
            target_labels(each.page, each.targets, keep)
            for each, keep in zip(self.pages, keeps, strict=True)
        ]
        return np.concatenate(found)

    @cached_property
    def words(self) -> list[TargetWords]:
        found = [words_of(each, each.keep(self.labels)) for each in self.pages]
        return [words for of_page in found for words in of_page]

    @cached_property
    def unlearned(self) -> FloatArray:
        """Columns in which nothing is learned, in a table whose others are 0."""
        return np.concatenate([self.columns(number, None) for number in range(len(self.pages))])

    def columns(self, number: int, keywords: Keywords | None) -> FloatArray:
        """Of a page: those that keywords teach, or all others where there are none."""
        known = self.pages[number]
        names = [each.name for each in COLUMNS if (each.group == LEARNED) == bool(keywords)]
        found = np.zeros((len(known.targets), len(COLUMNS)), np.float32)
        places = [place for place, each in enumerate(COLUMNS) if each.name in names]
        found[:, places] = compute_features(
            known.page, known.targets, names, keywords=keywords, measures=self.measures[number]
        )
        return found

    def values(self, known: BoolArray) -> FloatArray:
        """A row for each target, a column for each of COLUMNS, if those targets are known."""
        keywords = self.keywords(known)
        found = [self.columns(number, keywords) for number in range(len(self.pages))]
        return np.concatenate(found) + self.unlearned

    def keywords(self, known: BoolArray) -> Keywords:
        """From the words of the known targets alone."""
        clean, dirty = WordCounts(), WordCounts()
        for place in np.flatnonzero(known).tolist():
            site, words = self.pages[self.page_of[place]].gold.site, self.words[place]
            clean.add(words.clean, site)
            dirty.add(words.dirty, site)
        return Keywords.from_counts(clean, dirty, frequency)


class TargetWords(NamedTuple):
    clean: list[str]
    dirty: list[str]


@cache
def frequency(word: str) -> float:
    return general_frequency(LANGUAGE)(word)


def words_of(known: Known, keep: BoolArray) -> list[TargetWords]:
    """The words of each target, each by what its run is."""
    texts = TargetText(known.page, known.targets)
    found = [TargetWords([], []) for _ in range(len(known.targets))]
    if not found:
        return found
    is_clean = keep[texts.runs[texts.word_run]].tolist()
    first, end = texts.words.first, texts.words.first + texts.words.length
    places = zip(first.tolist(), end.tolist(), texts.word_target.tolist(), is_clean, strict=True)
    for start, stop, target, clean in places:
        word = texts.text[start:stop].decode("utf-8", "replace").lower()
        (found[target].clean if clean else found[target].dirty).append(word)
    return found


def scaled(known: FloatArray, asked: FloatArray) -> tuple[FloatArray, FloatArray]:
    """To −1 … 1 by what is known, as the method does it."""
    scale = Scale.of(known)
    return scale(known), scale(asked)
