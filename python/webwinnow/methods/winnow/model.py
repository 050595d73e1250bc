"""What `winnow` has learned: plain columns, from which the core makes its model."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow import _core
from webwinnow._core import FEATURES, PAGE_FEATURES, STAGE2_FEATURES, Trees

__all__ = ["Content", "Markup", "Model", "TreeColumns"]


class TreeColumns(NamedTuple):
    """Boosted trees; `_core.Trees` says what the columns mean."""

    roots: NDArray[np.int32]
    feature: NDArray[np.uint16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    values: NDArray[np.float32]
    weights: NDArray[np.float32]

    def trees(self, inputs: int) -> Trees:
        """ValueError where the columns are no trees."""
        return Trees(inputs, **self._asdict())

    def followed_by(self, others: "TreeColumns") -> "TreeColumns":
        """All trees of both: what they say adds up."""
        nodes, leaves = len(self.feature), len(self.values)

        def moved(links: NDArray[np.int32]) -> NDArray[np.int32]:
            return np.where(links >= 0, links + nodes, links - leaves).astype(np.int32)

        shifted = others._replace(
            roots=moved(others.roots), left=moved(others.left), right=moved(others.right)
        )
        pairs: Any = zip(self, shifted, strict=True)
        return TreeColumns(*map(np.concatenate, pairs))


class Content(NamedTuple):
    """Tells pages that have content from those that are nothing but a frame."""

    trees: TreeColumns
    least: float  # below it a page has none


class Markup(NamedTuple):
    """Weights of hashed markup words; bins that are not listed weigh nothing."""

    bins: NDArray[np.uint32]
    weights: NDArray[np.float16]  # finer ones change no decision, and take twice the room
    bias: float

    def of_all_bins(self) -> NDArray[np.float32]:
        weights = np.zeros(_core.MARKUP_BINS, np.float32)
        weights[self.bins] = self.weights
        return weights


@dataclass(frozen=True)
class Model:
    """Trees on blocks, whose inputs know what the markup says, and small ones on whole pages."""

    markup: Markup
    first: TreeColumns
    second: TreeColumns  # these know what the first ones say of the blocks around
    types: Mapping[str, TreeColumns] = field(default_factory=dict)  # each against the rest
    confidence: TreeColumns | None = None
    content: "Content | None" = None
    notes: Mapping[str, object] = field(default_factory=dict)  # how it was made

    @cached_property
    def core(self) -> _core.Winnow:
        """Ready to decide; ValueError or TypeError where something does not fit."""
        pages = len(PAGE_FEATURES)
        return _core.Winnow(
            self.first.trees(len(FEATURES)),
            self.second.trees(len(STAGE2_FEATURES)),
            self.markup.bins,
            self.markup.weights.astype(np.float32),
            self.markup.bias,
            types=[(name, columns.trees(pages)) for name, columns in self.types.items()],
            confidence=self.confidence.trees(pages) if self.confidence else None,
            content=(self.content.trees.trees(pages), self.content.least) if self.content else None,
        )
