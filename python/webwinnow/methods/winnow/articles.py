"""Articles: pages with a text of their own, and the trees that recognise them.

A list of teasers is content on a page that consists of teasers, and boilerplate beside an article.
So the stage-2 trees know whether the page is an article: in training by its label, afterwards by
the article trees, which see the features of the page with its stage-1 scores.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FEATURES, PAGE_FEATURES, page_features, predict_trees
from webwinnow.methods.winnow.examples import LabelledPage
from webwinnow.methods.winnow.model import PageClassifier
from webwinnow.methods.winnow.page_trees import (
    MIN_PAGES,
    ThresholdRule,
    assign_folds,
    predict_out_of_fold,
)
from webwinnow.methods.winnow.trees import PAGE_TREES, train_trees

ARTICLE_TYPE = "article"
# A page without a type is an article if this share of its content is running text.
MIN_RUNNING_SHARE = 0.75
MIN_CONTENT_WORDS = 30  # less content says nothing
# An article taken for a list keeps its teasers, which costs more than the opposite error.
THRESHOLD = 0.12
STAGE1_RULE = ThresholdRule(1, 0.1, 0.45)  # that of the core for the stage-1 scores
ARTICLE_TREES = replace(
    PAGE_TREES, trees=200, parameters={**PAGE_TREES.parameters, "learning_rate": 0.05}
)
RUNNING_TEXT = list(FEATURES).index("running text")

Mask = NDArray[np.bool_]
Scores = NDArray[np.float32]


class Articles(NamedTuple):
    """The article trees, and which training pages are articles."""

    classifier: PageClassifier | None
    labels: Mask  # predicted where unknown
    predicted: Mask  # out of fold


def train_article_trees(
    pages: Sequence[LabelledPage],
    rows: Sequence[Scores],
    marks: Sequence[Scores],
    scores1: Sequence[Scores],
    seed: int,
    start: PageClassifier | None,
) -> Articles:
    """Train trees that recognise articles; `rows`, `marks` and `scores1` are those of each page.

    With too few pages, `start` predicts; without it, every page counts as an article.
    """
    labels = np.array([label(page, row) for page, row in zip(pages, rows, strict=True)])
    known = ~np.isnan(labels)
    kinds = labels[known]
    features = np.stack(
        [
            page_features(page.page, markup, scores, *STAGE1_RULE)
            for page, markup, scores in zip(pages, marks, scores1, strict=True)
        ]
    )
    if min((kinds == 0).sum(), (kinds == 1).sum()) < MIN_PAGES:
        everything = np.ones(len(pages), bool)
        predicted = predict(start, features) if start else everything
        return Articles(start, predicted, predicted)
    trees = train_trees(features[known], kinds, ARTICLE_TREES, seed=seed)
    fold_of = assign_folds([page.site for page in pages], seed)
    probabilities = predict_out_of_fold(features, labels, known, fold_of, ARTICLE_TREES, seed)
    return Articles(
        PageClassifier(trees, THRESHOLD),
        np.where(known, labels == 1, probabilities >= THRESHOLD),
        probabilities >= THRESHOLD,
    )


def label(page: LabelledPage, rows: Scores) -> float:
    """Return 1 for an article, 0 for another page, NaN if unknown."""
    if page.is_stripped:
        return np.nan
    if page.type is not None:
        return float(page.type == ARTICLE_TYPE)
    content = page.words * page.content
    if content.sum() < MIN_CONTENT_WORDS:
        return np.nan
    running = content[rows[:, RUNNING_TEXT] > 0].sum()
    return float(running > MIN_RUNNING_SHARE * content.sum())


def predict(classifier: PageClassifier, features: Scores) -> Mask:
    trees = classifier.trees.trees(len(PAGE_FEATURES))
    return np.asarray(predict_trees(trees, features) >= classifier.threshold)
