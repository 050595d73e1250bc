"""What a text looks like, as far as the markup tells: tags, classes and attributes of appearance.

Two texts with the same number look the same. A look covers the element and some of the elements
around it, and its number is the sum of theirs.
"""

import re

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES
from webwinnow.methods.kimatu.elements import Elements

__all__ = ["looks"]

# Words of a class that count or alternate ("post-17", "odd") do not change the function of a text.
DIGITS = re.compile(r"\d+")
ALTERNATING = frozenset({"odd", "even", "alt", "first", "last"})
APPEARANCE = ("style", "align", "bgcolor", "color", "face", "size", "valign", "width")
LINK = TAG_NAMES.index("a")
BARE_ONES = np.uint64(1 << 16)  # numbers below are of nodes that nothing dresses
BARE = (None,) * len(APPEARANCE)

IntArray = NDArray[np.int64]


def looks(elements: Elements, levels: int) -> NDArray[np.uint64]:
    """A large number for the look of each element, from its node to `levels` nodes outwards."""
    parent = elements.page.nodes.parent
    # The place after the last node stands for what is around the first one, and around itself.
    outwards = [elements.node]
    while len(outwards) <= levels and outwards[-1].min() < len(parent):
        around = np.append(parent, -1)[outwards[-1]]
        outwards.append(np.where(around < 0, len(parent), around))
    is_needed = np.zeros(len(parent) + 1, bool)
    for nodes in outwards:
        is_needed[nodes] = True
    needed = np.flatnonzero(is_needed[:-1])
    own = np.zeros(len(is_needed), np.uint64)
    own[needed] = own_looks(elements, needed)
    found = own[outwards[0]]
    for nodes in outwards[1:]:
        found += own[nodes]
    return found


def own_looks(elements: Elements, nodes: IntArray) -> NDArray[np.uint64]:
    """A large number for the tag and dress of each node."""
    columns = elements.page.nodes
    own = columns.tag[nodes].astype(np.uint64)
    dressed = np.flatnonzero(columns.attributes[nodes])
    own[dressed] |= dresses(elements, nodes[dressed]) << np.uint64(16)
    # What has a class may stand at any depth, as the posts of a nested thread do.
    is_bare = own < BARE_ONES
    own[is_bare] |= columns.depth[nodes[is_bare]].astype(np.uint64) << np.uint64(48)
    return scattered(own)


def dresses(elements: Elements, nodes: IntArray) -> NDArray[np.uint64]:
    """A number for the class of each node; for its attributes of appearance where it has none."""
    numbers: dict[object, int] = {BARE: 0}
    found = np.zeros(len(nodes), np.uint64)
    page, (classed, classes) = elements.page, elements.classes
    place = np.searchsorted(classed, nodes)
    has_class = np.append(classed, -1)[place] == nodes
    named = np.flatnonzero(has_class)
    names = [classes[index] for index in place[named].tolist()]
    distinct = dict.fromkeys(names)
    # All at once is quicker, and no attribute has a null in it.
    lasting = DIGITS.sub("", "\0".join(distinct)).split("\0")
    known = {
        name: numbers.setdefault(frozenset(words.split()) - ALTERNATING, len(numbers))
        for name, words in zip(distinct, lasting, strict=False)
    }
    found[named] = [known[name] for name in names]
    # Links hardly ever have other attributes of appearance.
    others = np.flatnonzero(~has_class & (page.nodes.tag[nodes] != LINK))
    for index, node in zip(others.tolist(), nodes[others].tolist(), strict=True):
        dress = tuple(map(page.attributes(node).get, APPEARANCE))
        found[index] = numbers.setdefault(dress, len(numbers))
    return found


def scattered(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers spread over 64 bits, so that different sets of them hardly ever have one sum."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    numbers ^= numbers >> np.uint64(31)
    return numbers
