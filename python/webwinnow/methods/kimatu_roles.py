"""Elements whose markup says what they are for: navigation, forms, readers' comments."""

import re

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, Page
from webwinnow.methods.kimatu_elements import Elements

__all__ = ["apart"]

ROLE_NAMES = {"nav", "footer", "aside", "select", "datalist", "button", "textarea"}
# By tag number; as large as a tag number gets, since pages add names of their own.
HAS_ROLE = np.zeros(2**16, bool)
HAS_ROLE[[number for number, name in enumerate(TAG_NAMES) if name in ROLE_NAMES]] = True

COMMENT_TOKENS = frozenset({"comment", "comments"})
TOKEN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")  # of "comment-body", "commentBody", "COMMENTS"

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
    has_comments[comment_nodes(page, held > 0)] = True
    is_comment = inside(page, has_comments, node) & ~found
    if 2 * chars[is_comment].sum() <= chars[~found].sum():
        found |= is_comment
    return found & (not found.all())


def comment_nodes(page: Page, is_asked: Mask) -> list[int]:
    """The nodes whose class or id names comments."""
    nodes = np.flatnonzero(is_asked & (page.nodes.attributes > 0)).tolist()
    attribute, found = page.attribute, []
    for node in nodes:
        for name in ("class", "id"):
            value = attribute(node, name)
            # A substring is quick to look for, and hardly any page has it by chance.
            if value and "omment" in value.lower() and not COMMENT_TOKENS.isdisjoint(tokens(value)):
                found.append(node)
    return found


def tokens(value: str) -> list[str]:
    return [token.lower() for token in TOKEN.findall(value)]


def inside(page: Page, is_root: Mask, node: NDArray[np.int64]) -> Mask:
    """Which nodes are roots or below one."""
    changes = np.append(is_root.astype(np.int64), 0)
    np.subtract.at(changes, page.nodes.end, is_root.astype(np.int64))
    found: Mask = np.cumsum(changes)[node] > 0
    return found
