"""What a text looks like, as far as the markup tells: tags, classes and attributes of appearance.

Two texts with the same number look the same. A look covers the element and some of the elements
around it; it is a sum over them, so that one running sum over the page serves every text.
"""

import re

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, Page

__all__ = ["looks"]

# Words of a class that count or alternate ("post-17", "odd") do not change the function of a text.
DIGITS = re.compile(r"\d+")
ALTERNATING = frozenset({"odd", "even", "alt", "first", "last"})
APPEARANCE = ("style", "align", "bgcolor", "color", "face", "size", "valign", "width")
LINK = TAG_NAMES.index("a")
BARE_ONES = np.uint64(1 << 16)  # numbers below are of nodes that nothing dresses
BARE = (None,) * len(APPEARANCE)

IntArray = NDArray[np.int64]


def looks(page: Page, nodes: IntArray, levels: int) -> IntArray:
    """A number for the look of each of the nodes, from itself to `levels` elements outwards."""
    parent = page.nodes.parent
    is_needed, outside = np.zeros(len(parent) + 1, bool), nodes
    for _ in range(levels + 1):
        is_needed[outside] = True
        # The place after the last node stands for what is around the first one.
        outside = np.where(outside < len(parent), parent[np.minimum(outside, len(parent) - 1)], -1)
        outside[outside < 0] = len(parent)
        if outside.min(initial=len(parent)) == len(parent):
            break
    sums = running_sums(page, np.flatnonzero(is_needed[:-1]))
    found: IntArray = np.unique(sums[nodes] - sums[outside], return_inverse=True)[1]
    return found


def running_sums(page: Page, needed: IntArray) -> NDArray[np.uint64]:
    """For each node, and then for none, what it and the needed ones around it look like in sum."""
    own = own_looks(page, needed)
    # Each node adds itself where it opens and takes itself off where it ends: the last sum is 0.
    changes = np.zeros(len(page.nodes) + 1, np.uint64)
    changes[needed] = own
    np.subtract.at(changes, page.nodes.end[needed], own)
    return np.cumsum(changes, dtype=np.uint64)


def own_looks(page: Page, nodes: IntArray) -> NDArray[np.uint64]:
    """A large number for the tag and dress of each node."""
    columns = page.nodes
    own = columns.tag[nodes].astype(np.uint64)
    dressed = np.flatnonzero(columns.attributes[nodes])
    own[dressed] |= dresses(page, nodes[dressed]) << np.uint64(16)
    # What has a class may stand at any depth, as the posts of a nested thread do.
    is_bare = own < BARE_ONES
    own[is_bare] |= columns.depth[nodes[is_bare]].astype(np.uint64) << np.uint64(48)
    return scattered(own)


def dresses(page: Page, nodes: IntArray) -> NDArray[np.uint64]:
    """A number for the class of each node; for its attributes of appearance where it has none."""
    numbers: dict[object, int] = {BARE: 0}
    found = np.zeros(len(nodes), np.uint64)
    classed, classes = page.having("class")
    place = np.searchsorted(classed, nodes)
    has_class = np.append(classed, -1)[place] == nodes
    named = np.flatnonzero(has_class)
    known: dict[str, int] = {}
    for index, value in zip(named.tolist(), place[named].tolist(), strict=True):
        name = classes[value]
        number = known.get(name)
        if number is None:
            number = known[name] = numbers.setdefault(lasting(name), len(numbers))
        found[index] = number
    # Links hardly ever have other attributes of appearance.
    others = np.flatnonzero(~has_class & (page.nodes.tag[nodes] != LINK))
    for index, node in zip(others.tolist(), nodes[others].tolist(), strict=True):
        dress = tuple(map(page.attributes(node).get, APPEARANCE))
        found[index] = numbers.setdefault(dress, len(numbers))
    return found


def lasting(name: str) -> frozenset[str]:
    """The words of a class without those that count or alternate."""
    return frozenset(DIGITS.sub("", name).split()) - ALTERNATING


def scattered(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers spread over 64 bits, so that different sets of them hardly ever have one sum."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    numbers ^= numbers >> np.uint64(31)
    return numbers
