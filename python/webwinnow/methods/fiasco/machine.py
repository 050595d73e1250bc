"""A support vector machine with a Gaussian kernel, ready to judge targets.

Values are scaled to −1 … 1 by what the lessons had; what is not known is put in the middle. A row
is as much clean as it is near to the centres that speak for it, and far from those that speak
against.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Machine", "Scale", "kernel"]

FloatArray = NDArray[np.float32]

# Rows at a time, so that the largest pages take no more memory than others.
ROWS = 4096
# Columns that vary by less do not vary.
LEAST_SPAN = 1e-30


@dataclass(frozen=True, eq=False)
class Scale:
    """Least and most that each column had, which become −1 and 1."""

    low: FloatArray
    high: FloatArray

    @classmethod
    def of(cls, rows: FloatArray) -> "Scale":
        """A column of which nothing is known, or that is always the same, becomes 0."""
        low = np.fmin.reduce(rows, axis=0, initial=np.inf)
        high = np.fmax.reduce(rows, axis=0, initial=-np.inf)
        is_known = np.isfinite(low)
        return cls(np.where(is_known, low, 0), np.where(is_known, high, 0))

    def __call__(self, rows: FloatArray) -> FloatArray:
        """What is beyond both ends is brought to them."""
        span = self.high - self.low
        factor = np.divide(2, span, out=np.zeros_like(span), where=span > LEAST_SPAN)
        found: FloatArray = np.subtract(rows, (self.low + self.high) / 2, dtype=np.float32)
        found *= factor
        np.clip(found, -1, 1, out=found)
        found[np.isnan(found)] = 0
        return found


@dataclass(frozen=True, eq=False)
class Machine:
    names: tuple[str, ...]  # of the features that it looks at
    scale: Scale
    gamma: float
    centres: FloatArray  # in rows: support vectors, or what stands for them
    weights: FloatArray  # of each: above 0, it speaks for clean text
    bias: float
    slope: float  # from margins to chances

    def margins(self, rows: FloatArray) -> FloatArray:
        """Above 0 for clean targets; the rows have the columns that it looks at."""
        found = np.empty(len(rows), np.float32)
        for first in range(0, len(rows), ROWS):
            scaled = self.scale(rows[first : first + ROWS])
            near = kernel(scaled, self.centres, self.gamma)
            found[first : first + ROWS] = near @ self.weights + np.float32(self.bias)
        return found

    def chances(self, margins: FloatArray) -> FloatArray:
        """How likely targets are clean: a half at the border."""
        # The logistic curve, in a form that no margin is too large for.
        found: FloatArray = (1 + np.tanh(np.float32(self.slope / 2) * margins)) / 2
        return found


def kernel(rows: FloatArray, centres: FloatArray, gamma: float) -> FloatArray:
    """exp(−γ d²) for each row and each centre."""
    # ‖a − b‖² = ‖a‖² − 2ab + ‖b‖², so that one product of matrices does most of it.
    found: FloatArray = rows @ (centres.T * np.float32(2 * gamma))
    found -= np.float32(gamma) * np.einsum("ij,ij->i", rows, rows)[:, None]
    found -= np.float32(gamma) * np.einsum("ij,ij->i", centres, centres)
    np.minimum(found, 0, out=found)
    np.exp(found, out=found)
    return found
