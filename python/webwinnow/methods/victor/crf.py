"""What Victor's model says of a page: numbers of templates → scores of labels → labels.

A template looks at one feature of a run or of one near it, or at several together, as CRF++'s
templates do. Each of its values is an attribute and has a number; each attribute has a weight for
each label, and each label one for being followed by each (a linear-chain CRF).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import chain_chances, chain_labels, chain_scores
from webwinnow.errors import ModelError

if TYPE_CHECKING:
    from webwinnow.methods.victor.setup import Setup

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


class Part(NamedTuple):
    """The first, second … part of templates: one value for each that has it, in their order."""

    which: NDArray[np.intp]  # templates
    place: IntArray  # offset and column, as a distance in a table of values
    step: IntArray  # of the number for each value


@dataclass(frozen=True)
class Numbering:
    """Numbers of attributes: those of a template follow on those of the one before it."""

    sizes: IntArray  # of each feature: how many values it has; one more stands for outside the page
    first: IntArray  # of each template: its lowest number
    parts: tuple[Part, ...]
    total: int
    reach: int  # the farthest offset

    @classmethod
    def of(cls, setup: "Setup") -> "Numbering":
        sizes = [feature.size for feature in setup.features]
        rows: dict[int, list[tuple[int, int, int]]] = {}
        first, reach = [0], 0
        for number, template in enumerate(setup.templates):
            count = 1
            for place, (offset, column) in enumerate(template.parts):
                rows.setdefault(place, []).append((number, offset * len(sizes) + column, count))
                count *= sizes[column] + 1
                reach = max(reach, abs(offset))
            first.append(first[-1] + count)
            if first[-1] > MOST_ATTRIBUTES:
                many = f"{first[-1]:,} attributes or more, over {MOST_ATTRIBUTES:,}"
                raise ModelError(f"the templates have {many}; conjoin fewer features")
        parts = tuple(Part(*np.array(rows[place], np.int32).T) for place in sorted(rows))
        starts, total = np.array(first[:-1], np.int32), first[-1]
        return cls(np.array(sizes, np.int32), starts, parts, total, reach)

    def numbers(self, values: IntArray) -> IntArray:
        """For each run a number for each template; `values` has a column for each feature."""
        return self.of_rows(self.padded(values), 0, len(values))

    def padded(self, values: IntArray) -> IntArray:
        """With rows around the page that are outside of it."""
        outside = np.broadcast_to(self.sizes, (self.reach, len(self.sizes)))
        return np.ascontiguousarray(np.concatenate([outside, values, outside]), np.int32)

    def of_rows(self, padded: IntArray, start: int, end: int) -> IntArray:
        width, cells = padded.shape[1], padded.ravel()
        rows = np.arange(start + self.reach, end + self.reach, dtype=np.int32)[:, None] * width
        numbers = np.tile(self.first, (len(rows), 1))
        for part in self.parts:
            found = cells.take(rows + part.place)
            # Every template has a first part, and its step is 1.
            if len(part.which) == len(self.first) and (part.step == 1).all():
                numbers += found
            else:
                numbers[:, part.which] += found * part.step
        return numbers


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
