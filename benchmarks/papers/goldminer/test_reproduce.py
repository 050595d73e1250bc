"""Recompute our figures on CleanPortalEval, and print tables from results."""

import argparse
import sys
from pathlib import Path

import pytest

from benchmarks.data import find_archive
from benchmarks.papers.goldminer.ours import PaperSet, score_method
from benchmarks.papers.goldminer.reproduce import (
    PORTALS,
    compute_portal,
    main,
    print_portal,
)
from benchmarks.papers.goldminer.tables import read_gold
from benchmarks.papers.results_file import ResultsFile


@pytest.fixture(scope="module")
def portals() -> PaperSet:
    if find_archive(PORTALS.archive) is None:
        pytest.skip(f"{PORTALS.archive} is missing; set WEBWINNOW_DATA to the folder that holds it")
    return PaperSet(PORTALS, read_gold(PORTALS, None))


def test_default_rules_keep_more_of_the_portals_than_the_authors(portals: PaperSet) -> None:
    alone, _ = score_method(portals, "goldminer")
    f, precision, recall = alone["text"]
    assert alone["pages"] == 71
    assert f >= 99.2
    assert precision >= 98.5
    assert recall > PORTALS.text_only["goldminer"]


def test_paper_preset_is_near_the_papers_precision(portals: PaperSet) -> None:
    alone, _ = score_method(portals, "goldminer:preset=paper")
    f, precision, _ = alone["text"]
    assert f >= 96
    assert precision == pytest.approx(PORTALS.paper["goldminer"][1], abs=0.5)


def test_portal_is_computed_and_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = argparse.Namespace(show=False, resume=False, output=tmp_path / "results.json")
    results = ResultsFile.open(given)
    compute_portal(results, 30)
    print_portal(results)
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("| GoldMiner") for line in lines) == 4
    assert results.get("IV", "truth")["right"][1:] == [0, 0]


def test_missing_rows_are_shown_as_dashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.json"
    path.write_text('{"III": {"bte": {"authors": null}}}')
    monkeypatch.setattr(sys, "argv", ["goldminer", "--show", "-o", str(path)])
    main()
    assert "| bte | text only | – | – | – | – |" in capsys.readouterr().out
