"""Read and write texrex's model files: the layers and a card; FANN files are read too."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from webwinnow.errors import ModelError
from webwinnow.messages import error_reason
from webwinnow.methods.model_file import Card, IncompatibleModel, Tensors, retraining_hint
from webwinnow.methods.texrex.context import CONTEXT_INPUTS, Networks
from webwinnow.methods.texrex.fann import HEADER
from webwinnow.methods.texrex.inputs import INPUTS
from webwinnow.methods.texrex.network import ACTIVATIONS, Layer, Network

# Inputs are counts of characters and tags at most, and counts are below 2³¹.
MAX_INPUT = 2.0**31
# The square of a sum must be finite: a float32 ends at 3.4e38.
MAX_SUM = 1e18
# Names of the second network's layers in the card and of its tensors begin with this.
SECOND = "context "


def serialize(networks: Networks) -> tuple[Card, Tensors]:
    card, tensors = serialize_network(networks.first, "")
    if networks.second is not None:
        more_card, more_tensors = serialize_network(networks.second, SECOND)
        card, tensors = {**card, **more_card}, {**tensors, **more_tensors}
    return {"inputs": inputs_key(), **card}, tensors


def serialize_network(network: Network, prefix: str) -> tuple[Card, Tensors]:
    layers = network.layers
    kinds = [{"activation": layer.activation, "steepness": layer.steepness} for layer in layers]
    tensors = {f"{prefix}weights {number}": layer.weights for number, layer in enumerate(layers)}
    tensors |= {f"{prefix}biases {number}": layer.biases for number, layer in enumerate(layers)}
    return {f"{prefix}layers": kinds}, tensors


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


def check_networks(networks: Networks, path: Path) -> None:
    """Raise ModelError for networks that do not fit texrex's inputs, or could overflow."""
    check_network(networks.first, len(INPUTS), path)
    if networks.second is not None:
        check_network(networks.second, len(INPUTS) + len(CONTEXT_INPUTS), path)


def check_network(network: Network, expected: int, path: Path) -> None:
    inputs, *_, outputs = network.sizes
    problem = None
    if inputs != expected or outputs != 1:
        problem = f"{inputs} inputs and {outputs} outputs, expected {expected} and 1"
    elif network.largest_sum(MAX_INPUT) > MAX_SUM:
        problem = "weights so large that its sums could overflow"
    if problem:
        hint = retraining_hint("texrex")
        raise ModelError(f"the network {str(path)!r} has {problem}; {hint}")


def inputs_key() -> str:
    """Hash of the input names, stored in the card."""
    return sha256("\n".join(INPUTS).encode()).hexdigest()


def parse(card: Card, tensors: Tensors) -> Networks:
    """Build the networks; ValueError if layers do not fit together or are not finite."""
    if card["inputs"] != inputs_key():
        raise IncompatibleModel("was trained for other inputs than this version has")
    first = parse_network(card["layers"], tensors, "")
    if f"{SECOND}layers" not in card:
        return Networks(first)
    return Networks(first, parse_network(card[f"{SECOND}layers"], tensors, SECOND))


def parse_network(kinds: list[dict[str, Any]], tensors: Tensors, prefix: str) -> Network:
    layers: list[Layer] = []
    for number, kind in enumerate(kinds):
        weights, biases = tensors[f"{prefix}weights {number}"], tensors[f"{prefix}biases {number}"]
        if not np.isfinite(weights).all() or not np.isfinite(biases).all():
            raise ValueError("a weight is not finite")
        before = len(layers[-1].biases) if layers else weights.shape[-1]
        if biases.ndim != 1 or weights.shape != (len(biases), before):
            raise ValueError("its layers do not fit together")
        if kind["activation"] not in ACTIVATIONS:
            raise ValueError(f"unknown activation {kind['activation']!r}")
        steepness = float(kind["steepness"])
        if not np.isfinite(np.float32(steepness)):
            raise ValueError("a steepness is not finite")
        layers.append(Layer(weights, biases, kind["activation"], steepness))
    if not layers:
        raise ValueError("it has no layers")
    return Network(tuple(layers))
