"""Tables of a report."""

from collections.abc import Callable
from statistics import fmean

import numpy as np

from webwinnow.evaluation.measures import Measure, page_value
from webwinnow.evaluation.report.figures import Figures
from webwinnow.evaluation.report.plots import duration, mean_curve, seconds_of
from webwinnow.evaluation.results import THRESHOLDS
from webwinnow.evaluation.scores import LABELS
from webwinnow.evaluation.summary import count_labels, label_accuracy
from webwinnow.html_builder import Html, joined, rows_table, tag
from webwinnow.messages import count_noun

BEST = "▲"
SIGNIFICANT = 0.05


def scores(figures: Figures, measures: list[Measure], caption: str) -> Html:
    """Scores, best method first; the best of each column is marked."""
    found = {
        (name, measure): figures.value(name, measure)
        for name in figures.ranked
        for measure in measures
    }

    def cell(method: str, measure: Measure) -> Html:
        value = found[method, measure]
        if value is None:
            return tag("td", "–")
        shown = mark_best(value, [found[name, measure] for name in figures.ranked])
        interval = figures.intervals.get((method, measure))
        if interval is None:
            return tag("td", shown)
        ends = f"{interval.low:.3f} to {interval.high:.3f}"
        return tag("td", shown, tag("span", ends, class_="interval"))

    return rows_table(
        caption + best_note(figures),
        ["method", *(measure.title for measure in measures)],
        [(name, [cell(name, measure) for measure in measures]) for name in figures.ranked],
    )


def mark_best(value: float, column: list[float | None]) -> Html:
    """Mark the best value of a column; values that print equal are all marked."""
    shown = f"{value:.3f}"
    best = max(other for other in column if other is not None)
    if len(column) < 2 or shown != f"{best:.3f}":
        return joined([shown])
    return tag("span", f"{BEST} {shown}", class_="best")


def best_note(figures: Figures) -> str:
    return f"; {BEST} best of its column" if len(figures.ranked) > 1 else ""


def differences(figures: Figures) -> Html:
    """Each method minus each one below it; columns are numbered because names are long."""
    ranked = figures.ranked

    def cell(row: int, column: int) -> Html:
        found = figures.difference(ranked[row], ranked[column]) if row < column else None
        if found is None:
            return tag("td", "–" if row < column else "")
        is_significant = found.p < SIGNIFICANT
        shown = f"{found.difference:+.3f}".replace("-", "−") + "*" * is_significant
        p = tag("span", f"p {format_p(found.p)}", class_="interval")
        return tag("td", tag("span", shown, class_="best" if is_significant else None), p)

    return rows_table(
        f"{figures.main[0].title}: difference of the row's method to the column's;"
        f" * p under {SIGNIFICANT}",
        ["method", *(str(number + 1) for number in range(1, len(ranked)))],
        [
            (f"{row + 1} {name}", [cell(row, column) for column in range(1, len(ranked))])
            for row, name in enumerate(ranked)
        ],
    )


def format_p(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def by_type(figures: Figures) -> Html:
    """Mean score by page type; darker is better."""
    means = {
        kind: {method: fmean(values) for method, values in by_method.items()}
        for kind, by_method in figures.by_type.items()
    }

    def cell(method: str, kind: str) -> Html:
        value = means[kind].get(method)
        if value is None:
            return tag("td", "–")
        # The upper half of the scale is where methods differ.
        shade = f"background: rgba(var(--heat), {max(0.0, value - 0.4) * 0.9:.2f})"
        return tag(
            "td", mark_best(value, [means[kind].get(name) for name in figures.ranked]), style=shade
        )

    header = []
    for kind, by_method in figures.by_type.items():
        pages = count_noun(max(map(len, by_method.values())), "page")
        header.append(joined([kind, tag("span", pages, class_="interval")]))
    table = rows_table(
        f"{figures.main[0].title}, mean over the pages of a type{best_note(figures)}",
        ["method", *header],
        [(name, [cell(name, kind) for kind in means]) for name in figures.ranked],
    )
    return tag("div", table, class_="heat")


def times(figures: Figures) -> Html:
    found = seconds_of(figures)

    def cells(seconds: list[float]) -> list[str]:
        marks = np.percentile(seconds, [5, 50, 95])
        return [*(duration(mark) for mark in marks), duration(sum(seconds)), f"{len(seconds):,}"]

    return rows_table(
        "Time for a page, fastest first; pages that failed are left out",
        ["method", "5 %", "median", "95 %", "all pages", "pages"],
        [
            (name, cells(found[name]))
            for name in sorted(found, key=lambda name: (float(np.median(found[name])), name))
        ],
    )


def distributions(figures: Figures) -> Html:
    measure = figures.main[0]
    marks: dict[str, Callable[[list[float]], float]] = {
        "worst": min,
        "quarter": lambda values: float(np.percentile(values, 25)),
        "median": lambda values: float(np.median(values)),
        "three quarters": lambda values: float(np.percentile(values, 75)),
        "best": max,
    }
    rows = []
    for name in figures.ranked:
        values = [page_value(score, measure) for score in figures.pages(name, measure)]
        rows.append((name, [f"{mark(values):.3f}" if values else "–" for mark in marks.values()]))
    return rows_table(f"{measure.title} of a page", ["method", *marks], rows)


def curves(figures: Figures) -> Html:
    """Precision and recall at each threshold; empty if no method has graded scores."""
    found = {name: mean_curve(figures.scores[name]) for name in figures.ranked}
    found = {name: curve for name, curve in found.items() if curve is not None}
    if not found:
        return Html()
    return rows_table(
        "Precision / recall if all runs that score at least the threshold are kept",
        ["threshold", *found],
        [
            (
                f"{threshold:.2f}",
                [f"{curve[1][i]:.3f} / {curve[0][i]:.3f}" for curve in found.values()],
            )
            for i, threshold in enumerate(THRESHOLDS)
        ],
    )


def labels(figures: Figures) -> Html:
    """Accuracy and F1 of the five labels; empty if the gold has no kinds."""
    rows = []
    for name in figures.ranked:
        scores = figures.scores[name]
        accuracy, counts = label_accuracy(scores), count_labels(scores)
        if accuracy is not None:
            cells = [f"{accuracy.value:.3f}", *(f"{counts[label].f1:.3f}" for label in LABELS)]
            rows.append((name, cells))
    if not rows:
        return Html()
    return rows_table(
        "Runs by label: share with the right label, and F1 of each label",
        ["method", "right", *LABELS],
        rows,
    )
