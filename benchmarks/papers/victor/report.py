"""Markdown tables of the reproduced figures beside the published ones."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.papers.texrex.tables import table
from benchmarks.papers.victor.results import CHANCES, VITERBI, Figures
from webwinnow.methods.victor.crf import LABELS

COLUMNS = ("labels right", "content right", "markup", "text", "total")
# The paper's Table 2, and the totals that its text gives.
PAPER: dict[str, tuple[float | None, ...]] = {
    "Exp-1": (74.45, 82.60, 66.71, 81.11, 73.92),
    "Exp-2": (75.09, 83.09, 67.31, 81.68, 74.50),
    "Exp-3": (75.01, 82.88, 68.46, 81.83, 75.15),
    "content only": (None, None, None, None, 66.5),
    "markup only": (None, None, None, None, 65.3),
    "without document.word-count": (None, None, None, None, 74.6),
}
FIRST = "Exp-1"


def shown(found: Figures) -> str:
    return "\n".join(line for part in parts(found) for line in part)


def parts(found: Figures) -> Iterator[Iterator[str]]:
    done = found["experiments"]
    whole = [name for name in done if not name.startswith("without ")]
    for way in (VITERBI, CHANCES):
        yield from (titled(f"Table 2, {way}"), experiments_table(done, whole, way))
    if FIRST in done:
        yield from (titled("Runs of Exp-1 by label"), confusion_table(done[FIRST][VITERBI]))
    if len(whole) < len(done) and FIRST in done:
        yield from (titled("Without a feature, difference from Exp-1"), ablation_table(done))


def titled(text: str) -> Iterator[str]:
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
    """Labels of the gold down, labels found across."""
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
    """What each feature's absence adds, the worst loss of total first."""
    found = {
        name: [round(figures[CHANCES][each] - base[each], 2) for each in COLUMNS]
        for name, figures in done.items()
        if name.startswith("without ")
    }
    return dict(sorted(found.items(), key=lambda item: item[1][-1]))


def text_of(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
