"""Section 4.1: search kernels and their parameters on a subset of the targets with three folds.

All kernels are functions of dot products, which are computed once per fold. The solver stops after
MAX_STEPS, since some parameters, such as a high C, take very long.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, product

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.fiasco.features import Data, IntArray, scaled, select_values
from benchmarks.papers.fiasco.pages import BoolArray, Figures
from webwinnow.methods.fiasco.svm import COSTS, GAMMAS

SUBSET, FOLDS = 4_000, 3
MAX_STEPS = 100_000
CACHE = 500  # megabytes

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Kernel:
    name: str
    gamma: float = 1.0
    coef0: float = 0.0
    degree: int = 1

    def of(self, dots: Matrix, left: Matrix, right: Matrix) -> Matrix:
        """Kernel values from dot products and squared lengths of rows."""
        if self.name == "RBF":
            return np.exp(self.gamma * (2 * dots - left[:, None] - right))
        found = self.gamma * dots + self.coef0
        return np.tanh(found) if self.name == "sigmoid" else found**self.degree


@dataclass(frozen=True)
class Setting:
    kernel: Kernel
    c: float

    def figures(self) -> Figures:
        return {"C": self.c, **asdict(self.kernel)}


def powers(first: int, last: int, step: int = 2) -> list[float]:
    """Powers of two, both ends included."""
    return [2.0**power for power in range(first, last + 1, step)]


#: Settings by kernel: for RBF the paper's 110, as in LIBSVM's grid.py; fewer for the others.
GRIDS: dict[str, list[Setting]] = {
    "RBF": [Setting(Kernel("RBF", gamma), c) for gamma in reversed(GAMMAS) for c in COSTS],
    "polynomial": [
        Setting(Kernel("polynomial", gamma, coef0, degree), c)
        for degree, coef0, gamma in product((2, 3), (0, 1), powers(-7, -1))
        for c in powers(-5, 11, 4)
    ],
    "linear": [Setting(Kernel("linear"), c) for c in powers(-5, 15)],
    "sigmoid": [
        Setting(Kernel("sigmoid", gamma, coef0), c)
        for coef0, gamma in product((-1, 0), powers(-15, -1))
        for c in powers(-5, 15, 4)
    ],
}
PAPERS_CHOICE = Setting(Kernel("RBF", 8.0), 32.0)


def search(data: Data, fold: IntArray, which: str, kernels: Sequence[str], seed: int) -> Figures:
    """Find the setting of each kernel with the best accuracy, in per cent.

    `fold` is the fold of each target; `seed` draws the subset of targets.
    """
    subset = draw_targets(len(fold), seed)
    parts = list(split_parts(data, fold, subset, which))
    columns = parts[0].train.shape[1]
    default = Setting(Kernel("RBF", 1 / columns), 1.0)  # LIBSVM's
    found: Figures = {
        "targets": len(subset),
        "columns": columns,
        "LIBSVM's default": accuracies(parts, [default])[default],
        "C 32, gamma 8": accuracies(parts, [PAPERS_CHOICE])[PAPERS_CHOICE],
    }
    for name in kernels:
        tried = accuracies(parts, GRIDS[name])
        best = max(GRIDS[name], key=tried.__getitem__)
        found[name] = {**best.figures(), "accuracy": tried[best], "tried": len(tried)}
    return found


def draw_targets(count: int, seed: int) -> IntArray:
    order = np.random.default_rng(seed).permutation(count)
    return np.sort(order[:SUBSET])


@dataclass(frozen=True, eq=False)
class Part:
    """Scaled training and test values of one fold, with their labels."""

    train: Matrix
    test: Matrix
    train_labels: BoolArray
    test_labels: BoolArray


def split_parts(data: Data, fold: IntArray, subset: IntArray, which: str) -> Iterator[Part]:
    for each in np.unique(fold).tolist():
        train, test = subset[fold[subset] != each], subset[fold[subset] == each]
        is_train = np.zeros(len(fold), bool)
        is_train[train] = True
        values = select_values(data.values(is_train), "All", which)
        train_values, test_values = scaled(values[train], values[test])
        yield Part(
            train_values.astype(np.float64),
            test_values.astype(np.float64),
            data.is_clean[train],
            data.is_clean[test],
        )


def accuracies(parts: Sequence[Part], settings: Iterable[Setting]) -> dict[Setting, float]:
    """Accuracy of each setting over all folds; settings of one kernel must be adjacent."""
    settings = list(settings)
    right = dict.fromkeys(settings, 0)
    for part in parts:
        lengths = (part.train**2).sum(axis=1), (part.test**2).sum(axis=1)
        dots = part.train @ part.train.T, part.test @ part.train.T
        for kernel, same in groupby(settings, key=lambda setting: setting.kernel):
            train = kernel.of(dots[0], lengths[0], lengths[0])
            test = kernel.of(dots[1], lengths[1], lengths[0])
            for setting in same:
                predicted = predict(train, part.train_labels, test, setting.c)
                right[setting] += int((predicted == part.test_labels).sum())
    total = sum(len(part.test_labels) for part in parts)
    return {setting: round(100 * count / total, 2) for setting, count in right.items()}


def predict(train: Matrix, labels: BoolArray, test: Matrix, c: float) -> BoolArray:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.svm import SVC

    machine = SVC(C=c, kernel="precomputed", cache_size=CACHE, max_iter=MAX_STEPS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        predicted: BoolArray = machine.fit(train, labels).predict(test)
    return predicted
