"""Gold text to labels of runs: what a perfect method would keep."""

from collections.abc import Callable, Sequence

from webwinnow._core import Page
from webwinnow.gold.datasets.base import GoldPage, GoldSegment
from webwinnow.gold.labels.base import Labels
from webwinnow.gold.labels.fiasco import align_fiasco
from webwinnow.gold.labels.in_order import align_in_order

__all__ = ["ALIGNERS", "Labels", "align", "gold_parts"]

ALIGNERS: dict[str, Callable[[Page, Sequence[str | GoldSegment]], Labels]] = {
    "in-order": align_in_order,
    "fiasco": align_fiasco,
}


def align(page: Page, gold: GoldPage, *, aligner: str = "in-order") -> Labels:
    """Labels of the page's runs; with kinds where aligner and gold know them."""
    return ALIGNERS[aligner](page, gold_parts(gold))


def gold_parts(gold: GoldPage) -> Sequence[str | GoldSegment]:
    """The gold's segments; its lines where it has none."""
    return gold.segments or [line for line in gold.text.splitlines() if line.strip()]
