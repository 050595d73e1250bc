"""What a text looks like, as far as the markup tells: tags, classes and attributes of appearance.

Two texts with the same number look the same. A look covers the element and some of the elements
around it; it is a sum over them, so that one running sum over the page serves every text.
"""

import re

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page

__all__ = ["looks"]

# Words of a class that count or alternate ("post-17", "odd") do not change the function of a text.
CHANGING = re.compile(r"\d+|\b(?:odd|even|first|last|alt)\b")
APPEARANCE = ("style", "align", "bgcolor", "color", "face", "size", "valign", "width")

IntArray = NDArray[np.int64]


def looks(page: Page, nodes: IntArray, levels: int) -> IntArray:
    """A number for the look of each of the nodes, from itself to `levels` elements outwards."""
    kinds, kind_of = np.unique(nodes, return_inverse=True)
    if not len(kinds):
        return np.zeros(0, np.int64)
    parent = page.nodes.parent
    is_needed, outside = np.zeros(len(parent), bool), kinds
    for _ in range(levels + 1):
        is_needed[outside[outside >= 0]] = True
        outside = np.where(outside >= 0, parent[outside], -1)
        if outside.max() < 0:
            break
    sums = np.append(running_sums(page, is_needed), np.uint64(0))
    _, numbers = np.unique(sums[kinds] - sums[outside], return_inverse=True)
    return numbers[kind_of]


def running_sums(page: Page, is_needed: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """For each node the sum of what it and the elements around it look like."""
    nodes = page.nodes
    own = nodes.tag.astype(np.uint64)
    dressed = np.flatnonzero(is_needed & (nodes.attributes > 0))
    own[dressed] |= dresses(page, dressed.tolist()) << np.uint64(16)
    own |= nodes.depth.astype(np.uint64) << np.uint64(48)
    own = scattered(own)
    own[~is_needed] = 0
    # Each node adds itself where it opens and takes itself off where it ends.
    changes = np.append(own, np.uint64(0))
    np.subtract.at(changes, nodes.end, own)
    return np.cumsum(changes[:-1], dtype=np.uint64)


def dresses(page: Page, nodes: list[int]) -> NDArray[np.uint64]:
    """A number for the class of each node; for its attributes of appearance where it has none."""
    numbers: dict[object, int] = {None: 0}
    attribute, found = page.attribute, []
    for node in nodes:
        name: object = attribute(node, "class")
        number = numbers.get(name)
        if number is None or name is None:
            key = CHANGING.sub("", str(name)) if name else appearance(page.attributes(node))
            number = numbers.setdefault(key, len(numbers))
            if name is not None:
                numbers[name] = number
        found.append(number)
    return np.array(found, np.uint64)


def appearance(attributes: dict[str, str]) -> object:
    return tuple(attributes.get(name) for name in APPEARANCE) if attributes else None


def scattered(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers spread over 64 bits, so that different sets of them hardly ever have one sum."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    return numbers ^ (numbers >> np.uint64(31))
