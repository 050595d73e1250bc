"""How `winnow` learns: markup words, two turns of trees on blocks, then small trees on whole pages.

Each step learns from what the step before says of pages that it has not seen, as it will be later:
sites are split into folds, and each fold is scored by what was learned on the others.
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
from webwinnow.gold.folds import split
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow.examples import Example
from webwinnow.methods.winnow.markup_weights import MarkupRows
from webwinnow.methods.winnow.model import Markup, Model, TreeColumns
from webwinnow.methods.winnow.page_trees import (
    FEWEST_PAGES,
    Cut,
    PageRow,
    confidence_trees,
    content_trees,
    type_trees,
)
from webwinnow.methods.winnow.trees import FIRST, MORE, SECOND, Boosting, boosted

__all__ = ["Cut", "learn"]

MARKUP_FOLDS = 4
BLOCK_FOLDS = 3
# One page in so many is also seen without its content, if that was so many words and leaves some.
HOLLOW_ONE_IN = 4
MUCH, SOME = 50, 5
# Logistics nearer to 0 or 1 have no sum that single precision could tell.
SURE = 1e-6

Mask = NDArray[np.bool_]
Scores = NDArray[np.float32]


def learn(
    lessons: Iterable[TrainingExample], cut: Cut, *, seed: int = 0, start: Model | None = None
) -> Model:
    """A model, new or on top of the one to start from."""
    version = need_extra()
    examples = examples_of(lessons)
    refuse_useless(examples, can_be_one=start is not None)
    markup, marks = learn_markup(examples, seed, start)
    rows = BlockRows.of(examples, lambda i, page: block_features(page, marks[i]), len(FEATURES))
    first, opinions = learn_trees(rows, FIRST, seed, start.first if start else None)
    rows = BlockRows.of(
        examples, lambda i, page: stage2_features(page, marks[i], opinions[i]), len(STAGE2_FEATURES)
    )
    second, scores = learn_trees(rows, SECOND, seed, start.second if start else None)
    pages = [PageRow.of(*each, cut) for each in zip(examples, marks, scores, strict=True)]
    types, confidence = type_trees(pages, seed), confidence_trees(pages, seed)
    content = content_trees(pages, seed)
    if start is not None:
        # What a few pages of some types teach is no match for what the model knows of all.
        types = types if types.keys() >= start.types.keys() else dict(start.types)
        confidence, content = confidence or start.confidence, content or start.content
    real = sum(not example.is_hollow for example in examples)
    notes = {"seed": seed, "lightgbm": version, "pages": real, "on top": start is not None}
    return Model(markup, first, second, types, confidence, content, notes)


def examples_of(lessons: Iterable[TrainingExample]) -> list[Example]:
    """Of all pages and, after them, of some without their content."""
    real, hollow = [], []
    for number, lesson in enumerate(lessons):
        example = Example.of(lesson)
        if not example.words.any():
            continue
        real.append(example)
        if number % HOLLOW_ONE_IN == 0 and (example.words * example.content).sum() >= MUCH:
            hollow.append(Example.hollowed(lesson))
    hollow = [example for example in hollow if example.words.sum() >= SOME]
    return real + hollow if len(hollow) >= FEWEST_PAGES else real


def need_extra() -> str:
    """LightGBM's version."""
    if not all(map(find_spec, ("lightgbm", "scipy", "threadpoolctl"))):
        raise InputError("training needs more packages; pip install 'webwinnow[train]'")
    import lightgbm

    return str(lightgbm.__version__)


def refuse_useless(examples: Sequence[Example], *, can_be_one: bool) -> None:
    words = sum(float(each.words.sum()) for each in examples)
    content = sum(float((each.words * each.content).sum()) for each in examples)
    if not words:
        raise CannotLearn("there are no pages with text to learn from; give others")
    if len(examples) < 2 and not can_be_one:
        raise CannotLearn("one page is too few to learn from; give more, or train on top")
    if content in (0, words):
        what = "all" if content else "nothing"
        need = "pages with content and with boilerplate"
        raise CannotLearn(f"{what} is content in these pages, which teaches nothing; give {need}")


def learn_markup(
    examples: Sequence[Example], seed: int, start: Model | None
) -> tuple[Markup, list[Scores]]:
    """Weights, and for each page its blocks' scores by those learned on other sites."""
    table = MarkupRows(examples, start.markup if start else None)
    scores = out_of_fold(examples, MARKUP_FOLDS, seed, lambda others: marker(table.fit(others)))
    if scores is None:  # a single page: only a model to start from has not seen it
        assert start is not None
        scores = [marker(start.markup)(0, examples[0])]
    return table.fit(np.ones(len(examples), bool)), scores


def marker(markup: Markup) -> "Scorer":
    weights = markup.of_all_bins()
    return lambda _, example: markup_scores(example.page, weights, markup.bias)


Scorer = Callable[[int, Example], Scores]


def out_of_fold(
    examples: Sequence[Example], folds: int, seed: int, learn: Callable[[Mask], Scorer]
) -> list[Scores] | None:
    """Each page's scores by what was learned on the folds that it is not in; None for one page."""
    sites = [example.site for example in examples]
    if len(set(sites)) < folds:  # then pages have to do
        sites = [str(number) for number in range(len(examples))]
    folds = min(folds, len(set(sites)))
    if folds < 2:
        return None
    parts = split({str(number): site for number, site in enumerate(sites)}, folds, seed=seed)
    fold = np.array([parts[str(number)] for number in range(len(examples))])
    scores: dict[int, Scores] = {}
    for each in range(folds):
        score = learn(fold != each)
        scores |= {i: score(i, examples[i]) for i in np.flatnonzero(fold == each).tolist()}
    return [scores[number] for number in range(len(examples))]


def learn_trees(
    rows: "BlockRows", how: Boosting, seed: int, start: TreeColumns | None
) -> tuple[TreeColumns, list[Scores]]:
    """Trees, and for each page its blocks' scores by those learned on other sites."""

    def learn(others: Mask) -> Scorer:
        return rows.scorer(rows.learn(others, how, seed, start))

    scores = out_of_fold(rows.examples, BLOCK_FOLDS, seed, learn)
    if scores is None:  # a single page, as for the markup
        assert start is not None
        scores = [rows.scorer(start)(0, rows.examples[0])]
    return rows.learn(np.ones(len(rows.examples), bool), how, seed, start), scores


@dataclass(frozen=True)
class BlockRows:
    """Inputs of all blocks of all examples, one page after the other."""

    examples: Sequence[Example]
    rows: NDArray[np.float32]
    starts: NDArray[np.int64]  # where each page's begin, and where the last one's end

    @classmethod
    def of(
        cls,
        examples: Sequence[Example],
        inputs: Callable[[int, Page], NDArray[np.float32]],
        width: int,
    ) -> "BlockRows":
        starts = np.append(0, np.cumsum([len(example.words) for example in examples]))
        # Filled page by page: twice all rows may be more than there is memory.
        rows = np.empty((starts[-1], width), np.float32)
        for number, example in enumerate(examples):
            rows[starts[number] : starts[number + 1]] = inputs(number, example.page)
        return cls(examples, rows, starts)

    def learn(
        self, chosen: Mask, how: Boosting, seed: int, start: TreeColumns | None
    ) -> TreeColumns:
        """Trees from the chosen pages."""
        weight = np.concatenate([example.weight for example in self.examples])
        used = np.repeat(chosen, np.diff(self.starts)) & (weight > 0)
        content = np.concatenate([example.content for example in self.examples])[used]
        rows = self.rows[used]
        if start is None:
            return boosted(rows, content, how, weights=weight[used], seed=seed)
        says = predict_trees(start.trees(rows.shape[1]), rows).astype(np.float64)
        says = np.clip(says, SURE, 1 - SURE)
        known = np.log(says / (1 - says))
        more = boosted(rows, content, MORE, weights=weight[used], known=known, seed=seed)
        return start.followed_by(more)

    def scorer(self, trees: TreeColumns) -> Scorer:
        walked = trees.trees(self.rows.shape[1])

        def score(number: int, _: Example) -> Scores:
            rows = self.rows[self.starts[number] : self.starts[number + 1]]
            # The first input tells blocks without text to choose from.
            return np.where(rows[:, 0] == 0, predict_trees(walked, rows), np.float32(0))

        return score
