"""Elements whose markup says what they are for: navigation, forms, readers' comments."""

import re

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, Page
from webwinnow.methods.kimatu_elements import Elements

__all__ = ["apart"]

ROLE_NAMES = {"nav", "footer", "aside", "select", "datalist", "button", "textarea"}
CONTAINER_NAMES = {
    "article", "blockquote", "dd", "div", "dl", "dt", "li", "ol", "p", "section", "table", "tbody",
    "td", "tr", "ul",
}  # fmt: skip


def tag_table(names: set[str]) -> NDArray[np.bool_]:
    """By tag number; as large as a tag number gets, since pages add names of their own."""
    table = np.zeros(2**16, bool)
    table[[number for number, name in enumerate(TAG_NAMES) if name in names]] = True
    return table


HAS_ROLE, IS_CONTAINER = tag_table(ROLE_NAMES), tag_table(CONTAINER_NAMES)
MENU_ITEM = 30  # characters; a comment is longer
COMMENT_TOKENS = frozenset({"comment", "comments"})
TOKEN = re.compile(r"[A-Z]?[a-z]+")  # of "comment-body", "commentBody"

Mask = NDArray[np.bool_]


def apart(elements: Elements) -> Mask:
    """Which elements have a function of their own.

    A container that holds half of the page's text or more is taken for the text whatever it is
    called, and so are comments that are longer than the rest: such a page is a discussion.
    """
    page, node, chars = elements.page, elements.node, elements.chars
    sums = np.append(0, np.cumsum(np.bincount(node, chars, len(page.nodes))))
    held = sums[page.nodes.end] - sums[:-1]
    found = inside(page, HAS_ROLE[page.nodes.tag] & (2 * held < sums[-1]), node)
    has_comments = np.zeros(len(page.nodes), bool)
    has_comments[comment_nodes(page, held > MENU_ITEM)] = True
    is_comment = inside(page, has_comments, node) & ~found
    if 2 * chars[is_comment].sum() <= chars[~found].sum():
        found |= is_comment
    return found & (not found.all())


def comment_nodes(page: Page, is_asked: Mask) -> list[int]:
    """The nodes whose class or id names comments."""
    nodes = page.nodes
    is_asked = is_asked & IS_CONTAINER[nodes.tag]
    found = []
    for name in ("class", "id"):
        having, values = page.having(name)
        # A substring is quick to look for, and few pages have it.
        named = [place for place, value in enumerate(values) if "omment" in value]
        comments = [p for p in named if not COMMENT_TOKENS.isdisjoint(tokens(values[p]))]
        found += [node for node in having[comments].tolist() if is_asked[node]]
    return found


def tokens(value: str) -> list[str]:
    return [token.lower() for token in TOKEN.findall(value)]


def inside(page: Page, is_root: Mask, node: NDArray[np.int64]) -> Mask:
    """Which nodes are roots or below one."""
    changes = np.append(is_root.astype(np.int64), 0)
    np.subtract.at(changes, page.nodes.end, is_root.astype(np.int64))
    found: Mask = np.cumsum(changes)[node] > 0
    return found
