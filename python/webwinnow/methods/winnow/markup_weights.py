"""Weights of markup words: logistic regression over their hashed bins.

A block's score is the logistic of a bias and its bins' weights, as in the core. Blocks of a page
with the same markup words are one row. With a model to start from, the regression learns the change
of its weights, so that few pages change little.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import MARKUP_BINS, markup_bins
from webwinnow.methods.winnow.examples import LabelledPage
from webwinnow.methods.winnow.model import MarkupWeights

L2 = 5.0
ITERATIONS = 50
CORRECTIONS = 8  # of L-BFGS
# Words of fewer sites do not generalize …
MIN_SITES = 3
# … unless there are hardly more sites: then one in so many is enough.
SITES_PER_MIN = 4
# Smaller weights change no decision.
MIN_WEIGHT = 0.005

NO_WEIGHTS = MarkupWeights(np.zeros(0, np.uint32), np.zeros(0, np.float16), 0.0)

FloatArray = NDArray[np.float64]


class Rows(NamedTuple):
    """Distinct lists of bins on a page, and the weights of their content and boilerplate."""

    bins: list[NDArray[np.uint32]]
    content: FloatArray
    rest: FloatArray

    @classmethod
    def of(cls, page: LabelledPage) -> "Rows":
        starts, bins = markup_bins(page.page)
        seen: dict[bytes, int] = {}
        lists: list[NDArray[np.uint32]] = []
        row = np.zeros(len(page.words), np.int64)
        for block, (start, end) in enumerate(pairwise(starts.tolist())):
            words = bins[start:end]
            row[block] = seen.setdefault(words.tobytes(), len(lists))
            if row[block] == len(lists):
                lists.append(words.copy())
        content = page.weight * page.content
        rest = page.weight - content
        return cls(lists, *(sum_rows(row, each, len(lists)) for each in (content, rest)))


class MarkupRows:
    """The rows of all pages; `fit` trains on any part of them."""

    def __init__(self, pages: Sequence[LabelledPage], start: MarkupWeights | None = None) -> None:
        self.start = start
        self.sites = [page.site for page in pages]
        rows = [Rows.of(page) for page in pages]
        lists = [bins for each in rows for bins in each.bins]
        self.page_of = np.repeat(np.arange(len(rows)), [len(each.bins) for each in rows])
        self.ends = np.append(0, np.cumsum([len(bins) for bins in lists], dtype=np.int64))
        self.bins = np.concatenate([np.zeros(0, np.uint32), *lists])
        self.content = np.concatenate([np.zeros(0), *(each.content for each in rows)])
        self.rest = np.concatenate([np.zeros(0), *(each.rest for each in rows)])

    def fit(self, chosen: NDArray[np.bool_]) -> MarkupWeights:
        """Train weights on the chosen pages."""
        is_used = chosen[self.page_of] & (self.content + self.rest > 0)
        bins = self.common_bins(chosen)
        change, bias = minimize_loss(
            self.matrix(is_used, bins),
            self.content[is_used],
            self.rest[is_used],
            self.start_sums(is_used),
        )
        start = self.start or NO_WEIGHTS
        weights = start.dense()
        weights[bins] += change
        kept = np.flatnonzero(np.abs(weights) >= MIN_WEIGHT).astype(np.uint32)
        return MarkupWeights(kept, weights[kept].astype(np.float16), start.bias + bias)

    def common_bins(self, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the bins that enough sites have."""
        by_site: dict[str, list[int]] = {}
        for page in np.flatnonzero(chosen).tolist():
            by_site.setdefault(self.sites[page], []).append(page)
        counts = np.zeros(MARKUP_BINS, np.int64)
        first = np.searchsorted(self.page_of, np.arange(len(self.sites) + 1))
        for pages in by_site.values():
            parts = [self.bins[self.ends[first[i]] : self.ends[first[i + 1]]] for i in pages]
            counts[np.unique(np.concatenate(parts))] += 1
        fewest = min(MIN_SITES, max(1, len(by_site) // SITES_PER_MIN))
        return np.flatnonzero(counts >= fewest)

    def matrix(self, rows: NDArray[np.bool_], bins: NDArray[np.int64]) -> Any:
        """Count each bin in each row, as a sparse matrix."""
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

    def start_sums(self, rows: NDArray[np.bool_]) -> FloatArray:
        """Sum the weights to start from for each row."""
        if self.start is None:
            return np.zeros(int(rows.sum()))
        weights = self.start.dense()[self.bins]
        sums = np.append(0, np.cumsum(weights, dtype=np.float64))[self.ends]
        return np.asarray(np.diff(sums)[rows] + self.start.bias)


def minimize_loss(
    matrix: Any, content: FloatArray, rest: FloatArray, start_sums: FloatArray
) -> tuple[FloatArray, float]:
    """Return the weights and bias that minimize cross-entropy plus the L2 penalty."""
    from scipy.optimize import minimize
    from threadpoolctl import threadpool_limits

    transposed, both = matrix.T.tocsr(), content + rest

    def loss(parameters: FloatArray) -> tuple[float, FloatArray]:
        weights, bias = parameters[:-1], parameters[-1]
        sums = start_sums + bias + matrix @ weights.astype(np.float32)
        entropy = content @ np.logaddexp(0, -sums) + rest @ np.logaddexp(0, sums)
        slope = both * logistic(sums) - content
        slopes = transposed @ slope.astype(np.float32) + L2 * weights
        return entropy + 0.5 * L2 * (weights @ weights), np.append(slopes, slope.sum())

    options = {"maxiter": ITERATIONS, "maxcor": CORRECTIONS}
    start = np.zeros(matrix.shape[1] + 1)
    # Sums over several threads vary in their last digits, and so would models.
    with threadpool_limits(1, user_api="blas"):
        best = minimize(loss, start, jac=True, method="L-BFGS-B", options=options).x
    return best[:-1], float(best[-1])


def sum_rows(row: NDArray[np.int64], values: FloatArray, rows: int) -> FloatArray:
    return np.bincount(row, values, rows).astype(np.float64, copy=False)


def logistic(sums: FloatArray) -> FloatArray:
    # Beyond e^709 a float overflows; the logistic is 0 or 1 long before.
    return 1 / (1 + np.exp(-np.clip(sums, -500, 500)))
