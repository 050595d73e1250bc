"""Classifiers of the texrex paper: network, support vectors, logistic regression; and trees.

A classifier is trained on some blocks and scores others, above 0.5 for boilerplate. Settings are
selected by folds inside the training blocks; the test blocks have no influence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.texrex.data import Blocks, assign_folds
from webwinnow.methods.texrex.rprop import (
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
    """Training and test blocks of one run."""

    train: Blocks
    test: Blocks
    unit: str  # of the folds that select settings
    seed: int = 0
    epochs: int = RpropOptions.epochs


@dataclass(frozen=True, eq=False)
class Prediction:
    scores: Scores
    notes: dict[str, Any] = field(default_factory=dict)  # for JSON


Classifier = Callable[[Trial], Prediction]
# Scores of the test blocks, given training blocks, settings and seed.
Fitting = Callable[[Blocks, Blocks, Settings, int], Scores]


def network(trial: Trial) -> Prediction:
    """The paper's network: the snapshot with the lowest training error."""
    options = RpropOptions(epochs=trial.epochs, every=min(RpropOptions.every, trial.epochs))
    wanted, hidden = trial.train.is_boilerplate, trial.test.is_boilerplate
    taken: list[Snapshot] = []
    errors: dict[str, list[float]] = {"training": [], "testing": []}
    for snapshot in train_rprop(
        trial.train.inputs, wanted.astype(np.float32), options, seed=trial.seed
    ):
        taken.append(snapshot)
        predicted = snapshot.network(trial.test.inputs)
        errors["training"].append(round(snapshot.error, 6))
        errors["testing"].append(round(mean_square_error(predicted, hidden), 6))
    kept = best_snapshot(taken)
    scores = kept.network(trial.test.inputs).ravel()
    return Prediction(scores, {"epoch": kept.epoch, "every": options.every, "errors": errors})


def weka_network(train: Blocks, test: Blocks, settings: Settings, seed: int) -> Scores:
    """Weka's MultilayerPerceptron with its defaults: inputs scaled to −1 to 1, 19 sigmoid units,
    an output for each class, and 500 epochs of backpropagation block by block.
    """
    scaled = [2 * values - 1 for values in normalised(train.inputs, test.inputs)]
    known, others = (np.hstack([values, np.ones((len(values), 1))]) for values in scaled)
    wanted = np.stack([~train.is_boilerplate, train.is_boilerplate], axis=1).astype(float)
    units = (train.inputs.shape[1] + 2) // 2
    rng = np.random.default_rng(seed)
    hidden, output = rng.uniform(-0.05, 0.05, (units, known.shape[1])), np.zeros((2, units + 1))
    output[:] = rng.uniform(-0.05, 0.05, output.shape)
    hidden_step, output_step = np.zeros_like(hidden), np.zeros_like(output)
    rate, momentum, values = settings["rate"], settings["momentum"], np.ones(units + 1)
    for _ in range(int(settings["epochs"])):
        for row, labels in zip(known, wanted, strict=True):
            values[:-1] = 1 / (1 + np.exp(-(hidden @ row)))
            found = 1 / (1 + np.exp(-(output @ values)))
            error = (labels - found) * found * (1 - found)
            back = (error @ output)[:-1] * values[:-1] * (1 - values[:-1])
            output_step *= momentum
            output_step += rate * error[:, None] * values
            hidden_step *= momentum
            hidden_step += (rate * back)[:, None] * row
            output += output_step
            hidden += hidden_step
    last = np.hstack([1 / (1 + np.exp(-(others @ hidden.T))), np.ones((len(others), 1))])
    chances = 1 / (1 + np.exp(-(last @ output.T)))
    scores: Scores = chances[:, 1] / chances.sum(axis=1)
    return scores


@dataclass(frozen=True)
class GridSearch:
    """A classifier with the settings of the best accuracy in folds of the training blocks."""

    fit: Fitting
    choices: Sequence[Settings]

    def __call__(self, trial: Trial) -> Prediction:
        settings = self.select(trial)
        scores = self.fit(trial.train, trial.test, settings, trial.seed)
        return Prediction(scores, {"settings": dict(settings)})

    def select(self, trial: Trial) -> Settings:
        if len(self.choices) == 1:
            return self.choices[0]
        train = trial.train
        fold = assign_folds(train, INNER_FOLDS, trial.unit, trial.seed)
        right = np.zeros(len(self.choices))
        for each in range(INNER_FOLDS):
            others, own = train.where(fold != each), train.where(fold == each)
            for place, settings in enumerate(self.choices):
                predicted = self.fit(others, own, settings, trial.seed) > 0.5
                right[place] += (predicted == own.is_boilerplate).sum()
        return self.choices[int(right.argmax())]


def pearson_kernel(sigma: float, omega: float) -> Callable[[Scores, Scores], Scores]:
    """Pearson VII kernel: a peak of half-width sigma/2; omega sets the weight of its tails."""

    def kernel(one: Scores, other: Scores) -> Scores:
        from sklearn.metrics.pairwise import euclidean_distances

        found: Scores = euclidean_distances(one, other, squared=True)
        found *= 4 * (2 ** (1 / omega) - 1) / sigma**2
        found += 1
        np.power(found, -omega, out=found)
        return found

    return kernel


def support_vectors(kernel: Any, train: Scores, wanted: Any, test: Scores, **more: Any) -> Scores:
    from sklearn.svm import SVC

    machine = SVC(kernel=kernel, cache_size=500, **more).fit(train, wanted)
    scores: Scores = 0.5 + machine.decision_function(test) / 2
    return scores


def pearson(train: Blocks, test: Blocks, settings: Settings, seed: int) -> Scores:
    kernel = pearson_kernel(settings["sigma"], settings["omega"])
    scaled = standardised(train.inputs, test.inputs)
    return support_vectors(kernel, scaled[0], train.is_boilerplate, scaled[1], C=settings["C"])


def weka_pearson(train: Blocks, test: Blocks, settings: Settings, seed: int) -> Scores:
    """Weka's defaults: inputs are scaled to 0 to 1."""
    kernel = pearson_kernel(settings["sigma"], settings["omega"])
    scaled = normalised(train.inputs, test.inputs)
    return support_vectors(kernel, scaled[0], train.is_boilerplate, scaled[1], C=settings["C"])


def radial(train: Blocks, test: Blocks, settings: Settings, seed: int) -> Scores:
    scaled = standardised(train.inputs, test.inputs)
    more = {"C": settings["C"], "gamma": settings["gamma"]}
    return support_vectors("rbf", scaled[0], train.is_boilerplate, scaled[1], **more)


def libsvm_radial(train: Blocks, test: Blocks, settings: Settings, seed: int) -> Scores:
    """libSVM's defaults: unscaled inputs, gamma is one by their number."""
    values = train.inputs.astype(float), test.inputs.astype(float)
    more = {"C": settings["C"], "gamma": "auto"}
    return support_vectors("rbf", values[0], train.is_boilerplate, values[1], **more)


def logistic(train: Blocks, test: Blocks, settings: Settings, seed: int) -> Scores:
    from sklearn.linear_model import LogisticRegression

    scaled = standardised(train.inputs, test.inputs)
    line = LogisticRegression(C=settings["C"], max_iter=5_000).fit(scaled[0], train.is_boilerplate)
    scores: Scores = line.predict_proba(scaled[1])[:, 1]
    return scores


def trees(train: Blocks, test: Blocks, settings: Settings, seed: int) -> Scores:
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
    data = lightgbm.Dataset(train.inputs, train.is_boilerplate.astype(np.float32))
    grown = lightgbm.train(parameters, data, int(settings["trees"]))
    return np.asarray(grown.predict(test.inputs))


def standardised(train: Scores, test: Scores) -> tuple[Scores, Scores]:
    """Scale inputs to mean 0 and deviation 1 of the training blocks; constant inputs become 0."""
    train, test = train.astype(float), test.astype(float)
    middle, spread = train.mean(axis=0), train.std(axis=0)
    spread[spread == 0] = 1
    return (train - middle) / spread, (test - middle) / spread


def normalised(train: Scores, test: Scores) -> tuple[Scores, Scores]:
    """Scale inputs to 0 to 1 over the training blocks."""
    train, test = train.astype(float), test.astype(float)
    least, width = train.min(axis=0), np.ptp(train, axis=0)
    width[width == 0] = 1
    return (train - least) / width, (test - least) / width


def grid(**values: Sequence[float]) -> list[Settings]:
    """Every combination of one value per name."""
    found: list[Settings] = [{}]
    for name, several in values.items():
        found = [{**settings, name: value} for settings in found for value in several]
    return found


MLP, PEARSON, TREES = "MLP", "SVM (PUK)", "boosted trees"
# The paper's classifiers with the defaults of their programs, which give the paper's figures.
WEKA_PEARSON, LIBSVM_RADIAL = "SVM (PUK), as Weka", "SVM (RBF), as libSVM"
WEKA_MLP = "MLP, as Weka"
LOGISTIC = "logistic regression"
# The settings that German folds select most often; a search in other languages takes hours.
SET_TREES = "boosted trees, 31 leaves"
CLASSIFIERS: dict[str, Classifier] = {
    MLP: network,
    WEKA_MLP: GridSearch(weka_network, grid(rate=(0.3,), momentum=(0.2,), epochs=(500,))),
    PEARSON: GridSearch(pearson, grid(sigma=(4, 8), omega=(1,), C=(1, 4, 16))),
    WEKA_PEARSON: GridSearch(weka_pearson, grid(sigma=(1,), omega=(1,), C=(1,))),
    "SVM (RBF)": GridSearch(radial, grid(gamma=(0.01, 0.03, 0.1), C=(4, 16))),
    LIBSVM_RADIAL: GridSearch(libsvm_radial, grid(C=(1,))),
    LOGISTIC: GridSearch(logistic, grid(C=(0.1, 1, 10))),
    TREES: GridSearch(trees, grid(trees=(800,), num_leaves=(15, 31), feature_fraction=(0.3, 0.6))),
    SET_TREES: GridSearch(trees, grid(trees=(800,), num_leaves=(31,), feature_fraction=(0.6,))),
}
