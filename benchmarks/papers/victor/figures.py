"""Draw how much each of Victor's features adds to its score."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.papers.victor.results import CHANCES, Figures
from benchmarks.papers.victor.tables import COLUMNS, FIRST, differences
from benchmarks.papers.winnow.figures import as_file
from webwinnow.evaluation.report.svg import COLOURS, FAINT, MARKERS, figure, inline

NAME = "victor-ablation.svg"
SHOWN = {"content right": "content/noise accuracy", "total": "official total"}


def ablation(found: Figures) -> str:
    """A row for each feature: how accuracy and total change without it."""
    done = found["experiments"]
    values = differences(done, done[FIRST][CHANCES]) if FIRST in done else {}
    if not values:
        return ""
    names = list(values)
    with figure(6.8, 1.2 + 0.19 * len(names)) as drawn:
        axes = drawn.subplots()
        axes.axvline(0, color=FAINT, linewidth=1)
        for number, (column, label) in enumerate(SHOWN.items()):
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
    drawn = ablation(found)
    if drawn:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / NAME
        path.write_text(as_file(drawn), "utf-8")
        yield path
