"""The numbers of a report: each method's scores with intervals, and differences between methods."""

from functools import cached_property
from statistics import fmean
from typing import NamedTuple

from webwinnow.evaluation import scores, statistics
from webwinnow.evaluation.results import Evaluation, PageScore
from webwinnow.evaluation.scores import Averaging, Counts
from webwinnow.evaluation.statistics import Comparison, Interval

__all__ = ["FAMILIES", "Family", "Figures", "Measure", "has", "page_value"]


class Family(NamedTuple):
    """A way to score, as the report speaks of it."""

    key: str
    title: str
    description: str
    averaging: Averaging
    names: tuple[str, ...] = ("precision", "recall", "F1")


TITLES = {
    "bag": "Bag of words",
    "text": "Text",
    "words": "Words",
    "segments": "Segments",
    "labelled": "Labelled segments",
    "blocks": "Blocks",
}
# The first that a set has is what methods are sorted by.
FAMILIES = [Family(key, title, *scores.FAMILIES[key]) for key, title in TITLES.items()]
OFFICIAL = Family(
    "official", "CleanEval", "the shared task's own score", "mean", ("text", "markup", "total")
)
FAMILIES.append(OFFICIAL)


class Measure(NamedTuple):
    family: Family
    name: str  # one of the family's

    @property
    def is_main(self) -> bool:
        """Whether it sums its family up."""
        return self.name == self.family.names[-1]

    @property
    def title(self) -> str:
        return f"{self.family.title} {self.name}"


class Figures:
    """What an evaluation comes to; a method without any score is left out."""

    def __init__(self, evaluation: Evaluation) -> None:
        found = {name: evaluation.of(name) for name in evaluation.methods}
        # In the order of the pages, so that methods can be paired.
        self.scores = {
            name: sorted(scored, key=lambda score: score.page)
            for name, scored in found.items()
            if scored
        }

    @cached_property
    def measures(self) -> list[Measure]:
        """Those of families in which some method has a score on every page."""
        return [
            Measure(family, name)
            for family in FAMILIES
            if any(all(has(score, family) for score in found) for found in self.scores.values())
            for name in family.names
        ]

    @cached_property
    def main(self) -> list[Measure]:
        """One for each family."""
        return [measure for measure in self.measures if measure.is_main]

    @cached_property
    def ranked(self) -> list[str]:
        """Methods from best to worst; by name where nothing tells them apart."""

        def order(name: str) -> tuple[float, str]:
            found = self.intervals.get((name, self.main[0])) if self.main else None
            return (-found.value if found else 0.0, name)

        return sorted(self.scores, key=order)

    @cached_property
    def intervals(self) -> dict[tuple[str, Measure], Interval]:
        """Of the main measures. Nothing for a method that has no score of that family, as peers
        have none of blocks.
        """
        found = {}
        for method in self.scores:
            for measure in self.main:
                if pages := self.pages(method, measure):
                    found[method, measure] = statistics.interval(
                        counted(pages, measure),
                        averaging=measure.family.averaging,
                        sites=[page.site for page in pages],
                    )
        return found

    def value(self, method: str, measure: Measure) -> float | None:
        """Without an interval, which takes its time."""
        pages = self.pages(method, measure)
        if not pages:
            return None
        if measure.family is OFFICIAL:
            return fmean(page_value(page, measure) for page in pages)
        counts = [page.counts[measure.family.key] for page in pages]
        found = scores.average(counts, measure.family.averaging)
        return float(getattr(found, measure.name.lower()))

    def pages(self, method: str, measure: Measure) -> list[PageScore]:
        """None where some lack a score: part of them is not to stand beside all."""
        found = self.scores[method]
        return found if all(has(score, measure.family) for score in found) else []

    def difference(self, method: str, other: str) -> Comparison | None:
        """Of the first main measure; None where the two were not scored on the same pages."""
        measure = self.main[0]
        ours, theirs = (self.pages(name, measure) for name in (method, other))
        if not ours or [page.page for page in ours] != [page.page for page in theirs]:
            return None
        return statistics.compare(
            counted(ours, measure),
            counted(theirs, measure),
            averaging=measure.family.averaging,
            sites=[page.site for page in ours],
        )

    @cached_property
    def by_type(self) -> dict[str, dict[str, list[float]]]:
        """For each type of page, from the most pages to the fewest, and each method, the pages'
        first main measure.
        """
        found: dict[str, dict[str, list[float]]] = {}
        for method in self.scores if self.main else ():
            for score in self.pages(method, self.main[0]):
                if score.type is not None:
                    of_type = found.setdefault(score.type, {})
                    of_type.setdefault(method, []).append(page_value(score, self.main[0]))
        size = {kind: max(map(len, by_method.values())) for kind, by_method in found.items()}
        return {kind: found[kind] for kind in sorted(found, key=lambda kind: (-size[kind], kind))}


def has(score: PageScore, family: Family) -> bool:
    return score.official is not None if family is OFFICIAL else family.key in score.counts


def page_value(score: PageScore, measure: Measure) -> float:
    """Of one page alone."""
    scored = score.official if measure.family is OFFICIAL else score.counts[measure.family.key]
    return float(getattr(scored, measure.name.lower()))


def counted(pages: list[PageScore], measure: Measure) -> list[Counts] | list[float]:
    """What resampling goes by."""
    if measure.family is OFFICIAL:
        return [page_value(page, measure) for page in pages]
    return [page.counts[measure.family.key] for page in pages]
