"""Markdown tables of the reproduced figures beside the published ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from benchmarks.papers.markdown import heading, table
from benchmarks.papers.texrex.algorithms import algorithms_table
from benchmarks.papers.texrex.classifiers import (
    LIBSVM_RADIAL,
    LOGISTIC,
    MLP,
    WEKA_MLP,
    WEKA_PEARSON,
)
from benchmarks.papers.texrex.data import BLOCK, LANGUAGES, PAGE
from benchmarks.papers.texrex.experiments import Figures
from benchmarks.papers.texrex.scores import (
    THRESHOLDS,
    Row,
    arithmetic_mean,
    break_even,
    harmonic_mean,
    mean_curve,
    most_correct,
)

# The paper's language.
FIRST = "de"
# Threshold, F1 and share of correct decisions at the break-even point, for each fold.
TABLE_1 = (
    (0.66, 0.968, 0.950),
    (0.52, 0.973, 0.956),
    (0.51, 0.966, 0.945),
    (0.59, 0.971, 0.953),
    (0.53, 0.967, 0.947),
    (0.58, 0.966, 0.946),
    (0.74, 0.963, 0.941),
    (0.51, 0.969, 0.951),
    (0.62, 0.968, 0.952),
    (0.62, 0.966, 0.946),
)
# At 0.5, for each fold. The paper's rows of folds are printed one column off: by F1, and by the
# means below them, the columns headed precision, recall, F1, correct hold correct, precision,
# recall, F1. Here they are in the order of `Row`.
TABLE_2 = (
    (0.957, 0.981, 0.969, 0.950),
    (0.971, 0.978, 0.974, 0.958),
    (0.964, 0.966, 0.965, 0.944),
    (0.967, 0.980, 0.973, 0.957),
    (0.960, 0.970, 0.965, 0.944),
    (0.960, 0.977, 0.969, 0.950),
    (0.961, 0.985, 0.973, 0.956),
    (0.968, 0.971, 0.969, 0.952),
    (0.955, 0.974, 0.964, 0.945),
    (0.963, 0.981, 0.972, 0.954),
)
# All are Weka's and libSVM's figures; the paper's own network is right on 0.951, by Table 2.
TABLE_3: dict[str, tuple[float | None, ...]] = {
    WEKA_PEARSON: (0.957, 0.957, 0.957, 0.957),
    WEKA_MLP: (0.944, 0.945, 0.945, 0.945),
    MLP: (None, None, None, 0.951),
    LIBSVM_RADIAL: (0.901, 0.905, 0.901, 0.905),
    LOGISTIC: (0.901, 0.904, 0.902, 0.904),
}
FIGURE_2 = {"training": 0.00387, "testing": 0.01128}  # mean errors after the last epoch
FIGURE_3 = {"balanced": (0.59, 0.968), "most correct": (0.5, 0.951)}  # a threshold and its value
COLUMNS = Row._fields
# If nine in ten blocks are boilerplate, a constant guess is correct nine times in ten: F1 of the
# text is more informative. Group and column of the results at 0.5.
MEASURES = {"correct": ("weighted", "correct"), "F1 of text": ("text", "f1")}
ALL = "all four"
MEANS = {"mean": arithmetic_mean, "harmonic mean": harmonic_mean}
# As printed in the paper, computed before rounding.
TABLE_1_MEANS = {"mean": (0.59, 0.968, 0.948), "harmonic mean": (0.58, 0.968, 0.948)}
TABLE_2_MEANS = dict.fromkeys(MEANS, (0.962, 0.976, 0.969, 0.951))


def format_tables(found: Figures) -> str:
    return "\n".join(line for part in parts(found) for line in part)


def parts(found: Figures) -> Iterator[Iterable[str]]:
    languages: Figures = found.get("languages", {})
    for language, of_language in languages.items():
        for unit, folds in of_language.items():
            plan = folds["plan"]
            title = f"{LANGUAGES[language]}, {plan['folds']} folds of {unit}s"
            yield heading(f"{title}, {plan['epochs']:,} epochs")
            # The paper has folds of German blocks.
            has_paper = language == FIRST and unit == BLOCK
            if MLP in folds["classifiers"]:
                yield from network_tables(folds["classifiers"][MLP], has_paper)
            yield table_3(folds["classifiers"], has_paper)
    if languages:
        yield heading("Right at 0.5, folds of blocks and folds of pages")
        yield splits_table(languages)
    if "across" in found:
        yield heading("From language to language")
        for name in found["across"]["classifiers"]:
            yield from (across_table(found, name, measure) for measure in MEASURES)
    if "algorithms" in found:
        tried = found["algorithms"]
        size = f"{tried['blocks']:,} German blocks, {tried['epochs']:,} epochs"
        yield heading(f"Algorithms and activations with the lowest error: {size}")
        yield ["", *algorithms_table(tried)]


def network_tables(network: Figures, has_paper: bool) -> Iterator[Iterable[str]]:
    folds = network["folds"]
    yield table_1(folds, has_paper)
    yield table_2(folds, has_paper)
    yield figures_2_and_3(network, has_paper)


def table_1(folds: Sequence[Figures], has_paper: bool) -> Iterator[str]:
    """Break-even points."""
    names = ("threshold", "f1", "correct")
    ours = [[fold["balanced"][name] for name in names] for fold in folds]
    yield from ("", "Table 1: MLP where precision is recall", "")
    paper = Paper(TABLE_1, TABLE_1_MEANS) if has_paper else None
    yield from beside(names, ours, paper, ("", ".3f", ".3f"))


def table_2(folds: Sequence[Figures], has_paper: bool) -> Iterator[str]:
    ours = [[fold["at 0.5"][name] for name in COLUMNS] for fold in folds]
    yield from ("", "Table 2: MLP at a threshold of 0.5", "")
    paper = Paper(TABLE_2, TABLE_2_MEANS) if has_paper else None
    yield from beside(COLUMNS, ours, paper, (".3f",) * 4)


class Paper(NamedTuple):
    folds: Sequence[Sequence[float]]
    means: Mapping[str, Sequence[float]]  # by their names


def beside(
    names: Sequence[str],
    ours: Sequence[Sequence[float]],
    paper: Paper | None,
    formats: Sequence[str],
) -> Iterator[str]:
    """A row for each fold and for the means; published columns first, if any."""
    paper = paper if paper and len(paper.folds) == len(ours) else None
    wanted = [paper.folds, ours] if paper else [ours]
    heads = ["paper's ", ""] if len(wanted) == 2 else [""]
    head = ["fold", *(prefix + name for prefix in heads for name in names)]
    rows = [
        [str(fold), *(value for each in rows for value in texts(each, formats))]
        for fold, rows in enumerate(zip(*wanted, strict=True), 1)
    ]
    for name, mean in MEANS.items():
        means = [[mean(column) for column in zip(*ours, strict=True)]]
        if paper:
            means.insert(0, list(paper.means[name]))
        rows.append([name, *(text for each in means for text in texts(each, (".3f",) * 4))])
    return table(head, rows)


def texts(values: Sequence[float], formats: Sequence[str]) -> list[str]:
    return [f"{value:{how}}" for value, how in zip(values, formats, strict=False)]


def figures_2_and_3(network: Figures, has_paper: bool) -> Iterator[str]:
    """The points named in the paper's figures."""
    notes, folds = network["notes"], network["folds"]
    rows = [
        [f"error after the last epoch, {part}", f"{value:.5f}", f"{last_error(notes, part):.5f}"]
        for part, value in FIGURE_2.items()
    ]
    if "curve" in folds[0]:
        means = mean_curve([[Row(*row) for row in fold["curve"]] for fold in folds])
        even, top = break_even(means), most_correct(means)
        rows += [
            point("F1 where mean precision is mean recall", "balanced", even, means[even].f1),
            point("most correct", "most correct", top, means[top].correct),
        ]
    head = ["", "paper", "ours"]
    if not has_paper:
        head, rows = [head[0], head[2]], [[row[0], row[2]] for row in rows]
    yield from ("", "Figures 2 and 3: means over the folds", "")
    yield from table(head, rows)


def point(label: str, name: str, place: int, value: float) -> list[str]:
    threshold, paper = FIGURE_3[name]
    return [label, f"{paper:.3f} at {threshold:.2f}", f"{value:.3f} at {THRESHOLDS[place]:.2f}"]


def last_error(notes: Sequence[Figures], part: str) -> float:
    return arithmetic_mean([each["errors"][part][-1] for each in notes])


def table_3(classifiers: Figures, has_paper: bool) -> Iterator[str]:
    yield from ("", "Table 3: classifiers at 0.5, means over both classes", "")
    names = sorted(classifiers, key=lambda name: -classifiers[name]["weighted"]["correct"])
    rows = [
        [name, *(paper_cells(name) if has_paper else ()), *our_cells(classifiers[name])]
        for name in names
    ]
    if has_paper:
        missing = [name for name in TABLE_3 if name not in classifiers]
        rows += [[name, *paper_cells(name), *[""] * (len(COLUMNS) + 1)] for name in missing]
    heads = ["paper's ", ""] if has_paper else [""]
    head = ["", *(prefix + name for prefix in heads for name in COLUMNS), "processor seconds"]
    yield from table(head, rows)


def paper_cells(name: str) -> list[str]:
    return list(map(text_of, TABLE_3.get(name, (None,) * len(COLUMNS))))


def our_cells(found: Figures) -> list[str]:
    cells = [text_of(found["weighted"][column]) for column in COLUMNS]
    return [*cells, f"{found['processor seconds']:.0f}"]


def splits_table(languages: Figures) -> Iterator[str]:
    """Compare folds of blocks with folds of pages."""
    rows = []
    for language, found in languages.items():
        of_blocks, of_pages = (found.get(each, {}).get("classifiers", {}) for each in (BLOCK, PAGE))
        for name in (name for name in of_blocks if name in of_pages):
            ours = of_blocks[name], of_pages[name]
            correct = [each["weighted"]["correct"] for each in ours]
            of_text = [each["text"]["f1"] for each in ours]
            rows.append([f"{LANGUAGES[language]}, {name}", *map(text_of, correct + of_text)])
    yield ""
    columns = [f"{what}, folds of {each}s" for what in MEASURES for each in (BLOCK, PAGE)]
    yield from table(["", *columns], rows)


def across_table(found: Figures, name: str, measure: str) -> Iterator[str]:
    """Training languages as rows, test languages as columns."""
    rows = [
        [source_title(source), *(text_of(cells.get(code)) for code in LANGUAGES)]
        for source, cells in matrix(found, name, measure).items()
    ]
    if measure == "correct":
        shares = [found.get("sets", {}).get(code, {}).get("boilerplate") for code in LANGUAGES]
        rows.append(["(boilerplate)", *map(text_of, shares)])
    yield from ("", f"{name}, {measure}", "")
    yield from table(["learned from", *LANGUAGES.values()], rows)


def matrix(found: Figures, name: str, measure: str) -> dict[str, dict[str, float]]:
    """Scores by training and test language; a language on itself, and all four, are
    cross-validated over pages.
    """
    group, column = MEASURES[measure]
    cells = {
        source: {code: row[group][column] for code, row in tested.items()}
        for source, tested in found["across"]["classifiers"][name].items()
    }
    for code, of_language in found.get("languages", {}).items():
        own = of_language.get(PAGE, {}).get("classifiers", {})
        if name in own:
            cells[code][code] = own[name][group][column]
    of_all = found.get("together", {}).get("classifiers", {}).get(name, {})
    cells[ALL] = {code: row[group][column] for code, row in of_all.items()}
    return cells


def source_title(source: str) -> str:
    if source == ALL:
        return source
    before, _, code = source.rpartition(" ")
    return f"{before} {LANGUAGES[code]}".strip()


def text_of(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
