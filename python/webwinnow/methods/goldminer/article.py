"""Where on a page the article stands, as its own good blocks show it."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from webwinnow._core import TAG_NAMES
from webwinnow.methods.goldminer.markup import IntArray, among_tags
from webwinnow.methods.goldminer.sample import SamplePage

__all__ = ["article_blocks", "container_votes", "is_index", "nearest_common"]

# Elements of single paragraphs: what holds several is the one around.
PARAGRAPHS = among_tags(
    ["blockquote", "dd", "dt", "figcaption", "h1", "h2", "h3", "h4", "h5", "h6"],
    ["li", "p", "pre", "span", "td"],
)
# Comments come after the article and may be longer; what comes first and is so much is the article.
MUCH = 0.3
# So many parts of the same looks, none with half of the text, are the items of a list.
ITEMS = 3
LARGEST_ITEM = 0.5


def holders(page: SamplePage, blocks: IntArray) -> IntArray:
    """The elements that hold these blocks among others."""
    nodes = page.page.nodes
    node = page.node[blocks].astype(np.int64)
    is_paragraph = PARAGRAPHS[np.minimum(nodes.tag[node], len(TAG_NAMES))]
    return np.where(is_paragraph, np.maximum(nodes.parent[node], 0), node)


def article_blocks(page: SamplePage) -> IntArray:
    """Of the page's own good blocks those that are the article: the first that one element holds
    and that are much of the text, or else elements of the same looks, or else the most.
    """
    own = np.flatnonzero(page.own)
    holder = holders(page, own)
    looks = page.markup.look(holder)
    chars = page.chars[own]
    for _, first, group in (
        np.unique(keys, return_index=True, return_inverse=True) for keys in (holder, looks)
    ):
        sums = np.bincount(group, chars)
        is_much = sums >= MUCH * chars.sum()
        if is_much.any():
            return np.asarray(own[group == np.argmin(np.where(is_much, first, len(own)))])
    return np.asarray(own[group == np.argmax(sums)])


def nearest_common(page: SamplePage, blocks: IntArray) -> int:
    """The nearest element around all of the blocks."""
    nodes = page.page.nodes
    node, last = int(page.node[blocks].min()), int(page.node[blocks].max())
    while nodes.end[node] <= last:
        node = int(nodes.parent[node])
    # A single paragraph is held by the element around it.
    if PARAGRAPHS[min(int(nodes.tag[node]), len(TAG_NAMES))]:
        node = max(int(nodes.parent[node]), 0)
    return node


def is_index(page: SamplePage, blocks: IntArray) -> bool:
    """Whether the blocks are leads in a list: many parts alike, with headlines between."""
    holder, item = np.unique(holders(page, blocks), return_inverse=True)
    chars = np.bincount(item, page.chars[blocks])
    if len(holder) < ITEMS or chars.max() > LARGEST_ITEM * chars.sum():
        return False
    between = slice(int(blocks[0]), int(blocks[-1]))
    others = (~page.own & (page.chars > 0))[between].sum()
    return bool(others >= len(holder) - 1)


def container_votes(pages: Iterable[SamplePage], blocks: Sequence[IntArray]) -> Counter[int]:
    """Names of the articles' nearest common parents, and on how many pages. An element that has no
    name of its own is found by the nearest around it that has.
    """
    votes: Counter[int] = Counter()
    for page, own in zip(pages, blocks, strict=True):
        keys, nodes = page.markup.unique
        node = nearest_common(page, own)
        while node >= 0:
            names = keys[nodes == node].tolist()
            if names:
                votes.update(names)
                break
            node = int(page.page.nodes.parent[node])
    return votes
