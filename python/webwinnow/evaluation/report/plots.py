"""Plots of a report; each is an SVG element, or empty without data."""

from typing import Any, TypeAlias

import numpy as np

from webwinnow.evaluation.measures import page_value
from webwinnow.evaluation.report.figures import Figures
from webwinnow.evaluation.report.svg import COLOURS, FAINT, INK, MARKERS, figure, inline
from webwinnow.evaluation.results import PageScore

WIDTH = 8.0
ROW = 0.36  # inches for each method
BINS = 20
MAX_NAME_LENGTH = 28
Point: TypeAlias = tuple[float, float]  # recall, precision


def scores(figures: Figures) -> str:
    """The main score of each method, best first, with its interval."""
    measure = figures.main[0]
    methods = [name for name in figures.ranked if (name, measure) in figures.intervals]
    found = [figures.intervals[name, measure] for name in methods]
    with figure(WIDTH, 0.9 + ROW * len(methods)) as drawn:
        axes = drawn.subplots()
        for row, (name, score) in enumerate(zip(methods, found, strict=True)):
            axes.plot([score.low, score.high], [row, row], color=FAINT, linewidth=3, alpha=0.6)
            axes.plot(
                score.value, row, marker(figures, name), color=colour(figures, name), markersize=8
            )
            axes.annotate(
                f"{score.value:.3f}", (score.high, row), (6, 0), textcoords="offset points",
                va="center", fontsize=9,
            )  # fmt: skip
        label_rows(axes, methods)
        axes.set_xlabel(f"{measure.title}, with 95 % interval")
        axes.margins(x=0.1)
        axes.grid(axis="x")
        return inline(drawn, "scores", f"{measure.title} of each method, best first")


def distributions(figures: Figures) -> str:
    """Histogram of page scores, one row per method."""
    measure = figures.main[0]
    values = {
        name: [page_value(score, measure) for score in figures.pages(name, measure)]
        for name in figures.ranked
    }
    values = {name: found for name, found in values.items() if found}
    counts = {name: np.histogram(found, BINS, (0, 1))[0] for name, found in values.items()}
    tallest = max(int(count.max()) for count in counts.values())
    with figure(WIDTH, 0.9 + ROW * 1.5 * len(values)) as drawn:
        axes = drawn.subplots()
        for row, (name, found) in enumerate(values.items()):
            base, left = row + 0.4, np.arange(BINS) / BINS
            axes.bar(
                left, -0.8 * counts[name] / tallest, 1 / BINS, base, align="edge",
                color=colour(figures, name), alpha=0.7, linewidth=0,
            )  # fmt: skip
            axes.plot([0, 1], [base, base], color=FAINT, linewidth=0.6)
            axes.plot([np.median(found)] * 2, [base, base - 0.8], color=INK, linewidth=1.4)
        label_rows(axes, list(values))
        axes.set_xlim(0, 1)
        axes.set_xlabel(f"{measure.title} of a page; the line is the median")
        return inline(drawn, "distributions", f"Distribution of {measure.title} over pages")


def times(figures: Figures) -> str:
    """Time per page: box of the middle half, whiskers from 5 to 95 %."""
    seconds = seconds_of(figures)
    if not seconds:
        return ""
    methods = sorted(seconds, key=lambda name: (float(np.median(seconds[name])), name))
    with figure(WIDTH, 0.9 + ROW * len(methods)) as drawn:
        axes = drawn.subplots()
        for row, name in enumerate(methods):
            box(axes, row, np.percentile(seconds[name], [5, 25, 50, 75, 95]), colour(figures, name))
        label_rows(axes, methods)
        axes.set_xscale("log")
        low, high = axes.get_xlim()
        # At least a power of ten, so that the axis has a labelled tick.
        axes.set_xlim(min(low, 10 ** np.floor(np.log10(high) - 0.7)), high * 1.8)
        axes.xaxis.set_major_formatter(lambda value, _: duration(value))
        axes.xaxis.set_minor_formatter(lambda value, _: "")
        axes.set_xlabel(
            "time for a page: median (with its number), middle half, 5 to 95 %; logarithmic"
        )
        axes.grid(axis="x")
        return inline(drawn, "times", "Time that each method takes for a page, fastest first")


def seconds_of(figures: Figures) -> dict[str, list[float]]:
    """Times of each method on the pages where it did not fail: failing is fast."""
    found = {
        name: [score.seconds for score in scores if score.seconds > 0 and not score.error]
        for name, scores in figures.scores.items()
    }
    return {name: seconds for name, seconds in found.items() if seconds}


def box(axes: Any, row: int, marks: Any, shade: str) -> None:
    low, first, middle, third, high = map(float, marks)
    axes.plot([low, high], [row, row], color=FAINT, linewidth=1.2)
    axes.barh(row, third - first, 0.5, first, color=shade, alpha=0.55, linewidth=0)
    axes.plot([middle, middle], [row - 0.3, row + 0.3], color=INK, linewidth=1.8)
    axes.annotate(
        duration(middle), (high, row), (6, 0), textcoords="offset points", va="center", fontsize=9
    )


def precision_and_recall(figures: Figures) -> str:
    """Bag of words: precision and recall of each method, and its curve over thresholds."""
    means = {name: mean_point(found) for name, found in figures.scores.items()}
    points = {name: point for name, point in means.items() if point is not None}
    if not points:
        return ""
    with figure(WIDTH, 5.6) as drawn:
        axes = drawn.subplots()
        for name, point in points.items():
            shade = colour(figures, name)
            curve = mean_curve(figures.scores[name])
            if curve is not None:
                axes.plot(*curve, color=shade, linewidth=1.4, alpha=0.8)
            axes.plot(*point, marker(figures, name), color=shade, markersize=8, zorder=3)
        # The ends of curves are far from the methods and may be clipped.
        lowest = min(min(point) for point in points.values())
        start = max(0.0, np.floor(lowest * 10 - 1.5) / 10)
        axes.set(xlim=(start, 1.005), ylim=(start, 1.005))
        contours(axes, start)
        label_points(axes, figures, points, start)
        axes.set_xlabel("recall")
        axes.set_ylabel("precision")
        return inline(drawn, "curves", "Precision against recall of each method, bag of words")


def mean_point(found: list[PageScore]) -> Point | None:
    """Recall and precision, mean over pages."""
    counts = [score.counts["bag"] for score in found if "bag" in score.counts]
    if not counts:
        return None
    recall, precision = np.mean([(count.recall, count.precision) for count in counts], axis=0)
    return float(recall), float(precision)


def mean_curve(found: list[PageScore]) -> Any:
    """Recall and precision at each threshold, mean over the pages that have them."""
    curves = [score.curve for score in found if score.curve]
    if not curves:
        return None
    marks = [[(count.recall, count.precision) for count in curve] for curve in curves]
    return np.mean(marks, axis=0).T


def contours(axes: Any, start: float) -> None:
    """Lines of equal F1, labelled at the top of the plot."""
    for f1 in np.arange(0.1, 1, 0.1):
        # precision = f1 · recall / (2 recall − f1), which comes to 1 here:
        top = f1 / (2 - f1)
        recall = np.linspace(max(start, top), 1, 100)
        precision = f1 * recall / (2 * recall - f1)
        axes.plot(recall, precision, color=FAINT, linewidth=0.7, linestyle=(0, (2, 3)), zorder=0)
        if top >= start:
            axes.annotate(
                f"F1 {f1:.1f}", (top, 1.005), (0, 3), textcoords="offset points",
                ha="center", va="bottom", fontsize=8, color=FAINT,
            )  # fmt: skip


def label_points(axes: Any, figures: Figures, points: dict[str, Point], start: float) -> None:
    """Label points in a column beside the plot, in their vertical order, joined by lines."""
    order = sorted(points, key=lambda name: -points[name][1])
    size = 1.005 - start
    heights = spread([points[name][1] for name in order], size / max(18, len(order)))
    for name, height in zip(order, heights, strict=True):
        axes.annotate(
            short(name), points[name], (1.04, (height - start) / size),
            textcoords="axes fraction", va="center", fontsize=9, annotation_clip=False,
            arrowprops={
                "arrowstyle": "-", "color": colour(figures, name), "linewidth": 0.7, "alpha": 0.7,
                "relpos": (0, 0.5), "shrinkA": 1, "shrinkB": 5,
            },
        )  # fmt: skip


def spread(heights: list[float], room: float) -> list[float]:
    """Move descending heights at least `room` apart, as little as possible, and below 1."""
    # Groups of labels that touch, each with its middle and its number of labels.
    groups: list[tuple[float, int]] = []
    for height in heights:
        middle, names = height, 1
        while groups and bottom(groups[-1], room) - room < middle + (names - 1) * room / 2:
            above, more = groups.pop()
            middle = (middle * names + above * more) / (names + more)
            names += more
            middle = min(middle, 1 - (names - 1) * room / 2)
        groups.append((middle, names))
    return [
        middle + ((names - 1) / 2 - number) * room
        for middle, names in groups
        for number in range(names)
    ]


def bottom(group: tuple[float, int], room: float) -> float:
    middle, names = group
    return middle - (names - 1) * room / 2


def label_rows(axes: Any, methods: list[str]) -> None:
    axes.set_yticks(range(len(methods)), [short(name) for name in methods])
    axes.set_ylim(len(methods) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def colour(figures: Figures, method: str) -> str:
    """The method's colour, the same in every plot."""
    return COLOURS[list(figures.scores).index(method) % len(COLOURS)]


def marker(figures: Figures, method: str) -> str:
    return MARKERS[list(figures.scores).index(method) % len(MARKERS)]


def short(name: str) -> str:
    return name if len(name) <= MAX_NAME_LENGTH else name[: MAX_NAME_LENGTH - 1] + "…"


def duration(seconds: float) -> str:
    """Two significant digits with a unit: `0.35 ms`, `12 ms`, `3 s`."""
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 0.9995 or unit == "µs":
            return (
                f"{seconds * factor:.2g} {unit}"
                if seconds * factor < 99.5
                else (f"{seconds * factor:.0f} {unit}")
            )
    return ""
