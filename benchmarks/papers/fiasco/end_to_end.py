"""Section 6: the text that is left of whole pages, and the steps from the paper's pipeline to ours.

Scores are text only: words in order, over all words of all pages. Each page is cleaned by an SVM
that was trained on the other folds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.papers.fiasco.features import IntArray, layout_measure
from benchmarks.papers.fiasco.pages import Figures, LabelledPage, text_of
from webwinnow._core import Decision
from webwinnow.evaluation.scores import Counts, average, score_text
from webwinnow.gold.folds import split_by_site
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.fiasco.fit import (
    Measure,
    TrainingOptions,
    build_table,
    sample_pages,
    train_on_groups,
)
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.method import make_decision
from webwinnow.methods.fiasco.model import FeatureSet, Model
from webwinnow.methods.fiasco.pipeline import OURS, PUBLISHED, Pipeline
from webwinnow.methods.fiasco.targets import Targets

FOLDS = 5
THRESHOLD = 0.5
# A page with a lower recall counts as lost; the paper leaves such pages out of its second score.
LOST = 0.01
LABELS = {"fiasco": "dice", "in-order": "ours"}  # names in `pages` by aligner


@dataclass(frozen=True)
class System:
    """A pipeline, and the feature groups that it adds to words and structure."""

    pipeline: Pipeline
    pos: bool = False
    visual: bool = False


ALL_TEXT = "all text"
#: The paper's "all features" include parts of speech and the look; its preset here does not.
SECTION_6 = {
    "as published, all features": System(PUBLISHED, pos=True, visual=True),
    "as published, without POS and visual": System(PUBLISHED),
    "ours": System(OURS),
}
#: Changes of the published pipeline, in the order in which they are made.
CHANGES: dict[str, Figures] = {
    "our labels": {"aligner": OURS.aligner},
    "logarithms": {"has_logarithms": True},
    "C 4, γ 1/32": {"cost": OURS.cost, "gamma": OURS.gamma},
    "targets of all lines": {"divide": OURS.divide},
    "our features": {"is_published": False},
    "targets sampled by weight, 1,024 centres": {
        "is_weighted": True, "max_targets": OURS.max_targets, "max_centres": OURS.max_centres,
    },
}  # fmt: skip


def steps() -> dict[str, Pipeline]:
    """The paper's pipeline, and one more change in each; the last is ours."""
    pipeline = PUBLISHED
    found = {"as published": pipeline}
    for name, change in CHANGES.items():
        pipeline = replace(pipeline, **change)
        found[f"+ {name}"] = pipeline
    return found


def reversals() -> dict[str, Pipeline]:
    """Our pipeline with one change undone in each."""
    return {
        f"ours without: {name}": replace(OURS, **{key: getattr(PUBLISHED, key) for key in change})
        for name, change in CHANGES.items()
    }


#: Rows of the ablation: the steps, then the reversals.
ABLATION = {name: System(pipeline) for name, pipeline in {**steps(), **reversals()}.items()}


def random_folds(pages: Sequence[LabelledPage], seed: int) -> IntArray:
    """Folds of pages, as in the paper."""
    return np.random.default_rng(seed).permutation(len(pages)) % FOLDS


def site_folds(pages: Sequence[LabelledPage], seed: int) -> IntArray:
    fold_of = split_by_site({each.gold.name: each.gold.site for each in pages}, FOLDS, seed=seed)
    return np.array([fold_of[each.gold.name] for each in pages])


def score_system(
    pages: Sequence[LabelledPage], fold: IntArray, system: System, seed: int
) -> Figures:
    """Train a system without each fold and score the pages of the fold."""
    measure = layout_measure(pages) if system.visual else None
    options = TrainingOptions(system.pos, measure, False, system.pipeline)
    scores: list[Counts] = []
    for each in range(FOLDS):
        known_pages, tests = (
            [pages[place] for place in np.flatnonzero(which).tolist()]
            for which in (fold != each, fold == each)
        )
        model = train_model(known_pages, options, seed)
        scores += [score_page(known, decide(known, model, measure)) for known in tests]
    return figures(scores)


def score_all_text(pages: Sequence[LabelledPage]) -> Figures:
    return figures([score_page(known, Decision.visible(known.page)) for known in pages])


def train_model(pages: Sequence[LabelledPage], options: TrainingOptions, seed: int) -> Model:
    """The SVM with words alone; `fit.train_model` also trains one without."""
    examples, pipeline = list(examples_of(pages, options.pipeline)), options.pipeline
    keywords = Keywords.fit(examples)
    table = build_table(*sample_pages(examples, pipeline, seed), keywords, options)
    features = FeatureSet(words=True, visual=options.measure is not None)
    svm = train_on_groups(features, table, options, seed)
    return Model(keywords, (svm,), pipeline.divide, pipeline.has_logarithms)


def examples_of(pages: Sequence[LabelledPage], pipeline: Pipeline) -> Iterator[TrainingExample]:
    for known in pages:
        keep = known.keep(LABELS[pipeline.aligner])
        yield TrainingExample(known.page, keep, known.gold.site, source="cleaneval")


def decide(known: LabelledPage, model: Model, measure: Measure | None) -> Decision:
    targets = Targets.of(known.page, divide=model.divide)
    measures = measure(known.page, targets) if measure else None
    probabilities = model.probabilities(known.page, targets, model.svms[0], measures)
    return make_decision(known.page, targets, probabilities, THRESHOLD, "")


def score_page(known: LabelledPage, decision: Decision) -> Counts:
    return score_text(text_of(known.page, decision), known.gold.text)


def figures(scores: Sequence[Counts]) -> Figures:
    """Precision, recall and F in per cent, over all pages and over those that are not lost."""
    found = [each for each in scores if each.recall >= LOST or not (each.both + each.only_gold)]
    return {
        "pages": len(scores),
        **percentages(scores),
        "lost pages": len(scores) - len(found),
        "others": percentages(found),
    }


def percentages(scores: Sequence[Counts]) -> Figures:
    mean = average(scores, "micro")
    values = {"precision": mean.precision, "recall": mean.recall, "f1": mean.f1}
    return {name: round(100 * value, 2) for name, value in values.items()}
