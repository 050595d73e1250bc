"""What is around FIASCO's targets: the sections that hold them, and others of the same make.

Beyond the paper, for which a target stands alone: teasers and comments are prose as an article is,
but of another section, and there are many of their make.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.fiasco.targets import Targets

__all__ = ["SECTIONS", "makes", "prose_places", "sections"]

#: From the nearest element around a target to the third that holds more than the one before.
SECTIONS = ("section", "outer section", "third section")
# Running text, in whatever language: so many bytes, and less than this share of them in links.
PROSE_BYTES, PROSE_LINKS = 72, 1 / 3
# Elements that hold nothing but one another are passed over; so many in a row are seldom.
MOST_WRAPPERS = 8
# Text is that far away at most.
FARTHEST = 50

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
Columns = dict[str, NDArray[Any]]


def is_prose(size: FloatArray, link_text: FloatArray) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (size >= PROSE_BYTES) & (link_text < PROSE_LINKS)
    return found


def sections(page: Page, targets: Targets, size: FloatArray, link_text: FloatArray) -> Columns:
    """Columns by their names in FEATURES."""
    prose = np.where(is_prose(size, link_text), size, 0)
    end, parent = page.nodes.end, np.maximum(page.nodes.parent, 0)
    weights = (size, size * link_text, prose, np.ones(len(size)))
    texts, links, proses, members = (sums(targets.nodes, each, len(parent)) for each in weights)
    node = np.where(targets.is_part, targets.nodes, parent[targets.nodes])
    found: Columns = {}
    for number, name in enumerate(SECTIONS):
        if number:
            node = larger(node, texts[end] - texts[:-1], parent)
        first, last = node, end[node]
        text = texts[last] - texts[first]
        found[f"{name} prose"] = (proses[last] - proses[first]) / max(prose.sum(), 1)
        found[f"{name} link text"] = (links[last] - links[first]) / np.maximum(text, 1)
        found[f"{name} targets"] = members[last] - members[first]
        found[f"{name} size"] = text
    return found


def sums(nodes: IntArray, values: FloatArray, count: int) -> FloatArray:
    """Of what the targets of all nodes before each one have."""
    found = np.zeros(count + 1)
    np.cumsum(np.bincount(nodes, values, count), out=found[1:])
    return found


def larger(node: IntArray, text: FloatArray, parent: IntArray) -> IntArray:
    """The next element around each that has more text."""
    for _ in range(MOST_WRAPPERS):
        outer = parent[node]
        is_wrapper = (text[outer] <= text[node]) & (outer != node)
        if not is_wrapper.any():
            break
        node = np.where(is_wrapper, outer, node)
    return parent[node]


def prose_places(size: FloatArray, link_text: FloatArray) -> Columns:
    """Where running text is, seen from each target; columns by their names in FEATURES."""
    is_here = is_prose(size, link_text)
    place = np.arange(len(size))
    last = np.maximum.accumulate(np.where(is_here, place, -FARTHEST))
    following = np.where(is_here, place, len(size) + FARTHEST)[::-1]
    first = np.minimum.accumulate(following)[::-1]
    prose = np.where(is_here, size, 0)
    upto, every = np.cumsum(prose), max(prose.sum(), 1)
    return {
        "since prose": np.minimum(place - last, FARTHEST),
        "until prose": np.minimum(first - place, FARTHEST),
        "prose before": (upto - prose) / every,
        "prose after": (prose.sum() - upto) / every,
    }


def makes(page: Page, targets: Targets, size: FloatArray, link_text: FloatArray) -> Columns:
    """What targets of the same tag, depth and outer tags have together."""
    tag, parent = page.nodes.tag.astype(np.uint64), np.maximum(page.nodes.parent, 0)
    node = targets.nodes
    make = page.nodes.depth[node].astype(np.uint64) * np.uint64(2) + targets.is_part
    for _ in range(4):
        make = make * np.uint64(0x9E3779B97F4A7C15) + tag[node]
        node = parent[node]
    _, kind, count = np.unique(make, return_inverse=True, return_counts=True)
    text = np.bincount(kind, size, len(count))
    in_links = np.bincount(kind, size * link_text, len(count))
    return {
        "alike": count[kind],
        "alike link text": (in_links / np.maximum(text, 1))[kind],
        "alike size": (text / count)[kind],
        "alike share": (text / max(size.sum(), 1))[kind],
    }
