"""What Victor's model says of a page: numbers of templates → scores of labels → labels.

A template looks at one feature of a run or of one near it, or at several together, as CRF++'s
templates do. Each of its values is an attribute and has a number; each attribute has a weight for
each label, and each label one for being followed by each (a linear-chain CRF).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import chain_chances, chain_labels, chain_scores
from webwinnow.errors import ModelError

if TYPE_CHECKING:
    from webwinnow.methods.victor_setup import Setup

__all__ = ["LABELS", "OTHER", "Crf", "Numbering"]

LABELS = ("other", "header", "paragraph", "list", "continuation")
OTHER = LABELS.index("other")

# Each has five weights of four bytes in memory, whether it was ever seen or not.
MOST_ATTRIBUTES = 1 << 23
CHUNK = 4096  # runs whose numbers are in memory at a time
# More than any sum of weights: what is ruled out stays so.
RULED_OUT = -1e6

IntArray = NDArray[np.int32]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Numbering:
    """Numbers of attributes: those of a template follow on those of the one before it.

    The columns are parts of templates, one value for each template. A template of fewer parts than
    others has parts of step 0.
    """

    sizes: IntArray  # of each feature: how many values it has; one more stands for outside the page
    first: IntArray  # of each template: its lowest number
    parts: tuple[tuple[IntArray, IntArray, IntArray], ...]  # offset, column, step
    total: int
    reach: int  # the farthest offset

    @classmethod
    def of(cls, setup: "Setup") -> "Numbering":
        sizes = np.array([feature.size for feature in setup.features], np.int64)
        templates = [template.parts for template in setup.templates]
        most_parts = max(map(len, templates), default=0)
        table = np.zeros((most_parts, 3, len(templates)), np.int64)
        counts = np.ones(len(templates), object)
        for place, template in enumerate(templates):
            for number, (offset, column) in enumerate(template):
                table[number, :, place] = offset, column, min(counts[place], MOST_ATTRIBUTES)
                counts[place] *= int(sizes[column]) + 1
        total = int(counts.sum()) if len(templates) else 0
        if total > MOST_ATTRIBUTES:
            many = f"{total:,} attributes, more than {MOST_ATTRIBUTES:,}"
            raise ModelError(f"the templates have {many}; conjoin fewer features")
        first = np.cumsum([0, *counts[:-1]]) if len(templates) else np.zeros(0)
        parts = tuple((part[0], part[1], part[2]) for part in table.astype(np.int32))
        reach = int(np.abs(table[:, 0]).max(initial=0))
        return cls(sizes.astype(np.int32), first.astype(np.int32), parts, total, reach)

    def numbers(self, values: IntArray) -> IntArray:
        """For each run a number for each template; `values` has a column for each feature."""
        return self.of_rows(self.padded(values), 0, len(values))

    def padded(self, values: IntArray) -> IntArray:
        """With rows around the page that are outside of it."""
        outside = np.broadcast_to(self.sizes, (self.reach, len(self.sizes)))
        return np.ascontiguousarray(np.concatenate([outside, values, outside]), np.int32)

    def of_rows(self, padded: IntArray, start: int, end: int) -> IntArray:
        rows = np.arange(start + self.reach, end + self.reach, dtype=np.int32)[:, None]
        width, cells = padded.shape[1], padded.ravel()
        numbers = np.broadcast_to(self.first, (len(rows), len(self.first)))
        for offset, column, step in self.parts:
            found = cells.take(rows * width + (offset * width + column))
            numbers = numbers + (found if (step == 1).all() else found * step)
        return np.ascontiguousarray(numbers)


@dataclass(frozen=True)
class Crf:
    """What was learned. Attributes that are not listed weigh nothing."""

    setup: "Setup"
    attributes: IntArray  # numbers, rising
    weights: NDArray[np.float32]  # a row for each attribute, a column for each label
    transitions: NDArray[np.float32]

    @cached_property
    def numbering(self) -> Numbering:
        return Numbering.of(self.setup)

    @cached_property
    def table(self) -> NDArray[np.float32]:
        """A row for every attribute."""
        table = np.zeros((self.numbering.total, len(LABELS)), np.float32)
        table[self.attributes] = self.weights
        return table

    @cached_property
    def steps(self) -> FloatArray:
        return np.ascontiguousarray(self.transitions, np.float64)

    def scores(self, values: IntArray) -> FloatArray:
        """What each run is worth with each label, its neighbours' labels apart."""
        padded, count = self.numbering.padded(values), len(values)
        parts = [
            chain_scores(
                self.table, self.numbering.of_rows(padded, start, min(start + CHUNK, count))
            )
            for start in range(0, count, CHUNK)
        ]
        return np.concatenate([np.zeros((0, len(LABELS))), *parts])

    def labels(self, scores: FloatArray) -> NDArray[np.uint8]:
        """The best labels for all runs together."""
        return chain_labels(scores, self.steps)

    def chances(self, scores: FloatArray) -> FloatArray:
        """How likely each run has each label."""
        return chain_chances(scores, self.steps)

    def labels_given(self, scores: FloatArray, keep: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """The best labels for all runs together, where it is known which are content."""
        scores = scores.copy()
        scores[keep, OTHER] = RULED_OUT
        dropped = scores[~keep]
        dropped[:, np.arange(len(LABELS)) != OTHER] = RULED_OUT
        scores[~keep] = dropped
        return chain_labels(scores, self.steps)
