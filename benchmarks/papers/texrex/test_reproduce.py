import json
from pathlib import Path

import pytest

from benchmarks.papers.texrex import reproduce
from benchmarks.papers.texrex.classifiers import MLP
from benchmarks.papers.texrex.data import BLOCK
from benchmarks.papers.texrex.experiments import Figures
from benchmarks.papers.texrex.reproduce import Results
from benchmarks.papers.texrex.sample_results import sample_blocks


def figures(seed: int = 0, **classifiers: int) -> Figures:
    return {"folds": 2, "epochs": 5, "seed": seed, "classifiers": classifiers}


def test_classifiers_of_the_same_plan_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    Results.read(path).add(figures(a=1, b=1), "languages", "de", BLOCK)
    Results.read(path).add(figures(b=2), "languages", "de", BLOCK)
    found = json.loads(path.read_text("utf-8"))
    assert found["languages"]["de"][BLOCK]["classifiers"] == {"a": 1, "b": 2}


def test_results_of_another_seed_replace_all(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    Results.read(path).add(figures(a=1), "across")
    Results.read(path).add(figures(seed=1, b=2), "across")
    assert json.loads(path.read_text("utf-8"))["across"] == figures(seed=1, b=2)


def test_the_command_prints_tables_and_writes_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("threadpoolctl")
    monkeypatch.setattr(reproduce, "read_languages", lambda _: {"de": sample_blocks(60)})
    path = tmp_path / "found.json"
    command = ["texrex", "--quick", "--workers", "1", "--classifier", MLP, "-o", str(path)]
    monkeypatch.setattr("sys.argv", command)
    reproduce.main()
    printed = capsys.readouterr().out
    assert "### German, 3 folds of blocks" in printed
    assert "Table 1" in printed
    assert json.loads(path.read_text("utf-8"))["sets"]["de"]["pages"] == 6
    monkeypatch.setattr("sys.argv", ["texrex", "--show", "-o", str(path)])
    reproduce.main()
    assert capsys.readouterr().out == printed
