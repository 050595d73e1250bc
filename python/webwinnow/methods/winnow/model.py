"""The model of `winnow`: plain columns, which the core turns into trees, and its model file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow import _core
from webwinnow._core import FEATURES, MARKUP_BINS, PAGE_FEATURES, STAGE2_FEATURES, Trees
from webwinnow.methods.model_file import Card, IncompatibleModel, Tensors


class TreeColumns(NamedTuple):
    """Boosted trees; `_core.Trees` documents the columns."""

    roots: NDArray[np.int32]
    feature: NDArray[np.uint16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    values: NDArray[np.float32]
    weights: NDArray[np.float32]

    def trees(self, features: int) -> Trees:
        """Make the core's trees; raise ValueError for invalid columns."""
        return Trees(features, **self._asdict())

    def append(self, others: "TreeColumns") -> "TreeColumns":
        """Concatenate both; the sums of their leaves add up."""
        nodes, leaves = len(self.feature), len(self.values)

        def shift(links: NDArray[np.int32]) -> NDArray[np.int32]:
            return np.where(links >= 0, links + nodes, links - leaves).astype(np.int32)

        shifted = others._replace(
            roots=shift(others.roots), left=shift(others.left), right=shift(others.right)
        )
        pairs: Any = zip(self, shifted, strict=True)
        return TreeColumns(*map(np.concatenate, pairs))


class PageClassifier(NamedTuple):
    """Trees over the features of a page, and the probability from which on it belongs."""

    trees: TreeColumns
    threshold: float

    def core(self) -> tuple[Trees, float]:
        """The trees and the threshold for the core."""
        return self.trees.trees(len(PAGE_FEATURES)), self.threshold


class MarkupWeights(NamedTuple):
    """Weights of hashed markup words; bins that are not listed have weight 0."""

    bins: NDArray[np.uint32]
    weights: NDArray[np.float16]  # single precision changes no decision and doubles the size
    bias: float

    def dense(self) -> NDArray[np.float32]:
        """Return the weights of all bins."""
        weights = np.zeros(MARKUP_BINS, np.float32)
        weights[self.bins] = self.weights
        return weights


@dataclass(frozen=True)
class Model:
    """Markup weights, two stages of trees on blocks, and small trees on whole pages."""

    markup: MarkupWeights
    stage1: TreeColumns
    stage2: TreeColumns  # its features include the stage-1 scores of neighbouring blocks
    types: Mapping[str, TreeColumns] = field(default_factory=dict)  # one type against the rest
    confidence: TreeColumns | None = None
    content: PageClassifier | None = None  # pages with content, not only a frame
    article: PageClassifier | None = None  # pages with a text of their own; for stage 2
    notes: Mapping[str, object] = field(default_factory=dict)  # on the training

    @cached_property
    def core(self) -> _core.Winnow:
        """The model in the core; raise ValueError or TypeError if its parts do not match."""
        features = len(PAGE_FEATURES)
        return _core.Winnow(
            self.stage1.trees(len(FEATURES)),
            self.stage2.trees(len(STAGE2_FEATURES)),
            self.markup.bins,
            self.markup.weights.astype(np.float32),
            self.markup.bias,
            types=[(name, columns.trees(features)) for name, columns in self.types.items()],
            confidence=self.confidence.trees(features) if self.confidence else None,
            article=self.article.core() if self.article else None,
            content=self.content.core() if self.content else None,
        )


def serialize(model: Model) -> tuple[Card, Tensors]:
    return make_card(model), make_tensors(model)


def parse(card: Card, tensors: Tensors) -> Model:
    """Make a model; raise IncompatibleModel for other inputs."""
    if card["inputs"] != expected_inputs():
        raise IncompatibleModel("was made for other inputs than this version's")

    def columns(group: str) -> TreeColumns:
        return TreeColumns(*(tensors[f"{group} {column}"] for column in TreeColumns._fields))

    bias = float(tensors["markup bias"][0])

    def classifier(name: str) -> PageClassifier | None:
        threshold = card["thresholds"].get(name)
        return None if threshold is None else PageClassifier(columns(name), threshold)

    model = Model(
        MarkupWeights(tensors["markup bins"], tensors["markup weights"], bias),
        columns("first"),
        columns("second"),
        {name: columns(f"type {name}") for name in card["types"]},
        columns("confidence") if card["has confidence"] else None,
        classifier("content"),
        classifier("article"),
        card["notes"],
    )
    model.core  # noqa: B018, the core checks the columns
    return model


def make_card(model: Model) -> dict[str, Any]:
    return {
        "inputs": expected_inputs(),
        "types": list(model.types),
        "has confidence": model.confidence is not None,
        "notes": dict(model.notes),
        "thresholds": {name: each.threshold for name, each in classifiers(model).items()},
    }


def classifiers(model: Model) -> dict[str, PageClassifier]:
    found = {"article": model.article, "content": model.content}
    return {name: each for name, each in found.items() if each}


def expected_inputs() -> dict[str, object]:
    """Describe the features that a model must have been trained on."""
    return {
        "blocks": digest(STAGE2_FEATURES),
        "pages": digest(PAGE_FEATURES),
        "bins": MARKUP_BINS,
    }


def digest(names: Iterable[str]) -> dict[str, object]:
    joined = "\n".join(names)
    return {"count": joined.count("\n") + 1, "sha256": sha256(joined.encode()).hexdigest()}


def make_tensors(model: Model) -> dict[str, NDArray[Any]]:
    groups = {"first": model.stage1, "second": model.stage2}
    groups |= {f"type {name}": columns for name, columns in model.types.items()}
    if model.confidence:
        groups["confidence"] = model.confidence
    groups |= {name: each.trees for name, each in classifiers(model).items()}
    return {
        "markup bins": model.markup.bins,
        "markup weights": model.markup.weights,
        "markup bias": np.array([model.markup.bias]),
        **{
            f"{group} {column}": values
            for group, columns in groups.items()
            for column, values in columns._asdict().items()
        },
    }
