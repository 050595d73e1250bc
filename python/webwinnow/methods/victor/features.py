"""A page as Victor sees it: a row for each labelled run, a column for each feature of a setup."""

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.victor.columns import COLUMNS
from webwinnow.methods.victor.runs import View, labelled_runs
from webwinnow.methods.victor.setup import Setup

__all__ = ["encode", "labelled_runs", "raw_values"]


def raw_values(page: Page, setup: Setup) -> NDArray[np.float32]:
    """The features before they are put into bins; all values are finite."""
    found: NDArray[np.float32] = measured(page, setup).T
    return found


def encode(page: Page, setup: Setup) -> NDArray[np.int32]:
    """The features' finite values; a ModelError where bins are still to be found."""
    setup.check_fitted()
    values = measured(page, setup)
    found = np.zeros(values.shape, np.int32)
    for edges in setup.edges:
        found += values >= edges
    for row, feature in enumerate(setup.features):
        if feature.edges is None:
            found[row] = values[row]
    return np.ascontiguousarray(found.T)


def measured(page: Page, setup: Setup) -> NDArray[np.float32]:
    """A row for each feature."""
    view = View(page, setup.patterns)
    found: NDArray[np.float32] = np.zeros((len(setup.features), len(view)), np.float32)
    if len(view):
        for row, feature in zip(found, setup.features, strict=True):
            row[:] = COLUMNS[feature.name](view)
    return found
