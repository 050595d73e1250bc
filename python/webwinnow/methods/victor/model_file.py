"""Victor's models as files: one safetensors file, the weights that are not 0, and a card with the
setup in TOML.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import ModelError
from webwinnow.methods.model_file import Contents, Others, read_model, write_model
from webwinnow.methods.provenance import Studied
from webwinnow.methods.victor.crf import LABELS, Crf, Numbering
from webwinnow.methods.victor.setup import Setup

__all__ = ["Saved", "read", "write"]


class Saved(NamedTuple):
    """All that is in a file."""

    crf: Crf
    studied: Studied
    settings: dict[str, Any]


def write(path: Path, saved: Saved) -> None:
    crf = saved.crf
    card = {"labels": LABELS, "setup": crf.setup.text}
    tensors = {
        "attributes": crf.attributes,
        "weights": crf.weights,
        "transitions": crf.transitions,
    }
    write_model(path, "victor", Contents(card, tensors, saved.studied, saved.settings))


def read(path: Path) -> Saved:
    """ModelError where there is no such file, or none that this version can use."""
    return Saved(*read_model(path, "victor", understood))


def understood(card: dict[str, Any], tensors: Mapping[str, NDArray[Any]]) -> Crf:
    if tuple(card["labels"]) != LABELS:
        raise Others("was made for other labels than this version's")
    return crf_of(tensors, setup_of(card))


def setup_of(card: dict[str, Any]) -> Setup:
    try:
        setup = Setup.read(card["setup"])
        setup.check_fitted()
        Numbering.of(setup)
    except ModelError as error:
        raise Others(f"has a setup that cannot be used ({error})") from error
    return setup


def crf_of(tensors: Mapping[str, NDArray[Any]], setup: Setup) -> Crf:
    """ValueError where weights do not fit the setup, or cannot be computed with."""
    attributes = tensors["attributes"]
    weights, transitions = as_floats(tensors["weights"]), as_floats(tensors["transitions"])
    if weights.shape != (len(attributes), len(LABELS)) or attributes.ndim != 1:
        raise ValueError("there must be a weight for each attribute and label")
    if transitions.shape != (len(LABELS), len(LABELS)):
        raise ValueError("there must be a weight for each pair of labels")
    if not np.isfinite(weights).all() or not np.isfinite(transitions).all():
        raise ValueError("a weight is no finite number")
    ends = -1, *attributes.tolist(), Numbering.of(setup).total
    if attributes.dtype.kind not in "iu" or (np.diff(ends) <= 0).any():
        raise ValueError("attributes are not those of the setup")
    return Crf(setup, attributes.astype(np.int32), weights, transitions)


def as_floats(values: NDArray[Any]) -> NDArray[np.float32]:
    """What is too large becomes infinite."""
    with np.errstate(over="ignore"):
        return values.astype(np.float32)
