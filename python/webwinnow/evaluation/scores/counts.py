"""Counts of true positives, false positives and false negatives, and their averages."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import add
from statistics import fmean
from typing import Literal, NamedTuple

Averaging = Literal["micro", "mean"]


@dataclass(frozen=True)
class Counts:
    """Words (or segments, or blocks) of an output and of its gold."""

    both: int
    only_output: int
    only_gold: int

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.both + other.both,
            self.only_output + other.only_output,
            self.only_gold + other.only_gold,
        )

    # Scores are 1 if output and gold are both empty, and 0 if only one of them is: otherwise a
    # method would gain precision by finding nothing.

    @property
    def precision(self) -> float:
        return self.both / (self.both + self.only_output) if self.both else self.score_of_empty

    @property
    def recall(self) -> float:
        return self.both / (self.both + self.only_gold) if self.both else self.score_of_empty

    @property
    def f1(self) -> float:
        total = 2 * self.both + self.only_output + self.only_gold
        return 2 * self.both / total if self.both else self.score_of_empty

    @property
    def score_of_empty(self) -> float:
        return 0.0 if self.only_output or self.only_gold else 1.0


class Average(NamedTuple):
    precision: float
    recall: float
    f1: float


def average(counts: Iterable[Counts], how: Averaging) -> Average:
    """Average the counts of pages; all figures are 0 without pages.

    "micro" sums the counts, so that long pages weigh more. "mean" averages the pages' figures, so
    that pages weigh equally and the F1 is not that of the precision and recall.
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
