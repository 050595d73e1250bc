"""Scores of blocks and labels: a decision against the gold labels, without rendering text."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import KIND_NAMES, Decision, Page
from webwinnow.evaluation.scores.counts import Counts
from webwinnow.gold.labels.base import Labels

LABELS = (*KIND_NAMES, "other")  # a dropped run is "other"


@dataclass(frozen=True, eq=False)
class BlockScore:
    """Agreement of a decision with gold labels; `+` sums pages."""

    keep: Counts  # blocks kept by both, by the decision alone, by the labels alone
    neither: int  # blocks dropped by both
    # Runs by gold label (row) and decided label (column), both in the order of LABELS; None if
    # the labels have no kinds.
    confusion: NDArray[np.int64] | None = None

    def __add__(self, other: "BlockScore") -> "BlockScore":
        if self.confusion is None or other.confusion is None:
            confusion = None
        else:
            confusion = self.confusion + other.confusion
        return BlockScore(self.keep + other.keep, self.neither + other.neither, confusion)

    @property
    def accuracy(self) -> float:
        """Share of blocks correctly kept or dropped."""
        right = self.keep.both + self.neither
        return share(right, right + self.keep.only_output + self.keep.only_gold)

    @property
    def label_accuracy(self) -> float | None:
        """Share of runs with the correct label of the five; None if the gold has none."""
        if self.confusion is None:
            return None
        return share(int(np.trace(self.confusion)), int(self.confusion.sum()))

    def label(self, name: str) -> Counts | None:
        """Counts of runs with one label."""
        if self.confusion is None:
            return None
        at = LABELS.index(name)
        both = int(self.confusion[at, at])
        decided, gold = int(self.confusion[:, at].sum()), int(self.confusion[at].sum())
        return Counts(both, decided - both, gold - both)


def score_blocks(page: Page, decision: Decision, labels: Labels) -> BlockScore:
    """Count blocks for keep or drop, and runs for the labels.

    A block is kept if more than half of its characters are. Labels are counted by run because
    Victor's blocks are the texts between two tags. Runs outside of blocks (scripts, styles,
    comments) do not count.
    """
    decided, gold = kept_blocks(page, decision.keep), kept_blocks(page, labels.keep)
    both = int((decided & gold).sum())
    counts = Counts(both, int(decided.sum()) - both, int(gold.sum()) - both)
    neither = int((~decided & ~gold).sum())
    if labels.kind is None:
        return BlockScore(counts, neither)
    inside = page.runs.block >= 0
    rows = np.where(labels.keep, labels.kind, len(KIND_NAMES))[inside]
    columns = np.where(decision.keep, decision.kind, len(KIND_NAMES))[inside]
    cells = rows.astype(np.int64) * len(LABELS) + columns
    confusion = np.bincount(cells, minlength=len(LABELS) ** 2)
    return BlockScore(counts, neither, confusion.reshape(len(LABELS), len(LABELS)))


def kept_blocks(page: Page, keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
    inside = page.runs.block >= 0
    block, chars = page.runs.block[inside], page.runs.chars[inside]
    total = np.bincount(block, weights=chars, minlength=len(page.blocks))
    kept = np.bincount(block, weights=chars * keep[inside], minlength=len(page.blocks))
    return np.asarray(2 * kept > total)


def share(part: int, whole: int) -> float:
    """part / whole; 1.0 for an empty whole, which has no errors."""
    return part / whole if whole else 1.0
