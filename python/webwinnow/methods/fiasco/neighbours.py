"""What the targets before, after and around each target have."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["REACH", "after", "before", "share_around", "sum_around"]

# Targets on each side that are around one.
REACH = 3

FloatArray = NDArray[np.float64]


def before(values: FloatArray, edge: float) -> FloatArray:
    """The value of the target before; the edge for the first one."""
    found = np.empty_like(values)
    found[:1], found[1:] = edge, values[:-1]
    return found


def after(values: FloatArray, edge: float) -> FloatArray:
    found = np.empty_like(values)
    found[-1:], found[:-1] = edge, values[1:]
    return found


def sum_around(values: FloatArray) -> FloatArray:
    """Over all targets at most REACH away; there are fewer at the ends of a page."""
    sums = np.append(0, np.cumsum(values, dtype=np.float64))
    first = np.maximum(np.arange(len(values)) - REACH, 0)
    end = np.minimum(np.arange(len(values)) + REACH + 1, len(values))
    found: FloatArray = sums[end] - sums[first]
    return found


def share_around(values: FloatArray, of: FloatArray) -> FloatArray:
    """Of both sums around; 0 where there is nothing to have a share of."""
    return sum_around(values) / np.maximum(sum_around(of), 1)
