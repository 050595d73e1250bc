"""Summarise an evaluation: a row of figures for each method, and differences between methods."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import add
from statistics import fmean, median
from typing import TypeAlias

from webwinnow.evaluation.measures import (
    compare_methods,
    find_measure,
    interval_of,
    scores_by_method,
)
from webwinnow.evaluation.results import Evaluation, PageScore
from webwinnow.evaluation.scores import LABELS, BlockScore, Counts


@dataclass(frozen=True)
class Figure:
    """A value; scores also have the bounds of their 95 % interval."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Row:
    """Figures of one method on the pages of a set, or of one page type."""

    method: str
    pages: int
    failed: int
    figures: dict[str, Figure]  # by key of COLUMNS; only those that set and method have
    labels: dict[str, Counts]  # runs of each of the five labels, if the gold has kinds


@dataclass(frozen=True)
class Difference:
    """Difference of two methods' bag-of-words F1 on the same pages."""

    method: str
    other: str
    value: float  # the first minus the second
    p: float  # probability of a difference at least as large if the methods were equal
    unit: str  # what was swapped: "page", or "site" if there are enough


@dataclass(frozen=True)
class Summary:
    rows: list[Row]
    differences: list[Difference]  # between the first method and each other one
    types: dict[str, list[Row]]  # by page type, if the set has types


FigureOf: TypeAlias = Callable[[Sequence[PageScore]], Figure | None]


@dataclass(frozen=True)
class Column:
    """A column of the table."""

    title: str
    figure_of: FigureOf
    is_time: bool = False  # in milliseconds, lower is better; else 0..1, higher is better


def score_column(title: str, family: str, name: str | None = None) -> Column:
    measure = find_measure(family, name)

    def figure_of(scores: Sequence[PageScore]) -> Figure | None:
        found = interval_of(scores, measure)
        return Figure(found.value, found.low, found.high) if found else None

    return Column(title, figure_of)


def sum_blocks(scores: Sequence[PageScore]) -> BlockScore | None:
    """Block scores of all pages; None if a page has none."""
    found = [score.blocks for score in scores if score.blocks]
    return reduce(add, found) if found and len(found) == len(scores) else None


def block_accuracy(scores: Sequence[PageScore]) -> Figure | None:
    blocks = sum_blocks(scores)
    return Figure(blocks.accuracy) if blocks else None


def label_accuracy(scores: Sequence[PageScore]) -> Figure | None:
    blocks = sum_blocks(scores)
    accuracy = blocks.label_accuracy if blocks else None
    return None if accuracy is None else Figure(accuracy)


def count_labels(scores: Sequence[PageScore]) -> dict[str, Counts]:
    """Counts of runs for each label; empty if the gold has no kinds."""
    blocks = sum_blocks(scores)
    counts = {name: blocks.label(name) if blocks else None for name in LABELS}
    return {name: count for name, count in counts.items() if count is not None}


def milliseconds(
    average: Callable[[Sequence[float]], float], scores: Sequence[PageScore]
) -> Figure | None:
    """Average time of the pages that did not fail."""
    seconds = [score.seconds for score in scores if not score.error]
    return Figure(1000 * average(seconds)) if seconds else None


COLUMNS: dict[str, Column] = {
    "bag_precision": score_column("bag P", "bag", "precision"),
    "bag_recall": score_column("bag R", "bag", "recall"),
    "bag_f1": score_column("bag F1", "bag"),
    "text_f1": score_column("text F1", "text"),
    "words_f1": score_column("words F1", "words"),
    "official": score_column("CleanEval", "official"),
    "blocks_f1": score_column("blocks F1", "blocks"),
    "block_accuracy": Column("blocks right", block_accuracy),
    "label_accuracy": Column("labels right", label_accuracy),
    "median_ms": Column("ms median", partial(milliseconds, median), is_time=True),
    "mean_ms": Column("ms mean", partial(milliseconds, fmean), is_time=True),
}
# A type has few pages, too few for the other figures.
TYPE_COLUMNS = ("bag_precision", "bag_recall", "bag_f1")


def summarise(evaluation: Evaluation) -> Summary:
    scores = scores_by_method(evaluation)
    types = sorted({each.type for found in scores.values() for each in found if each.type})
    return Summary(
        rows=[make_row(name, found) for name, found in scores.items()],
        differences=find_differences(scores),
        types={
            kind: [
                make_row(name, [score for score in found if score.type == kind], TYPE_COLUMNS)
                for name, found in scores.items()
            ]
            for kind in types
        },
    )


def make_row(method: str, scores: Sequence[PageScore], keys: Iterable[str] = COLUMNS) -> Row:
    figures = {key: COLUMNS[key].figure_of(scores) for key in keys}
    return Row(
        method=method,
        pages=len(scores),
        failed=sum(score.error is not None for score in scores),
        figures={key: figure for key, figure in figures.items() if figure is not None},
        labels=count_labels(scores),
    )


def find_differences(scores: dict[str, list[PageScore]]) -> list[Difference]:
    """Compare the first method with each other one."""
    found = []
    for first, other in [(next(iter(scores)), other) for other in list(scores)[1:]]:
        result = compare_methods(scores[first], scores[other], find_measure("bag"))
        if result:
            found.append(Difference(first, other, result.difference, result.p, result.unit))
    return found
