"""The numbers of a report: each method's scores with intervals, and differences between methods."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from webwinnow.evaluation import Evaluation, PageScore
from webwinnow.report.resampling import Columns, interval, p_of_difference, total

__all__ = ["FAMILIES", "Difference", "Family", "Figure", "Figures", "Measure", "page_value"]


class Family(NamedTuple):
    """A way to score, as the report speaks of it."""

    key: str
    title: str
    what: str
    is_mean: bool  # over pages; else of all pages' counts taken together


FAMILIES = (
    Family("bag", "Bag of words", "words without their order; mean over pages", True),
    Family("text", "Text", "words in order; all pages counted together", False),
    Family("words", "Words", "words and markers in order; all pages counted together", False),
    Family("segments", "Segments", "markers alone; all pages counted together", False),
    Family("official", "CleanEval", "the shared task's own score; mean over pages", True),
    Family("blocks", "Blocks", "blocks kept and dropped; all pages counted together", False),
)
OFFICIAL = FAMILIES[4]


class Measure(NamedTuple):
    family: Family
    name: str  # precision, recall, F1; text, markup, total

    @property
    def is_main(self) -> bool:
        """Whether it sums its family up."""
        return self.name in ("F1", "total")

    @property
    def title(self) -> str:
        return f"{self.family.title} {self.name}"


class Figure(NamedTuple):
    value: float
    low: float  # of the interval that holds the values of 95 % of resampled sets
    high: float


class Difference(NamedTuple):
    """Of two methods on the same pages."""

    value: float
    p: float  # that chance alone makes it as large


class Figures:
    """What an evaluation comes to; a method without any score is left out."""

    def __init__(self, evaluation: Evaluation) -> None:
        found = {name: evaluation.of(name) for name in evaluation.methods}
        # In the order of the pages, so that methods can be paired.
        self.scores = {
            name: sorted(scores, key=lambda score: score.page)
            for name, scores in found.items()
            if scores
        }

    @cached_property
    def measures(self) -> list[Measure]:
        """Those of families in which some page has a score."""
        every = [score for scores in self.scores.values() for score in scores]
        return [
            Measure(family, name)
            for family in FAMILIES
            if any(has(score, family) for score in every)
            for name in names_of(family)
        ]

    @cached_property
    def main(self) -> list[Measure]:
        """One for each family; the report sorts by the first."""
        return [measure for measure in self.measures if measure.is_main]

    @cached_property
    def ranked(self) -> list[str]:
        """Methods from best to worst; by name where nothing tells them apart."""
        return sorted(self.scores, key=lambda name: (-self.value(name), name))

    def value(self, method: str) -> float:
        figure = self.figures.get((method, self.main[0])) if self.main else None
        return figure.value if figure else 0.0

    @cached_property
    def figures(self) -> dict[tuple[str, Measure], Figure]:
        """Nothing for a method that has no score of that family, as peers have none of blocks."""
        found = {}
        for method in self.scores:
            for measure in self.measures:
                columns = self.columns(method, measure)
                if len(columns.values):
                    low, high = interval(columns)
                    found[method, measure] = Figure(total(columns), low, high)
        return found

    def columns(self, method: str, measure: Measure) -> Columns:
        scores = [score for score in self.scores[method] if has(score, measure.family)]
        if measure.family.is_mean:
            return Columns(np.array([[page_value(score, measure)] for score in scores]), None)
        counts = [score.counts[measure.family.key] for score in scores]
        return Columns(
            np.array([[count.both, count.only_output, count.only_gold] for count in counts], float),
            measure.name,
        )

    def difference(self, method: str, other: str) -> Difference | None:
        """Of the first main measure; None where the two were not scored on the same pages."""
        a, b = (self.columns(name, self.main[0]) for name in (method, other))
        pages = [[score.page for score in self.scores[name]] for name in (method, other)]
        if pages[0] != pages[1] or len(a.values) != len(b.values) or not len(a.values):
            return None
        return Difference(total(a) - total(b), p_of_difference(a, b))

    def by_type(self) -> dict[str, dict[str, float]]:
        """For each type of page, from the most pages to the fewest, the mean of each method."""
        if not self.main:
            return {}
        pages: dict[str, dict[str, list[float]]] = {}
        for method, scores in self.scores.items():
            for score in scores:
                if score.type is not None and has(score, self.main[0].family):
                    of_type = pages.setdefault(score.type, {})
                    of_type.setdefault(method, []).append(page_value(score, self.main[0]))
        sizes = {kind: max(map(len, found.values())) for kind, found in pages.items()}
        return {
            kind: {method: float(np.mean(values)) for method, values in pages[kind].items()}
            for kind in sorted(pages, key=lambda kind: (-sizes[kind], kind))
        }


def names_of(family: Family) -> tuple[str, ...]:
    return ("text", "markup", "total") if family is OFFICIAL else ("precision", "recall", "F1")


def has(score: PageScore, family: Family) -> bool:
    return score.official is not None if family is OFFICIAL else family.key in score.counts


def page_value(score: PageScore, measure: Measure) -> float:
    """Of one page alone."""
    scored = score.official if measure.family is OFFICIAL else score.counts[measure.family.key]
    return float(getattr(scored, measure.name.lower()))
