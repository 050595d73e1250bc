"""Read networks in FANN's text format 2.1.

A file has lines of `name=value`. Each layer has a bias unit, even the last layer, which does not
need one. `neurons` has the number of incoming connections, the activation and the steepness of each
unit. `connections` has the source and the weight of each connection, in order.
"""

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import ModelError
from webwinnow.messages import error_reason
from webwinnow.methods.texrex.network import Layer, Network

HEADER = "FANN_FLO_2.1"
ACTIVATION_CODES = {
    0: "linear",
    3: "sigmoid",
    5: "sigmoid symmetric",
    7: "gaussian",
    8: "gaussian symmetric",
    12: "linear piece",
    13: "linear piece symmetric",
}
NEURON = re.compile(r"\(\d+, (\d+), ([^)\s]+)\)")
CONNECTION = re.compile(r"\((\d+), ([^)\s]+)\)")
MAX_DIGITS = 9
MAX_NUMBER = float(np.finfo(np.float32).max)


UnitKind = tuple[int, float]  # activation code and steepness


class InvalidNetwork(ValueError):
    """A file that is no usable network; the message says why."""


def read_network(path: Path) -> Network:
    """Read a network; ModelError if the file is missing, invalid, or of another kind."""
    path = Path(path)
    try:
        text = path.read_bytes().decode("ascii", "replace")
        return parse_network(parse_fields(text))
    except OSError as error:
        reason = error_reason(error)
        raise ModelError(f"cannot read {str(path)!r}: {reason}; check its name") from error
    except InvalidNetwork as error:
        remedy = "create or download it again"
        raise ModelError(f"{str(path)!r} is not a usable network: {error}; {remedy}") from error


def parse_fields(text: str) -> dict[str, str]:
    """Values by the first word of their name; the part in parentheses explains the value."""
    header, *lines = text.splitlines() or [""]
    if header != HEADER:
        raise InvalidNetwork(f"it begins with {header[:40]!r}, expected {HEADER!r}")
    pairs = (line.partition("=") for line in lines)
    return {name.partition(" ")[0]: value for name, _, value in pairs}


def parse_network(fields: dict[str, str]) -> Network:
    is_full = parse_floats(fields, "connection_rate") == [1]
    if not is_full or parse_floats(fields, "network_type") != [0]:
        raise InvalidNetwork("its layers are not fully connected to the previous layer only")
    if parse_floats(fields, "scale_included") != [0]:
        raise InvalidNetwork("it has input scaling")
    sizes = [parse_count(size) for size in get_field(fields, "layer_sizes").split()]
    if len(sizes) < 2 or min(sizes) < 2:
        raise InvalidNetwork("layer_sizes needs two or more numbers above 1")
    kinds = parse_kinds(fields, sum(sizes))
    sources, weights = parse_connections(fields, sizes)
    layers, unit, connection = [], 0, 0
    for before, size in pairwise(sizes):
        own = slice(connection, connection + before * (size - 1))
        if (sources[own].reshape(-1, before) != unit + np.arange(before)).any():
            raise InvalidNetwork("its connections are not in the order of their source units")
        unit, connection = unit + before, own.stop
        layers.append(make_layer(weights[own].reshape(-1, before), kinds[unit : unit + size - 1]))
    return Network(tuple(layers))


def parse_kinds(fields: dict[str, str], count: int) -> list[UnitKind]:
    """Activation code and steepness of each unit."""
    found = NEURON.findall(get_field(fields, "neurons"))
    if len(found) != count:
        raise InvalidNetwork(f"layer_sizes has {count} units, but neurons has {len(found)}")
    return [(parse_count(code), parse_float(steepness)) for code, steepness in found]


def parse_connections(
    fields: dict[str, str], sizes: list[int]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Source unit and weight of each connection."""
    found = CONNECTION.findall(get_field(fields, "connections"))
    count = sum(before * (size - 1) for before, size in pairwise(sizes))
    if len(found) != count:
        raise InvalidNetwork(f"its layers need {count} connections, but it has {len(found)}")
    sources = np.array([parse_count(source) for source, _ in found], np.int64)
    return sources, np.array([parse_float(weight) for _, weight in found], np.float32)


def make_layer(weights: NDArray[np.float32], kinds: list[UnitKind]) -> Layer:
    """Build a layer; the last weight of each unit is its bias."""
    if len(set(kinds)) > 1:
        raise InvalidNetwork("the units of a layer have different activations")
    code, steepness = kinds[0]
    if code not in ACTIVATION_CODES:
        known = ", ".join(map(str, ACTIVATION_CODES))
        raise InvalidNetwork(f"unknown activation {code}; known are {known}")
    return Layer(weights[:, :-1].copy(), weights[:, -1].copy(), ACTIVATION_CODES[code], steepness)


def get_field(fields: dict[str, str], name: str) -> str:
    try:
        return fields[name]
    except KeyError:
        raise InvalidNetwork(f"it has no {name}") from None


def parse_floats(fields: dict[str, str], name: str) -> list[float]:
    return [parse_float(word) for word in get_field(fields, name).split()]


def parse_float(word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        raise InvalidNetwork(f"{word[:40]!r} is not a number") from None
    if not abs(found) <= MAX_NUMBER:
        raise InvalidNetwork(f"{word[:40]!r} is out of range")
    return found


def parse_count(word: str) -> int:
    """A count or an index of units."""
    if len(word) > MAX_DIGITS or not word.isdecimal():
        raise InvalidNetwork(f"{word[:40]!r} is not a count")
    return int(word)
