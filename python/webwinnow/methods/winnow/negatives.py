"""Pages without their content, which teach that a frame alone holds none."""

from html import escape

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, VOID_TAG_NAMES, Page

__all__ = ["hollow"]

VOID = frozenset(VOID_TAG_NAMES)
APART = FLAGS["SPACE"] | FLAGS["BREAK"]

Mask = NDArray[np.bool_]


def hollow(page: Page, keep: Mask) -> Page:
    """The page without the kept runs, and without the elements that held nothing else to read."""
    left = (page.runs.block >= 0) & ~keep
    gone = has_run(page, keep) & ~has_run(page, left)
    return Page(written(page, left, gone))


def has_run(page: Page, chosen: Mask) -> Mask:
    """For each element whether a chosen run is inside."""
    counts = np.bincount(page.runs.node[chosen], minlength=len(page.nodes))
    before = np.append(0, np.cumsum(counts))
    return np.asarray(before[page.nodes.end] > before[: len(page.nodes)])


def written(page: Page, left: Mask, gone: Mask) -> str:
    """HTML with the attributes that pages keep, the runs that are left, and no element that is
    gone.
    """
    ends, holders, opened = (
        column.tolist() for column in (page.nodes.end, page.runs.node, page.runs.opened)
    )
    apart = (page.runs.flags & APART != 0).tolist()
    texts = page.run_texts()
    parts: list[str] = []
    around: list[int] = []
    node = 0

    def close() -> None:
        parts.append(end_tag(page, around.pop()))

    for run in [*np.flatnonzero(left).tolist(), None]:
        until = len(ends) if run is None else opened[run]
        while node < until:
            while around and ends[around[-1]] <= node:
                close()
            if gone[node]:
                node = ends[node]
            else:
                parts.append(start_tag(page, node))
                around.append(node)
                node += 1
        if run is not None:
            while around[-1] != holders[run]:
                close()
            parts.append(" " * apart[run] + escape(texts[run], quote=False))
    return "".join(parts)


def start_tag(page: Page, node: int) -> str:
    values = page.attributes(node).items()
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in values)
    return f"<{page.tag_name(node)}{attributes}>"


def end_tag(page: Page, node: int) -> str:
    name = page.tag_name(node)
    return "" if name in VOID else f"</{name}>"
