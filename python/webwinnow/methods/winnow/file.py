"""Models of `winnow` as files: one safetensors file, all columns and a card."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import MARKUP_BINS, PAGE_FEATURES, STAGE2_FEATURES
from webwinnow.methods.model_file import IncompatibleModel, ModelContents, read_model, write_model
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.winnow.model import Content, Markup, Model, TreeColumns

__all__ = ["Saved", "read", "write"]


class Saved(NamedTuple):
    """All that is in a file."""

    model: Model
    provenance: Provenance
    settings: dict[str, Any]


def write(path: Path, saved: Saved) -> None:
    card, tensors = card_of(saved.model), tensors_of(saved.model)
    write_model(path, "winnow", ModelContents(card, tensors, saved.provenance, saved.settings))


def read(path: Path) -> Saved:
    """ModelError where there is no such file, or none that this version can use."""
    return Saved(*read_model(path, "winnow", understood))


def understood(card: dict[str, Any], tensors: Mapping[str, NDArray[Any]]) -> Model:
    if card["inputs"] != inputs():
        raise IncompatibleModel("was made for other inputs than this version's")
    model = model_of(tensors, card)
    # That the core takes it is all that is asked.
    model.core  # noqa: B018
    return model


def inputs() -> dict[str, object]:
    """What a model must have been made for."""
    return {"blocks": names(STAGE2_FEATURES), "pages": names(PAGE_FEATURES), "bins": MARKUP_BINS}


def names(listed: Iterable[str]) -> dict[str, object]:
    joined = "\n".join(listed)
    return {"count": joined.count("\n") + 1, "sha256": sha256(joined.encode()).hexdigest()}


def card_of(model: Model) -> dict[str, Any]:
    return {
        "inputs": inputs(),
        "types": list(model.types),
        "has confidence": model.confidence is not None,
        "notes": dict(model.notes),
        **({"least content": model.content.least} if model.content else {}),
    }


def tensors_of(model: Model) -> dict[str, NDArray[Any]]:
    groups = {"first": model.first, "second": model.second}
    groups |= {f"type {name}": columns for name, columns in model.types.items()}
    if model.confidence:
        groups["confidence"] = model.confidence
    if model.content:
        groups["content"] = model.content.trees
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


def model_of(tensors: Mapping[str, NDArray[Any]], card: dict[str, Any]) -> Model:
    def columns(group: str) -> TreeColumns:
        return TreeColumns(*(tensors[f"{group} {column}"] for column in TreeColumns._fields))

    return Model(
        Markup(tensors["markup bins"], tensors["markup weights"], float(tensors["markup bias"][0])),
        columns("first"),
        columns("second"),
        {name: columns(f"type {name}") for name in card["types"]},
        columns("confidence") if card["has confidence"] else None,
        Content(columns("content"), card["least content"]) if "least content" in card else None,
        card["notes"],
    )
