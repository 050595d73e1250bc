"""Features beyond the paper: what the elements around a run are called.

A class or an identifier is a hint where it has a word that many sites use for the same kind of
thing. Those of `body`, which tell of the page, are none.
"""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.victor.runs import Column, View

__all__ = ["COLUMNS", "HINTS", "hints_of"]

HINTS = {
    "navigation": (
        "nav", "navi", "navigation", "navbar", "menu", "breadcrumb", "breadcrumbs", "tabs",
        "toolbar", "pager", "pagination", "links", "sitemap", "topbar",
    ),
    "edge": (
        "footer", "foot", "header", "masthead", "banner", "logo", "copyright", "legal", "sidebar",
        "side", "aside", "rail", "left", "right", "bottom", "top",
    ),
    "offer": (
        "ad", "ads", "advert", "advertisement", "sponsor", "sponsored", "promo", "share", "social",
        "related", "recommended", "popular", "newsletter", "subscribe", "login", "search",
        "cookie", "widget", "rss",
    ),
    "comment": ("comment", "comments", "reply", "replies", "respond", "disqus", "discussion"),
    "about": (
        "date", "time", "byline", "author", "meta", "posted", "category", "categories", "tag",
        "tags", "info", "timestamp", "credit",
    ),
    "title": ("title", "headline", "heading", "subtitle"),
    "content": (
        "content", "article", "post", "entry", "story", "body", "text", "main", "maincontent",
        "bodytext", "prose",
    ),
}  # fmt: skip
WORD_BITS = {word: 1 << bit for bit, words in enumerate(HINTS.values()) for word in words}
# Of "main-content", "mainContent" and "post_12".
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
BODY_DEPTH = 1
REACH = 100  # characters of a name, which are remembered


def hints_of(names: str) -> int:
    """A bit for each hint that classes or an identifier give."""
    found = 0
    for name in names.split():
        found |= hints_of_name(name if len(name) <= REACH else name[:REACH])
    return found


# Names come again on other pages far more often than whole attributes do.
@lru_cache(maxsize=32_768)
def hints_of_name(name: str) -> int:
    found = 0
    for word in WORD.findall(name):
        found |= WORD_BITS.get(word.lower(), 0)
    return found


def node_hints(page: Page, runs: NDArray[np.int64]) -> NDArray[np.int64]:
    """The hints of each node itself; 0 for nodes that are around none of the runs."""
    found = np.zeros(len(page.nodes), np.int64)
    runs_before = np.zeros(len(found) + 1, np.int64)
    np.cumsum(np.bincount(page.runs.node[runs], minlength=len(found)), out=runs_before[1:])
    is_around = runs_before[page.nodes.end] > runs_before[:-1]
    for attribute in ("class", "id"):
        nodes, values = page.having(attribute)
        wanted = is_around[nodes]
        hints = map(hints_of, compress(values, wanted.tolist()))
        found[nodes[wanted]] |= np.fromiter(hints, np.int64)
    found[page.nodes.depth <= BODY_DEPTH] = 0
    return found


def hint(view: View, bit: int) -> Column:
    """Whether an element around the run gives the hint."""
    if view.hints is None:
        view.hints = view.tree.united(node_hints(view.page, view.runs))
    found: Column = view.hints >> bit & 1
    return found


COLUMNS: dict[str, Callable[[View], Column]] = {
    f"name.{name}": partial(hint, bit=bit) for bit, name in enumerate(HINTS)
}
