"""Markdown tables of the reproduced figures beside the published ones.

A row that a run has not reached yet is "not computed".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from benchmarks.papers.fiasco import published
from benchmarks.papers.fiasco.classification import (
    BOOSTED,
    FOLDS,
    OF_TARGETS,
    SVM,
    TABLES,
    TREE,
    Row,
    Table,
)
from benchmarks.papers.fiasco.end_to_end import ABLATION, ALL_TEXT, SECTION_6, steps
from benchmarks.papers.fiasco.features import (
    AS_PUBLISHED,
    EVERY,
    FURTHER_SUBSETS,
    PUBLISHED,
    SUBSETS,
)
from benchmarks.papers.fiasco.kernel_search import GRIDS
from benchmarks.papers.fiasco.pages import COUNT, WELL_ALIGNED, Figures
from benchmarks.papers.markdown import heading, table

NOT_COMPUTED = "not computed"
COLUMNS = ("accuracy", "precision", "recall", "f1")
TEXT_COLUMNS = COLUMNS[1:]
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
LINES = {name: (name, SVM) for name in (*SUBSETS, *FURTHER_SUBSETS)} | {
    f"All, {learner}": ("All", learner) for learner in (TREE, BOOSTED)
}
DEFAULT, CHOICE = "LIBSVM's default", "C 32, gamma 8"
FEATURES = {
    AS_PUBLISHED: "as published",
    PUBLISHED: "published features, logarithms",
    EVERY: "all features",
}


def format_tables(found: Figures) -> str:
    return "\n".join(line for part in parts(found) for line in part)


def parts(found: Figures) -> Iterator[Iterable[str]]:
    versions = ", ".join(f"{name} {number}" for name, number in found.get("versions", {}).items())
    yield [f"Pages of CleanEval, seed {found.get('seed', 0)}; {versions or NOT_COMPUTED}."]
    for title, name, make in (
        ("Section 6: text of 158 pages, five random folds of pages", "section 6", texts_table),
        (
            "From the paper's pipeline to ours: text of 158 pages, five folds of sites",
            "ablation",
            steps_table,
        ),
        ("Table 1: visual measures of four regions", "table 1", regions_table),
        ("Pages (section 5.1)", "pages", pages_table),
        ("Targets of 739 pages (sections 2.2 and 5.1)", "targets", targets_table),
        ("Kernels (section 4.1): accuracy on 4,000 targets, three folds", "search", kernels_table),
    ):
        yield heading(title)
        yield make(found[name]) if found.get(name) else ["", NOT_COMPUTED]
    for each in TABLES:
        done = found.get("tables", {}).get(str(each), {})
        yield heading(table_title(each, done))
        yield rows_table(each, done["rows"]) if done else ["", NOT_COMPUTED]


def texts_table(done: Figures) -> Iterator[str]:
    """Precision, recall and F of texts, with and without the pages that are lost."""
    rows = [
        [name, *percentages(every), "", *percentages(others)]
        for name, (every, others) in published.SECTION_6.items()
    ]
    for name in (ALL_TEXT, *SECTION_6):
        figures = done.get(name)
        if not figures:
            rows.append([name, NOT_COMPUTED, *[""] * 6])
            continue
        every, others = (
            [each[column] for column in TEXT_COLUMNS] for each in (figures, figures["others"])
        )
        rows.append([name, *percentages(every), str(figures["lost pages"]), *percentages(others)])
    return spaced(["", "P", "R", "F", "pages lost", "P of others", "R", "F"], rows)


def steps_table(done: Figures) -> Iterator[str]:
    """F of each step with its gain, and of ours without one of them with its loss."""
    names = list(steps())
    # Of a step, the one before it; of a reversal, ours.
    base_of = {step: before for before, step in pairwise(names)} | dict.fromkeys(
        set(ABLATION) - set(names), names[-1]
    )
    rows = []
    for name in (ALL_TEXT, *ABLATION):
        figures, base = done.get(name), done.get(base_of.get(name, ""))
        if not figures:
            rows.append([name, NOT_COMPUTED, "", "", ""])
            continue
        change = f"{figures['f1'] - base['f1']:+.2f}" if base else ""
        rows.append([name, *percentages([figures[each] for each in TEXT_COLUMNS]), change])
    return spaced(["", "P", "R", "F", "change of F"], rows)


def percentages(values: Sequence[float] | None) -> list[str]:
    return [f"{value:.2f}" for value in values] if values else [""] * len(TEXT_COLUMNS)


def regions_table(done: Figures) -> Iterator[str]:
    names = ["Solidity I", "Solidity II", "Solidity III", "Relative Width", "Headline"]
    rows = [
        [f"{region}, {whose}", *(f"{value:.2f}" for value in values[region])]
        for region in published.TABLE_1
        for whose, values in (("paper", published.TABLE_1), ("ours", done))
    ]
    return spaced(["region", *names], rows)


def pages_table(figures: Figures) -> Iterator[str]:
    rows = [
        [text, str(published.PAGES.get(name, "")), f"{figures[name]:,}"]
        for name, text in PAGES.items()
    ]
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
    best_of = published.KERNELS
    paper = [f"{best_of[name]:.1f}" if name in best_of else "" for name in names]
    rows = [["paper", f"{published.START:.1f}", paper[0], "32", "8", *paper]]
    for name, figures in done.items():
        which, _, folds = name.rpartition(" ")
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
    counts = f" ({done['targets']:,} targets, {100 * done['clean']:.0f} % clean)" if done else ""
    about = f"{each.pages} pages, {LABELS[each.labels]}, {FOLDS} folds of {each.folds}"
    return f"{number}: {about}{counts}"


def rows_table(each: Table, done: Figures) -> Iterator[str]:
    """Subsets in the paper's order, then other classifiers; published figures only for folds of
    targets, which the paper used.
    """
    has_paper = each.folds == OF_TARGETS
    features = [which for which in FEATURES if any(row.which == which for row in each.rows)]
    rows = []
    for name, (subset, learner) in LINES.items():
        wanted = [Row(which, subset, learner) for which in features]
        if not set(wanted) & set(each.rows):
            continue
        paper = papers_cells(each.pages, name) if has_paper else []
        ours = (cells(row, each, done, not has_paper) for row in wanted)
        rows.append([name, *paper, *(cell for row in ours for cell in row)])
    names = ["P", "R", "F"] if has_paper else ["by page", "P", "R", "F"]
    kinds = [*(["paper"] * has_paper), *(FEATURES[which] for which in features)]
    return spaced(["", *(name for kind in kinds for name in (kind, *names))], rows)


def papers_cells(pages: int, name: str) -> list[str]:
    known = published.ACCURACIES[pages].get(name)
    if not known:
        return [""] * len(COLUMNS)
    accuracy, *others = known
    return [f"{accuracy:.2f}", *(f"{value:.2f}" for value in others)]


def cells(row: Row, each: Table, done: Figures, has_pages: bool) -> list[str]:
    """Accuracy, the mean accuracy of pages if requested, precision, recall and F1."""
    figures = done.get(str(row))
    if not figures:
        is_planned = row in each.rows
        return [NOT_COMPUTED * is_planned, *[""] * (len(COLUMNS) + has_pages - 1)]
    accuracy, *others = (figures[name] for name in COLUMNS)
    by_page = [f"{figures['by page']:.2f}"] if has_pages else []
    return [f"{accuracy:.2f}", *by_page, *(f"{value:.3f}" for value in others)]


def spaced(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield ""
    yield from table(head, rows)
