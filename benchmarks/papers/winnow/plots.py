"""Plot the results of `python -m benchmarks.papers.winnow -o FILE` for the documentation.

`python -m benchmarks.papers.winnow.plots FILE -o docs/pictures` writes one SVG file per plot.
The same results give the same bytes. Plots are readable on light and on dark pages.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable
from pathlib import Path

from benchmarks.papers.winnow.results import PRESETS, WINNOW, Figures
from webwinnow.evaluation.report.svg import COLOURS, FAINT, INK, MARKERS, figure, inline

# An SVG file cannot take the colour of the page around it.
ON_ANY_PAGE = "#808790"
# The set with page types.
TYPED = "wcxb-dev"


def reliability(results: Figures) -> str:
    """Expected against reached F1, with the number of pages of each point."""
    bins = [each for each in results["calibration"]["bins"] if each["pages"]]
    if not bins:
        return ""
    with figure(6.4, 5.4) as drawn:
        above, axes = drawn.subplots(2, sharex=True, height_ratios=(1, 4))
        above.bar(
            [each["from"] + 0.05 for each in bins], [each["pages"] for each in bins], 0.09,
            color=COLOURS[0], alpha=0.6, linewidth=0,
        )  # fmt: skip
        for each in bins:
            above.annotate(
                str(each["pages"]), (each["from"] + 0.05, each["pages"]), (0, 2),
                textcoords="offset points", ha="center", fontsize=8,
            )  # fmt: skip
        above.set_ylabel("pages")
        above.set_yticks([])
        above.margins(y=0.25)
        axes.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=(0, (2, 3)))
        points = [[each[key] for each in bins] for key in ("expected", "true")]
        axes.plot(*points, "o-", color=COLOURS[0], markersize=7, linewidth=1.4)
        axes.set(xlim=(0, 1), ylim=(0, 1.02))
        axes.set_xlabel("score: F1 expected of a page, mean of a tenth")
        axes.set_ylabel("F1 reached, mean")
        axes.grid()
        return inline(drawn, "reliability", "F1 expected of a page against F1 reached")


def types(results: Figures) -> str:
    """F1 of every system on every page type, a row per type."""
    found = results["sets"].get(TYPED, {}).get("types", {})
    if not found:
        return ""
    rows = sorted(found, key=lambda name: -found[name]["contestants"][WINNOW]["f1"])
    systems = [name for name in found[rows[0]]["contestants"] if name not in PRESETS.values()]
    with figure(7.2, 1.3 + 0.45 * len(rows)) as drawn:
        axes = drawn.subplots()
        for row, name in enumerate(rows):
            values = [found[name]["contestants"][each]["f1"] for each in systems]
            axes.plot([min(values), max(values)], [row, row], color=FAINT, linewidth=1, alpha=0.6)
        for number, each in reversed(list(enumerate(systems))):
            axes.plot(
                [found[name]["contestants"][each]["f1"] for name in rows], range(len(rows)),
                MARKERS[number % len(MARKERS)], color=COLOURS[number % len(COLOURS)],
                markersize=9 if each == WINNOW else 7, label=each, linestyle="",
            )  # fmt: skip
        names = [f"{name} ({found[name]['pages']})" for name in rows]
        axes.set_yticks(range(len(rows)), names)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel("F1, bag of words, mean over pages")
        axes.grid(axis="x")
        in_order = (each[::-1] for each in axes.get_legend_handles_labels())
        above = {"loc": "lower left", "bbox_to_anchor": (0, 1)}
        axes.legend(*in_order, ncols=4, frameon=False, fontsize=9, **above)
        return inline(drawn, "types", "F1 by page type")


def presets(results: Figures) -> str:
    """Precision against recall: a line per set, from the precision to the recall preset."""
    lines = {name: points_of(found["contestants"]) for name, found in results["sets"].items()}
    if not lines:
        return ""
    with figure(6.4, 5.0) as drawn:
        axes = drawn.subplots()
        for number, (name, points) in enumerate(lines.items()):
            shade = COLOURS[number % (len(COLOURS) - 1)]
            recall, precision = zip(*points, strict=True)
            axes.plot(recall, precision, color=shade, linewidth=1.4, label=name)
            for sign, at in zip("^os", points, strict=True):
                axes.plot(*at, sign, color=shade, markersize=8)
        for sign, what in zip("^os", ("precision", "default", "recall"), strict=True):
            axes.plot([], [], sign, color=FAINT, markersize=8, label=what)
        axes.set_xlabel("recall, bag of words, mean over pages")
        axes.set_ylabel("precision")
        axes.grid()
        axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False, fontsize=9)
        return inline(drawn, "presets", "Precision against recall of the presets, for each set")


def points_of(systems: Figures) -> list[tuple[float, float]]:
    """Recall and precision of the default and the two presets."""
    ours = (PRESETS["precision"], WINNOW, PRESETS["recall"])
    return [(systems[name]["recall"], systems[name]["precision"]) for name in ours]


PLOTS: dict[str, Callable[[Figures], str]] = {
    "winnow-reliability": reliability,
    "winnow-types": types,
    "winnow-presets": presets,
}


def to_svg_file(svg: str) -> str:
    """Turn an inline SVG element into the content of a file."""
    svg = svg.replace("currentColor", ON_ANY_PAGE).replace(INK, ON_ANY_PAGE)
    # matplotlib ends lines in spaces.
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE).rstrip() + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path, help="results of `benchmarks.papers.winnow -o`")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder for the plots")
    given = parser.parse_args()
    results = json.loads(given.file.read_text("utf-8"))
    given.output.mkdir(parents=True, exist_ok=True)
    for name, draw in PLOTS.items():
        svg = draw(results)
        if svg:
            path = given.output / f"{name}.svg"
            path.write_text(to_svg_file(svg), "utf-8")
            print(f"wrote {path}")


if __name__ == "__main__":
    main()
