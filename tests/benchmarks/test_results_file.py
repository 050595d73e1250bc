import argparse
from pathlib import Path

import pytest

from benchmarks.papers.results_file import ResultsFile, add_options


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_options(parser, "victor")
    return parser.parse_args(words)


def test_the_default_file_is_in_the_folder_of_the_paper() -> None:
    assert options().output.parts[-3:] == ("papers", "victor", "results.json")


def test_a_command_computes_anew_unless_it_resumes_or_shows(tmp_path: Path) -> None:
    output = ("-o", str(tmp_path / "results.json"))
    ResultsFile.open(options(*output)).put(0.9, "tables", "first")
    assert ResultsFile.open(options(*output)).get("tables", "first") is None
    for choice in ("--resume", "--show"):
        assert ResultsFile.open(options(choice, *output)).get("tables", "first") == 0.9
    assert ResultsFile.open(options(*output), keep=True).get("tables", "first") == 0.9


def test_each_result_is_written_at_once(tmp_path: Path) -> None:
    output = ("-o", str(tmp_path / "results.json"))
    results = ResultsFile.open(options(*output))
    results.put(1, "tables", "first")
    results.put(2, "tables", "second")
    assert ResultsFile.open(options("--show", *output)).found == {
        "tables": {"first": 1, "second": 2}
    }


def test_a_missing_result_is_none(tmp_path: Path) -> None:
    results = ResultsFile(tmp_path / "results.json", {"tables": 1})
    assert results.get("tables", "first") is None
    assert results.get("figures") is None


def test_nothing_to_show_exits_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="without --show"):
        ResultsFile.open(options("--show", "-o", str(tmp_path / "none.json")))
