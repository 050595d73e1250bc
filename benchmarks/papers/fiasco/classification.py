"""Tables 2 and 3: FIASCO's classifier on ten folds, with subsets of its features."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.papers.fiasco.columns import (
    EVERY,
    PUBLISHED,
    SUBSETS,
    Data,
    FloatArray,
    IntArray,
    chosen,
    scaled,
)
from benchmarks.papers.fiasco.pages import BoolArray, Figures
from webwinnow.gold.folds import split

FOLDS = 10
#: What is kept together: nothing, as LIBSVM and so the paper has it, or the pages of a site.
OF_TARGETS, OF_SITES = "targets", "sites"
SVM, TREE, BOOSTED = "SVM", "decision tree", "boosted trees"
PAPERS_SVM = "SVM with C 32, γ 8"  # the paper's choice
CACHE = 2_000  # megabytes; with LIBSVM's own 200 a fit takes a hundred times as long
# Of one processor, by the square of the targets that are learned from.
SECONDS = 1.8e-8

Learner = Callable[[Figures, int], Any]


@dataclass(frozen=True)
class Row:
    """A line of a table."""

    which: str  # features: published, or every
    subset: str
    learner: str = SVM

    def __str__(self) -> str:
        return f"{self.learner}, {self.which}, {self.subset}"


@dataclass(frozen=True)
class Table:
    pages: int  # so many, the best-aligned ones
    labels: str
    folds: str
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        return f"{self.pages} {self.labels} {self.folds}"


def rows(which: str, *subsets: str) -> Iterator[Row]:
    """Without those of every feature that are the same of published ones."""
    for subset in subsets:
        if which == PUBLISHED or len(chosen(subset, EVERY)) > len(chosen(subset, PUBLISHED)):
            yield Row(which, subset)


ALL, NEITHER = "All", "All \\ {POS, visual}"
PAPERS_ROW = Row(PUBLISHED, ALL, PAPERS_SVM)
# Published, and every; one tree, and boosted ones.
TREES = tuple(Row(which, ALL, tree) for tree in (TREE, BOOSTED) for which in (PUBLISHED, EVERY))
#: The most telling ones first; the others have only the rows that tell something new.
TABLES = (
    Table(
        117,
        "ours",
        OF_TARGETS,
        (*rows(EVERY, *SUBSETS), *rows(PUBLISHED, *SUBSETS), PAPERS_ROW, *TREES),
    ),
    Table(
        117,
        "ours",
        OF_SITES,
        (*rows(EVERY, ALL, NEITHER), *rows(PUBLISHED, ALL, NEITHER, "Visual only"), *TREES[1::2]),
    ),
    Table(117, "dice", OF_TARGETS, (*rows(PUBLISHED, *SUBSETS), *rows(EVERY, ALL))),
    Table(117, "dice", OF_SITES, (*rows(EVERY, ALL), *rows(PUBLISHED, ALL))),
    Table(158, "dice", OF_TARGETS, tuple(rows(PUBLISHED, *SUBSETS))),
    Table(158, "ours", OF_TARGETS, (*rows(EVERY, ALL), *rows(PUBLISHED, ALL))),
    Table(158, "ours", OF_SITES, (*rows(EVERY, ALL), *rows(PUBLISHED, ALL))),
)


def folds_of(data: Data, folds: str, count: int, seed: int) -> IntArray:
    """A fold for each target."""
    if folds == OF_SITES:
        sites = {each.gold.name: each.gold.site for each in data.pages}
        of_page = split(sites, count, seed=seed)
        return np.array([of_page[each.gold.name] for each in data.pages])[data.page_of]
    return stratified(data.wanted, count, seed)


def stratified(wanted: BoolArray, count: int, seed: int) -> IntArray:
    """At random, with as many clean targets in each fold: LIBSVM's way."""
    random, fold = np.random.default_rng(seed), np.empty(len(wanted), np.int64)
    for label in (False, True):
        places = random.permutation(np.flatnonzero(wanted == label))
        fold[places] = np.arange(len(places)) % count
    return fold


def seconds_of(targets: int, folds: int = FOLDS) -> float:
    """About what a row takes."""
    return SECONDS * folds * (targets * (folds - 1) / folds) ** 2


class Folds:
    """Data by folds; what a fold knows of its targets is found once for all rows."""

    def __init__(self, data: Data, fold: IntArray) -> None:
        self.data, self.fold = data, fold
        self.values: dict[int, FloatArray] = {}

    def values_of(self, each: int) -> FloatArray:
        if each not in self.values:
            self.values[each] = self.data.values(self.fold != each)
        return self.values[each]

    def figures(self, row: Row, setting: Figures, seed: int) -> Figures:
        """Each target is classified by what was learned on the folds that it is not in."""
        said = np.zeros(len(self.fold), bool)
        columns = chosen(row.subset, row.which)
        for each in np.unique(self.fold).tolist():
            values, asked = self.values_of(each)[:, columns], self.fold == each
            known, unseen = scaled(values[~asked], values[asked])
            learner = LEARNERS[row.learner](setting, seed)
            said[asked] = learner.fit(known, self.data.wanted[~asked]).predict(unseen)
        by_page = self.by_page(said == self.data.wanted)
        return {"columns": len(columns), **scores(said, self.data.wanted), "by page": by_page}

    def by_page(self, is_right: BoolArray) -> float:
        """Accuracy as a mean over pages, in which those with most targets weigh no more."""
        sizes = np.array(self.data.sizes)
        right = np.bincount(self.data.page_of, is_right, len(sizes))
        return round(100 * float((right[sizes > 0] / sizes[sizes > 0]).mean()), 2)


def scores(said: BoolArray, wanted: BoolArray) -> Figures:
    """Accuracy in per cent; precision, recall and F of clean targets."""
    both = int((said & wanted).sum())
    precision, recall = both / max(int(said.sum()), 1), both / max(int(wanted.sum()), 1)
    return {
        "accuracy": round(100 * float((said == wanted).mean()), 2),
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(2 * precision * recall / max(precision + recall, 1e-9), 4),
    }


def machine(setting: Figures, seed: int) -> Any:
    from sklearn.svm import SVC

    # All of the kernel has its place in the cache, so that nothing is gained by shrinking.
    return SVC(C=setting["C"], gamma=setting["gamma"], cache_size=CACHE, shrinking=False)


def tree(setting: Figures, seed: int) -> Any:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(random_state=seed)


def boosted(setting: Figures, seed: int) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(random_state=seed)


LEARNERS: dict[str, Learner] = {
    SVM: machine,
    PAPERS_SVM: lambda setting, seed: machine({"C": 32.0, "gamma": 8.0}, seed),
    TREE: tree,
    BOOSTED: boosted,
}
