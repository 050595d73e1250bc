"""A support vector machine with a Gaussian (RBF) kernel: prediction, and training with LIBSVM.

Feature values are scaled to −1 … 1 by the range of the training targets; a missing value is set to
the middle.

About a quarter of the training targets become support vectors, and prediction time grows with their
number. So a sample of them, the centres, replaces them, with weights that reproduce the margins of
the training targets as closely as possible.
"""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

# Rows per kernel matrix, which bounds the memory that large pages take.
CHUNK_ROWS = 4096
# A column with a smaller range counts as constant.
MIN_SPAN = 1e-30

#: The paper's grid for C and gamma, which is that of LIBSVM's own tool.
COSTS = tuple(2.0**power for power in range(-5, 16, 2))
GAMMAS = tuple(2.0**power for power in range(3, -16, -2))
FOLDS = 3
# Targets for the grid search and the slope.
SEARCH_TARGETS = 3000
# Keeps weights finite if centres are alike.
RIDGE = 1e-8
CACHE_MB = 2000
# Some corners of the grid would take hours to converge.
MAX_ITERATIONS = 200_000
# The slope is bounded because a few targets, all on the right side, would make it infinite.
NEWTON_STEPS = 12
MIN_SLOPE, MAX_SLOPE = 0.1, 10.0

FloatArray = NDArray[np.float32]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Scale:
    """Lowest and highest training value of each column, which are scaled to −1 and 1."""

    low: FloatArray
    high: FloatArray

    @classmethod
    def of(cls, rows: FloatArray) -> "Scale":
        """Fit the scale; a column without values, or with only one value, is scaled to 0."""
        low = np.fmin.reduce(rows, axis=0, initial=np.inf)
        high = np.fmax.reduce(rows, axis=0, initial=-np.inf)
        is_known = np.isfinite(low)
        return cls(np.where(is_known, low, 0), np.where(is_known, high, 0))

    def __call__(self, rows: FloatArray) -> FloatArray:
        """Scale rows; values outside of −1 … 1 are clipped, and NaN becomes 0."""
        span = self.high - self.low
        factor = np.divide(2, span, out=np.zeros_like(span), where=span > MIN_SPAN)
        found: FloatArray = np.subtract(rows, (self.low + self.high) / 2, dtype=np.float32)
        found *= factor
        np.clip(found, -1, 1, out=found)
        found[np.isnan(found)] = 0
        return found


@dataclass(frozen=True, eq=False)
class Svm:
    """A trained SVM with a Gaussian kernel."""

    names: tuple[str, ...]  # of its features
    scale: Scale
    gamma: float
    centres: FloatArray  # a row per support vector, or per vector that replaces them
    weights: FloatArray  # of each centre, positive for clean text
    bias: float
    slope: float  # of the logistic function from margins to probabilities

    def margins(self, rows: FloatArray) -> FloatArray:
        """Decision values, positive for clean targets; `rows` has the columns of `names`."""
        found = np.empty(len(rows), np.float32)
        for first in range(0, len(rows), CHUNK_ROWS):
            scaled = self.scale(rows[first : first + CHUNK_ROWS])
            near = kernel(scaled, self.centres, self.gamma)
            found[first : first + CHUNK_ROWS] = near @ self.weights + np.float32(self.bias)
        return found

    def probabilities(self, margins: FloatArray) -> FloatArray:
        """Probability that each target is clean: 0.5 at a margin of 0."""
        # The logistic function, in a form that does not overflow.
        found: FloatArray = (1 + np.tanh(np.float32(self.slope / 2) * margins)) / 2
        return found


def kernel(rows: FloatArray, centres: FloatArray, gamma: float) -> FloatArray:
    """The RBF kernel: exp(−γ d²) for the distance d of each row to each centre."""
    # ‖a − b‖² = ‖a‖² − 2ab + ‖b‖², so one matrix product does most of the work.
    found: FloatArray = rows @ (centres.T * np.float32(2 * gamma))
    found -= np.float32(gamma) * np.einsum("ij,ij->i", rows, rows)[:, None]
    found -= np.float32(gamma) * np.einsum("ij,ij->i", centres, centres)
    np.minimum(found, 0, out=found)
    np.exp(found, out=found)
    return found


class SvmParameters(NamedTuple):
    """C and gamma of the SVM."""

    cost: float
    gamma: float


@dataclass(frozen=True, eq=False)
class TargetTable:
    """Features, labels and sites of training targets; one row per target."""

    names: tuple[str, ...]
    rows: FloatArray
    is_clean: BoolArray
    sites: Sequence[str]

    def select_rows(self, which: BoolArray | NDArray[np.int64]) -> "TargetTable":
        sites = np.array(self.sites, object)[which].tolist()
        return TargetTable(self.names, self.rows[which], self.is_clean[which], sites)

    def select_columns(self, names: tuple[str, ...]) -> "TargetTable":
        places = [self.names.index(name) for name in names]
        return TargetTable(names, self.rows[:, places], self.is_clean, self.sites)


def train_svm(
    targets: TargetTable, parameters: SvmParameters | None, *, max_centres: int, seed: int = 0
) -> Svm:
    """Train an SVM; without parameters, search C and gamma on a grid, as the paper does."""
    from threadpoolctl import threadpool_limits

    # Sums over threads depend on the machine.
    with threadpool_limits(1):
        few = targets.select_rows(sample(len(targets.rows), SEARCH_TARGETS, seed))
        parameters = parameters or grid_search(few, seed)
        slope = fit_slope(few, parameters, seed)
        return fit_with_centres(targets, parameters, slope, max_centres, seed)


def sample(count: int, most: int, seed: int) -> NDArray[np.int64]:
    """At most `most` random indices below `count`, increasing."""
    if count <= most:
        return np.arange(count)
    return np.sort(np.random.default_rng(seed).choice(count, most, replace=False))


def fit_with_centres(
    targets: TargetTable, parameters: SvmParameters, slope: float, max_centres: int, seed: int
) -> Svm:
    """Fit an SVM and replace its support vectors by at most `max_centres` of them."""
    scale = Scale.of(targets.rows)
    rows = round_to_half(scale(targets.rows))
    svc = fit_svc(rows, targets.is_clean, parameters)
    vectors = svc.support_vectors_.astype(np.float32)
    weights, bias = svc.dual_coef_[0], float(svc.intercept_[0])
    if len(vectors) > max_centres:
        wanted = kernel(rows, vectors, parameters.gamma) @ weights
        vectors = vectors[sample(len(vectors), max_centres, seed)]
        weights = fit_weights(kernel(rows, vectors, parameters.gamma), wanted)
    return Svm(
        targets.names,
        scale,
        parameters.gamma,
        vectors,
        weights.astype(np.float32),
        bias,
        slope,
    )


def round_to_half(rows: FloatArray) -> FloatArray:
    """Round to the 16 bits of the file format, so that saving does not change a model."""
    return rows.astype(np.float16).astype(np.float32)


def fit_svc(rows: FloatArray, is_clean: BoolArray, parameters: SvmParameters) -> Any:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.svm import SVC

    svc = SVC(
        C=parameters.cost, gamma=parameters.gamma, cache_size=CACHE_MB, max_iter=MAX_ITERATIONS
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return svc.fit(rows, is_clean)


def fit_weights(near: FloatArray, wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Least-squares weights of centres, from kernel values and the margins wanted."""
    near = near.astype(np.float64)
    products = near.T @ near
    products[np.diag_indices_from(products)] += RIDGE * np.trace(products) / len(products)
    found: NDArray[np.float64] = np.linalg.solve(products, near.T @ wanted)
    return found


def folds_of(targets: TargetTable, seed: int) -> Iterator[tuple[BoolArray, BoolArray]]:
    """Masks of training and test targets, by site; halves if there is only one site."""
    from webwinnow.gold.folds import split_by_site

    sites = sorted(set(targets.sites))
    folds = min(FOLDS, len(sites))
    if folds < 2:
        is_odd = np.arange(len(targets.rows)) % 2 == 1
        yield from ((is_odd, ~is_odd), (~is_odd, is_odd))
        return
    fold_of = split_by_site({site: site for site in sites}, folds, seed=seed)
    fold = np.array([fold_of[site] for site in targets.sites])
    for number in range(folds):
        yield fold != number, fold == number


def held_out_margins(targets: TargetTable, parameters: SvmParameters, seed: int) -> tuple[
    NDArray[np.float64], BoolArray
]:  # fmt: skip
    """Margins of targets by SVMs trained on other sites, and the targets' labels."""
    margins, is_clean = [np.zeros(0)], [np.zeros(0, bool)]
    for known, other in folds_of(targets, seed):
        if len(set(targets.is_clean[known].tolist())) < 2:
            continue
        scale = Scale.of(targets.rows[known])
        svc = fit_svc(scale(targets.rows[known]), targets.is_clean[known], parameters)
        if other.any():
            margins.append(svc.decision_function(scale(targets.rows[other])))
            is_clean.append(targets.is_clean[other])
    return np.concatenate(margins), np.concatenate(is_clean)


def grid_search(targets: TargetTable, seed: int) -> SvmParameters:
    """C and gamma with the highest accuracy on other sites; the first of equals."""
    grid = [SvmParameters(*pair) for pair in product(COSTS, GAMMAS)]
    right = []
    for parameters in grid:
        margins, is_clean = held_out_margins(targets, parameters, seed)
        right.append(int(((margins > 0) == is_clean).sum()))
    return grid[right.index(max(right))]


def fit_slope(targets: TargetTable, parameters: SvmParameters, seed: int) -> float:
    """Slope of the logistic function from margins to probabilities, after Platt, on other sites."""
    margins, is_clean = held_out_margins(targets, parameters, seed)
    signed = np.where(is_clean, margins, -margins)
    slope = 1.0
    # Newton's method on a convex function; a few steps are enough.
    for _ in range(NEWTON_STEPS):
        error = 1 / (1 + np.exp(slope * signed))  # probability of the wrong label
        gradient = -(signed * error).sum() + slope
        slope -= gradient / ((signed**2 * error * (1 - error)).sum() + 1)
        slope = min(max(slope, MIN_SLOPE), MAX_SLOPE)
    return float(slope)
