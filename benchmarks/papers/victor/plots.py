"""The plot of Victor's ablations."""

from __future__ import annotations

from webwinnow.evaluation.report.svg import COLOURS, FAINT, MARKERS, figure, inline

LABELS = {"content right": "content/noise accuracy", "total": "official total"}


def plot_ablation(values: dict[str, list[float]], places: dict[str, int]) -> str:
    """Change of each figure without each feature, a row per feature."""
    names = list(values)
    with figure(6.8, 1.2 + 0.19 * len(names)) as drawn:
        axes = drawn.subplots()
        axes.axvline(0, color=FAINT, linewidth=1)
        for number, (column, place) in enumerate(places.items()):
            axes.plot(
                [values[name][place] for name in names], range(len(names)), MARKERS[number],
                color=COLOURS[number], markersize=6, linestyle="", label=LABELS[column],
            )  # fmt: skip
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0, labelsize=8)
        axes.set_xlabel("points gained or lost without the feature")
        axes.grid(axis="x")
        axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2, fontsize=9)
        return inline(drawn, "ablation", "What Victor loses without each feature, six folds")
