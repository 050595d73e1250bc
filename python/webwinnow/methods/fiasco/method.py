"""FIASCO, after Bauer et al. (2007): an SVM classifies subtrees of the page.

A page is divided into disjoint subtrees that stand for blocks of text (`targets`). Each target is a
row of features of its words, its structure and its look in a browser (`features`). A support vector
machine with a Gaussian kernel (`svm`), trained on labelled pages (`fit`), separates clean targets
from dirty ones, which are dropped.

Differs: targets never swallow a page; features of neighbours and of surrounding elements; fewer
centres replace the support vectors (`pipeline` has all differences). The preset `paper` is the
published algorithm; it differs in the tagger, in the word frequencies and in a sample of targets.
"""

from collections.abc import Iterable
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page
from webwinnow.methods.base import (
    NOT_VISIBLE,
    TrainingExample,
    score_by_threshold,
    visible_runs,
)
from webwinnow.methods.fiasco.linguistic import load_lexicon
from webwinnow.methods.fiasco.model import FeatureSet, Model, parse, serialize
from webwinnow.methods.fiasco.pipeline import OURS, PUBLISHED, Pipeline
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.methods.model_file import Card, ModelMethod, Tensors, shipped_path
from webwinnow.methods.provenance import Provenance

if TYPE_CHECKING:
    from typing_extensions import Self

    from webwinnow.visual.styles import PageStyles

UNSURE = 0.2  # a probability within this distance of the threshold is unsure
# By rising probability. The groups of features that were not used are appended.
REASONS = [
    "looks like boilerplate",
    "looks rather like boilerplate",
    "looks rather like text",
    "looks like text",
]
FIRST_KEPT = 2  # the first reason for clean targets
NO_TARGET = "in no subtree that is classified"
# By preset: thresholds.
THRESHOLDS: dict[str, dict[str, object]] = {
    "precision": {"threshold": 0.65},
    "recall": {"threshold": 0.35},
}

FloatArray = NDArray[np.float32]


class Fiasco(ModelMethod[Model]):
    """Classifies subtrees with a support vector machine on words and structure (FIASCO).

    threshold: keep targets with at least this probability of being clean
    words: False uses structural features alone, which suit any language
    model: a model file written by `webwinnow train`
    pos: for training, also use parts of speech; the model then needs the extra `pos`
    search: for training, search for C and gamma as the paper does
    published: the published algorithm, with its own model
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {**THRESHOLDS, "paper": {"published": True}}
    saved_settings: ClassVar[tuple[str, ...]] = ("threshold", "words", "pos", "search")
    is_visual: ClassVar[bool] = False

    def __init__(
        self,
        threshold: float = 0.5,
        words: bool = True,
        model: str | Path | None = None,
        pos: bool = False,
        search: bool = False,
        published: bool = False,
    ) -> None:
        self.threshold = threshold
        self.words = words
        self.model = model
        self.pos = pos
        self.search = search
        self.published = published

    @property
    def pipeline(self) -> Pipeline:
        """For training; a model has its own."""
        return PUBLISHED if self.published else OURS

    @property
    def aligner(self) -> str:
        return self.pipeline.aligner

    def model_path(self) -> Path:
        if self.published and self.model is None:
            return shipped_path(f"{self.name}-paper")
        return super().model_path()

    def decide(self, page: Page) -> Decision:
        model = self.current_model
        targets = Targets.of(page, divide=model.divide)
        measures = self.measure(page, targets)
        features = FeatureSet(bool(self.words), measures is not None)
        probabilities = model.probabilities(page, targets, model.svm_of[features], measures)
        return make_decision(
            page, targets, probabilities, self.threshold, self.missing_features(features)
        )

    def measure(self, page: Page, targets: Targets) -> FloatArray | None:
        """Visual measures of the targets; None if there are none."""
        return None

    def missing_features(self, features: FeatureSet) -> str:
        """Suffix of the reasons that names the features that were not used."""
        return "" if features.words else ", by structure alone"

    def explain_empty(self, page: Page) -> str:
        return f"{self.name} found nothing that looks like text"

    def fit(self, examples: Iterable[TrainingExample], *, seed: int = 0) -> "Self":
        from webwinnow.methods.fiasco.fit import TrainingOptions, train_model

        measure = self.measure if self.is_visual else None
        options = TrainingOptions(self.pos, measure, self.search, self.pipeline)
        self.model_ = train_model(examples, options, seed=seed)
        self.provenance_ = Provenance()
        return self

    def check_trainable(self) -> None:
        from webwinnow.methods.fiasco.fit import check_packages

        check_packages(pos=self.pos)

    @classmethod
    def serialize(cls, model: Model) -> tuple[Card, Tensors]:
        return serialize(model)

    @classmethod
    def parse(cls, card: Card, tensors: Tensors) -> Model:
        return parse(card, tensors, visual=cls.is_visual)

    def check_usable(self) -> None:
        super().check_usable()
        if self.current_model.needs_lexicon:
            load_lexicon()


class FiascoVisual(Fiasco):
    """FIASCO with visual features: renders each page in Chromium, a third of a second per page.

    A page that Chromium cannot render is classified without visual features.

    threshold: keep targets with at least this probability of being clean
    words: False uses structural and visual features alone, which suit any language
    model: a model file written by `webwinnow train`
    pos: for training, also use parts of speech; the model then needs the extra `pos`
    search: for training, search for C and gamma as the paper does
    published: for training, the published algorithm; no such model comes with the package
    """

    name: ClassVar[str] = "fiasco-visual"
    presets: ClassVar[dict[str, dict[str, object]]] = THRESHOLDS
    is_visual: ClassVar[bool] = True
    styles: "PageStyles | None" = None  # of the page, set by `with_styles`

    @property
    def needs_styles(self) -> bool:
        return True

    def with_styles(self, styles: "PageStyles") -> "FiascoVisual":
        bound = copy(self)
        bound.styles = styles
        return bound

    def measure(self, page: Page, targets: Targets) -> FloatArray | None:
        from webwinnow.visual.shared_browser import measure_targets

        if not len(targets):
            return None
        return measure_targets(page.source, page, targets, self.styles)

    def missing_features(self, features: FeatureSet) -> str:
        if not features.visual:
            return super().missing_features(features) + "; the page could not be shown"
        return "" if features.words else ", by structure and look alone"

    def check_usable(self) -> None:
        from webwinnow.visual.shared_browser import check_browser

        check_browser()
        super().check_usable()

    def check_trainable(self) -> None:
        from webwinnow.visual.shared_browser import check_browser

        check_browser()
        super().check_trainable()


def make_decision(
    page: Page, targets: Targets, probabilities: FloatArray, threshold: float, missing: str
) -> Decision:
    """Turn the probabilities of targets into a decision on runs.

    Visible text in no target, which only the published targets leave, is kept: FIASCO prunes
    targets.
    """
    steps = threshold - UNSURE, threshold, threshold + UNSURE
    reason = np.searchsorted(np.array(steps, np.float32), probabilities, "right")
    score = score_by_threshold(probabilities, threshold, reason >= FIRST_KEPT)
    # Runs in no target have −1, the last value.
    run_reason = np.append(reason, len(REASONS)).astype(np.uint8)[targets.of_run]
    keep = (run_reason >= FIRST_KEPT) & (targets.of_run >= 0)
    reasons = [*(text + missing for text in REASONS), NOT_VISIBLE]
    score = np.append(score, np.float32(0))[targets.of_run]
    is_loose = visible_runs(page) & (targets.of_run < 0)
    if is_loose.any():
        keep |= is_loose
        score[is_loose], run_reason[is_loose] = 0.5, len(reasons)
        reasons.append(NO_TARGET)
    return Decision(page, keep, score=score, reason=run_reason, reasons=reasons)
