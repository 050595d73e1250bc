"""FIASCO models that are small enough to check by hand, and trained ones."""

import math
from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tests.support.generated_pages import training_examples
from tests.support.model_files import with_model
from webwinnow import Page
from webwinnow.methods.fiasco.fit import TrainingOptions, train_model
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.method import Fiasco, FiascoVisual
from webwinnow.methods.fiasco.model import FeatureSet, Model
from webwinnow.methods.fiasco.svm import Scale, Svm
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.visual.measures import MEASURES

STRUCTURE, WORDS = FeatureSet(words=False, visual=False), FeatureSet(words=True, visual=False)
VISUAL, EVERYTHING = FeatureSet(words=False, visual=True), FeatureSet(words=True, visual=True)


def make_svm(
    names: tuple[str, ...],
    centres: list[list[float]],
    weights: list[float],
    *,
    gamma: float = 1.0,
    bias: float = 0.0,
    slope: float = 1.0,
) -> Svm:
    """An SVM that scales values from 0 … 1 to −1 … 1."""
    low, high = np.zeros(len(names), np.float32), np.ones(len(names), np.float32)
    rows = np.array(centres, np.float32)
    return Svm(names, Scale(low, high), gamma, rows, np.array(weights, np.float32), bias, slope)


def names_of(features: FeatureSet) -> tuple[str, ...]:
    """One feature per group of the set."""
    words, visual = ["capitals"] * features.words, ["shown"] * features.visual
    return ("paragraph", *words, *visual)


def constant_svm(features: FeatureSet, probability: float) -> Svm:
    """An SVM that gives every target the same probability of being clean."""
    names = names_of(features)
    bias = math.log(probability / (1 - probability))
    return make_svm(names, [[0.0] * len(names)], [0.0], bias=bias)


def paragraph_svm(features: FeatureSet, slope: float = 4.0) -> Svm:
    """An SVM that takes paragraphs as clean; its margins are ±(1 − exp(−4))."""
    others = [0.0] * (len(names_of(features)) - 1)
    return make_svm(names_of(features), [[1, *others], [-1, *others]], [1, -1], slope=slope)


def constant_model(probabilities: Mapping[FeatureSet, float]) -> Model:
    """A model whose output shows which of its SVMs was used."""
    return Model(Keywords(), tuple(constant_svm(*each) for each in probabilities.items()))


def fake_measures(page: Page, targets: Targets) -> NDArray[np.float32]:
    """Measures as from a browser: later targets are lower on the page."""
    found = np.full((len(targets), len(MEASURES)), 0.5, np.float32)
    found[:, list(MEASURES).index("shown")] = 1
    found[:, list(MEASURES).index("region's top")] = np.linspace(0, 1, len(targets))
    return found


@cache
def trained_fiasco() -> Fiasco:
    """Trained on twenty pages of ten sites; do not change it."""
    return Fiasco().fit(training_examples(range(20)))


@cache
def trained_visual() -> FiascoVisual:
    """Trained on the same pages with measures that need no browser; do not change it."""
    return with_model(
        FiascoVisual(),
        train_model(training_examples(range(20)), TrainingOptions(measure=fake_measures)),
    )
