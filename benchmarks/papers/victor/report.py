"""Report of Victor's experiments: Markdown tables beside the published figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.papers.markdown import heading, table
from benchmarks.papers.victor.cross_validation import BEST, MARGINALS, Figures
from benchmarks.papers.victor.experiments import (
    ABLATION_BASE,
    DEFAULT,
    FIRST,
    PUBLISHED,
    SEEDS,
    TABLE_2,
    chain_name,
)
from benchmarks.papers.victor.plots import plot_ablation
from benchmarks.papers.winnow.plots import to_svg_file
from webwinnow.evaluation.statistics import Comparison, compare
from webwinnow.methods.victor.crf import LABELS

COLUMNS = ("labels right", "content right", "markup", "text", "total")
# The paper's Table 1: blocks by label.
PAPER_LABELS = {
    "other": 12557, "header": 1996, "paragraph": 3419, "list": 1149, "continuation": 3380
}  # fmt: skip
# The paper's Table 2, and totals from its text.
PAPER: dict[str, tuple[float | None, ...]] = {
    FIRST: (74.45, 82.60, 66.71, 81.11, 73.92),
    "Exp-2": (75.09, 83.09, 67.31, 81.68, 74.50),
    "Exp-3": (75.01, 82.88, 68.46, 81.83, 75.15),
    "content only": (None, None, None, None, 66.5),
    "markup only": (None, None, None, None, 65.3),
}
PAPER_WITHOUT_WORD_COUNT = 74.6 - 73.9
# Two pages have nearly half of all headers: a table with hundreds of cells, and a forum.
MANY_HEADERS = 200
PLOT_NAME = "victor-ablation.svg"

Row = list[str]


def format_tables(found: Figures) -> str:
    return "\n".join(line for part in parts(found.get("experiments", {}), found) for line in part)


def parts(done: Figures, found: Figures) -> Iterator[Sequence[str] | Iterator[str]]:
    for way in (BEST, MARGINALS):
        rows = list(experiment_rows(done, way))
        if rows:
            yield section(f"Table 2, by {way}")
            yield table(["", "features", *COLUMNS, "folds' totals"], rows)
    if f"{DEFAULT}: {FIRST}" in done:
        yield section("Table 1: runs by label; precision, recall and F1 of each")
        yield label_table(done)
    chains = list(chain_rows(done, found.get("sites", {})))
    if chains:
        names = ", ".join(map(str, SEEDS))
        yield section(f"With a chain minus without, mean of folds {names}; p by site")
        yield table(["", "way", *(part for name in COLUMNS for part in (name, "p"))], chains)
    if any(name.startswith("without ") for name in done):
        yield section("Preset paper without a feature, difference by best labels")
        yield ablation_table(done)


def section(text: str) -> list[str]:
    return [*heading(text), ""]


def experiment_rows(done: Figures, way: str) -> Iterator[Row]:
    for name in TABLE_2:
        ours = [mode for mode in (PUBLISHED, DEFAULT) if f"{mode}: {name}" in done]
        if ours:
            yield [f"{name}, paper's figure", "", *map(text_of, PAPER[name]), ""]
        for mode in ours:
            each = done[f"{mode}: {name}"]
            spread = each[way]["total by fold"]
            figures = [text_of(each[way][column]) for column in COLUMNS]
            around = f"{min(spread):.1f}–{max(spread):.1f}"
            yield [f"{name}, {mode}", str(each["features"]), *figures, around]


def label_table(done: Figures) -> Iterator[str]:
    modes = [mode for mode in (PUBLISHED, DEFAULT) if f"{mode}: {FIRST}" in done]
    ways = [(mode, way) for mode in modes for way in (BEST, MARGINALS)]
    confusions = [np.array(done[f"{mode}: {FIRST}"][way]["confusion"]) for mode, way in ways]
    counts = confusions[0].sum(axis=1)
    rows = [
        [label, str(PAPER_LABELS[label]), str(counts[place])]
        + [label_scores(confusion, place) for confusion in confusions]
        for place, label in enumerate(LABELS)
    ]
    recalls = [few_header_recall(done[f"{mode}: {FIRST}"][way]["pages"]) for mode, way in ways]
    rows.append([f"header, pages with under {MANY_HEADERS}", "", *zip_recalls(recalls)])
    return table(["label", "paper", "ours", *(f"{mode}, {way}" for mode, way in ways)], rows)


def label_scores(confusion: np.ndarray, place: int) -> str:
    right = confusion[place, place]
    found, wanted = confusion[:, place].sum(), confusion[place].sum()
    precision, recall = right / max(found, 1), right / max(wanted, 1)
    f1 = 2 * right / max(found + wanted, 1)
    return f"{precision:.2f} {recall:.2f} {f1:.2f}"


def few_header_recall(pages: Figures) -> tuple[int, int]:
    """Right headers and all headers, on pages with few of them."""
    few = [each["headers"] for each in pages.values() if each["headers"][1] < MANY_HEADERS]
    return sum(right for right, _ in few), sum(wanted for _, wanted in few)


def zip_recalls(recalls: list[tuple[int, int]]) -> Row:
    return [str(recalls[0][1]), *(f"recall {right / max(all_, 1):.2f}" for right, all_ in recalls)]


def chain_rows(done: Figures, sites: dict[str, str]) -> Iterator[Row]:
    for mode in (PUBLISHED, DEFAULT):
        names = {
            chain: [f"{mode}: {chain_name(chain, seed)}" for seed in SEEDS]
            for chain in (True, False)
        }
        if not all(name in done for each in names.values() for name in each):
            continue
        for way in (BEST, MARGINALS):
            runs = {chain: [done[name][way] for name in names[chain]] for chain in names}
            cells = [
                cell
                for column in COLUMNS
                for cell in compared(runs[True], runs[False], column, sites)
            ]
            yield [mode, way, *cells]


def compared(
    first: list[Figures], second: list[Figures], column: str, sites: dict[str, str]
) -> Row:
    """Mean difference over pages in points, and the p-value."""
    ours, theirs = page_means(first, column), page_means(second, column)
    pages = sorted(ours)
    test: Comparison = compare(
        [ours[page] for page in pages],
        [theirs[page] for page in pages],
        sites=[sites[page] for page in pages],
    )
    return [f"{100 * test.difference:+.2f}", f"{test.p:.3f}"]


def page_means(runs: list[Figures], column: str) -> dict[str, float]:
    """Mean score of each page over the seeds."""
    pages = [name for name, each in runs[0]["pages"].items() if column in each]
    return {page: float(np.mean([run["pages"][page][column] for run in runs])) for page in pages}


def ablation_table(done: Figures) -> Iterator[str]:
    rows = [
        [name, *(f"{value:+.2f}" for value in values)] for name, values in differences(done).items()
    ]
    rows.append(
        ["document.word-count, paper's figure", *[""] * 4, f"{PAPER_WITHOUT_WORD_COUNT:+.2f}"]
    )
    return table(["without", *COLUMNS], rows)


def differences(done: Figures) -> dict[str, list[float]]:
    """Differences without each feature, the largest loss of total first."""
    if ABLATION_BASE not in done:
        return {}
    base = done[ABLATION_BASE][BEST]
    found = {
        name.removeprefix("without "): [
            round(figures[BEST][each] - base[each], 2) for each in COLUMNS
        ]
        for name, figures in done.items()
        if name.startswith("without ")
    }
    return dict(sorted(found.items(), key=lambda item: item[1][-1]))


def text_of(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def draw(found: Figures, folder: Path) -> Iterator[Path]:
    """Write the plot if there are results; yield its path."""
    values = differences(found.get("experiments", {}))
    if values:
        places = {name: COLUMNS.index(name) for name in ("content right", "total")}
        drawn = plot_ablation(values, places)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / PLOT_NAME
        path.write_text(to_svg_file(drawn), "utf-8")
        yield path
