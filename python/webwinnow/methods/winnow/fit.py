"""Training of `winnow`: markup weights, two stages of trees on blocks, small trees on whole pages.

Each step learns from out-of-fold scores of the step before: sites are split into folds, and each
fold is scored by a model of the other folds, because scores on training pages are too good.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import (
    FEATURES,
    STAGE2_FEATURES,
    Page,
    block_features,
    markup_scores,
    predict_trees,
    stage2_features,
)
from webwinnow.errors import CannotLearn, InputError
from webwinnow.gold.folds import split_by_site
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow.articles import train_article_trees
from webwinnow.methods.winnow.examples import LabelledPage
from webwinnow.methods.winnow.markup_weights import MarkupRows
from webwinnow.methods.winnow.model import MarkupWeights, Model, TreeColumns
from webwinnow.methods.winnow.page_trees import (
    MIN_PAGES,
    PageRow,
    ThresholdRule,
    train_confidence_trees,
    train_content_model,
    train_type_trees,
)
from webwinnow.methods.winnow.trees import FINE_TUNING, STAGE1, STAGE2, Boosting, train_trees

MARKUP_FOLDS = 4
BLOCK_FOLDS = 3
# Every n-th page is also used without its content, if it has enough words with and without.
STRIP_EVERY = 4
MIN_CONTENT_WORDS, MIN_FRAME_WORDS = 50, 5
ARTICLE = list(STAGE2_FEATURES).index("article")
# Probabilities nearer to 0 or 1 have no log odds in single precision.
MIN_PROBABILITY = 1e-6

Mask = NDArray[np.bool_]
Scores = NDArray[np.float32]
Scorer = Callable[[int, LabelledPage], Scores]  # of the blocks of a page, given with its number


def train_model(
    examples: Iterable[TrainingExample],
    rule: ThresholdRule,
    *,
    seed: int = 0,
    start: Model | None = None,
) -> Model:
    """Train a model from scratch, or on top of `start`."""
    version = require_packages()
    pages = label_pages(examples)
    reject_useless(pages, may_be_single=start is not None)
    markup, marks = train_markup(pages, seed, start)
    rows = BlockRows.of(pages, lambda i, page: block_features(page, marks[i]), len(FEATURES))
    stage1, scores1 = train_stage(rows, STAGE1, seed, start.stage1 if start else None)
    articles = train_article_trees(
        pages, rows.by_page(), marks, scores1, seed, start.article if start else None
    )
    rows = BlockRows.of(
        pages,
        lambda i, page: stage2_features(page, marks[i], scores1[i], bool(articles.labels[i])),
        len(STAGE2_FEATURES),
        articles.predicted,
    )
    stage2, scores2 = train_stage(rows, STAGE2, seed, start.stage2 if start else None)
    page_rows = [PageRow.of(*each, rule) for each in zip(pages, marks, scores2, strict=True)]
    types = train_type_trees(page_rows, seed)
    confidence = train_confidence_trees(page_rows, seed)
    content = train_content_model(page_rows, seed)
    if start is not None:
        # A few pages of some types teach less than the model knows of all types.
        types = types if types.keys() >= start.types.keys() else dict(start.types)
        confidence, content = confidence or start.confidence, content or start.content
    count = sum(not page.is_stripped for page in pages)
    notes = {"seed": seed, "lightgbm": version, "pages": count, "on top": start is not None}
    return Model(markup, stage1, stage2, types, confidence, content, articles.classifier, notes)


def label_pages(examples: Iterable[TrainingExample]) -> list[LabelledPage]:
    """Return all pages with words, then some of them without their content."""
    pages, stripped = [], []
    for number, example in enumerate(examples):
        page = LabelledPage.of(example)
        if not page.words.any():
            continue
        pages.append(page)
        has_content = (page.words * page.content).sum() >= MIN_CONTENT_WORDS
        if number % STRIP_EVERY == 0 and has_content:
            stripped.append(LabelledPage.stripped(example))
    stripped = [page for page in stripped if page.words.sum() >= MIN_FRAME_WORDS]
    return pages + stripped if len(stripped) >= MIN_PAGES else pages


def require_packages() -> str:
    """Return LightGBM's version; raise InputError where a package is missing."""
    if not all(map(find_spec, ("lightgbm", "scipy", "threadpoolctl"))):
        raise InputError("training needs more packages; pip install 'webwinnow[train]'")
    import lightgbm

    return str(lightgbm.__version__)


def reject_useless(pages: Sequence[LabelledPage], *, may_be_single: bool) -> None:
    words = sum(float(page.words.sum()) for page in pages)
    content = sum(float((page.words * page.content).sum()) for page in pages)
    if not words:
        raise CannotLearn("no training page has text; add others")
    if len(pages) < 2 and not may_be_single:
        raise CannotLearn("one page is too few to learn from; add more, or train on top")
    if content in (0, words):
        amount = "all" if content else "no"
        raise CannotLearn(
            f"{amount} text of the training pages is content; add pages with content and "
            "boilerplate"
        )


def train_markup(
    pages: Sequence[LabelledPage], seed: int, start: Model | None
) -> tuple[MarkupWeights, list[Scores]]:
    """Train markup weights; return them with the out-of-fold scores of each page's blocks."""
    table = MarkupRows(pages, start.markup if start else None)
    scores = out_of_fold(pages, MARKUP_FOLDS, seed, lambda others: markup_scorer(table.fit(others)))
    if scores is None:  # a single page: only the model to start from has not seen it
        assert start is not None
        scores = [markup_scorer(start.markup)(0, pages[0])]
    return table.fit(np.ones(len(pages), bool)), scores


def markup_scorer(markup: MarkupWeights) -> Scorer:
    weights = markup.dense()
    return lambda _, page: markup_scores(page.page, weights, markup.bias)


def out_of_fold(
    pages: Sequence[LabelledPage], folds: int, seed: int, learn: Callable[[Mask], Scorer]
) -> list[Scores] | None:
    """Score each page by a model of the folds that it is not in; None for a single page."""
    sites = [page.site for page in pages]
    if len(set(sites)) < folds:  # too few sites: split by page
        sites = [str(number) for number in range(len(pages))]
    folds = min(folds, len(set(sites)))
    if folds < 2:
        return None
    parts = split_by_site(
        {str(number): site for number, site in enumerate(sites)}, folds, seed=seed
    )
    fold_of = np.array([parts[str(number)] for number in range(len(pages))])
    scores: dict[int, Scores] = {}
    for fold in range(folds):
        score = learn(fold_of != fold)
        scores |= {i: score(i, pages[i]) for i in np.flatnonzero(fold_of == fold).tolist()}
    return [scores[number] for number in range(len(pages))]


def train_stage(
    rows: "BlockRows", boosting: Boosting, seed: int, start: TreeColumns | None
) -> tuple[TreeColumns, list[Scores]]:
    """Train trees on blocks; return them with the out-of-fold scores of each page's blocks."""

    def learn(others: Mask) -> Scorer:
        return rows.scorer(rows.train(others, boosting, seed, start))

    scores = out_of_fold(rows.pages, BLOCK_FOLDS, seed, learn)
    if scores is None:  # a single page, as for the markup
        assert start is not None
        scores = [rows.scorer(start)(0, rows.pages[0])]
    return rows.train(np.ones(len(rows.pages), bool), boosting, seed, start), scores


@dataclass(frozen=True)
class BlockRows:
    """Features of the blocks of all pages, page after page."""

    pages: Sequence[LabelledPage]
    rows: NDArray[np.float32]
    starts: NDArray[np.int64]  # first row of each page, and the end
    # For scoring, replaces the labels in the stage-2 feature "article".
    articles: Mask | None = None

    @classmethod
    def of(
        cls,
        pages: Sequence[LabelledPage],
        features: Callable[[int, Page], NDArray[np.float32]],
        width: int,
        articles: Mask | None = None,
    ) -> "BlockRows":
        starts = np.append(0, np.cumsum([len(page.words) for page in pages]))
        # Filled page by page: two copies of all rows may exceed the memory.
        rows = np.empty((starts[-1], width), np.float32)
        for number, page in enumerate(pages):
            rows[starts[number] : starts[number + 1]] = features(number, page.page)
        return cls(pages, rows, starts, articles)

    def by_page(self) -> list[Scores]:
        return np.split(self.rows, self.starts[1:-1])

    def train(
        self, chosen: Mask, boosting: Boosting, seed: int, start: TreeColumns | None
    ) -> TreeColumns:
        """Train trees on the chosen pages."""
        weight = np.concatenate([page.weight for page in self.pages])
        used = np.repeat(chosen, np.diff(self.starts)) & (weight > 0)
        content = np.concatenate([page.content for page in self.pages])[used]
        rows = self.rows[used]
        if start is None:
            return train_trees(rows, content, boosting, weights=weight[used], seed=seed)
        known = predict_trees(start.trees(rows.shape[1]), rows).astype(np.float64)
        known = np.clip(known, MIN_PROBABILITY, 1 - MIN_PROBABILITY)
        log_odds = np.log(known / (1 - known))
        more = train_trees(
            rows, content, FINE_TUNING, weights=weight[used], init_scores=log_odds, seed=seed
        )
        return start.append(more)

    def scorer(self, columns: TreeColumns) -> Scorer:
        trees = columns.trees(self.rows.shape[1])

        def score(number: int, _: LabelledPage) -> Scores:
            rows = self.rows[self.starts[number] : self.starts[number + 1]]
            if self.articles is not None:
                rows = rows.copy()
                rows[:, ARTICLE] = self.articles[number]
            # The first feature marks blocks without candidate text.
            return np.where(rows[:, 0] == 0, predict_trees(trees, rows), np.float32(0))

        return score
