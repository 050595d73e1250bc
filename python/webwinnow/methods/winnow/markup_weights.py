"""Weights of the words of the markup: logistic regression over their hashed bins.

A block's score is the logistic of a bias and its bins' weights, as in the core. Blocks of a page
with the same words around them are one row. With a model to start from, what is learned is the
change of its weights, so that few pages change little.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import MARKUP_BINS, markup_bins
from webwinnow.methods.winnow.examples import Example
from webwinnow.methods.winnow.model import Markup

__all__ = ["MarkupRows"]

L2 = 5.0
ITERATIONS = 50
CORRECTIONS = 8  # that L-BFGS remembers
# A word of fewer sites says nothing of others …
FEWEST_SITES = 3
# … unless there are hardly more sites than that.
SITES_OF_ONE = 4
# Sums of so small weights move no block.
SMALLEST = 0.005

NOTHING = Markup(np.zeros(0, np.uint32), np.zeros(0, np.float16), 0.0)

FloatArray = NDArray[np.float64]


class Rows(NamedTuple):
    """Lists of bins, and the weight of what is content and of what is not in their blocks."""

    bins: list[NDArray[np.uint32]]
    content: FloatArray
    rest: FloatArray

    @classmethod
    def of(cls, example: Example) -> "Rows":
        starts, bins = markup_bins(example.page)
        known: dict[bytes, int] = {}
        lists: list[NDArray[np.uint32]] = []
        row = np.zeros(len(example.words), np.int64)
        for block, (start, end) in enumerate(pairwise(starts.tolist())):
            around = bins[start:end]
            row[block] = known.setdefault(around.tobytes(), len(lists))
            if row[block] == len(lists):
                lists.append(around.copy())
        content = example.weight * example.content
        rest = example.weight - content
        return cls(lists, *(summed(row, each, len(lists)) for each in (content, rest)))


class MarkupRows:
    """The rows of all examples, from which any part can be learned."""

    def __init__(self, examples: Sequence[Example], start: Markup | None = None) -> None:
        self.start = start
        self.sites = [example.site for example in examples]
        rows = [Rows.of(example) for example in examples]
        lists = [bins for each in rows for bins in each.bins]
        self.example = np.repeat(np.arange(len(rows)), [len(each.bins) for each in rows])
        self.ends = np.append(0, np.cumsum([len(bins) for bins in lists], dtype=np.int64))
        self.bins = np.concatenate([np.zeros(0, np.uint32), *lists])
        self.content = np.concatenate([np.zeros(0), *(each.content for each in rows)])
        self.rest = np.concatenate([np.zeros(0), *(each.rest for each in rows)])

    def fit(self, chosen: NDArray[np.bool_]) -> Markup:
        """What the chosen examples teach."""
        is_used = chosen[self.example] & (self.content + self.rest > 0)
        bins = self.common_bins(chosen)
        change, bias = minimised(
            self.matrix(is_used, bins),
            self.content[is_used],
            self.rest[is_used],
            self.known(is_used),
        )
        start = self.start or NOTHING
        weights = start.of_all_bins()
        weights[bins] += change
        kept = np.flatnonzero(np.abs(weights) >= SMALLEST).astype(np.uint32)
        return Markup(kept, weights[kept].astype(np.float16), start.bias + bias)

    def common_bins(self, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Those that enough sites have."""
        by_site: dict[str, list[int]] = {}
        for example in np.flatnonzero(chosen).tolist():
            by_site.setdefault(self.sites[example], []).append(example)
        counts = np.zeros(MARKUP_BINS, np.int64)
        first = np.searchsorted(self.example, np.arange(len(self.sites) + 1))
        for examples in by_site.values():
            parts = [self.bins[self.ends[first[i]] : self.ends[first[i + 1]]] for i in examples]
            counts[np.unique(np.concatenate(parts))] += 1
        fewest = min(FEWEST_SITES, max(1, len(by_site) // SITES_OF_ONE))
        return np.flatnonzero(counts >= fewest)

    def matrix(self, rows: NDArray[np.bool_], bins: NDArray[np.int64]) -> Any:
        """How often each bin stands in each row."""
        from scipy.sparse import csr_matrix

        column = np.full(MARKUP_BINS, -1, np.int32)
        column[bins] = np.arange(len(bins))
        lengths = np.diff(self.ends)
        columns = column[self.bins[np.repeat(rows, lengths)]]
        ends = np.append(0, np.cumsum(lengths[rows]))
        ends = np.append(0, np.cumsum(columns >= 0))[ends]
        columns = columns[columns >= 0]
        ones = np.ones(len(columns), np.float32)
        return csr_matrix((ones, columns, ends), shape=(len(ends) - 1, len(bins)))

    def known(self, rows: NDArray[np.bool_]) -> FloatArray:
        """What the weights to start from say of each row."""
        if self.start is None:
            return np.zeros(int(rows.sum()))
        weights = self.start.of_all_bins()[self.bins]
        sums = np.append(0, np.cumsum(weights, dtype=np.float64))[self.ends]
        return np.asarray(np.diff(sums)[rows] + self.start.bias)


def minimised(
    matrix: Any, content: FloatArray, rest: FloatArray, known: FloatArray
) -> tuple[FloatArray, float]:
    """Weights and bias for which the cross-entropy and the squares of the weights are least."""
    from scipy.optimize import minimize
    from threadpoolctl import threadpool_limits

    transposed, both = matrix.T.tocsr(), content + rest

    def loss(parameters: FloatArray) -> tuple[float, FloatArray]:
        weights, bias = parameters[:-1], parameters[-1]
        sums = known + bias + matrix @ weights.astype(np.float32)
        entropy = content @ np.logaddexp(0, -sums) + rest @ np.logaddexp(0, sums)
        slope = both * logistic(sums) - content
        slopes = transposed @ slope.astype(np.float32) + L2 * weights
        return entropy + 0.5 * L2 * (weights @ weights), np.append(slopes, slope.sum())

    options = {"maxiter": ITERATIONS, "maxcor": CORRECTIONS}
    start = np.zeros(matrix.shape[1] + 1)
    # Sums over several threads differ each time in their last digits, and models would, too.
    with threadpool_limits(1, user_api="blas"):
        found = minimize(loss, start, jac=True, method="L-BFGS-B", options=options).x
    return found[:-1], float(found[-1])


def summed(row: NDArray[np.int64], values: FloatArray, rows: int) -> FloatArray:
    return np.bincount(row, values, rows).astype(np.float64, copy=False)


def logistic(sums: FloatArray) -> FloatArray:
    # e^709 is the last that a number can hold; so far out the logistic is 0 or 1 anyway.
    return 1 / (1 + np.exp(-np.clip(sums, -500, 500)))
