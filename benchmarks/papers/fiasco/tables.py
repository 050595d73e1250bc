"""Markdown tables of the reproduced figures beside the published ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from benchmarks.papers.fiasco.classification import (
    BOOSTED,
    OF_SITES,
    OF_TARGETS,
    PAPERS_SVM,
    SVM,
    TABLES,
    TREE,
    Row,
    Table,
)
from benchmarks.papers.fiasco.features import EVERY, PUBLISHED, SUBSETS
from benchmarks.papers.fiasco.kernel_search import GRIDS
from benchmarks.papers.fiasco.pages import COUNT, WELL_ALIGNED, Figures
from benchmarks.papers.markdown import heading, table

COLUMNS = ("accuracy", "precision", "recall", "f1")
# The paper's accuracy in per cent, precision, recall and F1, in the order of SUBSETS.
TABLE_2 = (
    (91.13, 0.90, 0.80, 0.85),
    (92.50, 0.90, 0.86, 0.88),
    (90.01, 0.87, 0.80, 0.83),
    (90.17, 0.86, 0.82, 0.84),
    (79.50, 0.76, 0.51, 0.61),
    (83.67, 0.80, 0.63, 0.71),
    (86.69, 0.82, 0.74, 0.78),
)
TABLE_3 = (
    (95.66, 0.97, 0.92, 0.95),
    (95.76, 0.95, 0.94, 0.95),
    (94.13, 0.94, 0.91, 0.93),
    (93.13, 0.93, 0.90, 0.91),
    (79.91, 0.83, 0.64, 0.72),
    (82.42, 0.85, 0.69, 0.76),
    (88.81, 0.90, 0.82, 0.86),
)
PAPER = {COUNT: TABLE_2, WELL_ALIGNED: TABLE_3}
# Section 4.1: accuracy with default parameters, and the best of each kernel; section 5.1.
PAPER_START, PAPER_KERNELS = 84.5, {"RBF": 89.1, "polynomial": 87.5}
PAPER_PAGES = {
    "pages": "158",
    "few targets": "8",
    "all aligned": "50",
    "over 80 %": "50",
    "poor": "50",
}
PAGES = {
    "pages": "pages",
    "targets": "targets",
    "few targets": "pages with 1 to 4 targets",
    "all aligned": "of the others: all segments aligned",
    "over 80 %": "over 80 % aligned",
    "poor": "fewer",
}
WAYS = {
    "never": "none",
    "breaks": "of lines beside a `br`, as published",
    "lines": "of all lines beside others, as ours",
}
LABELS = {"ours": "our labels", "dice": "labels by Dice"}
#: Rows of Tables 2 and 3: a subset and a classifier.
LINES = {name: (name, SVM) for name in SUBSETS} | {
    f"All, {learner}": ("All", learner) for learner in (PAPERS_SVM, TREE, BOOSTED)
}
DEFAULT, CHOICE = "LIBSVM's default", "C 32, gamma 8"
FEATURES = {PUBLISHED: "published features", EVERY: "all features"}


def format_tables(found: Figures) -> str:
    return "\n".join(line for part in parts(found) for line in part)


def parts(found: Figures) -> Iterator[Iterable[str]]:
    if "pages" in found:
        yield from (heading("Pages (section 5.1)"), pages_table(found["pages"]))
    if "targets" in found:
        yield from (heading("Targets (sections 2.2 and 5.1)"), targets_table(found["targets"]))
    if found.get("search"):
        yield heading("Kernels (section 4.1): accuracy on 4,000 targets, three folds")
        yield kernels_table(found["search"])
    for each in TABLES:
        if done := found.get("tables", {}).get(str(each)):
            yield from (heading(table_title(each, done)), rows_table(each, done["rows"]))


def pages_table(figures: Figures) -> Iterator[str]:
    rows = [[text, PAPER_PAGES.get(name, ""), f"{figures[name]:,}"] for name, text in PAGES.items()]
    return spaced(["", "paper", "ours"], rows)


def targets_table(figures: Figures) -> Iterator[str]:
    names = ("targets", "few targets", "over half", "swallowed")
    rows = [
        [WAYS[way], *(f"{each[name]:,}" for name in names), f"{each['text']:.2f}"]
        for way, each in figures.items()
    ]
    head = [
        "paragraphs made",
        "targets",
        "pages with 1 to 4",
        "one over half of the page",
        "and both clean and dirty",
        "text-only F at best",
    ]
    return spaced(head, rows)


def kernels_table(done: Figures) -> Iterator[str]:
    """A row for each search, after the paper's."""
    names = list(GRIDS)
    paper = [f"{PAPER_KERNELS[name]:.1f}" if name in PAPER_KERNELS else "" for name in names]
    rows = [["paper", f"{PAPER_START:.1f}", paper[0], "32", "8", paper[0], *paper[1:]]]
    for folds, which in product((OF_TARGETS, OF_SITES), FEATURES):
        figures = done.get(f"{which} {folds}")
        if not figures:
            continue
        best = figures["RBF"]
        rows.append(
            [
                f"{FEATURES[which]}, folds of {folds}",
                f"{figures[DEFAULT]:.2f}",
                f"{figures[CHOICE]:.2f}",
                f"{best['C']:g}",
                f"{best['gamma']:g}",
                *(f"{figures[name]['accuracy']:.2f}" if name in figures else "" for name in names),
            ]
        )
    head = ["", DEFAULT, "C 32, γ 8", "best C", "best γ", *names]
    return spaced(head, rows)


def table_title(each: Table, done: Figures) -> str:
    number = {COUNT: "Table 2", WELL_ALIGNED: "Table 3"}[each.pages]
    clean = f"{100 * done['clean']:.0f} % clean"
    return (
        f"{number}: {each.pages} pages, {LABELS[each.labels]}, folds of {each.folds}"
        f" ({done['targets']:,} targets, {clean})"
    )


def rows_table(each: Table, done: Figures) -> Iterator[str]:
    """Subsets in the paper's order, then other classifiers; published figures only for folds of
    targets, which the paper used.
    """
    has_paper = each.folds == OF_TARGETS
    features = [which for which in FEATURES if any(row.which == which for row in each.rows)]
    rows = []
    for name, (subset, learner) in LINES.items():
        ours = [done.get(str(Row(which, subset, learner))) for which in features]
        if any(ours):
            paper = papers_cells(each.pages, name) if has_paper else []
            ours_cells = (cell for figures in ours for cell in cells(figures, not has_paper))
            rows.append([name, *paper, *ours_cells])
    names = ["P", "R", "F"] if has_paper else ["by page", "P", "R", "F"]
    kinds = [*(["paper"] * has_paper), *(FEATURES[which] for which in features)]
    return spaced(["", *(name for kind in kinds for name in (kind, *names))], rows)


def papers_cells(pages: int, name: str) -> list[str]:
    if name not in SUBSETS:
        return [""] * len(COLUMNS)
    accuracy, *others = PAPER[pages][list(SUBSETS).index(name)]
    return [f"{accuracy:.2f}", *(f"{value:.2f}" for value in others)]


def cells(figures: Figures | None, has_pages: bool) -> list[str]:
    """Accuracy, the mean accuracy of pages if requested, precision, recall and F1."""
    if not figures:
        return [""] * (len(COLUMNS) + has_pages)
    accuracy, *others = (figures[name] for name in COLUMNS)
    by_page = [f"{figures['by page']:.2f}"] if has_pages else []
    return [f"{accuracy:.2f}", *by_page, *(f"{value:.3f}" for value in others)]


def spaced(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield ""
    yield from table(head, rows)
