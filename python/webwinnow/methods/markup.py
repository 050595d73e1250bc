"""Lookups in a page's markup: tags by number, enclosing nodes, the declared language."""

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, Page

TAG_NUMBERS = {name: number for number, name in enumerate(TAG_NAMES)}
BODY = TAG_NUMBERS["body"]


def tag_table(*names: str) -> NDArray[np.bool_]:
    """Return a table indexed by tag number: True for the given tags.

    It covers all 16-bit numbers, because pages add tag names of their own.
    """
    table = np.zeros(2**16, bool)
    table[[TAG_NUMBERS[name] for name in names]] = True
    return table


def count_enclosing(marked: NDArray[np.bool_], end: NDArray[np.int32]) -> NDArray[np.int64]:
    """Count for each node how many marked nodes enclose it, itself included.

    `end` is the column of subtree ends (`page.nodes.end`).
    """
    steps = np.zeros(len(marked) + 1, np.int64)
    steps[:-1] = marked
    steps -= np.bincount(end[marked], minlength=len(steps))
    return np.cumsum(steps[:-1])


def declared_language(page: Page) -> str | None:
    """Return the `lang` of `body`, or else of `html`, as written; None where neither has one."""
    bodies = (page.nodes.tag == BODY).nonzero()[0][:1].tolist()
    for node in (*bodies, *range(min(1, len(page.nodes)))):
        for name in ("lang", "xml:lang"):
            if declared := page.attribute(node, name):
                return declared
    return None
