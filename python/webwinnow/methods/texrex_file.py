"""Networks of texrex as files: one safetensors file, the layers and a card; FANN's are read too."""

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import ModelError
from webwinnow.methods.studied import Studied, StudiedSet
from webwinnow.methods.texrex_fann import HEADER, read_network
from webwinnow.methods.texrex_inputs import INPUTS
from webwinnow.methods.texrex_network import ACTIVATIONS, Layer, Network

__all__ = ["Saved", "read", "write"]

FORMAT = 1
# The only key of the file's metadata: with several, their order, and so the bytes, would vary.
CARD = "webwinnow"
ANEW = "train it anew: webwinnow train texrex DATA -o MODEL"


class Saved(NamedTuple):
    """All that is in a file."""

    network: Network
    studied: Studied
    settings: dict[str, Any]


def write(path: Path, saved: Saved) -> None:
    """Through a temporary file beside it, so that nobody ever sees half a network. The same network
    gives the same bytes.
    """
    from safetensors.numpy import save

    card = json.dumps(card_of(saved), sort_keys=True, ensure_ascii=False)
    content = save(tensors_of(saved), {CARD: card})
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".webwinnow-{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def read(path: Path) -> Saved:
    """ModelError where there is no such file, or none that this version can use."""
    if path.is_dir():
        raise ModelError(f"{str(path)!r} is a folder; name the network in it, or {ANEW}")
    if is_fann(path):
        return Saved(fitting(read_network(path), path), Studied(), {})
    return read_own(path)


def is_fann(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(HEADER)) == HEADER.encode()
    except OSError as error:
        reason = error.strerror or error
        raise ModelError(f"no model {str(path)!r} ({reason}); check its name, or {ANEW}") from error


def read_own(path: Path) -> Saved:
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            fields = json.loads((file.metadata() or {})[CARD])
            tensors = {name: file.get_tensor(name) for name in list(file.keys())}
        refuse_other(path, fields)
        saved = Saved(
            network_of(tensors, fields), studied_of(tensors, fields), dict(fields["settings"])
        )
        fitting(saved.network, path)
    except (
        SafetensorError, OSError, LookupError, TypeError, ValueError, AttributeError, RecursionError
    ) as error:  # fmt: skip
        reason = getattr(error, "strerror", None) or " ".join(str(error).split())
        problem = f"{str(path)!r} is no network of texrex, or a broken one ({reason})"
        raise ModelError(f"{problem}; {ANEW}") from error
    return saved


def fitting(network: Network, path: Path) -> Network:
    """The network, if it takes texrex's inputs and has one output."""
    inputs, *_, outputs = network.sizes
    if inputs != len(INPUTS) or outputs != 1:
        have = f"{inputs} inputs and {outputs} outputs, not {len(INPUTS)} and 1"
        raise ModelError(f"the network {str(path)!r} has {have}; {ANEW}")
    return network


def refuse_other(path: Path, card: dict[str, Any]) -> None:
    if card["method"] != "texrex":
        raise ModelError(f"{str(path)!r} was made for the method {card['method']!r}, not texrex")
    if card["format"] != FORMAT:
        have = f"format {card['format']}, and this version reads {FORMAT}"
        raise ModelError(f"{str(path)!r} has {have}; {ANEW}")
    if card["inputs"] != inputs_key():
        raise ModelError(f"{str(path)!r} was made for other inputs than this version's; {ANEW}")


def inputs_key() -> str:
    """What a network must have been made for."""
    return sha256("\n".join(INPUTS).encode()).hexdigest()


def card_of(saved: Saved) -> dict[str, object]:
    layers = [
        {"activation": layer.activation, "steepness": layer.steepness}
        for layer in saved.network.layers
    ]
    return {
        "method": "texrex",
        "format": FORMAT,
        "inputs": inputs_key(),
        "layers": layers,
        "settings": dict(saved.settings),
        "studied": [each._asdict() for each in saved.studied.sets],
    }


def tensors_of(saved: Saved) -> dict[str, NDArray[Any]]:
    found: dict[str, NDArray[Any]] = {
        "studied pages": np.array(sorted(saved.studied.pages), np.uint64)
    }
    for number, layer in enumerate(saved.network.layers):
        found[f"weights {number}"] = np.ascontiguousarray(layer.weights)
        found[f"biases {number}"] = np.ascontiguousarray(layer.biases)
    return found


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


def studied_of(tensors: Mapping[str, NDArray[Any]], card: dict[str, Any]) -> Studied:
    sets = tuple(StudiedSet(**each) for each in card["studied"])
    return Studied(sets, frozenset(tensors["studied pages"].tolist()))
