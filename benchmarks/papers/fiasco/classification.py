"""Tables 2 and 3: FIASCO's classifier on ten folds, with subsets of its features."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.papers.fiasco.features import (
    AS_PUBLISHED,
    EVERY,
    IN_CONTEXT,
    PUBLISHED,
    SUBSETS,
    WITHOUT_BROKEN,
    Data,
    FloatArray,
    IntArray,
    columns_of,
    scaled,
    select_values,
)
from benchmarks.papers.fiasco.pages import BoolArray, Figures
from webwinnow.gold.folds import split_by_site

FOLDS = 10
#: Unit of the folds: single targets, as in LIBSVM and the paper, or sites.
OF_TARGETS, OF_SITES = "targets", "sites"
SVM, TREE, BOOSTED = "SVM", "decision tree", "boosted trees"
CACHE = 2_000  # megabytes; with LIBSVM's default of 200 a fit takes a hundred times as long
# Processor seconds per squared number of training targets.
SECONDS_PER_SQUARE = 1.8e-8

Learner = Callable[[Figures, int], Any]


@dataclass(frozen=True)
class Row:
    """A line of a table."""

    which: str  # features: as published, published, or every
    subset: str
    learner: str = SVM

    def __str__(self) -> str:
        return f"{self.learner}, {self.which}, {self.subset}"


@dataclass(frozen=True)
class Table:
    pages: int  # number of pages, the best-aligned ones
    labels: str
    folds: str
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        return f"{self.pages} {self.labels} {self.folds}"


def rows(which: str, *subsets: str) -> Iterator[Row]:
    """Rows of the subsets; rows of every feature only if they differ from the published ones."""
    for subset in subsets:
        if which != EVERY or len(columns_of(subset, EVERY)) > len(columns_of(subset, PUBLISHED)):
            yield Row(which, subset)


ALL, NEITHER = "All", "All \\ {POS, visual}"
KINDS = (AS_PUBLISHED, PUBLISHED, EVERY)
TREES = tuple(Row(PUBLISHED, ALL, tree) for tree in (TREE, BOOSTED))
#: Tables 2 and 3 as published first. The others have only rows that add information.
TABLES = (
    Table(
        158,
        "dice",
        OF_TARGETS,
        (
            *rows(AS_PUBLISHED, *SUBSETS, WITHOUT_BROKEN, IN_CONTEXT),
            *rows(PUBLISHED, ALL),
            *rows(EVERY, ALL),
        ),
    ),
    Table(
        117,
        "dice",
        OF_TARGETS,
        (*rows(AS_PUBLISHED, *SUBSETS), *rows(PUBLISHED, ALL), *rows(EVERY, ALL)),
    ),
    Table(
        117,
        "ours",
        OF_TARGETS,
        (*rows(EVERY, *SUBSETS), *rows(PUBLISHED, ALL, NEITHER), Row(AS_PUBLISHED, ALL), *TREES),
    ),
    Table(
        117,
        "ours",
        OF_SITES,
        (
            *rows(EVERY, ALL, NEITHER),
            *rows(PUBLISHED, ALL, NEITHER),
            Row(AS_PUBLISHED, ALL),
            Row(EVERY, ALL, BOOSTED),
        ),
    ),
    Table(117, "dice", OF_SITES, tuple(Row(which, ALL) for which in KINDS)),
    Table(158, "ours", OF_TARGETS, (Row(EVERY, ALL), Row(PUBLISHED, ALL))),
    Table(158, "ours", OF_SITES, (Row(EVERY, ALL), Row(PUBLISHED, ALL))),
)


def assign_folds(data: Data, folds: str, count: int, seed: int) -> IntArray:
    """The fold of each target."""
    if folds == OF_SITES:
        sites = {each.gold.name: each.gold.site for each in data.pages}
        of_page = split_by_site(sites, count, seed=seed)
        return np.array([of_page[each.gold.name] for each in data.pages])[data.page_of]
    return stratify(data.is_clean, count, seed)


def stratify(wanted: BoolArray, count: int, seed: int) -> IntArray:
    """Random folds with equally many clean targets each, as LIBSVM does."""
    random, fold = np.random.default_rng(seed), np.empty(len(wanted), np.int64)
    for label in (False, True):
        places = random.permutation(np.flatnonzero(wanted == label))
        fold[places] = np.arange(len(places)) % count
    return fold


def estimate_seconds(targets: int, folds: int = FOLDS) -> float:
    """Approximate time of a row."""
    return SECONDS_PER_SQUARE * folds * (targets * (folds - 1) / folds) ** 2


class Folds:
    """Data by folds; feature values of a fold are computed once for all rows."""

    def __init__(self, data: Data, fold: IntArray) -> None:
        self.data, self.fold = data, fold
        self.values: dict[int, FloatArray] = {}

    def values_of(self, each: int) -> FloatArray:
        if each not in self.values:
            self.values[each] = self.data.values(self.fold != each)
        return self.values[each]

    def figures(self, row: Row, setting: Figures, seed: int) -> Figures:
        """Classify each target by the model of the other folds, and score the row."""
        predicted = np.zeros(len(self.fold), bool)
        for each in np.unique(self.fold).tolist():
            values = select_values(self.values_of(each), row.subset, row.which)
            is_test = self.fold == each
            train, test = scaled(values[~is_test], values[is_test])
            learner = LEARNERS[row.learner](setting, seed)
            predicted[is_test] = learner.fit(train, self.data.is_clean[~is_test]).predict(test)
        by_page = self.by_page(predicted == self.data.is_clean)
        scored = scores(predicted, self.data.is_clean)
        columns = len(columns_of(row.subset, row.which))
        return {"columns": columns, **scored, "by page": by_page}

    def by_page(self, is_right: BoolArray) -> float:
        """Mean accuracy of pages, each with equal weight."""
        sizes = np.array(self.data.sizes)
        right = np.bincount(self.data.page_of, is_right, len(sizes))
        return round(100 * float((right[sizes > 0] / sizes[sizes > 0]).mean()), 2)


def scores(predicted: BoolArray, wanted: BoolArray) -> Figures:
    """Accuracy in per cent; precision, recall and F1 of clean targets."""
    both = int((predicted & wanted).sum())
    precision, recall = both / max(int(predicted.sum()), 1), both / max(int(wanted.sum()), 1)
    return {
        "accuracy": round(100 * float((predicted == wanted).mean()), 2),
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(2 * precision * recall / max(precision + recall, 1e-9), 4),
    }


def support_vector_machine(setting: Figures, seed: int) -> Any:
    from sklearn.svm import SVC

    # The cache holds the whole kernel, so shrinking gains nothing.
    return SVC(C=setting["C"], gamma=setting["gamma"], cache_size=CACHE, shrinking=False)


def decision_tree(setting: Figures, seed: int) -> Any:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(random_state=seed)


def boosted_trees(setting: Figures, seed: int) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(random_state=seed)


LEARNERS: dict[str, Learner] = {
    SVM: support_vector_machine,
    TREE: decision_tree,
    BOOSTED: boosted_trees,
}
