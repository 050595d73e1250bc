"""What the texrex paper compares: its network, support vectors, logistic regression; and trees.

A classifier learns from some blocks and scores others, above 0.5 for boilerplate. Where it has
settings to choose from, folds inside the blocks to learn from decide; the others are not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.texrex.data import Blocks, folds_of
from webwinnow.methods.texrex.fit import (
    RpropOptions,
    Snapshot,
    best_snapshot,
    mean_square_error,
    train_rprop,
)

INNER_FOLDS = 3

Scores = NDArray[np.floating]
Settings = Mapping[str, float]


@dataclass(frozen=True)
class Trial:
    """What to learn from and what to score."""

    known: Blocks
    asked: Blocks
    kept_together: str  # in one fold, where settings are chosen
    seed: int = 0
    epochs: int = RpropOptions.epochs


@dataclass(frozen=True, eq=False)
class Answer:
    scores: Scores
    notes: dict[str, Any] = field(default_factory=dict)  # for JSON


Classifier = Callable[[Trial], Answer]
# Scores of the blocks asked for, by one choice of settings.
Fitting = Callable[[Blocks, Blocks, Settings, int], Scores]


def network(trial: Trial) -> Answer:
    """The paper's, by the snapshot of the lowest error on what it learns from."""
    options = RpropOptions(epochs=trial.epochs, every=min(RpropOptions.every, trial.epochs))
    wanted, hidden = trial.known.is_boilerplate, trial.asked.is_boilerplate
    taken: list[Snapshot] = []
    errors: dict[str, list[float]] = {"training": [], "testing": []}
    for snapshot in train_rprop(
        trial.known.inputs, wanted.astype(np.float32), options, seed=trial.seed
    ):
        taken.append(snapshot)
        said = snapshot.network(trial.asked.inputs)
        errors["training"].append(round(snapshot.error, 6))
        errors["testing"].append(round(mean_square_error(said, hidden), 6))
    kept = best_snapshot(taken)
    scores = kept.network(trial.asked.inputs).ravel()
    return Answer(scores, {"epoch": kept.epoch, "every": options.every, "errors": errors})


@dataclass(frozen=True)
class Chosen:
    """The settings that are right most often in folds of the blocks to learn from."""

    fit: Fitting
    choices: Sequence[Settings]

    def __call__(self, trial: Trial) -> Answer:
        settings = self.choice(trial)
        scores = self.fit(trial.known, trial.asked, settings, trial.seed)
        return Answer(scores, {"settings": dict(settings)})

    def choice(self, trial: Trial) -> Settings:
        if len(self.choices) == 1:
            return self.choices[0]
        known = trial.known
        fold = folds_of(known, INNER_FOLDS, trial.kept_together, trial.seed)
        right = np.zeros(len(self.choices))
        for each in range(INNER_FOLDS):
            others, own = known.where(fold != each), known.where(fold == each)
            for place, settings in enumerate(self.choices):
                said = self.fit(others, own, settings, trial.seed) > 0.5
                right[place] += (said == own.is_boilerplate).sum()
        return self.choices[int(right.argmax())]


def pearson_kernel(sigma: float, omega: float) -> Callable[[Scores, Scores], Scores]:
    """Pearson VII: a peak of half-width sigma/2 whose tails omega makes light or heavy."""

    def kernel(one: Scores, other: Scores) -> Scores:
        from sklearn.metrics.pairwise import euclidean_distances

        found: Scores = euclidean_distances(one, other, squared=True)
        found *= 4 * (2 ** (1 / omega) - 1) / sigma**2
        found += 1
        np.power(found, -omega, out=found)
        return found

    return kernel


def support_vectors(kernel: Any, known: Scores, wanted: Any, asked: Scores, **more: Any) -> Scores:
    from sklearn.svm import SVC

    machine = SVC(kernel=kernel, cache_size=500, **more).fit(known, wanted)
    scores: Scores = 0.5 + machine.decision_function(asked) / 2
    return scores


def pearson(known: Blocks, asked: Blocks, settings: Settings, seed: int) -> Scores:
    kernel = pearson_kernel(settings["sigma"], settings["omega"])
    scaled = standardised(known.inputs, asked.inputs)
    return support_vectors(kernel, scaled[0], known.is_boilerplate, scaled[1], C=settings["C"])


def weka_pearson(known: Blocks, asked: Blocks, settings: Settings, seed: int) -> Scores:
    """As Weka does it unless told otherwise: inputs are stretched to 0 to 1."""
    kernel = pearson_kernel(settings["sigma"], settings["omega"])
    scaled = stretched(known.inputs, asked.inputs)
    return support_vectors(kernel, scaled[0], known.is_boilerplate, scaled[1], C=settings["C"])


def radial(known: Blocks, asked: Blocks, settings: Settings, seed: int) -> Scores:
    scaled = standardised(known.inputs, asked.inputs)
    more = {"C": settings["C"], "gamma": settings["gamma"]}
    return support_vectors("rbf", scaled[0], known.is_boilerplate, scaled[1], **more)


def libsvm_radial(known: Blocks, asked: Blocks, settings: Settings, seed: int) -> Scores:
    """As libSVM does it unless told otherwise: inputs as they are, gamma one by their number."""
    values = known.inputs.astype(float), asked.inputs.astype(float)
    more = {"C": settings["C"], "gamma": "auto"}
    return support_vectors("rbf", values[0], known.is_boilerplate, values[1], **more)


def logistic(known: Blocks, asked: Blocks, settings: Settings, seed: int) -> Scores:
    from sklearn.linear_model import LogisticRegression

    scaled = standardised(known.inputs, asked.inputs)
    line = LogisticRegression(C=settings["C"], max_iter=5_000).fit(scaled[0], known.is_boilerplate)
    scores: Scores = line.predict_proba(scaled[1])[:, 1]
    return scores


def trees(known: Blocks, asked: Blocks, settings: Settings, seed: int) -> Scores:
    import lightgbm

    parameters = {
        "objective": "binary",
        "verbose": -1,
        "num_threads": 1,
        "deterministic": True,
        "force_col_wise": True,
        "seed": seed,
        "bagging_freq": 1,
        "bagging_fraction": 0.8,
        "learning_rate": 0.1,
        **{name: value for name, value in settings.items() if name != "trees"},
    }
    data = lightgbm.Dataset(known.inputs, known.is_boilerplate.astype(np.float32))
    grown = lightgbm.train(parameters, data, int(settings["trees"]))
    return np.asarray(grown.predict(asked.inputs))


def standardised(known: Scores, asked: Scores) -> tuple[Scores, Scores]:
    """Inputs of mean 0 and deviation 1 among the known ones; those of one value only become 0."""
    known, asked = known.astype(float), asked.astype(float)
    middle, spread = known.mean(axis=0), known.std(axis=0)
    spread[spread == 0] = 1
    return (known - middle) / spread, (asked - middle) / spread


def stretched(known: Scores, asked: Scores) -> tuple[Scores, Scores]:
    """Inputs from 0 to 1 among the known ones."""
    known, asked = known.astype(float), asked.astype(float)
    least, width = known.min(axis=0), np.ptp(known, axis=0)
    width[width == 0] = 1
    return (known - least) / width, (asked - least) / width


def grid(**values: Sequence[float]) -> list[Settings]:
    """Every choice of one value for each name."""
    found: list[Settings] = [{}]
    for name, several in values.items():
        found = [{**settings, name: value} for settings in found for value in several]
    return found


MLP, PEARSON, TREES = "MLP", "SVM (PUK)", "boosted trees"
# The paper's, by what each program does unless told otherwise: so they give the paper's figures.
WEKA_PEARSON, LIBSVM_RADIAL = "SVM (PUK), as Weka", "SVM (RBF), as libSVM"
LOGISTIC = "logistic regression"
# What German folds choose most often: for other languages, where choosing would take hours.
SET_TREES = "boosted trees, 31 leaves"
CLASSIFIERS: dict[str, Classifier] = {
    MLP: network,
    PEARSON: Chosen(pearson, grid(sigma=(4, 8), omega=(1,), C=(1, 4, 16))),
    WEKA_PEARSON: Chosen(weka_pearson, grid(sigma=(1,), omega=(1,), C=(1,))),
    "SVM (RBF)": Chosen(radial, grid(gamma=(0.01, 0.03, 0.1), C=(4, 16))),
    LIBSVM_RADIAL: Chosen(libsvm_radial, grid(C=(1,))),
    LOGISTIC: Chosen(logistic, grid(C=(0.1, 1, 10))),
    TREES: Chosen(trees, grid(trees=(800,), num_leaves=(15, 31), feature_fraction=(0.3, 0.6))),
    SET_TREES: Chosen(trees, grid(trees=(800,), num_leaves=(31,), feature_fraction=(0.6,))),
}
