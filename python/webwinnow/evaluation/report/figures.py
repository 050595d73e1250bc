"""Figures of a report: ranked methods, scores with intervals, and differences."""

from functools import cached_property

from webwinnow.evaluation.measures import (
    FAMILIES,
    Measure,
    compare_methods,
    has_score,
    interval_of,
    page_value,
    scores_by_method,
    value_of,
)
from webwinnow.evaluation.results import Evaluation, PageScore
from webwinnow.evaluation.statistics import Comparison, Interval


class Figures:
    """The figures of an evaluation, computed once; methods without any score are left out."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.scores = scores_by_method(evaluation)

    @cached_property
    def measures(self) -> list[Measure]:
        """Measures of the families in which some method has a score on every page."""
        return [
            Measure(family, name)
            for family in FAMILIES
            if any(
                all(has_score(score, family) for score in found) for found in self.scores.values()
            )
            for name in family.names
        ]

    @cached_property
    def main(self) -> list[Measure]:
        """The main measure of each family."""
        return [measure for measure in self.measures if measure.is_main]

    @cached_property
    def ranked(self) -> list[str]:
        """Methods from best to worst; ties in name order."""

        def order(name: str) -> tuple[float, str]:
            found = self.intervals.get((name, self.main[0])) if self.main else None
            return (-found.value if found else 0.0, name)

        return sorted(self.scores, key=order)

    @cached_property
    def intervals(self) -> dict[tuple[str, Measure], Interval]:
        """Intervals of the main measures; methods without the family, as peers, have none."""
        found = {
            (method, measure): interval_of(scored, measure)
            for method, scored in self.scores.items()
            for measure in self.main
        }
        return {key: interval for key, interval in found.items() if interval is not None}

    def value(self, method: str, measure: Measure) -> float | None:
        return value_of(self.scores[method], measure)

    def pages(self, method: str, measure: Measure) -> list[PageScore]:
        """The method's page scores; none if a page lacks a score of the measure's family."""
        found = self.scores[method]
        return found if all(has_score(score, measure.family) for score in found) else []

    def difference(self, method: str, other: str) -> Comparison | None:
        """Difference of the first main measure; None unless both have scores on the same pages."""
        return compare_methods(self.scores[method], self.scores[other], self.main[0])

    @cached_property
    def by_type(self) -> dict[str, dict[str, list[float]]]:
        """Page values of the first main measure by page type and method; frequent types first."""
        found: dict[str, dict[str, list[float]]] = {}
        for method in self.scores if self.main else ():
            for score in self.pages(method, self.main[0]):
                if score.type is not None:
                    of_type = found.setdefault(score.type, {})
                    of_type.setdefault(method, []).append(page_value(score, self.main[0]))
        size = {kind: max(map(len, by_method.values())) for kind, by_method in found.items()}
        return {kind: found[kind] for kind in sorted(found, key=lambda kind: (-size[kind], kind))}
