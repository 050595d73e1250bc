"""FIASCO's models as files: keywords in the card, centres and weights of machines as tensors."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.fiasco.features import FEATURES
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.machine import Machine, Scale
from webwinnow.methods.fiasco.model import Kind, Model
from webwinnow.methods.model_file import IncompatibleModel, ModelContents, read_model, write_model
from webwinnow.methods.provenance import Provenance

__all__ = ["Saved", "read", "write"]

LISTS = ("clean", "dirty", "common")
NUMBERS = ("gamma", "bias", "slope")
STEEPEST = 1e6

Tensors = Mapping[str, NDArray[Any]]


class Saved(NamedTuple):
    """All that is in a file."""

    model: Model
    provenance: Provenance
    settings: dict[str, Any]


def write(path: Path, method: str, saved: Saved) -> None:
    machines = saved.model.machines
    card = {
        "keywords": {name: list(getattr(saved.model.keywords, name)) for name in LISTS},
        "machines": [
            {"names": list(each.names), **{name: getattr(each, name) for name in NUMBERS}}
            for each in machines
        ],
    }
    tensors: dict[str, NDArray[Any]] = {}
    for number, each in enumerate(machines):
        tensors[f"low {number}"], tensors[f"high {number}"] = each.scale.low, each.scale.high
        tensors[f"centres {number}"] = each.centres.astype(np.float16)
        tensors[f"weights {number}"] = each.weights
    write_model(path, method, ModelContents(card, tensors, saved.provenance, saved.settings))


def read(path: Path, method: str, *, look: bool) -> Saved:
    """ModelError where there is no such file, or none that this version can use; `look` is whether
    it must have machines that look at pages.
    """
    return Saved(*read_model(path, method, partial(understood, look=look)))


def understood(card: dict[str, Any], tensors: Tensors, *, look: bool) -> Model:
    lists = [card["keywords"][name] for name in LISTS]
    if not all(isinstance(each, list) for each in lists):
        raise ValueError("its keywords are no lists")
    keywords = Keywords(*(tuple(map(str, each)) for each in lists))
    machines = tuple(machine(each, tensors, number) for number, each in enumerate(card["machines"]))
    wanted = {Kind(words, seen) for words in (False, True) for seen in {False, look}}
    if len(machines) != len(wanted) or {Kind.of(each) for each in machines} != wanted:
        raise ValueError("its machines are not the ones that are needed")
    return Model(keywords, machines)


def machine(card: dict[str, Any], tensors: Tensors, number: int) -> Machine:
    """ValueError where it cannot be computed with."""
    names = tuple(card["names"])
    if len(set(names)) < len(names):
        raise ValueError("a feature occurs twice")
    if not FEATURES.keys() >= set(names):
        raise IncompatibleModel("was made for other features than this version's")
    parts = [tensors[f"{part} {number}"].astype(np.float32) for part in ("low", "high", "weights")]
    low, high, weights = parts
    centres = tensors[f"centres {number}"].astype(np.float32)
    gamma, bias, slope = (float(card[name]) for name in NUMBERS)
    fits = centres.ndim == 2 and centres.shape == (*weights.shape, len(names))
    if not fits or not low.shape == high.shape == (len(names),):
        raise ValueError("its parts do not fit on each other")
    if not all(
        np.isfinite(each).all() for each in (*parts, centres, np.array([gamma, bias, slope]))
    ):
        raise ValueError("a number is not finite")
    if not (0 < gamma <= STEEPEST and 0 < slope <= STEEPEST):
        raise ValueError("its kernel or its curve is upside down, or a step")
    return Machine(names, Scale(low, high), gamma, centres, weights, bias, slope)
