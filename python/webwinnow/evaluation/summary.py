"""What an evaluation comes to: a row of figures for each method, and differences between them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from statistics import fmean, median
from typing import TypeAlias

from webwinnow.evaluation import statistics as chance
from webwinnow.evaluation.results import Evaluation, PageScore
from webwinnow.evaluation.scores import FAMILIES, LABELS, BlockScore, Counts

__all__ = ["MEASURES", "Difference", "Figure", "Measure", "Row", "Summary", "summarise"]


@dataclass(frozen=True)
class Figure:
    """A value, and for scores the interval that holds it in 95 of 100 sets of such pages."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Row:
    """One method on the pages of a set, or of a type."""

    method: str
    pages: int
    failed: int
    figures: dict[str, Figure]  # by key of MEASURES: those that the set and the method allow
    labels: dict[str, Counts]  # runs of each of the five labels, where the gold tells kinds


@dataclass(frozen=True)
class Difference:
    """Of two methods' bag-of-words F1 on the same pages."""

    method: str
    other: str
    value: float  # the first minus the second
    p: float  # that chance alone makes it as large
    unit: str  # what chance was tried on: pages, or sites where there are enough


@dataclass(frozen=True)
class Summary:
    rows: list[Row]
    differences: list[Difference]  # of the first method and each other one
    types: dict[str, list[Row]]  # by page type, where the set tells types


Of: TypeAlias = Callable[[Sequence[PageScore]], Figure | None]


@dataclass(frozen=True)
class Measure:
    """A column of the table."""

    title: str
    of: Of
    is_time: bool = False  # in milliseconds, the less the better; else 0..1, the more the better


def of_family(family: str, figure: chance.Figure = "f1") -> Of:
    """Averaged as that family is. A figure of only some pages would stand beside those of all, so
    there is none."""

    def measure(scores: Sequence[PageScore]) -> Figure | None:
        if not all(family in score.counts for score in scores):
            return None
        found = chance.interval(
            [score.counts[family] for score in scores],
            averaging=FAMILIES[family].averaging,
            figure=figure,
            sites=[score.site for score in scores],
        )
        return Figure(found.value, found.low, found.high)

    return measure


def official_total(scores: Sequence[PageScore]) -> Figure | None:
    counted = [(score.official.total, score.site) for score in scores if score.official]
    if len(counted) < len(scores):
        return None
    totals, sites = zip(*counted, strict=True)
    found = chance.interval(totals, sites=sites)
    return Figure(found.value, found.low, found.high)


def all_blocks(scores: Sequence[PageScore]) -> BlockScore | None:
    found = [score.blocks for score in scores if score.blocks]
    return reduce(add, found) if found and len(found) == len(scores) else None


def block_accuracy(scores: Sequence[PageScore]) -> Figure | None:
    found = all_blocks(scores)
    return Figure(found.accuracy) if found else None


def label_accuracy(scores: Sequence[PageScore]) -> Figure | None:
    found = all_blocks(scores)
    accuracy = found.label_accuracy if found else None
    return None if accuracy is None else Figure(accuracy)


def labels(scores: Sequence[PageScore]) -> dict[str, Counts]:
    found = all_blocks(scores)
    counts = {name: found.label(name) if found else None for name in LABELS}
    return {name: count for name, count in counts.items() if count is not None}


def milliseconds(average: Callable[[Sequence[float]], float]) -> Of:
    """Of the pages that did not fail."""

    def measure(scores: Sequence[PageScore]) -> Figure | None:
        found = [score.seconds for score in scores if not score.error]
        return Figure(1000 * average(found)) if found else None

    return measure


MEASURES: dict[str, Measure] = {
    "bag_precision": Measure("bag P", of_family("bag", "precision")),
    "bag_recall": Measure("bag R", of_family("bag", "recall")),
    "bag_f1": Measure("bag F1", of_family("bag")),
    "text_f1": Measure("text F1", of_family("text")),
    "words_f1": Measure("words F1", of_family("words")),
    "official": Measure("CleanEval", official_total),
    "blocks_f1": Measure("blocks F1", of_family("blocks")),
    "block_accuracy": Measure("blocks right", block_accuracy),
    "label_accuracy": Measure("labels right", label_accuracy),
    "median_ms": Measure("ms median", milliseconds(median), is_time=True),
    "mean_ms": Measure("ms mean", milliseconds(fmean), is_time=True),
}
# Few pages are of one type, and few figures say enough of them.
OF_TYPES = ("bag_precision", "bag_recall", "bag_f1")


def summarise(evaluation: Evaluation) -> Summary:
    scores = {name: evaluation.of(name) for name in evaluation.methods}
    scores = {name: found for name, found in scores.items() if found}
    types = sorted({each.type for found in scores.values() for each in found if each.type})
    return Summary(
        rows=[row(name, found) for name, found in scores.items()],
        differences=differences(scores),
        types={
            kind: [
                row(name, [score for score in found if score.type == kind], OF_TYPES)
                for name, found in scores.items()
            ]
            for kind in types
        },
    )


def row(method: str, scores: Sequence[PageScore], keys: Iterable[str] = MEASURES) -> Row:
    figures = {key: MEASURES[key].of(scores) for key in keys}
    return Row(
        method=method,
        pages=len(scores),
        failed=sum(score.error is not None for score in scores),
        figures={key: figure for key, figure in figures.items() if figure is not None},
        labels=labels(scores),
    )


def differences(scores: dict[str, list[PageScore]]) -> list[Difference]:
    if not scores:
        return []
    first, *others = scores
    sites = [score.site for score in scores[first]]
    found = []
    for other in others:
        ours, theirs = ([score.counts["bag"] for score in scores[name]] for name in (first, other))
        result = chance.compare(ours, theirs, averaging="mean", sites=sites)
        found.append(Difference(first, other, result.difference, result.p, result.unit))
    return found
