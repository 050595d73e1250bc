"""Read and write texrex's model files: the layers and a card; FANN files are read too."""

from hashlib import sha256
from pathlib import Path

import numpy as np

from webwinnow.errors import ModelError
from webwinnow.messages import error_reason
from webwinnow.methods.model_file import Card, IncompatibleModel, Tensors, retraining_hint
from webwinnow.methods.texrex.fann import HEADER
from webwinnow.methods.texrex.inputs import INPUTS
from webwinnow.methods.texrex.network import ACTIVATIONS, Layer, Network

# Inputs are counts of characters and tags at most, and counts are below 2³¹.
MAX_INPUT = 2.0**31
# The square of a sum must be finite: a float32 ends at 3.4e38.
MAX_SUM = 1e18


def serialize(network: Network) -> tuple[Card, Tensors]:
    layers = network.layers
    kinds = [{"activation": layer.activation, "steepness": layer.steepness} for layer in layers]
    tensors = {f"weights {number}": layer.weights for number, layer in enumerate(layers)}
    tensors |= {f"biases {number}": layer.biases for number, layer in enumerate(layers)}
    return {"inputs": inputs_key(), "layers": kinds}, tensors


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


def check_network(network: Network, path: Path) -> None:
    """Raise ModelError for a network that does not fit texrex's inputs, or could overflow."""
    inputs, *_, outputs = network.sizes
    blocks, rest = divmod(inputs, len(INPUTS))
    if rest or blocks % 2 == 0 or outputs != 1:
        have = f"{inputs} inputs and {outputs} outputs"
        wanted = f"{len(INPUTS)} inputs for each of 1, 3, 5 … blocks, and 1 output"
        raise ModelError(
            f"the network {str(path)!r} has {have}, expected {wanted}; {retraining_hint('texrex')}"
        )
    if network.largest_sum(MAX_INPUT) > MAX_SUM:
        raise ModelError(
            f"the network {str(path)!r} has weights so large that its sums could overflow; "
            f"{retraining_hint('texrex')}"
        )


def inputs_key() -> str:
    """Hash of the input names, stored in the card."""
    return sha256("\n".join(INPUTS).encode()).hexdigest()


def parse(card: Card, tensors: Tensors) -> Network:
    """Build the network; ValueError if layers do not fit together or are not finite."""
    if card["inputs"] != inputs_key():
        raise IncompatibleModel("was trained for other inputs than this version has")
    layers: list[Layer] = []
    for number, kind in enumerate(card["layers"]):
        weights, biases = tensors[f"weights {number}"], tensors[f"biases {number}"]
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
