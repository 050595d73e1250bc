"""Measures of an evaluation: a method's value over its pages, its interval, and differences.

The terminal table, JSON, the studio and the HTML report all take their figures from here.
"""

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from webwinnow.evaluation import scores, statistics
from webwinnow.evaluation.results import Evaluation, PageScore
from webwinnow.evaluation.scores import Averaging, Counts
from webwinnow.evaluation.statistics import Comparison, Interval


class ScoreFamily(NamedTuple):
    """A score family with its title and the names of its measures."""

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
OFFICIAL = ScoreFamily(
    "official", "CleanEval", "the shared task's own score", "mean", ("text", "markup", "total")
)
# The first family that a set has ranks the methods.
FAMILIES = [
    *(ScoreFamily(key, title, *scores.FAMILIES[key]) for key, title in TITLES.items()),
    OFFICIAL,
]


class Measure(NamedTuple):
    family: ScoreFamily
    name: str  # one of the family's names

    @property
    def is_main(self) -> bool:
        """Return whether it summarises its family: F1, or the total."""
        return self.name == self.family.names[-1]

    @property
    def title(self) -> str:
        return f"{self.family.title} {self.name}"


def find_measure(key: str, name: str | None = None) -> Measure:
    """The measure of that name in the family of that key; its main measure without a name."""
    family = next(family for family in FAMILIES if family.key == key)
    return Measure(family, name or family.names[-1])


def scores_by_method(evaluation: Evaluation) -> dict[str, list[PageScore]]:
    """Scores of each method that has any, in page order, so that methods can be paired."""
    found = {name: evaluation.of(name) for name in evaluation.methods}
    return {
        name: sorted(scored, key=lambda score: score.page)
        for name, scored in found.items()
        if scored
    }


def has_score(score: PageScore, family: ScoreFamily) -> bool:
    return score.official is not None if family is OFFICIAL else family.key in score.counts


def page_value(score: PageScore, measure: Measure) -> float:
    """The measure of a single page."""
    scored = score.official if measure.family is OFFICIAL else score.counts[measure.family.key]
    return float(getattr(scored, measure.name.lower()))


def value_of(scored: Sequence[PageScore], measure: Measure) -> float | None:
    """The average over pages, without the cost of an interval; None if a page lacks a score."""
    if not is_complete(scored, measure):
        return None
    if measure.family is OFFICIAL:
        return fmean(page_value(score, measure) for score in scored)
    counts = [score.counts[measure.family.key] for score in scored]
    found = scores.average(counts, measure.family.averaging)
    return float(getattr(found, measure.name.lower()))


def interval_of(scored: Sequence[PageScore], measure: Measure) -> Interval | None:
    """The average over pages with its 95 % interval; None if a page lacks a score."""
    if not is_complete(scored, measure):
        return None
    return statistics.interval(
        units_of(scored, measure),
        averaging=measure.family.averaging,
        figure=figure_of(measure),
        sites=[score.site for score in scored],
    )


def compare_methods(
    first: Sequence[PageScore], second: Sequence[PageScore], measure: Measure
) -> Comparison | None:
    """The difference of two methods; None unless both are scored on the same pages."""
    pages = [score.page for score in first]
    if not all(is_complete(scored, measure) for scored in (first, second)):
        return None
    if pages != [score.page for score in second]:
        return None
    return statistics.compare(
        units_of(first, measure),
        units_of(second, measure),
        averaging=measure.family.averaging,
        figure=figure_of(measure),
        sites=[score.site for score in first],
    )


def is_complete(scored: Sequence[PageScore], measure: Measure) -> bool:
    """Return whether all pages have a score; figures of different pages cannot be compared."""
    return bool(scored) and all(has_score(score, measure.family) for score in scored)


def units_of(scored: Sequence[PageScore], measure: Measure) -> list[Counts] | list[float]:
    """The values of pages that statistics resample."""
    if measure.family is OFFICIAL:
        return [page_value(score, measure) for score in scored]
    return [score.counts[measure.family.key] for score in scored]


def figure_of(measure: Measure) -> statistics.Figure:
    names: dict[str, statistics.Figure] = {"precision": "precision", "recall": "recall"}
    return names.get(measure.name, "f1")
