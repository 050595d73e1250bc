"""Labels of runs: the stored numbers, and their conversion from and to decisions."""

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import KIND_NAMES, Decision, Page
from webwinnow.annotation.run_layout import CONTENT, HEADING, LabelArray, RunLayout
from webwinnow.methods.base import Method

NONE, BOILERPLATE = 0, 1
# Names by number. "content" takes its kind from the markup; the last three give the kind.
LABELS = ("none", "boilerplate", "content", *KIND_NAMES[:3])
CONTINUATION = KIND_NAMES.index("continuation")


def labels_from_method(page: Page, method: Method) -> LabelArray:
    """Label the runs that a method keeps with their kind, other visible runs as boilerplate."""
    found = method.decide(page)
    return labels_from_kept(page, found.keep, found.kind)


def visible_runs(page: Page) -> NDArray[np.bool_]:
    """Mask of the runs that can be labelled."""
    return RunLayout.of(page).is_visible


def labels_from_kept(
    page: Page, keep: NDArray[np.bool_], kind: LabelArray | None = None
) -> LabelArray:
    """Convert `keep` and `kind` of a decision to labels; without kinds, kept runs are content."""
    layout = RunLayout.of(page)
    keep = keep & layout.is_visible
    if kind is None:
        labels = np.full(len(keep), CONTENT, np.uint8)
    else:
        labels = (segment_kinds(page, keep, kind, layout) + HEADING).astype(np.uint8)
    return np.where(keep, labels, layout.is_visible * BOILERPLATE).astype(np.uint8)


def segment_kinds(
    page: Page, keep: NDArray[np.bool_], kind: LabelArray, layout: RunLayout
) -> LabelArray:
    """Give each kept run the kind of the segment that contains it."""
    full = np.full(len(kind), CONTINUATION, np.uint8)
    runs = np.flatnonzero(keep)
    if not len(runs):
        return full
    block, kinds = layout.block[runs], kind[runs]
    # A block whose first runs are dropped has the kind of its first run.
    begins = np.diff(block, prepend=-1) != 0
    kinds = np.where(begins & (kinds == CONTINUATION), kind[page.blocks.first[block]], kinds)
    # A continuation has the kind of the run before; at the start of the page, that of the markup.
    if kinds[0] == CONTINUATION:
        kinds[0] = layout.markup[runs[0]] - HEADING
    last = np.maximum.accumulate(np.where(kinds != CONTINUATION, np.arange(len(kinds)), 0))
    full[runs] = kinds[last]
    return full


def labels_to_decision(page: Page, labels: LabelArray) -> Decision:
    """Convert labels to the equivalent decision; gold, exports and agreement are computed from it.

    A segment starts with each block, and inside a block where the kind changes.
    """
    layout = RunLayout.of(page)
    resolved = layout.resolve(labels)
    keep = resolved >= HEADING
    kind = np.full(len(resolved), CONTINUATION, np.uint8)
    runs = np.flatnonzero(keep)
    block, kinds = layout.block[runs], resolved[runs] - HEADING
    starts = (np.diff(block, prepend=-1) != 0) | (np.diff(kinds.astype(int), prepend=-1) != 0)
    kind[runs[starts]] = kinds[starts]
    return Decision(page, keep, kind=kind)
