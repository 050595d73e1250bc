"""Networks of texrex as files: one safetensors file, the layers and a card; FANN's are read too."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import ModelError
from webwinnow.messages import error_reason
from webwinnow.methods.model_file import (
    IncompatibleModel,
    ModelContents,
    read_model,
    retraining_hint,
    write_model,
)
from webwinnow.methods.provenance import Provenance
from webwinnow.methods.texrex.fann import HEADER, read_network
from webwinnow.methods.texrex.inputs import INPUTS
from webwinnow.methods.texrex.network import ACTIVATIONS, Layer, Network

__all__ = ["Saved", "read", "write"]


class Saved(NamedTuple):
    """All that is in a file."""

    network: Network
    provenance: Provenance
    settings: dict[str, Any]


def write(path: Path, saved: Saved) -> None:
    layers = saved.network.layers
    kinds = [{"activation": layer.activation, "steepness": layer.steepness} for layer in layers]
    tensors = {f"weights {number}": layer.weights for number, layer in enumerate(layers)}
    tensors |= {f"biases {number}": layer.biases for number, layer in enumerate(layers)}
    card = {"inputs": inputs_key(), "layers": kinds}
    write_model(path, "texrex", ModelContents(card, tensors, saved.provenance, saved.settings))


def read(path: Path) -> Saved:
    """ModelError where there is no such file, or none that this version can use."""
    if is_fann(path):
        return Saved(fitting(read_network(path), path), Provenance(), {})
    saved = Saved(*read_model(path, "texrex", understood))
    fitting(saved.network, path)
    return saved


def is_fann(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(HEADER)) == HEADER.encode()
    except OSError as error:
        reason = error_reason(error)
        remedy = f"check its name, or {retraining_hint('texrex')}"
        raise ModelError(f"no model {str(path)!r} ({reason}); {remedy}") from error


def fitting(network: Network, path: Path) -> Network:
    """The network, if it takes texrex's inputs and has one output."""
    inputs, *_, outputs = network.sizes
    if inputs != len(INPUTS) or outputs != 1:
        have = f"{inputs} inputs and {outputs} outputs, not {len(INPUTS)} and 1"
        raise ModelError(f"the network {str(path)!r} has {have}; {retraining_hint('texrex')}")
    return network


def understood(card: dict[str, Any], tensors: Mapping[str, NDArray[Any]]) -> Network:
    if card["inputs"] != inputs_key():
        raise IncompatibleModel("was made for other inputs than this version's")
    return network_of(tensors, card)


def inputs_key() -> str:
    """What a network must have been made for."""
    return sha256("\n".join(INPUTS).encode()).hexdigest()


def network_of(tensors: Mapping[str, NDArray[Any]], card: dict[str, Any]) -> Network:
    """ValueError where layers do not follow on each other, or cannot be computed with."""
    layers: list[Layer] = []
    for number, kind in enumerate(card["layers"]):
        weights, biases = tensors[f"weights {number}"], tensors[f"biases {number}"]
        if not np.isfinite(weights).all() or not np.isfinite(biases).all():
            raise ValueError("a weight is no finite number")
        before = len(layers[-1].biases) if layers else len(INPUTS)
        if weights.shape != (len(biases), before) or biases.ndim != 1:
            raise ValueError("its layers do not fit on each other")
        if kind["activation"] not in ACTIVATIONS:
            raise ValueError(f"no activation {kind['activation']!r}")
        steepness = float(kind["steepness"])
        if not np.isfinite(np.float32(steepness)):
            raise ValueError("a steepness is no finite number")
        layers.append(Layer(weights, biases, kind["activation"], steepness))
    if not layers:
        raise ValueError("it has no layers")
    return Network(tuple(layers))
