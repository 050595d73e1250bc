"""Kimatu's blocks: elements of one style that are close together, and the relevance of each block.

The style of an element is the tags, classes and attributes of appearance of its node and of some
nodes around it. The markup also names elements with a function of their own: navigation, forms,
reader comments.
"""

import re
from collections.abc import Iterable
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES
from webwinnow.methods.kimatu.elements import Elements, starts_of_stretches, stretch_lengths
from webwinnow.methods.kimatu.weights import Weights
from webwinnow.methods.markup import count_enclosing, tag_table

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
Mask = NDArray[np.bool_]

# The bit of a style for elements with a function of their own.
FUNCTION_BIT = np.uint64(1)

# Digits and alternating words in a class ("post-17", "odd") do not change the style.
DIGITS = re.compile(r"\d+")
ALTERNATING = frozenset({"odd", "even", "alt", "first", "last"})
APPEARANCE = ("style", "align", "bgcolor", "color", "face", "size", "valign", "width")
LINK = TAG_NAMES.index("a")
MIN_WITH_APPEARANCE = np.uint64(1 << 16)  # smaller: no class, no attribute of appearance
NO_APPEARANCE = (None,) * len(APPEARANCE)

IS_FUNCTION_TAG = tag_table("nav", "footer", "aside", "select", "datalist", "button", "textarea")
IS_CONTAINER = tag_table(
    "article", "blockquote", "dd", "div", "dl", "dt", "li", "ol", "p", "section", "table", "tbody",
    "td", "tr", "ul",
)  # fmt: skip
MAX_MENU_ITEM = 30  # characters; comments are longer
COMMENT_TOKENS = (b"comment", b"comments")
FUNCTION_TOKENS = (
    b"breadcrumb", b"breadcrumbs", b"consent", b"cookie", b"cookies", b"menu", b"modal", b"nav",
    b"navigation", b"newsletter", b"popup", b"subscribe",
)  # fmt: skip


class StyleBlocks(NamedTuple):
    """The paper's blocks. They may interleave, such as questions and answers in two styles."""

    of_element: IntArray  # block of each element
    style: IntArray  # 0, 1, …
    size: IntArray  # elements
    chars: IntArray
    words: IntArray
    is_function: NDArray[np.bool_]  # the markup names a function
    ratio: FloatArray  # the content relevance ratio
    measures: list[IntArray]  # characters, words, marks and links of each element
    scale: "Scale"

    @classmethod
    def of(cls, elements: Elements, weights: Weights) -> "StyleBlocks":
        style = hash_styles(elements, weights.levels) & ~FUNCTION_BIT
        if weights.roles:
            style |= mark_functions(elements)
        order = np.argsort(style, kind="stable")
        sorted_style = style[order]
        starts_style = starts_of_stretches(sorted_style)
        is_first = starts_style.copy()
        is_first[1:] |= order[1:] - order[:-1] > weights.near
        first = np.flatnonzero(is_first)
        of_element = np.empty(len(style), np.int64)
        of_element[order] = np.cumsum(is_first) - 1
        is_function = (sorted_style[first] & FUNCTION_BIT).astype(bool)
        measures = [elements.chars, elements.words, elements.marks]
        measures.append(elements.links if weights.links_by == "element" else elements.link_chars)
        sums = [np.add.reduceat(values[order], first) for values in measures]
        size = stretch_lengths(first, len(order))
        scale = Scale.of(size, sums[0], is_function, weights)
        ratio = relevance(size, sums, scale, weights)
        rank = np.cumsum(starts_style[first]) - 1
        return cls(of_element, rank, size, sums[0], sums[1], is_function, ratio, measures, scale)

    def with_style_of(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Mark the blocks with the style of a chosen block."""
        is_chosen = np.zeros(int(self.style[-1]) + 1, bool)
        is_chosen[self.style[chosen]] = True
        return is_chosen[self.style]


class Scale(NamedTuple):
    """The lengths of a page that count as 1."""

    biggest: int  # characters of a block
    highest: float  # average characters of a block's elements

    @classmethod
    def of(cls, size: IntArray, chars: IntArray, is_function: Mask, weights: Weights) -> "Scale":
        biggest = int(np.where(is_function, 0, chars).max(initial=1))
        return cls(biggest, min(float((chars / size).max(initial=1)), weights.average_cap))


def relevance(size: IntArray, sums: list[IntArray], scale: Scale, weights: Weights) -> FloatArray:
    """Compute the paper's content relevance ratio: two rewards and two penalties.

    `sums` are characters, words, marks and links.
    """
    chars, words, marks, links = sums
    marks_per_word = marks / np.maximum(words, 1)
    link_rate = links / (size if weights.links_by == "element" else np.maximum(chars, 1))
    ratio: FloatArray = (
        weights.length * np.minimum(chars / scale.biggest, 1)
        + weights.average * np.minimum(chars / size / scale.highest, 1)
        - weights.punctuation * (1 - np.minimum(marks_per_word / weights.marks_per_word, 1))
        - weights.links * np.minimum(link_rate / weights.most_links, 1)
    )
    return ratio


def hash_styles(elements: Elements, levels: int) -> NDArray[np.uint64]:
    """Hash the style of each element, from its node to `levels` nodes outwards."""
    parent = elements.page.nodes.parent
    # The place after the last node stands for the parent of the root, and for its own parent.
    outwards = [elements.node]
    while len(outwards) <= levels and outwards[-1].min() < len(parent):
        around = np.append(parent, -1)[outwards[-1]]
        outwards.append(np.where(around < 0, len(parent), around))
    is_needed = np.zeros(len(parent) + 1, bool)
    for nodes in outwards:
        is_needed[nodes] = True
    needed = np.flatnonzero(is_needed[:-1])
    own = np.zeros(len(is_needed), np.uint64)
    own[needed] = hash_nodes(elements, needed)
    found = own[outwards[0]]
    for nodes in outwards[1:]:
        found += own[nodes]
    return found


def hash_nodes(elements: Elements, nodes: IntArray) -> NDArray[np.uint64]:
    """Hash the tag and appearance of each node."""
    columns = elements.page.nodes
    own = columns.tag[nodes].astype(np.uint64)
    with_attributes = np.flatnonzero(columns.attributes[nodes])
    own[with_attributes] |= number_appearances(elements, nodes[with_attributes]) << np.uint64(16)
    # Nodes with a class may have any depth, such as the posts of a nested thread.
    is_plain = own < MIN_WITH_APPEARANCE
    own[is_plain] |= columns.depth[nodes[is_plain]].astype(np.uint64) << np.uint64(48)
    return mix_bits(own)


def number_appearances(elements: Elements, nodes: IntArray) -> NDArray[np.uint64]:
    """Number the class of each node, or else its attributes of appearance."""
    numbers: dict[object, int] = {NO_APPEARANCE: 0}
    found = np.zeros(len(nodes), np.uint64)
    page, (classed, classes) = elements.page, elements.classes
    place = np.searchsorted(classed, nodes)
    has_class = np.append(classed, -1)[place] == nodes
    named = np.flatnonzero(has_class)
    names = [classes[index] for index in place[named].tolist()]
    distinct = dict.fromkeys(names)
    # One substitution over all is faster; attributes have no nulls.
    lasting = DIGITS.sub("", "\0".join(distinct)).split("\0")
    known = {
        name: numbers.setdefault(frozenset(words.split()) - ALTERNATING, len(numbers))
        for name, words in zip(distinct, lasting, strict=False)
    }
    found[named] = [known[name] for name in names]
    # Links hardly ever have other attributes of appearance.
    others = np.flatnonzero(~has_class & (page.nodes.tag[nodes] != LINK))
    for index, node in zip(others.tolist(), nodes[others].tolist(), strict=True):
        appearance = tuple(map(page.attributes(node).get, APPEARANCE))
        found[index] = numbers.setdefault(appearance, len(numbers))
    return found


def mix_bits(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix numbers over 64 bits, so that different sets of them hardly ever have the same sum."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    numbers ^= numbers >> np.uint64(31)
    return numbers


def mark_functions(elements: Elements) -> Mask:
    """Mark the elements with a function of their own.

    A container with half of the page's text or more is content in any case. So are comments that
    are longer than the rest: such a page is a discussion.
    """
    nodes, node, chars = elements.page.nodes, elements.node, elements.chars
    sums = np.zeros(len(nodes) + 1)
    np.cumsum(np.bincount(node, chars, len(nodes)), out=sums[1:])
    named, comments = find_named_containers(elements)
    function_nodes = np.append(np.flatnonzero(IS_FUNCTION_TAG[nodes.tag]), named)
    held = sums[nodes.end[function_nodes]] - sums[function_nodes]
    found = mark_inside(elements, function_nodes[2 * held < sums[-1]])
    if len(comments):
        held = sums[nodes.end[comments]] - sums[comments]
        is_comment = mark_inside(elements, comments[held > MAX_MENU_ITEM]) & ~found
        if 2 * chars[is_comment].sum() <= chars[~found].sum():
            found |= is_comment
    return found & (not found.all())


def find_named_containers(elements: Elements) -> tuple[IntArray, IntArray]:
    """Return the containers whose class or id names a function, and those that name comments.

    A container may occur twice.
    """
    functions: list[int] = []
    comments: list[int] = []
    is_container = IS_CONTAINER[elements.page.nodes.tag]
    for having, values in (elements.classes, elements.page.having("id")):
        is_chosen = is_container[having]
        nodes, chosen = having[is_chosen], list(compress(values, is_chosen.tolist()))
        # One search over all is faster; attributes have no nulls.
        text = "\0".join(["", *set(chosen), ""]).encode("utf-8", "surrogatepass")
        for tokens, found in ((FUNCTION_TOKENS, functions), (COMMENT_TOKENS, comments)):
            named = find_named(text, tokens)
            if named:
                found += nodes[[value in named for value in chosen]].tolist()
    return np.array(functions, np.int64), np.array(comments, np.int64)


def find_named(text: bytes, tokens: Iterable[bytes]) -> set[str]:
    """Return the values with one of the tokens; each value in the text is between nulls."""
    lower = text.lower()
    found: set[bytes] = set()
    for token in tokens:
        start = lower.find(token)
        while start >= 0:
            end = start + len(token)
            if is_token(text, start, end):
                start, end = text.rindex(b"\0", 0, start) + 1, text.index(b"\0", end)
                found.add(text[start:end])
            start = lower.find(token, end)
    return {value.decode("utf-8", "surrogatepass") for value in found}


def is_token(text: bytes, start: int, end: int) -> bool:
    """Return whether a word ends at `end`, and begins at `start` or has a capital there, as in
    "mainMenu".
    """
    if text[end : end + 1].islower():
        return False
    return text[start : start + 1].isupper() or not text[start - 1 : start].isalpha()


def mark_inside(elements: Elements, roots: IntArray) -> Mask:
    """Mark the elements inside one of the nodes."""
    nodes = elements.page.nodes
    is_root = np.zeros(len(nodes), bool)
    is_root[roots] = True
    found: Mask = count_enclosing(is_root, nodes.end)[elements.node] > 0
    return found
