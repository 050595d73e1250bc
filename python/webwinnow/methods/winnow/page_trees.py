"""Small trees on whole pages: the type of a page, whether it has content, and the expected F1."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import PAGE_FEATURES, choose_threshold, page_features, predict_trees
from webwinnow.gold.folds import split_by_site
from webwinnow.methods.winnow.examples import LabelledPage
from webwinnow.methods.winnow.model import PageClassifier, TreeColumns
from webwinnow.methods.winnow.trees import PAGE_TREES, Boosting, train_trees

# Fewer pages are too few to train on.
MIN_PAGES = 30
MIN_PAGES_OF_TYPE = 5
# Share of the summed F1 that the rejection of pages without content may cost, and share of the
# pages with content that it may empty. Rules empty others, so this is below the stated 0.3 %.
MAX_LOST_F1 = 0.0005
MAX_EMPTIED = 0.001
CONTENT_FOLDS = 5


class ThresholdRule(NamedTuple):
    """Arguments of `_core.choose_threshold`."""

    beta: float
    low: float
    high: float


class PageRow(NamedTuple):
    """Features and targets of a page."""

    features: NDArray[np.float32]
    type: str | None
    f1: float  # of the kept words
    has_content: bool
    is_stripped: bool
    site: str

    @classmethod
    def of(
        cls,
        page: LabelledPage,
        markup: NDArray[np.float32],
        scores: NDArray[np.float32],
        rule: ThresholdRule,
    ) -> "PageRow":
        """`markup` and `scores` are the out-of-fold scores of the page's blocks."""
        features = page_features(page.page, markup, scores, *rule)
        threshold = choose_threshold(scores, page.words.astype(np.uint32), *rule)
        return cls(
            features,
            page.type,
            words_f1(page, scores >= threshold),
            bool(page.content.any()),
            page.is_stripped,
            page.site,
        )


def words_f1(page: LabelledPage, keep: NDArray[np.bool_]) -> float:
    content = page.words * page.content
    both = page.words[keep].sum() + content.sum()
    # Keeping nothing of a page without content is right.
    return float(2 * content[keep].sum() / both) if both else 1.0


def train_type_trees(rows: Sequence[PageRow], seed: int) -> dict[str, TreeColumns]:
    """Train trees for each type against the rest; none if too few pages have a type."""
    typed = [row for row in rows if row.type is not None]
    counts = Counter(row.type for row in typed)
    types = sorted(name for name, count in counts.items() if name and count >= MIN_PAGES_OF_TYPE)
    if len(typed) < MIN_PAGES or len(types) < 2:
        return {}
    features = np.stack([row.features for row in typed])
    return {
        name: train_trees(
            features, np.array([float(row.type == name) for row in typed]), PAGE_TREES, seed=seed
        )
        for name in types
    }


def train_confidence_trees(rows: Sequence[PageRow], seed: int) -> TreeColumns | None:
    """Train trees that predict the F1 of the kept words; None for too few pages."""
    rows = [row for row in rows if not row.is_stripped]
    if len(rows) < MIN_PAGES:
        return None
    features = np.stack([row.features for row in rows])
    return train_trees(features, np.array([row.f1 for row in rows]), PAGE_TREES, seed=seed)


def train_content_model(rows: Sequence[PageRow], seed: int) -> PageClassifier | None:
    """Train trees that separate pages from stripped ones; None for too few pages."""
    if sum(row.is_stripped for row in rows) < MIN_PAGES:
        return None
    features = np.stack([row.features for row in rows])
    targets = np.array([float(row.has_content) for row in rows])
    fold_of = assign_folds([row.site for row in rows], seed)
    known = np.ones(len(rows), bool)
    probabilities = predict_out_of_fold(features, targets, known, fold_of, PAGE_TREES, seed)
    return PageClassifier(
        train_trees(features, targets, PAGE_TREES, seed=seed),
        choose_content_threshold(rows, probabilities),
    )


def predict_out_of_fold(
    features: NDArray[np.float32],
    targets: NDArray[np.float64],
    known: NDArray[np.bool_],
    fold_of: NDArray[np.int64],
    boosting: Boosting,
    seed: int,
) -> NDArray[np.float32]:
    """Predict each page by trees of the other folds' pages with a known target."""
    probabilities = np.zeros(len(targets), np.float32)
    for fold in np.unique(fold_of):
        used = known & (fold_of != fold)
        trees = train_trees(features[used], targets[used], boosting, seed=seed)
        probabilities[fold_of == fold] = predict_trees(
            trees.trees(len(PAGE_FEATURES)), features[fold_of == fold]
        )
    return probabilities


def assign_folds(sites: Sequence[str], seed: int) -> NDArray[np.int64]:
    """Assign folds by site, or by page if there are too few sites."""
    if len(set(sites)) < CONTENT_FOLDS:
        sites = [str(number) for number in range(len(sites))]
    parts = split_by_site({str(i): site for i, site in enumerate(sites)}, CONTENT_FOLDS, seed=seed)
    return np.array([parts[str(number)] for number in range(len(sites))])


def choose_content_threshold(rows: Sequence[PageRow], probabilities: NDArray[np.float32]) -> float:
    """Return the probability below which pages have no content.

    It costs next to no F1 and empties next to no page with content.
    """
    real = [
        (value, row.f1)
        for value, row in zip(probabilities.tolist(), rows, strict=True)
        if row.has_content
    ]
    lost, allowed = 0.0, MAX_LOST_F1 * sum(f1 for _, f1 in real)
    emptied = 0
    for value, f1 in sorted(real):
        lost += f1
        emptied += f1 > 0  # a page of which nothing right is kept loses nothing
        if lost > allowed or emptied > MAX_EMPTIED * len(real):
            return float(value)
    return 0.0
