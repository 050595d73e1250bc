"""Victor on folds of pages: scores of its labels and of its texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.victor.experiments import Experiment
from webwinnow._core import Decision, render
from webwinnow.evaluation.scores import score_official
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.victor.crf import LABELS, OTHER, Crf
from webwinnow.methods.victor.features import encode
from webwinnow.methods.victor.fit import LabelledSequence, run_labels, train_on_sequences
from webwinnow.methods.victor.method import KIND_OF_LABEL, RARE_WEIGHT
from webwinnow.methods.victor.runs import labelled_runs
from webwinnow.methods.victor.setup import Setup
from webwinnow.methods.victor.training_options import TrainingOptions

Figures = dict[str, Any]  # as in JSON
Labels = NDArray[np.uint8]

#: Ways from scores to labels: the paper's, and the package's.
BEST, MARGINALS = "best labels", "marginals"
HALF = 0.5
DIGITS = 2


@dataclass(frozen=True, eq=False)
class GoldExample:
    """A page whose labels are known."""

    gold: GoldPage
    example: TrainingExample

    @property
    def runs(self) -> NDArray[np.int64]:
        return labelled_runs(self.example.page)


def decode(crf: Crf, values: NDArray[np.int32]) -> dict[str, Labels]:
    scores = crf.scores(values)
    is_content = 1 - crf.marginals(scores)[:, OTHER] >= HALF
    kinds = crf.best_labels_given(scores, is_content, RARE_WEIGHT)
    return {BEST: crf.best_labels(scores), MARGINALS: kinds}


def assign_folds(count: int, folds: int, seed: int) -> NDArray[np.int64]:
    """A random fold for each page, as in the paper."""
    order = np.random.default_rng(seed).permutation(count)
    found = np.empty(count, np.int64)
    found[order] = np.arange(count) % folds
    return found


def run_experiment(pages: Sequence[GoldExample], experiment: Experiment, folds: int) -> Figures:
    setup = experiment.setup()
    found = cross_validate(pages, setup, experiment.options, folds=folds, seed=experiment.seed)
    if not experiment.keeps_pages:
        for figures in found.values():
            del figures["pages"]
    return {"features": len(setup.features), "templates": len(setup.templates), **found}


def cross_validate(
    pages: Sequence[GoldExample],
    setup: Setup,
    options: TrainingOptions,
    *,
    folds: int = 6,
    seed: int = 0,
) -> Figures:
    """Results for each way of decoding."""
    examples = [
        LabelledSequence(encode(page.example.page, setup), run_labels(page.example)[page.runs])
        for page in pages
    ]
    fold_of = assign_folds(len(pages), folds, seed)
    results = {way: Results() for way in (BEST, MARGINALS)}
    for fold in range(folds):
        train = [each for each, of in zip(examples, fold_of, strict=True) if of != fold]
        crf = train_on_sequences([each for each in train if len(each.labels)], setup, options)
        for place in np.flatnonzero(fold_of == fold).tolist():
            for way, labels in decode(crf, examples[place].values).items():
                results[way].add(pages[place], examples[place].labels, labels, fold)
    return {way: each.figures() for way, each in results.items()}


class Results:
    """Scores by page."""

    def __init__(self) -> None:
        self.pages: dict[str, Figures] = {}
        self.confusion = np.zeros((len(LABELS), len(LABELS)), np.int64)

    def add(self, page: GoldExample, wanted: Labels, found: Labels, fold: int) -> None:
        own = np.zeros_like(self.confusion)
        np.add.at(own, (wanted, found), 1)
        self.confusion += own
        scores: Figures = {"fold": fold, "headers": [int(own[1, 1]), int(own[1].sum())]}
        if len(wanted):
            scores["labels right"] = float(np.trace(own) / own.sum())
            scores["content right"] = float((own[1:, 1:].sum() + own[0, 0]) / own.sum())
        # With an empty gold, one extra word changes the score from 1 to 0: 1.7 points of the mean.
        if page.gold.marked_text is not None and page.gold.text.strip():
            score = score_official(text_of(page, found), page.gold.marked_text)
            scores |= {"markup": score.markup, "text": score.text, "total": score.total}
        self.pages[page.gold.name] = scores

    def figures(self) -> Figures:
        """Shares in per cent: of the labels over all runs, of the texts as means over pages."""
        runs = self.confusion.sum()
        both = self.confusion[1:, 1:].sum() + self.confusion[0, 0]
        by_page = {
            name: [each[name] for each in self.pages.values() if name in each]
            for name in ("markup", "text", "total")
        }
        return {
            "labels right": percent(np.trace(self.confusion) / runs),
            "content right": percent(both / runs),
            **{name: percent(np.mean(values)) for name, values in by_page.items()},
            "total by fold": self.totals_by_fold(),
            "confusion": self.confusion.tolist(),
            "pages": {name: rounded(scores) for name, scores in self.pages.items()},
        }

    def totals_by_fold(self) -> list[float]:
        scored = [each for each in self.pages.values() if "total" in each]
        folds = sorted({each["fold"] for each in scored})
        return [
            percent(np.mean([each["total"] for each in scored if each["fold"] == fold]))
            for fold in folds
        ]


def text_of(page: GoldExample, labels: Labels) -> str:
    """The page in CleanEval's notation."""
    runs, parsed = page.runs, page.example.page
    keep = np.zeros(len(parsed.runs), bool)
    kind = np.full(len(parsed.runs), KIND_OF_LABEL[OTHER], np.uint8)
    keep[runs], kind[runs] = labels != OTHER, KIND_OF_LABEL[labels]
    return render(parsed, Decision(parsed, keep, kind=kind), "cleaneval", False, False, True)


def percent(share: float | np.floating[Any]) -> float:
    return round(100 * float(share), DIGITS)


def rounded(scores: Figures) -> Figures:
    return {
        name: round(value, 4) if isinstance(value, float) else value
        for name, value in scores.items()
    }
