"""Multinomial logistic regression on attribute numbers: a CRF without a chain.

Minimizes the log loss of all runs plus `l2` times the sum of the squared weights, as CRFsuite does.
As in CRF++, every attribute has a weight for every label; CRFsuite has one only for the pairs that
occur.
"""

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.victor.crf import LABELS
from webwinnow.methods.victor.training_options import TrainingOptions

FloatArray = NDArray[np.float64]

MEMORY = 6  # L-BFGS: corrections that approximate the curvature, as in CRFsuite
# Relative change of the loss, and size of the gradient, at which training ends early.
MIN_CHANGE, MIN_GRADIENT = 1e-7, 1e-3


def fit_logistic(
    numbers: NDArray[np.int32],
    labels: NDArray[np.uint8],
    total: int,
    options: TrainingOptions,
) -> NDArray[np.float32]:
    """Weights with a row for each of `total` attributes; `numbers` has a row for each run."""
    from scipy.optimize import minimize
    from scipy.sparse import csr_array

    runs, width = numbers.shape
    ends = np.arange(0, runs * width + 1, width)
    attributes = csr_array((np.ones(numbers.size), numbers.ravel(), ends), (runs, total))
    rows = np.arange(runs)

    def loss(flat: FloatArray) -> tuple[float, FloatArray]:
        weights = flat.reshape(total, len(LABELS))
        scores = attributes @ weights
        scores -= scores.max(axis=1, keepdims=True)
        right = scores[rows, labels].sum()
        np.exp(scores, out=scores)
        sums = scores.sum(axis=1, keepdims=True)
        scores /= sums
        scores[rows, labels] -= 1
        gradient = attributes.T @ scores + 2 * options.l2 * weights
        penalty = options.l2 * float(flat @ flat)
        return float(np.log(sums).sum() - right) + penalty, gradient.ravel()

    found = minimize(
        loss,
        np.zeros(total * len(LABELS)),
        jac=True,
        method="L-BFGS-B",
        options={
            "maxiter": options.iterations,
            "maxcor": MEMORY,
            "ftol": MIN_CHANGE,
            "gtol": MIN_GRADIENT,
        },
    )
    weights: NDArray[np.float32] = found.x.reshape(total, len(LABELS)).astype(np.float32)
    return weights
