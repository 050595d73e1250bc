"""Report of Victor's experiments: Markdown tables beside the published figures, and a plot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.papers.markdown import table
from benchmarks.papers.victor.cross_validation import CHANCES, VITERBI, Figures
from benchmarks.papers.winnow.plots import to_svg_file
from webwinnow.evaluation.report.svg import COLOURS, FAINT, MARKERS, figure, inline
from webwinnow.methods.victor.crf import LABELS

COLUMNS = ("labels right", "content right", "markup", "text", "total")
# The paper's Table 2, and totals from its text.
PAPER: dict[str, tuple[float | None, ...]] = {
    "Exp-1": (74.45, 82.60, 66.71, 81.11, 73.92),
    "Exp-2": (75.09, 83.09, 67.31, 81.68, 74.50),
    "Exp-3": (75.01, 82.88, 68.46, 81.83, 75.15),
    "content only": (None, None, None, None, 66.5),
    "markup only": (None, None, None, None, 65.3),
    "without document.word-count": (None, None, None, None, 74.6),
}
FIRST = "Exp-1"
PLOT_NAME = "victor-ablation.svg"
PLOTTED = {"content right": "content/noise accuracy", "total": "official total"}


def format_tables(found: Figures) -> str:
    return "\n".join(line for part in parts(found) for line in part)


def parts(found: Figures) -> Iterator[Iterator[str]]:
    done = found["experiments"]
    full = [name for name in done if not name.startswith("without ")]
    for way in (VITERBI, CHANCES):
        yield from (section(f"Table 2, {way}"), experiments_table(done, full, way))
    if FIRST in done:
        yield from (section("Runs of Exp-1 by label"), confusion_table(done[FIRST][VITERBI]))
    if len(full) < len(done) and FIRST in done:
        yield from (section("Without a feature, difference from Exp-1"), ablation_table(done))


def section(text: str) -> Iterator[str]:
    yield from ("", f"### {text}", "")


def experiments_table(done: Figures, names: list[str], way: str) -> Iterator[str]:
    rows = []
    for name in names:
        if name in PAPER:
            rows.append([f"{name}, paper", "", *map(text_of, PAPER[name]), ""])
        ours = done[name][way]
        spread = ours["total by fold"]
        around = f"{min(spread):.1f}–{max(spread):.1f}"
        rows.append(
            [name, str(done[name]["features"]), *(text_of(ours[each]) for each in COLUMNS), around]
        )
    return table(["", "features", *COLUMNS, "folds' totals"], rows)


def confusion_table(figures: Figures) -> Iterator[str]:
    """Gold labels as rows, predicted labels as columns."""
    rows = [
        [label, *map(str, row)] for label, row in zip(LABELS, figures["confusion"], strict=True)
    ]
    return table(["", *LABELS], rows)


def ablation_table(done: Figures) -> Iterator[str]:
    base = done[FIRST][CHANCES]
    rows = [
        [name.removeprefix("without "), *(f"{value:+.2f}" for value in values)]
        for name, values in differences(done, base).items()
    ]
    return table(["without", *COLUMNS], rows)


def differences(done: Figures, base: Figures) -> dict[str, list[float]]:
    """Differences without each feature, the largest loss of total first."""
    found = {
        name: [round(figures[CHANCES][each] - base[each], 2) for each in COLUMNS]
        for name, figures in done.items()
        if name.startswith("without ")
    }
    return dict(sorted(found.items(), key=lambda item: item[1][-1]))


def text_of(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def plot_ablation(found: Figures) -> str:
    """Change of accuracy and total without each feature, a row per feature."""
    done = found["experiments"]
    values = differences(done, done[FIRST][CHANCES]) if FIRST in done else {}
    if not values:
        return ""
    names = list(values)
    with figure(6.8, 1.2 + 0.19 * len(names)) as drawn:
        axes = drawn.subplots()
        axes.axvline(0, color=FAINT, linewidth=1)
        for number, (column, label) in enumerate(PLOTTED.items()):
            place = COLUMNS.index(column)
            axes.plot(
                [values[name][place] for name in names], range(len(names)), MARKERS[number],
                color=COLOURS[number], markersize=6, linestyle="", label=label,
            )  # fmt: skip
        axes.set_yticks(range(len(names)), [name.removeprefix("without ") for name in names])
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0, labelsize=8)
        axes.set_xlabel("points gained or lost without the feature")
        axes.grid(axis="x")
        axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2, fontsize=9)
        return inline(drawn, "ablation", "What Victor loses without each feature, six folds")


def draw(found: Figures, folder: Path) -> Iterator[Path]:
    """Write the plot if there are results; yield its path."""
    drawn = plot_ablation(found)
    if drawn:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / PLOT_NAME
        path.write_text(to_svg_file(drawn), "utf-8")
        yield path
