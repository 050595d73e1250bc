"""Victor on folds of pages: what its labels and its texts are worth, as figures for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, render
from webwinnow.evaluation.scores import score_official
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.victor.crf import LABELS, OTHER, Crf
from webwinnow.methods.victor.features import encode
from webwinnow.methods.victor.fit import (
    LabelledSequence,
    TrainingOptions,
    run_labels,
    train_on_sequences,
)
from webwinnow.methods.victor.method import KIND_OF_LABEL
from webwinnow.methods.victor.runs import labelled_runs
from webwinnow.methods.victor.setup import Setup

Figures = dict[str, Any]  # as in JSON
Labels = NDArray[np.uint8]

#: Ways from scores to labels: the paper's, and the package's.
VITERBI, CHANCES = "best sequence", "content from a half on"
HALF = 0.5
DIGITS = 2


@dataclass(frozen=True, eq=False)
class GoldExample:
    """A page whose labels are known."""

    gold: GoldPage
    example: TrainingExample

    @property
    def site(self) -> str:
        return self.gold.site


def decode(crf: Crf, values: NDArray[np.int32]) -> dict[str, Labels]:
    scores = crf.scores(values)
    is_content = 1 - crf.marginals(scores)[:, OTHER] >= HALF
    return {VITERBI: crf.best_labels(scores), CHANCES: crf.best_labels_given(scores, is_content)}


def assign_folds(count: int, folds: int, seed: int) -> NDArray[np.int64]:
    """A random fold for each page, as in the paper."""
    order = np.random.default_rng(seed).permutation(count)
    found = np.empty(count, np.int64)
    found[order] = np.arange(count) % folds
    return found


def cross_validate(
    pages: Sequence[GoldExample],
    setup: Setup,
    options: TrainingOptions,
    *,
    folds: int = 6,
    seed: int = 0,
) -> Figures:
    """Results for each way of decoding: shares in per cent; official scores are means over pages
    with gold text.
    """
    examples = [
        LabelledSequence(encode(page.example.page, setup), run_labels(page.example)[runs_of(page)])
        for page in pages
    ]
    fold_of = assign_folds(len(pages), folds, seed)
    results = {way: Results() for way in (VITERBI, CHANCES)}
    for fold in range(folds):
        train = [each for each, of in zip(examples, fold_of, strict=True) if of != fold]
        crf = train_on_sequences([each for each in train if len(each.labels)], setup, options)
        for place in np.flatnonzero(fold_of == fold).tolist():
            for way, labels in decode(crf, examples[place].values).items():
                results[way].add(pages[place], examples[place].labels, labels, fold)
    return {
        "features": len(setup.features),
        "templates": len(setup.templates),
        **{way: each.figures() for way, each in results.items()},
    }


def runs_of(page: GoldExample) -> NDArray[np.int64]:
    return labelled_runs(page.example.page)


class Results:
    """Scores summed over pages."""

    def __init__(self) -> None:
        self.confusion = np.zeros((len(LABELS), len(LABELS)), np.int64)
        self.scores: list[tuple[int, float, float]] = []  # fold, markup, text

    def add(self, page: GoldExample, wanted: Labels, found: Labels, fold: int) -> None:
        np.add.at(self.confusion, (wanted, found), 1)
        # With an empty gold, one extra word changes the score from 1 to 0: 1.7 points of the mean.
        if page.gold.marked_text is None or not page.gold.text.strip():
            return
        score = score_official(text_of(page, found), page.gold.marked_text)
        self.scores.append((fold, score.markup, score.text))

    def figures(self) -> Figures:
        runs = self.confusion.sum()
        right = np.trace(self.confusion)
        both = self.confusion[1:, 1:].sum() + self.confusion[0, 0]
        table = np.array(self.scores)
        totals = table[:, 1:].mean(axis=1)
        by_fold = [totals[table[:, 0] == fold].mean() for fold in np.unique(table[:, 0])]
        return {
            "labels right": percent(right / runs),
            "content right": percent(both / runs),
            "markup": percent(table[:, 1].mean()),
            "text": percent(table[:, 2].mean()),
            "total": percent(totals.mean()),
            "total by fold": [percent(value) for value in by_fold],
            "confusion": self.confusion.tolist(),
        }


def text_of(page: GoldExample, labels: Labels) -> str:
    """The page in CleanEval's notation."""
    runs, parsed = runs_of(page), page.example.page
    keep = np.zeros(len(parsed.runs), bool)
    kind = np.full(len(parsed.runs), KIND_OF_LABEL[OTHER], np.uint8)
    keep[runs], kind[runs] = labels != OTHER, KIND_OF_LABEL[labels]
    return render(parsed, Decision(parsed, keep, kind=kind), "cleaneval", False, False, True)


def percent(share: float) -> float:
    return round(100 * float(share), DIGITS)


def experiments(setup: Setup) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names and excluded features: the paper's experiments, then each feature in turn."""
    counts = ("token.num-abs", "token.mix-abs", "token.other-abs")
    second = ("further", "*-group.word-ratio", *counts)
    yield "Exp-1", ("further",)
    yield "Exp-2", second
    yield "Exp-3", (*second, "regexp.url", "document.word-count")
    tokens = ("further", "token.alpha-rel", *counts)
    yield "Exp-2, word-ratio read as token.alpha-rel", tokens
    yield (
        "Exp-3, word-ratio read as token.alpha-rel",
        (*tokens, "regexp.url", "document.word-count"),
    )
    yield "content only", ("further", "markup", "document")
    yield "markup only", ("further", "content", "document")
    yield "with features of our own", ()
    for feature in setup.features:
        if feature.group != "further":
            yield f"without {feature.name}", ("further", feature.name)
