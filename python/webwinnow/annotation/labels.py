"""What people say of a run, as the numbers that are stored."""

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import KIND_NAMES, Decision, Page
from webwinnow.annotation.run_layout import CONTENT, HEADING, Bytes, Reading
from webwinnow.methods.base import Method

__all__ = [
    "BOILERPLATE",
    "CONTENT",
    "LABELS",
    "NONE",
    "by_method",
    "decision",
    "of_kept",
    "visible",
]

NONE, BOILERPLATE = 0, 1
# By number. Content is of the kind that the markup says; the three after it say so themselves.
LABELS = ("none", "boilerplate", "content", *KIND_NAMES[:3])
CONTINUATION = KIND_NAMES.index("continuation")


def by_method(page: Page, method: Method) -> Bytes:
    """What a method would say: a kind for each run that it keeps, boilerplate for other visible
    ones.
    """
    found = method.decide(page)
    return of_kept(page, found.keep, found.kind)


def visible(page: Page) -> NDArray[np.bool_]:
    """The runs that can be labelled."""
    return Reading.of(page).is_visible


def of_kept(page: Page, keep: NDArray[np.bool_], kind: Bytes | None = None) -> Bytes:
    """Kept runs and their kinds, as in a `Decision`, as labels; without kinds, kept is content."""
    reading = Reading.of(page)
    keep = keep & reading.is_visible
    if kind is None:
        said = np.full(len(keep), CONTENT, np.uint8)
    else:
        said = (opened(page, keep, kind, reading) + HEADING).astype(np.uint8)
    return np.where(keep, said, reading.is_visible * BOILERPLATE).astype(np.uint8)


def opened(page: Page, keep: NDArray[np.bool_], kind: Bytes, reading: Reading) -> Bytes:
    """For each kept run the kind of the segment that it is in."""
    full = np.full(len(kind), CONTINUATION, np.uint8)
    runs = np.flatnonzero(keep)
    if not len(runs):
        return full
    block, kinds = reading.block[runs], kind[runs]
    # A block whose first runs are dropped opens as those would have.
    begins = np.diff(block, prepend=-1) != 0
    kinds = np.where(begins & (kinds == CONTINUATION), kind[page.blocks.first[block]], kinds)
    # What still continues goes on with the block before; the first of all, as the markup says.
    if kinds[0] == CONTINUATION:
        kinds[0] = reading.markup[runs[0]] - HEADING
    last = np.maximum.accumulate(np.where(kinds != CONTINUATION, np.arange(len(kinds)), 0))
    full[runs] = kinds[last]
    return full


def decision(page: Page, labels: Bytes) -> Decision:
    """What a method decides that says the same; all that is made of labels is made of this.

    A kind opens a segment with each block, and inside of one where it changes.
    """
    reading = Reading.of(page)
    said = reading.resolved(labels)
    keep = said >= HEADING
    kind = np.full(len(said), CONTINUATION, np.uint8)
    runs = np.flatnonzero(keep)
    block, kinds = reading.block[runs], said[runs] - HEADING
    opens = (np.diff(block, prepend=-1) != 0) | (np.diff(kinds.astype(int), prepend=-1) != 0)
    kind[runs[opens]] = kinds[opens]
    return Decision(page, keep, kind=kind)
