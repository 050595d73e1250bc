"""FIASCO's structural features: position, tags and surroundings of a target.

They are independent of the language. Sizes are bytes in UTF-8, of which a text has about as many as
its translation.

Differs: a target's own tag counts among the tags inside it, since a link is often a target itself.
Beyond the paper, targets are described by the sections around them and by other targets with the
same tags: teasers and comments are prose as an article is, but in other sections, and repeated.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.fiasco.target_text import TargetText
from webwinnow.methods.fiasco.targets import (
    WINDOW_REACH,
    Targets,
    next_values,
    previous_values,
    window_shares,
    window_sums,
)
from webwinnow.methods.markup import count_enclosing, tag_table

HEADINGS = tag_table("h1", "h2", "h3", "h4", "h5", "h6")
PARAGRAPH, ITEM = tag_table("p"), tag_table("li", "dt", "dd")
LINK, IMAGE = tag_table("a"), tag_table("img")
LISTS, CELLS = tag_table("ul", "ol", "dl", "menu"), tag_table("td", "th")
FORMS = tag_table("form", "select", "button", "label", "fieldset")
# Bytes of an English word and the space after it.
WORD_BYTES = 6
ABSOLUTE_URL = ("http://", "https://", "//")

#: The nearest element around a target, and the next two that hold more text.
SECTIONS = ("section", "outer section", "third section")
# Prose in any language has at least so many bytes, and less than this share of them in links.
MIN_PROSE_BYTES, MAX_PROSE_LINKS = 72, 1 / 3
# Elements around a section with no more text than the section are skipped, up to this number.
MAX_WRAPPERS = 8
# Distances to prose are capped at this number of targets.
MAX_DISTANCE = 50

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
Columns = dict[str, NDArray[Any]]  # by their names in FEATURES


def structural_features(text: TargetText) -> Columns:
    page, targets = text.page, text.targets
    node, nodes = targets.nodes, page.nodes
    length = text.sum_runs(page.runs.chars)
    size = (text.text_ends - text.text_starts).astype(np.float64)
    in_links = text.sum_runs(page.runs.end - page.runs.start, text.in_link)
    link_text = in_links / size
    place = np.cumsum(size) - size / 2
    return {
        "depth": nodes.depth[node].astype(np.float64),
        "heading": is_inside(page, HEADINGS)[node],
        "paragraph": PARAGRAPH[nodes.tag[node]] | targets.is_part,
        "list item": is_inside(page, ITEM)[node],
        **tag_features(text, size),
        "in list": is_inside(page, LISTS)[node],
        "in cell": is_inside(page, CELLS)[node],
        "in form": is_inside(page, FORMS)[node],
        "part": targets.is_part,
        "size": size,
        "own text": text.sum_runs(page.runs.chars, text.is_own) / length,
        "link text": link_text,
        "text share": size / size.sum(),
        "text place": place / size.sum(),
        "place": (np.arange(len(targets)) + 0.5) / len(targets),
        "link text before": previous_values(link_text, 1),
        "link text after": next_values(link_text, 1),
        "link text around": window_shares(in_links, size),
        "size before": previous_values(size, 0),
        "size after": next_values(size, 0),
        "size around": window_sums(size) / (2 * WINDOW_REACH + 1),
        **section_features(page, targets, size, link_text),
        **prose_features(size, link_text),
        **similar_target_features(page, targets, size, link_text),
    }


def is_inside(page: Page, table: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether each node is one of the elements, or inside one."""
    return count_enclosing(table[page.nodes.tag], page.nodes.end) > 0


def tag_features(text: TargetText, size: FloatArray) -> dict[str, FloatArray]:
    """Shares of kinds of elements among those that a target consists of."""
    page, targets = text.page, text.targets
    first, end = text.inside
    first = np.where(targets.is_part, first, first - 1)
    count = np.maximum(end - first, 1).astype(np.float64)
    tag = page.nodes.tag
    with_url, urls = page.having("href")
    has_url, is_absolute = np.zeros((2, len(tag)), bool)
    has_url[with_url] = True
    is_absolute[with_url] = [url.startswith(ABSOLUTE_URL) for url in urls]

    def count_inside(values: NDArray[np.generic]) -> FloatArray:
        sums = np.zeros(len(values) + 1, np.int64)
        np.cumsum(values, out=sums[1:])
        return (sums[end] - sums[first]).astype(np.float64)

    links = count_inside(has_url)
    return {
        "links": count_inside(LINK[tag]) / count,
        "addresses": links / count,
        "images": count_inside(IMAGE[tag]) / count,
        "attributes": count_inside(page.nodes.attributes) / count,
        "tags": count / np.maximum(size / WORD_BYTES, 1),
        "absolute addresses": count_inside(is_absolute) / np.maximum(links, 1),
    }


def is_prose(size: FloatArray, link_text: FloatArray) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (size >= MIN_PROSE_BYTES) & (link_text < MAX_PROSE_LINKS)
    return found


def section_features(
    page: Page, targets: Targets, size: FloatArray, link_text: FloatArray
) -> Columns:
    """Text, links, prose and targets of the three sections around each target."""
    prose = np.where(is_prose(size, link_text), size, 0)
    end, parent = page.nodes.end, np.maximum(page.nodes.parent, 0)
    weights = (size, size * link_text, prose, np.ones(len(size)))
    texts, links, proses, members = (
        sums_before(targets.nodes, each, len(parent)) for each in weights
    )
    node = np.where(targets.is_part, targets.nodes, parent[targets.nodes])
    found: Columns = {}
    for number, name in enumerate(SECTIONS):
        if number:
            node = larger_section(node, texts[end] - texts[:-1], parent)
        first, last = node, end[node]
        text = texts[last] - texts[first]
        found[f"{name} prose"] = (proses[last] - proses[first]) / max(prose.sum(), 1)
        found[f"{name} link text"] = (links[last] - links[first]) / np.maximum(text, 1)
        found[f"{name} targets"] = members[last] - members[first]
        found[f"{name} size"] = text
    return found


def sums_before(nodes: IntArray, values: FloatArray, count: int) -> FloatArray:
    """Sum of the values of all targets whose node comes before each node."""
    found = np.zeros(count + 1)
    np.cumsum(np.bincount(nodes, values, count), out=found[1:])
    return found


def larger_section(node: IntArray, text: FloatArray, parent: IntArray) -> IntArray:
    """The next element around each node that has more text."""
    for _ in range(MAX_WRAPPERS):
        outer = parent[node]
        is_wrapper = (text[outer] <= text[node]) & (outer != node)
        if not is_wrapper.any():
            break
        node = np.where(is_wrapper, outer, node)
    return parent[node]


def prose_features(size: FloatArray, link_text: FloatArray) -> Columns:
    """Distance from each target to prose, and shares of the page's prose before and after it."""
    is_here = is_prose(size, link_text)
    place = np.arange(len(size))
    last = np.maximum.accumulate(np.where(is_here, place, -MAX_DISTANCE))
    following = np.where(is_here, place, len(size) + MAX_DISTANCE)[::-1]
    first = np.minimum.accumulate(following)[::-1]
    prose = np.where(is_here, size, 0)
    upto, total = np.cumsum(prose), max(prose.sum(), 1)
    return {
        "since prose": np.minimum(place - last, MAX_DISTANCE),
        "until prose": np.minimum(first - place, MAX_DISTANCE),
        "prose before": (upto - prose) / total,
        "prose after": (prose.sum() - upto) / total,
    }


def similar_target_features(
    page: Page, targets: Targets, size: FloatArray, link_text: FloatArray
) -> Columns:
    """Number and text of the targets with the same depth, tag and three outer tags."""
    tag, parent = page.nodes.tag.astype(np.uint64), np.maximum(page.nodes.parent, 0)
    node = targets.nodes
    key = page.nodes.depth[node].astype(np.uint64) * np.uint64(2) + targets.is_part
    for _ in range(4):
        key = key * np.uint64(0x9E3779B97F4A7C15) + tag[node]
        node = parent[node]
    _, group, count = np.unique(key, return_inverse=True, return_counts=True)
    text = np.bincount(group, size, len(count))
    in_links = np.bincount(group, size * link_text, len(count))
    return {
        "alike": count[group],
        "alike link text": (in_links / np.maximum(text, 1))[group],
        "alike size": (text / count)[group],
        "alike share": (text / max(size.sum(), 1))[group],
    }
