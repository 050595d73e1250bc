"""Feature columns of FIASCO's tables, their values for each fold, and cached browser layouts.

Keywords and scales come from the training targets of a fold only.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import webwinnow.visual
from benchmarks.data import ROOT
from benchmarks.papers.fiasco import tagger
from benchmarks.papers.fiasco.pages import BoolArray, LabelledPage
from webwinnow import Page
from webwinnow.cli.progress import ProgressBar
from webwinnow.methods.fiasco.features import FEATURES, compute_features
from webwinnow.methods.fiasco.fit import target_labels
from webwinnow.methods.fiasco.keywords import Keywords, WordCounts, general_frequency
from webwinnow.methods.fiasco.svm import Scale
from webwinnow.methods.fiasco.target_text import TargetText
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.visual import MEASURES, Browser
from webwinnow.visual.browser import encode_source
from webwinnow.visual.layout import Layout
from webwinnow.visual.look import make_look

FloatArray = NDArray[np.float32]
IntArray = NDArray[np.int64]

#: Features: the paper's with their values as they are; the paper's with logarithms of unbounded
#: values; or all, with logarithms.
AS_PUBLISHED, PUBLISHED, EVERY = "as published", "published", "every"
KEYWORD_GROUP = "linguistic"  # the group whose values depend on keywords
LANGUAGE = "en"


class Column(NamedTuple):
    name: str
    group: str  # "linguistic", "structural", "pos", "context" or "visual"
    is_published: bool
    is_unbounded: bool = False


CONTEXT = "context"  # parts of speech by a tagger of sentences, instead of "pos"
COLUMNS = [
    *(
        Column(name, feature.group, feature.is_published, feature.is_unbounded)
        for name, feature in FEATURES.items()
    ),
    *(Column(f"{name} in context", CONTEXT, True) for name in tagger.COLUMNS),
]
IS_UNBOUNDED = np.array([column.is_unbounded for column in COLUMNS])
TEXT = {"linguistic", "structural"}
#: The rows of the paper's Tables 2 and 3, with their feature groups.
SUBSETS = {
    "All": {*TEXT, "pos", "visual"},
    "All \\ {POS}": {*TEXT, "visual"},
    "All \\ {visual}": {*TEXT, "pos"},
    "All \\ {POS, visual}": TEXT,
    "Visual only": {"visual"},
    "POS only": {"pos"},
    "POS and visual": {"pos", "visual"},
}
#: Solidity III was broken in the paper's tables, by its footnote 6.
BROKEN = "solidity 3"
WITHOUT_BROKEN, IN_CONTEXT = "Visual only, without Solidity III", "POS only, in context"
#: Rows that the paper does not have.
FURTHER_SUBSETS = {WITHOUT_BROKEN: {"visual"}, IN_CONTEXT: {CONTEXT}}


def columns_of(subset: str, which: str) -> IntArray:
    """Indexes of a subset's columns: the published ones, or every one."""
    groups = {**SUBSETS, **FURTHER_SUBSETS}[subset]
    return np.flatnonzero(
        [
            column.group in groups
            and (column.is_published or which == EVERY)
            and not (subset == WITHOUT_BROKEN and column.name == BROKEN)
            for column in COLUMNS
        ]
    )


def select_values(values: FloatArray, subset: str, which: str) -> FloatArray:
    """The columns of a subset, with logarithms unless they are as published."""
    columns = columns_of(subset, which)
    found = values[:, columns]
    if which != AS_PUBLISHED:
        is_unbounded = IS_UNBOUNDED[columns]
        found[:, is_unbounded] = np.log1p(found[:, is_unbounded])
    return found


@dataclass(frozen=True, eq=False)
class Data:
    """The targets of some pages, page by page, with labels of one kind; no value is a logarithm."""

    pages: Sequence[LabelledPage]
    measures: Sequence[FloatArray]  # visual measures of each page
    labels: str

    @cached_property
    def sizes(self) -> list[int]:
        return [len(each.targets) for each in self.pages]

    @cached_property
    def page_of(self) -> IntArray:
        """Index of each target's page."""
        return np.repeat(np.arange(len(self.pages)), self.sizes)

    @cached_property
    def is_clean(self) -> BoolArray:
        """Return whether each target is clean."""
        keeps = (each.keep(self.labels) for each in self.pages)
        found = [
            target_labels(each.page, each.targets, keep)
            for each, keep in zip(self.pages, keeps, strict=True)
        ]
        return np.concatenate(found)

    @cached_property
    def words(self) -> list[WordsByLabel]:
        found = [words_by_label(each, each.keep(self.labels)) for each in self.pages]
        return [words for of_page in found for words in of_page]

    @cached_property
    def fixed_columns(self) -> FloatArray:
        """Columns that do not depend on keywords; the others are 0."""
        found = np.concatenate([self.columns(number, None) for number in range(len(self.pages))])
        is_context = [column.group == CONTEXT for column in COLUMNS]
        found[:, is_context] = np.concatenate([each.in_context for each in self.pages])
        return found

    def columns(self, number: int, keywords: Keywords | None) -> FloatArray:
        """Columns of a page: those of the keywords, or all others without keywords."""
        known = self.pages[number]
        names = [
            name
            for name, feature in FEATURES.items()
            if (feature.group == KEYWORD_GROUP) == bool(keywords)
        ]
        found = np.zeros((len(known.targets), len(COLUMNS)), np.float32)
        places = [place for place, each in enumerate(COLUMNS) if each.name in names]
        found[:, places] = compute_features(
            known.page,
            known.targets,
            names,
            keywords=keywords,
            measures=self.measures[number],
            has_logarithms=False,
        )
        return found

    def values(self, known: BoolArray) -> FloatArray:
        """A row per target and a column per entry of COLUMNS, given the training targets."""
        keywords = self.keywords(known)
        found = [self.columns(number, keywords) for number in range(len(self.pages))]
        return np.concatenate(found) + self.fixed_columns

    def keywords(self, known: BoolArray) -> Keywords:
        """Keywords from the words of the training targets."""
        clean, dirty = WordCounts(), WordCounts()
        for place in np.flatnonzero(known).tolist():
            site, words = self.pages[self.page_of[place]].gold.site, self.words[place]
            clean.add(words.clean, site)
            dirty.add(words.dirty, site)
        return Keywords.from_counts(clean, dirty, frequency)


class WordsByLabel(NamedTuple):
    clean: list[str]
    dirty: list[str]


@cache
def frequency(word: str) -> float:
    return general_frequency(LANGUAGE)(word)


def words_by_label(known: LabelledPage, keep: BoolArray) -> list[WordsByLabel]:
    """The words of each target, split by the label of their run."""
    texts = TargetText(known.page, known.targets)
    found = [WordsByLabel([], []) for _ in range(len(known.targets))]
    if not found:
        return found
    is_clean = keep[texts.runs[texts.word_run]].tolist()
    first, end = texts.words.first, texts.words.first + texts.words.length
    places = zip(first.tolist(), end.tolist(), texts.word_target.tolist(), is_clean, strict=True)
    for start, stop, target, clean in places:
        word = texts.text[start:stop].decode("utf-8", "replace").lower()
        (found[target].clean if clean else found[target].dirty).append(word)
    return found


def scaled(train: FloatArray, test: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Scale both to −1 … 1 by the range of the training values, as the method does."""
    scale = Scale.of(train)
    return scale(train), scale(test)


FOLDER = ROOT / "build" / "fiasco_layouts"
SCRIPT = Path(webwinnow.visual.__file__).with_name("layout.js")

Measures = NDArray[np.float32]


def measures(pages: Sequence[LabelledPage], folder: Path = FOLDER) -> list[Measures]:
    """Visual measures of each page, a row per target; NaN for targets that are not rendered."""
    measure = layout_measure(pages, folder)
    return [measure(each.page, each.targets) for each in pages]


def layout_measure(
    pages: Sequence[LabelledPage], folder: Path = FOLDER
) -> Callable[[Page, Targets], Measures]:
    """A function that measures targets of these pages."""
    render_missing([each for each in pages if not path_of(each, folder).exists()], folder)
    layouts = {id(each.page): path_of(each, folder).read_bytes() for each in pages}
    return lambda page, targets: measures_of(page, targets, layouts[id(page)])


def path_of(known: LabelledPage, folder: Path) -> Path:
    """Cache file of a page; its name depends on the page and on the layout script."""
    digest = hashlib.sha256(SCRIPT.read_bytes() + encode_source(known.gold.html, known.page))
    return folder / f"{digest.hexdigest()[:32]}.z"


def render_missing(pages: Sequence[LabelledPage], folder: Path) -> None:
    """Render pages and cache their layouts; an empty layout if rendering fails."""
    if not pages:
        return
    folder.mkdir(parents=True, exist_ok=True)
    with Browser() as browser, ProgressBar("rendering pages", len(pages)) as bar:
        for number, known in enumerate(pages, 1):
            shown = browser.render(encode_source(known.gold.html, known.page), wants_picture=False)
            layout = shown.layout if shown else ""
            path_of(known, folder).write_bytes(zlib.compress(layout.encode()))
            bar.update(number)


def measures_of(page: Page, targets: Targets, cached: bytes) -> Measures:
    layout, count = zlib.decompress(cached).decode(), len(targets)
    if not layout:
        measured = np.full((count, len(MEASURES)), np.nan, np.float32)
        measured[:, list(MEASURES).index("shown")] = 0
        return measured
    return make_look(Layout.parse(layout), page, targets.of_run, count).measures
