import json
from pathlib import Path

import pytest

from benchmarks.papers.texrex import paper
from benchmarks.papers.texrex.classifiers import MLP, PEARSON, TREES
from benchmarks.papers.texrex.data import BLOCK
from benchmarks.papers.texrex.paper import Results
from benchmarks.papers.texrex.results import Figures
from tests.benchmarks.texrex.texrex_made import made_blocks

WRITTEN = Path(paper.__file__).with_suffix(".json")


def figures(seed: int = 0, **classifiers: int) -> Figures:
    return {"folds": 2, "epochs": 5, "seed": seed, "classifiers": classifiers}


def test_classifiers_tried_in_the_same_way_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    Results.read(path).add(figures(a=1, b=1), "languages", "de", BLOCK)
    Results.read(path).add(figures(b=2), "languages", "de", BLOCK)
    found = json.loads(path.read_text("utf-8"))
    assert found["languages"]["de"][BLOCK]["classifiers"] == {"a": 1, "b": 2}


def test_figures_of_another_seed_replace_all(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    Results.read(path).add(figures(a=1), "across")
    Results.read(path).add(figures(seed=1, b=2), "across")
    assert json.loads(path.read_text("utf-8"))["across"] == figures(seed=1, b=2)


def test_command_prints_tables_and_writes_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("threadpoolctl")
    monkeypatch.setattr(paper, "read_languages", lambda _: {"de": made_blocks(60)})
    path = tmp_path / "found.json"
    command = ["texrex_paper", "--quick", "--workers", "1", "--classifier", MLP, "-o", str(path)]
    monkeypatch.setattr("sys.argv", command)
    paper.main()
    printed = capsys.readouterr().out
    assert "### German, 3 folds of blocks" in printed
    assert "Table 1" in printed
    assert json.loads(path.read_text("utf-8"))["sets"]["de"]["pages"] == 6
    monkeypatch.setattr("sys.argv", ["texrex_paper", "--show", "-o", str(path)])
    paper.main()
    assert capsys.readouterr().out == printed


def test_written_figures_are_as_good_as_the_papers() -> None:
    found = json.loads(WRITTEN.read_text("utf-8"))["languages"]["de"][BLOCK]
    assert (found["folds"], found["epochs"]) == (10, 50_000)
    points = [fold["balanced"] for fold in found["classifiers"][MLP]["folds"]]
    assert sum(point["correct"] for point in points) / 10 >= 0.948
    assert sum(point["f1"] for point in points) / 10 >= 0.965
    assert found["classifiers"][PEARSON]["weighted"]["correct"] >= 0.955
    assert found["classifiers"][TREES]["weighted"]["correct"] >= 0.965
