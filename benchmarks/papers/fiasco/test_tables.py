from typing import Any

from benchmarks.papers.fiasco.classification import BOOSTED, Row
from benchmarks.papers.fiasco.features import EVERY, PUBLISHED
from benchmarks.papers.fiasco.tables import format_tables


def row(accuracy: float) -> dict[str, Any]:
    return {"accuracy": accuracy, "precision": 0.9124, "recall": 0.85, "f1": 0.88, "by page": 80.5}


def table(*rows: Row) -> dict[str, Any]:
    found = {str(each): row(90.0 + place) for place, each in enumerate(rows)}
    return {"targets": 12_345, "clean": 0.475, "rows": found}


BEST = {"C": 8.0, "gamma": 0.5, "accuracy": 90.62, "tried": 110}
FOUND: dict[str, Any] = {
    "pages": {
        "pages": 158,
        "targets": 22_265,
        "few targets": 3,
        "all aligned": 44,
        "over 80 %": 62,
        "poor": 49,
    },
    "targets": {
        "never": {"targets": 9, "few targets": 2, "over half": 4, "swallowed": 1, "text": 97.7}
    },
    "search": {
        "every sites": {"LIBSVM's default": 84.55, "C 32, gamma 8": 78.92, "RBF": BEST},
    },
    "tables": {
        "117 ours targets": table(
            Row(EVERY, "All"), Row(PUBLISHED, "All"), Row(PUBLISHED, "All", BOOSTED)
        ),
        "158 ours sites": table(Row(EVERY, "All")),
    },
}


def cells(text: str, start: str) -> list[str]:
    """Cells of the first row that starts with this text."""
    line = next(line for line in text.splitlines() if line.startswith(f"| {start} "))
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_published_figures_are_beside_ours() -> None:
    text = format_tables(FOUND)
    assert cells(text, "All")[1:6] == ["95.66", "0.97", "0.92", "0.95", "91.00"]
    assert cells(text, "All")[9] == "90.00"
    assert cells(text, "of the others: all segments aligned")[1:] == ["50", "44"]
    assert cells(text, "paper")[1:6] == ["84.5", "89.1", "32", "8", "89.1"]


def test_folds_that_the_paper_lacks_are_shown_alone() -> None:
    text = format_tables({"tables": {"158 ours sites": FOUND["tables"]["158 ours sites"]}})
    assert "folds of sites (12,345 targets, 48 % clean)" in text
    assert "91.13" not in text
    assert cells(text, "All")[1:8] == ["", "", "", "", "", "90.00", "80.50"]


def test_trees_come_below_the_subsets() -> None:
    found = cells(format_tables(FOUND), f"All, {BOOSTED}")
    assert found[1:5] == [""] * 4
    assert found[5] == "92.00"


def test_what_is_missing_is_not_format_tables() -> None:
    assert format_tables({}) == ""
    assert "Kernels" not in format_tables({"search": {}})
    assert cells(format_tables(FOUND), "all features, folds of sites")[-3:] == [""] * 3
    assert cells(format_tables(FOUND), "none")[1:] == ["9", "2", "4", "1", "97.70"]
