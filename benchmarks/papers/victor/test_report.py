import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.papers.victor import paper
from benchmarks.papers.victor.figures import draw
from benchmarks.papers.victor.results import CHANCES, VITERBI, experiments
from benchmarks.papers.victor.tables import COLUMNS, shown

WRITTEN = Path(paper.__file__).with_name("victor_paper.json")


def figures(total: float) -> dict[str, Any]:
    one = dict.fromkeys(COLUMNS, total)
    confusion = [[1] * 5] * 5
    both = {**one, "total by fold": [total - 1, total + 1], "confusion": confusion}
    return {"features": 9, "templates": 12, VITERBI: both, CHANCES: both}


FOUND = {
    "experiments": {
        "Exp-1": figures(75),
        "without position": figures(74.5),
        "without bullet": figures(75.25),
    }
}


def test_tables_have_the_papers_figures_beside_ours() -> None:
    text = shown(FOUND)
    assert "Exp-1, paper" in text
    assert "73.92" in text
    assert "74.0–76.0" in text


def test_features_are_ordered_by_what_is_lost_without_them() -> None:
    text = shown(FOUND)
    assert text.index("| position") < text.index("| bullet")
    assert "-0.50" in text
    assert "+0.25" in text


def test_the_picture_names_every_feature(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (path,) = draw(FOUND, tmp_path)
    drawn = path.read_text("utf-8")
    assert "position" in drawn
    assert "bullet" in drawn
    assert not list(draw({"experiments": {}}, tmp_path))


def test_what_a_file_has_is_not_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "found.json"
    path.write_text(json.dumps(FOUND))
    asked: list[int] = []

    def cross_validated(pages: object, setup: Any, *_: object, **__: object) -> dict[str, Any]:
        asked.append(len(setup.features))
        return figures(70)

    monkeypatch.setattr(paper, "cross_validated", cross_validated)
    monkeypatch.setattr(paper, "find_archive", lambda name: tmp_path)
    monkeypatch.setattr(paper, "development_pages", lambda archive: [])
    command = ["victor_paper", "--only", "Exp-1", "markup only", "-o", str(path)]
    monkeypatch.setattr("sys.argv", command)
    paper.main()
    assert len(asked) == 1
    assert "markup only" in json.loads(path.read_text())["experiments"]
    printed = capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["victor_paper", "--show", "-o", str(path)])
    paper.main()
    assert capsys.readouterr().out == printed


def test_written_figures_are_as_good_as_the_papers() -> None:
    found = json.loads(WRITTEN.read_text("utf-8"))
    done = found["experiments"]
    assert found["folds"] == 6
    assert set(done) >= {name for name, _ in experiments(paper.wide_setup())}
    best = done["with features of our own"][CHANCES]
    assert best["content right"] >= 83.1
    assert best["text"] >= 82
    assert best["total"] >= 75.2
