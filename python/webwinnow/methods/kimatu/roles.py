"""Elements whose markup says what they are for: navigation, forms, readers' comments."""

import re

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu.elements import Elements
from webwinnow.methods.markup import count_enclosing, tag_table

__all__ = ["apart"]

HAS_ROLE = tag_table("nav", "footer", "aside", "select", "datalist", "button", "textarea")
IS_CONTAINER = tag_table(
    "article", "blockquote", "dd", "div", "dl", "dt", "li", "ol", "p", "section", "table", "tbody",
    "td", "tr", "ul",
)  # fmt: skip
MENU_ITEM = 30  # characters; a comment is longer
COMMENT_TOKENS = frozenset({"comment", "comments"})
MAYBE_COMMENT = re.compile("omment")
TOKEN = re.compile(r"[A-Z]?[a-z]+")  # of "comment-body", "commentBody"

IntArray = NDArray[np.int64]
Mask = NDArray[np.bool_]


def apart(elements: Elements) -> Mask:
    """Which elements have a function of their own.

    A container that holds half of the page's text or more is taken for the text whatever it is
    called, and so are comments that are longer than the rest: such a page is a discussion.
    """
    nodes, node, chars = elements.page.nodes, elements.node, elements.chars
    sums = np.zeros(len(nodes) + 1)
    np.cumsum(np.bincount(node, chars, len(nodes)), out=sums[1:])
    having_role = np.flatnonzero(HAS_ROLE[nodes.tag])
    held = sums[nodes.end[having_role]] - sums[having_role]
    found = inside(elements, having_role[2 * held < sums[-1]])
    comments = comment_nodes(elements)
    if len(comments):
        held = sums[nodes.end[comments]] - sums[comments]
        is_comment = inside(elements, comments[held > MENU_ITEM]) & ~found
        if 2 * chars[is_comment].sum() <= chars[~found].sum():
            found |= is_comment
    return found & (not found.all())


def comment_nodes(elements: Elements) -> IntArray:
    """The containers whose class or id names comments, some of them twice."""
    found: list[int] = []
    for having, values in (elements.classes, elements.page.having("id")):
        # Few pages have any; in a long text, a pattern is found faster than a plain substring.
        if MAYBE_COMMENT.search(" ".join(values)):
            named = [place for place, value in enumerate(values) if "omment" in value]
            comments = [p for p in named if not COMMENT_TOKENS.isdisjoint(tokens(values[p]))]
            found += having[comments].tolist()
    nodes = np.array(found, np.int64)
    return nodes[IS_CONTAINER[elements.page.nodes.tag[nodes]]]


def tokens(value: str) -> list[str]:
    return [token.lower() for token in TOKEN.findall(value)]


def inside(elements: Elements, roots: IntArray) -> Mask:
    """Which elements are in one of the nodes."""
    nodes = elements.page.nodes
    is_root = np.zeros(len(nodes), bool)
    is_root[roots] = True
    found: Mask = count_enclosing(is_root, nodes.end)[elements.node] > 0
    return found
