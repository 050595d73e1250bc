from typing import Any

from benchmarks.papers.fiasco.classification import BOOSTED, Row
from benchmarks.papers.fiasco.features import AS_PUBLISHED, EVERY, PUBLISHED, WITHOUT_BROKEN
from benchmarks.papers.fiasco.tables import NOT_COMPUTED, format_tables


def row(accuracy: float) -> dict[str, Any]:
    return {"accuracy": accuracy, "precision": 0.9124, "recall": 0.85, "f1": 0.88, "by page": 80.5}


def table(*rows: Row) -> dict[str, Any]:
    found = {str(each): row(90.0 + place) for place, each in enumerate(rows)}
    return {"targets": 12_345, "clean": 0.475, "rows": found}


def text(f1: float, lost: int) -> dict[str, Any]:
    scores = {"precision": 91.0, "recall": 92.0, "f1": f1}
    return {"pages": 158, **scores, "lost pages": lost, "others": scores}


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
        "158 dice targets": table(
            Row(AS_PUBLISHED, "Visual only"), Row(AS_PUBLISHED, WITHOUT_BROKEN)
        ),
    },
    "section 6": {"all text": text(92.5, 3), "ours": text(96.0, 0)},
    "ablation": {
        "all text": text(92.5, 3),
        "as published": text(86.0, 9),
        "+ our labels": text(87.5, 9),
        "+ targets sampled by weight, 1,024 centres": text(96.0, 0),
        "ours without: logarithms": text(95.0, 0),
    },
    "table 1": {name: [0.5, 1.0, 0.25, 0.75, 0.0] for name in ("I", "II", "III", "IV")},
}


def cells(text: str, start: str) -> list[str]:
    """Cells of the first row that starts with this text."""
    line = next(line for line in text.splitlines() if line.startswith(f"| {start} "))
    return [cell.strip() for cell in line.strip("|").split("|")]


def section(title: str) -> str:
    """The part of the output below a heading that starts so."""
    text = format_tables(FOUND)
    return text[text.index(f"### {title}") :].partition("\n###")[0]


def test_published_figures_are_beside_ours() -> None:
    text = section("Table 3: 117 pages, our labels, 10 folds of targets")
    assert cells(text, "All")[1:6] == ["95.66", "0.97", "0.92", "0.95", NOT_COMPUTED]
    assert cells(text, "All")[9] == "91.00"
    assert cells(text, "All")[13] == "90.00"
    text = format_tables(FOUND)
    assert cells(text, "of the others: all segments aligned")[1:] == ["50", "44"]
    assert cells(text, "paper")[1:6] == ["84.5", "89.1", "32", "8", "89.1"]


def test_folds_that_the_paper_lacks_are_shown_alone() -> None:
    text = section("Table 2: 158 pages, our labels, 10 folds of sites (12,345 targets, 48 % clean)")
    assert "91.13" not in text
    assert cells(text, "All")[1:8] == [NOT_COMPUTED, "", "", "", "", "90.00", "80.50"]


def test_visual_features_are_beside_the_papers_footnote() -> None:
    text = section("Table 2: 158 pages, labels by Dice")
    assert cells(text, "Visual only")[1:6] == ["84.00", "0.68", "0.85", "0.75", "90.00"]
    assert cells(text, WITHOUT_BROKEN)[1:6] == ["79.50", "0.76", "0.51", "0.61", "91.00"]


def test_trees_come_below_the_subsets() -> None:
    found = cells(section("Table 3: 117 pages, our labels"), f"All, {BOOSTED}")
    assert found[1:5] == [""] * 4
    assert found[9] == "92.00"


def test_texts_are_beside_the_papers_with_and_without_lost_pages() -> None:
    text = section("Section 6")
    assert cells(text, "the authors' FIASCO")[1:] == [
        "87.63", "51.87", "65.16", "", "87.05", "68.94", "76.44",
    ]  # fmt: skip
    assert cells(text, "all text")[1:5] == ["91.00", "92.00", "92.50", "3"]
    assert cells(text, "as published, all features")[1] == NOT_COMPUTED


def test_a_step_has_its_gain_and_a_reversal_its_loss() -> None:
    text = section("From the paper's pipeline to ours")
    assert cells(text, "as published")[-1] == ""
    assert cells(text, "+ our labels")[-1] == "+1.50"
    assert cells(text, "+ logarithms")[1] == NOT_COMPUTED
    # Its predecessor is not computed.
    assert cells(text, "+ targets sampled by weight, 1,024 centres")[-1] == ""
    assert cells(text, "ours without: logarithms")[-1] == "-1.00"


def test_regions_have_the_papers_values_above_ours() -> None:
    text = section("Table 1")
    assert cells(text, "I, paper")[1:] == ["0.71", "1.35", "0.12", "0.53", "0.00"]
    assert cells(text, "IV, ours")[1:] == ["0.50", "1.00", "0.25", "0.75", "0.00"]


def test_missing_parts_are_not_computed() -> None:
    text = format_tables({})
    assert text.count("### ") == text.count(NOT_COMPUTED) - 1  # and the versions
    assert cells(format_tables(FOUND), "all features, folds of sites")[-3:] == [""] * 3
    assert cells(format_tables(FOUND), "none")[1:] == ["9", "2", "4", "1", "97.70"]
