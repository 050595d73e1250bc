"""Aligners: from gold text to labels of runs, which a perfect method would decide."""

from collections.abc import Callable, Sequence

import numpy as np

from webwinnow._core import Page
from webwinnow.gold.datasets.base import GoldPage, GoldSegment
from webwinnow.gold.labels.base import Labels, split_words
from webwinnow.gold.labels.fiasco import align_fiasco
from webwinnow.gold.labels.in_order import align_in_order

__all__ = ["ALIGNERS", "Labels", "align", "align_bounded", "gold_parts"]

ALIGNERS: dict[str, Callable[[Page, Sequence[str | GoldSegment]], Labels]] = {
    "in-order": align_in_order,
    "fiasco": align_fiasco,
}
DEFAULT = "in-order"
# Time grows with the pairs of page words and gold words: some seconds for this many, which is three
# times as many as the largest page of any known set has.
MAX_WORD_PAIRS = 1 << 31


def align(page: Page, gold: GoldPage, *, aligner: str | None = None) -> Labels:
    """Label the page's runs; with kinds if the aligner and the gold have them.

    Without a named aligner, the labels are those that the gold has for the page's runs, if any.
    """
    if aligner is None and has_labels(page, gold):
        return Labels(np.asarray(gold.keep))
    return ALIGNERS[aligner or DEFAULT](page, gold_parts(gold))


def has_labels(page: Page, gold: GoldPage) -> bool:
    """Return whether the gold has labels for the runs of the page, parsed as the set has it."""
    return gold.keep is not None and len(gold.keep) == len(page.runs)


def align_bounded(page: Page, gold: GoldPage, *, aligner: str = "in-order") -> Labels | None:
    """Label the page's runs; None if page and gold are too long to align."""
    if has_labels(page, gold):
        return align(page, gold)
    words = split_words("\n".join(page.block_texts()))
    if len(words) * len(split_words(gold.text)) > MAX_WORD_PAIRS:
        return None
    return align(page, gold, aligner=aligner)


def gold_parts(gold: GoldPage) -> Sequence[str | GoldSegment]:
    """The gold's segments; its lines if it has no segments."""
    return gold.segments or [line for line in gold.text.splitlines() if line.strip()]
