import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.papers.victor import reproduce
from benchmarks.papers.victor.cross_validation import CHANCES, VITERBI
from benchmarks.papers.victor.report import COLUMNS, draw, format_tables


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


def test_published_figures_are_beside_ours() -> None:
    text = format_tables(FOUND)
    assert "Exp-1, paper" in text
    assert "73.92" in text
    assert "74.0–76.0" in text


def test_features_are_ordered_by_loss() -> None:
    text = format_tables(FOUND)
    assert text.index("| position") < text.index("| bullet")
    assert "-0.50" in text
    assert "+0.25" in text


def test_the_plot_names_every_feature(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (path,) = draw(FOUND, tmp_path)
    drawn = path.read_text("utf-8")
    assert "position" in drawn
    assert "bullet" in drawn
    assert not list(draw({"experiments": {}}, tmp_path))


def test_results_in_the_file_are_not_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "found.json"
    path.write_text(json.dumps(FOUND))
    computed: list[int] = []

    def cross_validate(pages: object, setup: Any, *_: object, **__: object) -> dict[str, Any]:
        computed.append(len(setup.features))
        return figures(70)

    monkeypatch.setattr(reproduce, "cross_validate", cross_validate)
    monkeypatch.setattr(reproduce, "require_archive", lambda name: tmp_path)
    monkeypatch.setattr(reproduce, "development_pages", lambda archive: [])
    command = ["victor", "--only", "Exp-1", "markup only", "-o", str(path)]
    monkeypatch.setattr("sys.argv", command)
    reproduce.main()
    assert len(computed) == 1
    assert "markup only" in json.loads(path.read_text())["experiments"]
    printed = capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["victor", "--show", "-o", str(path)])
    reproduce.main()
    assert capsys.readouterr().out == printed
