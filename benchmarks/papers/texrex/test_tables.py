import pytest

from benchmarks.papers.texrex.classifiers import MLP, PEARSON, WEKA_MLP
from benchmarks.papers.texrex.experiments import Figures
from benchmarks.papers.texrex.sample_results import sample_results
from benchmarks.papers.texrex.scores import Row, arithmetic_mean, harmonic_mean, mean_row
from benchmarks.papers.texrex.tables import TABLE_1, TABLE_2, TABLE_2_MEANS, format_tables, matrix


def test_the_papers_first_table_has_its_printed_means() -> None:
    columns = list(zip(*TABLE_1, strict=True))
    assert [arithmetic_mean(each) for each in columns] == pytest.approx(
        [0.59, 0.968, 0.948], abs=2e-3
    )
    assert [harmonic_mean(each) for each in columns] == pytest.approx(
        [0.58, 0.968, 0.948], abs=2e-3
    )


def test_the_papers_second_table_is_consistent_after_reordering() -> None:
    for row in (Row(*row) for row in TABLE_2):
        f1 = 2 * row.precision * row.recall / (row.precision + row.recall)
        assert row.f1 == pytest.approx(f1, abs=1.1e-3)
    # The folds' figures are rounded, and so their means are off by a little.
    assert mean_row([Row(*row) for row in TABLE_2]) == pytest.approx(
        TABLE_2_MEANS["mean"], abs=1.1e-3
    )


def sections(found: Figures) -> dict[str, str]:
    """Sections by heading."""
    parts = format_tables(found).split("\n### ")[1:]
    return {title: body for title, _, body in (part.partition("\n") for part in parts)}


def test_published_figures_are_beside_folds_of_german_blocks_only() -> None:
    found = sections(sample_results(folds=10))
    assert "paper's f1" in found["German, 10 folds of blocks, 2,000 epochs"]
    assert "0.957" in found["German, 10 folds of blocks, 2,000 epochs"]
    means = [
        line
        for line in found["German, 10 folds of blocks, 2,000 epochs"].splitlines()
        if "| mean" in line
    ]
    assert [line.split("|")[4].strip() for line in means] == ["0.948", "0.969"]
    assert "paper" not in found["German, 10 folds of pages, 2,000 epochs"]
    assert "paper" not in found["English, 10 folds of blocks, 2,000 epochs"]


def test_published_folds_are_omitted_unless_there_are_ten() -> None:
    body = sections(sample_results(folds=3))["German, 3 folds of blocks, 2,000 epochs"]
    tables = body.split("Table 3")[0]
    assert "paper's threshold" not in tables
    assert "paper's precision" not in tables


def test_classifiers_come_best_first() -> None:
    body = sections(sample_results())["German, 10 folds of blocks, 2,000 epochs"].split("Table 3")[
        1
    ]
    assert body.index(PEARSON) < body.index(MLP)


def test_the_papers_mlp_of_table_3_is_wekas() -> None:
    body = sections(sample_results())["German, 10 folds of blocks, 2,000 epochs"]
    rows = {line.split("|")[1].strip(): line for line in body.split("Table 3")[1].splitlines()[2:]}
    cells = [cell.strip() for cell in rows[WEKA_MLP].split("|")]
    assert cells[2:6] == ["0.944", "0.945", "0.945", "0.945"]
    assert "0.951" in rows[MLP]
    assert "0.945" not in rows[MLP]


def test_language_on_itself_comes_from_folds_of_pages() -> None:
    found = sample_results()
    cells = matrix(found, MLP, "correct")
    assert cells["de"] == {"en": 0.7, "de": 0.8}
    assert cells["all four"] == {"de": 0.6, "en": 0.6, "all": 0.6}
    assert "| German " in sections(found)["From language to language"]


def test_empty_results_give_no_tables() -> None:
    assert format_tables({}) == ""
