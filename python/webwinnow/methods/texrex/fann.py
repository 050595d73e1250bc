"""Networks as FANN writes them, in its text format 2.1.

Lines of `name=value`. Layers are counted with a bias unit each, the last one too, which has no use
for it. `neurons` tells for each unit how many connections lead to it, its activation and its
steepness; `connections` tells for each of these, in order, where it comes from and what it weighs.
"""

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import ModelError
from webwinnow.messages import error_reason
from webwinnow.methods.texrex.network import Layer, Network

__all__ = ["HEADER", "read_network"]

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
DIGITS = 9
LARGEST = float(np.finfo(np.float32).max)


Kind = tuple[int, float]  # the code of an activation, and a steepness


class Broken(ValueError):
    """What is wrong with a file, in a few words."""


def read_network(path: Path) -> Network:
    """ModelError where there is no such file, or it is broken, or a network of another kind."""
    path = Path(path)
    try:
        text = path.read_bytes().decode("ascii", "replace")
        return network_of(fields_of(text))
    except OSError as error:
        reason = error_reason(error)
        raise ModelError(f"cannot read {str(path)!r}: {reason}; check its name") from error
    except Broken as error:
        remedy = "make or download it again"
        raise ModelError(f"{str(path)!r} is no network to use: {error}; {remedy}") from error


def fields_of(text: str) -> dict[str, str]:
    """By the first word of their names: what follows in parentheses only explains the value."""
    header, *lines = text.splitlines() or [""]
    if header != HEADER:
        raise Broken(f"it begins with {header[:40]!r}, not with {HEADER!r}")
    pairs = (line.partition("=") for line in lines)
    return {name.partition(" ")[0]: value for name, _, value in pairs}


def network_of(fields: dict[str, str]) -> Network:
    if numbers(fields, "connection_rate") != [1] or numbers(fields, "network_type") != [0]:
        raise Broken("not every unit is connected to the layer before it, and to no other")
    if numbers(fields, "scale_included") != [0]:
        raise Broken("it scales its inputs")
    sizes = [whole(size) for size in field(fields, "layer_sizes").split()]
    if len(sizes) < 2 or min(sizes) < 2:
        raise Broken("layer_sizes are not two or more numbers above 1")
    kinds = kinds_of(fields, sum(sizes))
    sources, weights = connections_of(fields, sizes)
    layers, unit, connection = [], 0, 0
    for before, size in pairwise(sizes):
        own = slice(connection, connection + before * (size - 1))
        if (sources[own].reshape(-1, before) != unit + np.arange(before)).any():
            raise Broken("connections are not in the order of the units that they come from")
        unit, connection = unit + before, own.stop
        layers.append(layer_of(weights[own].reshape(-1, before), kinds[unit : unit + size - 1]))
    return Network(tuple(layers))


def kinds_of(fields: dict[str, str], count: int) -> list[Kind]:
    """Of each unit its activation and its steepness."""
    found = NEURON.findall(field(fields, "neurons"))
    if len(found) != count:
        raise Broken(f"{count} units are announced, and {len(found)} are there")
    return [(whole(code), number(steepness)) for code, steepness in found]


def connections_of(
    fields: dict[str, str], sizes: list[int]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Of each connection where it comes from, and its weight."""
    found = CONNECTION.findall(field(fields, "connections"))
    count = sum(before * (size - 1) for before, size in pairwise(sizes))
    if len(found) != count:
        raise Broken(f"its layers need {count} connections, and it has {len(found)}")
    sources = np.array([whole(source) for source, _ in found], np.int64)
    return sources, np.array([number(weight) for _, weight in found], np.float32)


def layer_of(weights: NDArray[np.float32], kinds: list[Kind]) -> Layer:
    """The weights of each unit end with its bias."""
    if len(set(kinds)) > 1:
        raise Broken("the units of a layer are of several kinds")
    code, steepness = kinds[0]
    if code not in ACTIVATION_CODES:
        raise Broken(f"activation {code} is none of {', '.join(map(str, ACTIVATION_CODES))}")
    return Layer(weights[:, :-1].copy(), weights[:, -1].copy(), ACTIVATION_CODES[code], steepness)


def field(fields: dict[str, str], name: str) -> str:
    try:
        return fields[name]
    except KeyError:
        raise Broken(f"it has no {name}") from None


def numbers(fields: dict[str, str], name: str) -> list[float]:
    return [number(word) for word in field(fields, name).split()]


def number(word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        raise Broken(f"{word[:40]!r} is no number") from None
    if not abs(found) <= LARGEST:
        raise Broken(f"{word[:40]!r} is no number that can be computed with")
    return found


def whole(word: str) -> int:
    """A number of units, or of one."""
    if len(word) > DIGITS or not word.isdecimal():
        raise Broken(f"{word[:40]!r} counts nothing")
    return int(word)
