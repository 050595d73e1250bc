"""Section 4.1: kernels and their parameters, searched on a subset of the targets by three folds.

All kernels are functions of dot products, which are computed once for each fold. Where a search
comes to parameters that take very long, as those of a high C do, it goes on after MOST_STEPS of
the solver, with what is learned until then.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, product

import numpy as np
from numpy.typing import NDArray

from benchmarks.papers.fiasco.columns import Data, IntArray, chosen, scaled
from benchmarks.papers.fiasco.pages import BoolArray, Figures
from webwinnow.methods.fiasco.svm import COSTS, GAMMAS

SUBSET, FOLDS = 4_000, 3
MOST_STEPS = 100_000
CACHE = 500  # megabytes

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Kernel:
    name: str
    gamma: float = 1.0
    coef0: float = 0.0
    degree: int = 1

    def of(self, dots: Matrix, left: Matrix, right: Matrix) -> Matrix:
        """From dot products and squared lengths of rows."""
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
    """Of two, both ends included."""
    return [2.0**power for power in range(first, last + 1, step)]


#: By their names: the paper's 110 for RBF, as LIBSVM's grid.py has them, and fewer for others.
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
    """The best setting of each kernel, by the share of right answers in per cent.

    `fold` has a fold for each target; which of them are tried is drawn by seed.
    """
    subset = drawn_targets(len(fold), seed)
    parts = list(divided(data, fold, subset, chosen("All", which)))
    columns = parts[0].known.shape[1]
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


def drawn_targets(count: int, seed: int) -> IntArray:
    order = np.random.default_rng(seed).permutation(count)
    return np.sort(order[:SUBSET])


@dataclass(frozen=True, eq=False)
class Part:
    """One fold, and what is learned from for it; values are scaled."""

    known: Matrix
    asked: Matrix
    wanted: BoolArray  # of the known
    right: BoolArray  # of the asked


def divided(data: Data, fold: IntArray, subset: IntArray, columns: IntArray) -> Iterator[Part]:
    for each in np.unique(fold).tolist():
        known, asked = subset[fold[subset] != each], subset[fold[subset] == each]
        is_known = np.zeros(len(fold), bool)
        is_known[known] = True
        values = data.values(is_known)[:, columns]
        learned, unseen = scaled(values[known], values[asked])
        yield Part(
            learned.astype(np.float64),
            unseen.astype(np.float64),
            data.wanted[known],
            data.wanted[asked],
        )


def accuracies(parts: Sequence[Part], settings: Iterable[Setting]) -> dict[Setting, float]:
    """Over all folds together. Settings with the same kernel are to follow each other."""
    settings = list(settings)
    right = dict.fromkeys(settings, 0)
    for part in parts:
        lengths = (part.known**2).sum(axis=1), (part.asked**2).sum(axis=1)
        dots = part.known @ part.known.T, part.asked @ part.known.T
        for kernel, same in groupby(settings, key=lambda setting: setting.kernel):
            learned = kernel.of(dots[0], lengths[0], lengths[0])
            asked = kernel.of(dots[1], lengths[1], lengths[0])
            for setting in same:
                said = classified(learned, part.wanted, asked, setting.c)
                right[setting] += int((said == part.right).sum())
    every = sum(len(part.right) for part in parts)
    return {setting: round(100 * count / every, 2) for setting, count in right.items()}


def classified(learned: Matrix, wanted: BoolArray, asked: Matrix, c: float) -> BoolArray:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.svm import SVC

    machine = SVC(C=c, kernel="precomputed", cache_size=CACHE, max_iter=MOST_STEPS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        said: BoolArray = machine.fit(learned, wanted).predict(asked)
    return said
