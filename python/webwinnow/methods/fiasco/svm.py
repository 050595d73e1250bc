"""FIASCO's machines, learned by LIBSVM from targets that are known to be clean or dirty.

Support vectors are a quarter of the targets, and each costs as much time as the next: they are
stood in for by fewer of them, whose weights are such that the same lessons have the same margins,
as nearly as possible.
"""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.gold.folds import split
from webwinnow.methods.fiasco.machine import Machine, Scale, kernel

__all__ = ["COSTS", "GAMMAS", "Constants", "Targeted", "best", "machine_of"]

#: The paper's grid, which is that of LIBSVM's own tool.
COSTS = tuple(2.0**power for power in range(-5, 16, 2))
GAMMAS = tuple(2.0**power for power in range(3, -16, -2))
FOLDS = 3
# Targets that constants are searched for on, and that the curve of chances is drawn through.
FEW = 3000
CENTRES = 1024
# Keeps weights finite where centres are alike.
RIDGE = 1e-8
CACHE_MB = 2000
# Hopeless corners of the grid would take hours.
MOST_STEPS = 200_000
# Of the search for a curve, and the curves that it keeps between: few targets, all judged right,
# would make a step of it.
STEPS = 12
FLATTEST, STEEPEST = 0.1, 10.0

FloatArray = NDArray[np.float32]
BoolArray = NDArray[np.bool_]


class Constants(NamedTuple):
    cost: float = 4.0
    gamma: float = 2.0**-5


@dataclass(frozen=True, eq=False)
class Targeted:
    """Targets as rows of features, what they are, and where they are from."""

    names: tuple[str, ...]
    rows: FloatArray
    is_clean: BoolArray
    sites: Sequence[str]

    def chosen(self, which: BoolArray | NDArray[np.int64]) -> "Targeted":
        sites = np.array(self.sites, object)[which].tolist()
        return Targeted(self.names, self.rows[which], self.is_clean[which], sites)

    def columns(self, names: tuple[str, ...]) -> "Targeted":
        places = [self.names.index(name) for name in names]
        return Targeted(names, self.rows[:, places], self.is_clean, self.sites)


def machine_of(targets: Targeted, *, search: bool = False, seed: int = 0) -> Machine:
    from threadpoolctl import threadpool_limits

    # Sums over threads differ from machine to machine.
    with threadpool_limits(1):
        few = targets.chosen(some(len(targets.rows), FEW, seed))
        constants = best(few, seed) if search else Constants()
        slope = slope_of(few, constants, seed)
        return trained(targets, constants, slope, seed)


def some(count: int, most: int, seed: int) -> NDArray[np.int64]:
    """Places of some of so many, in order."""
    if count <= most:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).choice(count, most, replace=False))


def trained(targets: Targeted, constants: Constants, slope: float, seed: int) -> Machine:
    scale = Scale.of(targets.rows)
    rows = rounded(scale(targets.rows))
    svc = fitted(rows, targets.is_clean, constants)
    vectors = svc.support_vectors_.astype(np.float32)
    weights, bias = svc.dual_coef_[0], float(svc.intercept_[0])
    if len(vectors) > CENTRES:
        wanted = kernel(rows, vectors, constants.gamma) @ weights
        vectors = vectors[some(len(vectors), CENTRES, seed)]
        weights = standing_in(kernel(rows, vectors, constants.gamma), wanted)
    return Machine(
        targets.names,
        scale,
        constants.gamma,
        vectors,
        weights.astype(np.float32),
        bias,
        slope,
    )


def rounded(rows: FloatArray) -> FloatArray:
    """To what a file has room for, so that a model is the same before and after it was saved."""
    return rows.astype(np.float16).astype(np.float32)


def fitted(rows: FloatArray, is_clean: BoolArray, constants: Constants) -> Any:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.svm import SVC

    svc = SVC(C=constants.cost, gamma=constants.gamma, cache_size=CACHE_MB, max_iter=MOST_STEPS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return svc.fit(rows, is_clean)


def standing_in(near: FloatArray, wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of centres by which rows that are so near to them have the margins wanted."""
    near = near.astype(np.float64)
    products = near.T @ near
    products[np.diag_indices_from(products)] += RIDGE * np.trace(products) / len(products)
    found: NDArray[np.float64] = np.linalg.solve(products, near.T @ wanted)
    return found


def folds_of(targets: Targeted, seed: int) -> Iterator[tuple[BoolArray, BoolArray]]:
    """What to learn from and what to try, by site; halves of the only one, where there is none."""
    sites = sorted(set(targets.sites))
    folds = min(FOLDS, len(sites))
    if folds < 2:
        is_odd = np.arange(len(targets.rows)) % 2 == 1
        yield from ((is_odd, ~is_odd), (~is_odd, is_odd))
        return
    fold_of = split({site: site for site in sites}, folds, seed=seed)
    fold = np.array([fold_of[site] for site in targets.sites])
    for number in range(folds):
        yield fold != number, fold == number


def margins_elsewhere(targets: Targeted, constants: Constants, seed: int) -> tuple[
    NDArray[np.float64], BoolArray
]:  # fmt: skip
    """Margins of targets by machines that have not seen their sites, and what they are."""
    margins, is_clean = [np.zeros(0)], [np.zeros(0, bool)]
    for known, other in folds_of(targets, seed):
        if len(set(targets.is_clean[known].tolist())) < 2:
            continue
        scale = Scale.of(targets.rows[known])
        svc = fitted(scale(targets.rows[known]), targets.is_clean[known], constants)
        if other.any():
            margins.append(svc.decision_function(scale(targets.rows[other])))
            is_clean.append(targets.is_clean[other])
    return np.concatenate(margins), np.concatenate(is_clean)


def best(targets: Targeted, seed: int) -> Constants:
    """Those of the grid that judge most targets of other sites right; of equals, the first."""
    grid = [Constants(*pair) for pair in product(COSTS, GAMMAS)]
    right = []
    for constants in grid:
        margins, is_clean = margins_elsewhere(targets, constants, seed)
        right.append(int(((margins > 0) == is_clean).sum()))
    return grid[right.index(max(right))]


def slope_of(targets: Targeted, constants: Constants, seed: int) -> float:
    """How steeply chances rise with margins, by what is seen of other sites (after Platt)."""
    margins, is_clean = margins_elsewhere(targets, constants, seed)
    signed = np.where(is_clean, margins, -margins)
    slope = 1.0
    # Newton's method, on a function with one minimum; a few steps are enough.
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(slope * signed))  # of being wrong
        gradient = -(signed * chance).sum() + slope
        slope -= gradient / ((signed**2 * chance * (1 - chance)).sum() + 1)
        slope = min(max(slope, FLATTEST), STEEPEST)
    return float(slope)
