"""Read and write Victor's model files: the nonzero weights, and a card with the setup in TOML."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import ModelError
from webwinnow.methods.model_file import Card, IncompatibleModel, Tensors
from webwinnow.methods.victor.crf import LABELS, AttributeNumbering, Crf
from webwinnow.methods.victor.setup import Setup


def serialize(crf: Crf) -> tuple[Card, Tensors]:
    tensors = {
        "attributes": crf.attributes,
        "weights": crf.weights,
        "transitions": crf.transitions,
    }
    return {"labels": LABELS, "setup": crf.setup.text}, tensors


def parse(card: Card, tensors: Tensors) -> Crf:
    if tuple(card["labels"]) != LABELS:
        raise IncompatibleModel("was trained for other labels than this version has")
    return parse_crf(tensors, parse_setup(card))


def parse_setup(card: Card) -> Setup:
    try:
        setup = Setup.parse(card["setup"])
        setup.check_fitted()
        AttributeNumbering.from_setup(setup)
    except ModelError as error:
        raise IncompatibleModel(f"has an invalid setup ({error})") from error
    return setup


def parse_crf(tensors: Tensors, setup: Setup) -> Crf:
    """Build the CRF; ValueError if the weights do not fit the setup or are not finite."""
    attributes = tensors["attributes"]
    weights, transitions = to_float32(tensors["weights"]), to_float32(tensors["transitions"])
    if weights.shape != (len(attributes), len(LABELS)) or attributes.ndim != 1:
        raise ValueError("it needs a weight for each attribute and label")
    if transitions.shape != (len(LABELS), len(LABELS)):
        raise ValueError("it needs a weight for each pair of labels")
    if not np.isfinite(weights).all() or not np.isfinite(transitions).all():
        raise ValueError("a weight is not finite")
    ends = -1, *attributes.tolist(), AttributeNumbering.from_setup(setup).total
    if attributes.dtype.kind not in "iu" or (np.diff(ends) <= 0).any():
        raise ValueError("its attributes do not match the setup")
    return Crf(setup, attributes.astype(np.int32), weights, transitions)


def to_float32(values: NDArray[Any]) -> NDArray[np.float32]:
    """Convert; values that are too large become infinite."""
    with np.errstate(over="ignore"):
        return values.astype(np.float32)
