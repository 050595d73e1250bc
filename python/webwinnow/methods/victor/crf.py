"""Victor's CRF: feature values of runs to label scores, marginals and labels.

A template reads one feature value of a run or of a run near it, or several values together, as
CRF++ templates do. Each value of a template is an attribute with a number. An attribute has one
weight per label. With a chain, each pair of successive labels has a weight, too.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import crf_marginals, crf_scores, crf_viterbi
from webwinnow.errors import ModelError

if TYPE_CHECKING:
    from webwinnow.methods.victor.setup import Setup

LABELS = ("other", "header", "paragraph", "list", "continuation")
OTHER = LABELS.index("other")
RARE = [LABELS.index("header"), LABELS.index("list")]

# Each attribute takes five weights of four bytes in memory, even if it never occurs.
MAX_ATTRIBUTES = 1 << 23
CHUNK_RUNS = 4096  # runs whose attribute numbers are in memory at a time
# Below any sum of weights, so a label with this score is never chosen.
EXCLUDED = -1e6

IntArray = NDArray[np.int32]
FloatArray = NDArray[np.float64]


class TemplatePart(NamedTuple):
    """The first, second … parts of all templates that have such a part, in template order."""

    templates: NDArray[np.intp]
    distance: IntArray  # offset and feature column, as a distance in the flat table of values
    stride: IntArray  # of the attribute number per value


@dataclass(frozen=True)
class AttributeNumbering:
    """Attribute numbers; those of each template follow those of the previous template."""

    sizes: IntArray  # number of values of each feature; one more stands for outside the page
    first: IntArray  # lowest attribute number of each template
    parts: tuple[TemplatePart, ...]
    total: int
    reach: int  # largest absolute offset

    @classmethod
    def from_setup(cls, setup: "Setup") -> "AttributeNumbering":
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
            if first[-1] > MAX_ATTRIBUTES:
                many = f"{first[-1]:,} attributes or more, over {MAX_ATTRIBUTES:,}"
                raise ModelError(f"the templates have {many}; combine fewer features")
        parts = tuple(TemplatePart(*np.array(rows[place], np.int32).T) for place in sorted(rows))
        starts, total = np.array(first[:-1], np.int32), first[-1]
        return cls(np.array(sizes, np.int32), starts, parts, total, reach)

    def numbers(self, values: IntArray) -> IntArray:
        """Attribute numbers, a row per run and a column per template."""
        return self.numbers_of_rows(self.pad(values), 0, len(values))

    def pad(self, values: IntArray) -> IntArray:
        """Add rows before and after the page that stand for outside of it."""
        outside = np.broadcast_to(self.sizes, (self.reach, len(self.sizes)))
        return np.ascontiguousarray(np.concatenate([outside, values, outside]), np.int32)

    def numbers_of_rows(self, padded: IntArray, start: int, end: int) -> IntArray:
        width, cells = padded.shape[1], padded.ravel()
        rows = np.arange(start + self.reach, end + self.reach, dtype=np.int32)[:, None] * width
        numbers = np.tile(self.first, (len(rows), 1))
        for part in self.parts:
            found = cells.take(rows + part.distance)
            # Every template has a first part, with a stride of 1.
            if len(part.templates) == len(self.first) and (part.stride == 1).all():
                numbers += found
            else:
                numbers[:, part.templates] += found * part.stride
        return numbers


@dataclass(frozen=True)
class Crf:
    """A trained CRF; attributes that are not listed have zero weights."""

    setup: "Setup"
    attributes: IntArray  # attribute numbers, increasing
    weights: NDArray[np.float32]  # a row per attribute, a column per label
    transitions: NDArray[np.float32]

    @cached_property
    def numbering(self) -> AttributeNumbering:
        return AttributeNumbering.from_setup(self.setup)

    @cached_property
    def weight_table(self) -> NDArray[np.float32]:
        """Weights with a row for every attribute number."""
        table = np.zeros((self.numbering.total, len(LABELS)), np.float32)
        table[self.attributes] = self.weights
        return table

    @cached_property
    def transition_table(self) -> FloatArray:
        return np.ascontiguousarray(self.transitions, np.float64)

    @property
    def has_chain(self) -> bool:
        return bool(self.transitions.any())

    def without_chain(self) -> "Crf":
        """The same CRF without the weights of label pairs."""
        return self.unchained if self.has_chain else self

    @cached_property
    def unchained(self) -> "Crf":
        return replace(self, transitions=np.zeros_like(self.transitions))

    def scores(self, values: IntArray) -> FloatArray:
        """State score of each run with each label, without the transitions."""
        padded, count = self.numbering.pad(values), len(values)
        parts = []
        for start in range(0, count, CHUNK_RUNS):
            end = min(start + CHUNK_RUNS, count)
            numbers = self.numbering.numbers_of_rows(padded, start, end)
            parts.append(crf_scores(self.weight_table, numbers))
        return np.concatenate([np.zeros((0, len(LABELS))), *parts])

    def best_labels(self, scores: FloatArray) -> NDArray[np.uint8]:
        """The best label sequence (Viterbi)."""
        return crf_viterbi(scores, self.transition_table)

    def marginals(self, scores: FloatArray) -> FloatArray:
        """Marginal probability of each label for each run."""
        return crf_marginals(scores, self.transition_table)

    def best_labels_given(
        self, scores: FloatArray, keep: NDArray[np.bool_], rare_weight: float = 1.0
    ) -> NDArray[np.uint8]:
        """The best label sequence in which exactly the runs of `keep` are content.

        Headers and list items count as if they were `rare_weight` times as probable.
        """
        scores = scores.copy()
        scores[:, RARE] += np.log(rare_weight)
        scores[keep, OTHER] = EXCLUDED
        dropped = scores[~keep]
        dropped[:, np.arange(len(LABELS)) != OTHER] = EXCLUDED
        scores[~keep] = dropped
        return crf_viterbi(scores, self.transition_table)
