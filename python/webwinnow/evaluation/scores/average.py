"""From the counts of pages to one figure."""

from collections.abc import Iterable
from functools import reduce
from operator import add
from statistics import fmean
from typing import Literal, NamedTuple

from webwinnow.evaluation.scores.counts import Counts

__all__ = ["Average", "Averaging", "average"]

Averaging = Literal["micro", "mean"]


class Average(NamedTuple):
    precision: float
    recall: float
    f1: float


def average(counts: Iterable[Counts], how: Averaging) -> Average:
    """ "micro" adds the counts up, so that long pages weigh more; "mean" takes each page's figures
    and weighs pages alike, so that its F1 is not that of its precision and recall. Without pages,
    all figures are 0.
    """
    pages = list(counts)
    if not pages:
        return Average(0.0, 0.0, 0.0)
    if how == "micro":
        pages = [reduce(add, pages)]
    return Average(
        fmean(page.precision for page in pages),
        fmean(page.recall for page in pages),
        fmean(page.f1 for page in pages),
    )
