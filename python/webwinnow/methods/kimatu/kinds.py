"""Kimatu's output tags: header, paragraph or list item, by markup, punctuation and size."""

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import KIND_NAMES, Decision
from webwinnow.methods.kimatu.elements import MARKS, Elements, byte_table
from webwinnow.methods.markup import tag_table

__all__ = ["kinds"]

HEADING, PARAGRAPH = KIND_NAMES.index("heading"), KIND_NAMES.index("paragraph")
# A header is no longer than a line or two; a paragraph in a header's tag is.
LONGEST_HEADER = 90
SHORTEST_PARAGRAPH = 200

IS_HEAVY = tag_table("b", "strong", "big")
IS_MARK = np.frombuffer(byte_table(MARKS), bool)


def kinds(elements: Elements, keep: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """What the markup says, but for short heavy lines without an end mark, which are headers, and
    long texts in header tags, which are paragraphs.
    """
    kind: NDArray[np.uint8] = Decision(elements.page, keep).kind.copy()
    if not len(elements):
        return kind
    nodes, node = elements.page.nodes, elements.node
    is_heavy = IS_HEAVY[nodes.tag[node]] | IS_HEAVY[nodes.tag[np.maximum(nodes.parent[node], 0)]]
    is_header = is_heavy & (elements.chars <= LONGEST_HEADER)
    if is_header.any():
        is_header &= ~ends_in_mark(elements)
    is_long = (elements.chars >= SHORTEST_PARAGRAPH) & (elements.marks > 1)
    for is_chosen, old, new in ((is_header, PARAGRAPH, HEADING), (is_long, HEADING, PARAGRAPH)):
        if is_chosen.any():
            runs = elements.runs[np.repeat(is_chosen, elements.runs_each)]
            kind[runs[kind[runs] == old]] = new
    return kind


def ends_in_mark(elements: Elements) -> NDArray[np.bool_]:
    """Whether an element's last character is punctuation, as that of a sentence is."""
    last = np.frombuffer(elements.text, np.uint8)[elements.ends - 1]
    found: NDArray[np.bool_] = IS_MARK[last]
    return found
