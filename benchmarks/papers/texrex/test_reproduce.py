import json
from pathlib import Path

import pytest

from benchmarks.papers.texrex import reproduce
from benchmarks.papers.texrex.algorithms import Size
from benchmarks.papers.texrex.classifiers import LOGISTIC, MLP
from benchmarks.papers.texrex.data import BLOCK
from benchmarks.papers.texrex.experiments import Figures
from benchmarks.papers.texrex.sample_results import sample_blocks

pytest.importorskip("threadpoolctl")
pytest.importorskip("sklearn")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    blocks = sample_blocks(60)
    monkeypatch.setattr(reproduce, "read_languages", lambda codes: dict.fromkeys(codes, blocks))
    monkeypatch.setattr(reproduce, "SAMPLE", Size(30, 2))
    return tmp_path / "found.json"


def run(monkeypatch: pytest.MonkeyPatch, path: Path, *options: str) -> Figures:
    command = ["texrex", "--quick", "--workers", "1", "-o", str(path), *options]
    monkeypatch.setattr("sys.argv", command)
    reproduce.main()
    found: Figures = json.loads(path.read_text("utf-8"))
    return found


def test_the_command_prints_tables_and_writes_results(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run(monkeypatch, path, "--only", "de", "algorithms", "--classifier", MLP)
    printed = capsys.readouterr().out
    assert "### German, 3 folds of blocks, 300 epochs" in printed
    assert "Table 1" in printed
    assert "FANN's error" in printed
    assert found["sets"]["de"]["pages"] == 6
    run(monkeypatch, path, "--show")
    assert capsys.readouterr().out == printed


def test_the_command_computes_anew_unless_it_resumes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("--only", "de", "--classifier", LOGISTIC)
    place = "languages", "de", BLOCK
    first = run(monkeypatch, path, *options)
    first["languages"]["de"][BLOCK]["classifiers"][LOGISTIC]["notes"] = "old"
    path.write_text(json.dumps(first))
    resumed = run(monkeypatch, path, *options, "--resume")
    assert row(resumed, *place)[LOGISTIC]["notes"] == "old"
    again = run(monkeypatch, path, *options)
    assert row(again, *place)[LOGISTIC]["notes"] != "old"


def test_rows_of_another_plan_are_not_resumed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(monkeypatch, path, "--only", "de", "--classifier", LOGISTIC)
    options = ("--classifier", MLP, "--seed", "1", "--only", "de", "--resume")
    found = run(monkeypatch, path, *options)
    assert list(row(found, "languages", "de", BLOCK)) == [MLP]


def row(found: Figures, *place: str) -> Figures:
    for name in place:
        found = found[name]
    classifiers: Figures = found["classifiers"]
    return classifiers
