"""Draw the texrex paper's four figures, and figures for page folds and languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.papers.texrex.classifiers import MLP, SET_TREES
from benchmarks.papers.texrex.data import BLOCK, LANGUAGES, PAGE
from benchmarks.papers.texrex.experiments import Figures
from benchmarks.papers.texrex.scores import (
    DEFAULT,
    THRESHOLDS,
    Row,
    arithmetic_mean,
    break_even,
    mean_curve,
    most_correct,
)
from benchmarks.papers.texrex.tables import FIRST, matrix, source_title
from benchmarks.papers.winnow.plots import to_svg_file
from webwinnow.evaluation.report.svg import COLOURS, FAINT, MARKERS, figure, inline

# The fold that the paper's Figure 4 shows.
SHOWN_FOLD = 9
# Position of the legend of several panels.
ABOVE: dict[str, Any] = {
    "frameon": False,
    "loc": "lower center",
    "bbox_to_anchor": (0.5, 0.95),
}
LINES = {"correct": "correct", "precision": "precision", "recall": "recall", "f1": "F1"}


def network_of(found: Figures, unit: str = BLOCK) -> Figures:
    """The network's results in the paper's language; empty without results."""
    folds = found.get("languages", {}).get(FIRST, {}).get(unit, {})
    return dict(folds.get("classifiers", {}).get(MLP, {}))


def text_mass(found: Figures) -> str:
    """Share of the text by share of the HTML, block by block; boilerplate is shaded."""
    page = found.get("text mass")
    if not page:
        return ""
    html, text = [0.0, *page["html"]], [0.0, *page["text"]]
    with figure(6.4, 3.8) as drawn:
        axes = drawn.subplots()
        for place, is_boilerplate in enumerate(page["is boilerplate"]):
            if not is_boilerplate:
                axes.axvspan(html[place], html[place + 1], color=COLOURS[0], alpha=0.2, linewidth=0)
        axes.plot(html, text, color=COLOURS[1], linewidth=1.6)
        axes.set(xlim=(0, 1), ylim=(0, 1))
        axes.set_xlabel("share of the HTML; the blocks of the content are shaded")
        axes.set_ylabel("share of the text so far")
        axes.grid()
        return inline(drawn, "text-mass", "Cumulative text of a page over its HTML, by blocks")


def errors(found: Figures) -> str:
    """Errors by epoch in training and testing, for folds of blocks and of pages."""
    notes = {each: network_of(found, each).get("notes", []) for each in (BLOCK, PAGE)}
    notes = {each: of_folds for each, of_folds in notes.items() if of_folds}
    if not notes:
        return ""
    with figure(7.6, 3.8) as drawn:
        # Separate scales: errors on new pages are three times as large.
        panels = drawn.subplots(1, len(notes), squeeze=False)[0]
        for axes, (unit, of_folds) in zip(panels, notes.items(), strict=True):
            draw_errors(axes, of_folds)
            axes.set_title(f"folds of {unit}s", fontsize=10)
            axes.set_xlabel("epochs, in thousands")
            axes.set_ylim(0)
            axes.grid()
        panels[0].set_ylabel("mean square error")
        handles = panels[0].get_legend_handles_labels()
        drawn.legend(*handles, **ABOVE, ncols=2)
        return inline(drawn, "errors", "Errors of the folds by epoch, in training and testing")


def draw_errors(axes: Any, notes: Sequence[Figures]) -> None:
    for part, shade in (("testing", COLOURS[1]), ("training", COLOURS[0])):
        columns = [each["errors"][part] for each in notes]
        epochs = [(n + 1) * notes[0]["every"] / 1_000 for n in range(len(columns[0]))]
        for column in columns:
            axes.plot(epochs, column, color=shade, linewidth=0.8, alpha=0.45)
        means = [arithmetic_mean(values) for values in zip(*columns, strict=True)]
        axes.plot(epochs, means, color=shade, linewidth=2.2, label=f"{part}: folds and their mean")


def thresholds(found: Figures) -> str:
    folds = network_of(found).get("folds", [])
    curves = [[Row(*row) for row in fold["curve"]] for fold in folds]
    return plot_curves(mean_curve(curves), "thresholds", "means of the folds") if curves else ""


def one_fold(found: Figures) -> str:
    folds = network_of(found).get("folds", [])
    if len(folds) < SHOWN_FOLD:
        return ""
    rows = [Row(*row) for row in folds[SHOWN_FOLD - 1]["curve"]]
    return plot_curves(rows, "fold", f"fold {SHOWN_FOLD}")


def plot_curves(rows: Sequence[Row], name: str, what: str) -> str:
    """A diamond marks the break-even point, a dot the most correct threshold."""
    with figure(6.4, 4.2) as drawn:
        axes = drawn.subplots()
        for (column, label), shade in zip(LINES.items(), COLOURS, strict=False):
            values = [getattr(row, column) for row in rows]
            axes.plot(THRESHOLDS, values, color=shade, linewidth=1.6, label=label)
        even, top = break_even(rows), most_correct(rows)
        points = (
            (even, rows[even].f1, "D", COLOURS[3], "precision = recall = F1"),
            (top, rows[top].correct, "o", COLOURS[0], "most correct"),
        )
        for place, value, sign, shade, label in points:
            at = float(THRESHOLDS[place])
            label = f"{label}: {value:.3f} at {at:.2f}"
            axes.plot(at, value, sign, color=shade, markersize=9, linestyle="", label=label)
        axes.axvline(DEFAULT, color=FAINT, linewidth=1, linestyle=(0, (2, 3)))
        # Outputs end at 1, so nothing is above that threshold.
        axes.set(xlim=(THRESHOLDS[0], THRESHOLDS[-2]), ylim=(0.75, 1.0))
        axes.set_xlabel("threshold: more is boilerplate")
        axes.set_ylabel(what)
        axes.grid()
        axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=3, fontsize=9)
        return inline(drawn, name, f"Correct, precision, recall and F1 by threshold, {what}")


def splits(found: Figures) -> str:
    """Accuracy in folds of blocks and of pages, a row per classifier."""
    of_language = found.get("languages", {}).get(FIRST, {})
    if not {BLOCK, PAGE} <= of_language.keys():
        return ""
    pairs = [of_language[each]["classifiers"] for each in (BLOCK, PAGE)]
    values = {
        name: [each[name]["weighted"]["correct"] for each in pairs]
        for name in pairs[0]
        if name != SET_TREES  # its settings come from these folds
    }
    names = sorted(values, key=lambda name: -values[name][0])
    with figure(6.4, 1.1 + 0.38 * len(names)) as drawn:
        axes = drawn.subplots()
        for row, name in enumerate(names):
            axes.plot(values[name], [row, row], color=FAINT, linewidth=1.2)
        for place, label in enumerate(("folds of blocks", "folds of pages")):
            axes.plot(
                [values[name][place] for name in names], range(len(names)), MARKERS[place],
                color=COLOURS[place], markersize=8, linestyle="", label=label,
            )  # fmt: skip
        share = found["sets"][FIRST]["boilerplate"]
        axes.axvline(share, color=FAINT, linewidth=1, linestyle=(0, (2, 3)))
        axes.annotate(
            "all boilerplate", (share, 0), (4, 0), textcoords="offset points", fontsize=8,
            va="center",
        )  # fmt: skip
        label_rows(axes, names)
        axes.set_xlabel("share of right decisions at 0.5")
        axes.grid(axis="x")
        axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
        return inline(drawn, "splits", "Right decisions in folds of blocks and in folds of pages")


def label_rows(axes: Any, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def languages(found: Figures) -> str:
    """F1 of text by training language: a panel per classifier, a mark per test language."""
    if "across" not in found:
        return ""
    names = [name for name in (MLP, SET_TREES) if name in found["across"]["classifiers"]]
    with figure(7.6, 4.2) as drawn:
        panels = drawn.subplots(1, len(names), sharey=True, sharex=True, squeeze=False)[0]
        for axes, name in zip(panels, names, strict=True):
            cells = matrix(found, name, "F1 of text")
            sources = list(cells)
            for place, (code, language) in enumerate(LANGUAGES.items()):
                points = [
                    (cells[s][code], row) for row, s in enumerate(sources) if code in cells[s]
                ]
                axes.plot(
                    *zip(*points, strict=True), MARKERS[place], color=COLOURS[place], markersize=8,
                    linestyle="", label=language,
                )  # fmt: skip
            label_rows(axes, [source_title(source) for source in sources])
            axes.set_title(name, fontsize=10)
            axes.set_xlabel("F1 of text, at 0.5")
            axes.grid()
        handles = panels[0].get_legend_handles_labels()
        drawn.legend(
            *handles, frameon=False, loc="lower center", bbox_to_anchor=(0.5, 0.95), ncols=4
        )
        panels[0].set_ylabel("learned from")
        return inline(drawn, "languages", "F1 of text from language to language")


PLOTS: dict[str, Callable[[Figures], str]] = {
    "texrex-text-mass": text_mass,
    "texrex-errors": errors,
    "texrex-thresholds": thresholds,
    "texrex-fold-9": one_fold,
    "texrex-splits": splits,
    "texrex-languages": languages,
}


def draw(found: Figures, folder: Path) -> Iterator[Path]:
    """Write the plots that have results; yield their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in PLOTS.items():
        svg = picture(found)
        if svg:
            path = folder / f"{name}.svg"
            path.write_text(to_svg_file(svg), "utf-8")
            yield path
