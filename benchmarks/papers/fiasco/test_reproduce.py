import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.papers.fiasco import paper
from benchmarks.papers.fiasco.columns import PUBLISHED, Data
from benchmarks.papers.fiasco.paper import Paper
from benchmarks.papers.fiasco.results import OF_TARGETS, Row, Table
from tests.benchmarks.fiasco.test_pages import known
from webwinnow.visual import MEASURES

TABLE = Table(2, "ours", OF_TARGETS, (Row(PUBLISHED, "All"), Row(PUBLISHED, "POS only")))
FIGURES = {"accuracy": 90.0, "precision": 0.9, "recall": 0.9, "f1": 0.9}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is computed, if all computing is quick."""
    done: list[str] = []

    def search(data: Data, fold: Any, which: str, kernels: list[str], seed: int) -> dict[str, Any]:
        done.append(f"{data.labels} {which} {','.join(kernels)} {fold.max() + 1}")
        return {"RBF": {"C": 1.0, "gamma": 0.5, "accuracy": 90.0}}

    class Folds:
        def __init__(self, data: Data, fold: Any) -> None:
            done.append(f"{len(data.pages)} pages")

        def figures(self, row: Row, setting: dict[str, float], seed: int) -> dict[str, float]:
            done.append(f"{row.subset} with {setting['gamma']}")
            return FIGURES

    monkeypatch.setattr(paper, "search", search)
    monkeypatch.setattr(paper, "Folds", Folds)
    monkeypatch.setattr(
        paper,
        "measures",
        lambda pages: [np.zeros((len(each.targets), len(MEASURES)), np.float32) for each in pages],
    )
    return done


def paper_of(path: Path, pages: int = 4) -> Paper:
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    paper = Paper(path, path, found, 0)
    vars(paper)["pages"] = [known(str(number)) for number in range(pages)]
    return paper


def test_what_a_file_has_is_not_computed_again(asked: list[str], tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    paper_of(path).fill(Table(2, "ours", OF_TARGETS, TABLE.rows[:1]))
    kernels = "RBF,polynomial,linear,sigmoid"
    assert asked == ["2 pages", f"ours published {kernels} 3", "All with 0.5"]
    asked.clear()
    paper_of(path).fill(TABLE)
    assert asked == ["2 pages", "POS only with 0.5"]
    asked.clear()
    paper_of(path).fill(TABLE)
    assert asked == []
    written = json.loads(path.read_text("utf-8"))["tables"]["2 ours targets"]
    assert list(written["rows"]) == [str(row) for row in TABLE.rows]
    assert written["targets"] == 12


def test_each_kind_of_folds_has_its_own_search(asked: list[str], tmp_path: Path) -> None:
    paper = paper_of(tmp_path / "found.json")
    paper.search_all()
    names = ["published targets", "every targets", "published sites", "every sites"]
    assert list(paper.found["search"]) == names
    assert asked[1:] == ["ours every RBF 3", "ours published RBF 3", "ours every RBF 3"]


def test_pages_are_counted_once(tmp_path: Path, asked: list[str]) -> None:
    paper = paper_of(tmp_path / "found.json")
    paper.count_pages()
    assert paper.found["pages"]["pages"] == 4
    paper_of(tmp_path / "found.json", 9).count_pages()
    assert json.loads((tmp_path / "found.json").read_text())["pages"]["pages"] == 4


def test_a_file_is_shown_without_the_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "found.json"
    path.write_text(json.dumps({"pages": paper_figures()}))
    monkeypatch.setattr(paper, "find_archive", lambda name: None)
    monkeypatch.setattr("sys.argv", ["fiasco_paper", "--show", "-o", str(path)])
    paper.main()
    assert "| 1,234 |" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["fiasco_paper", "-o", str(path)])
    with pytest.raises(SystemExit, match="WEBWINNOW_DATA"):
        paper.main()
    monkeypatch.setattr("sys.argv", ["fiasco_paper", "--show"])
    with pytest.raises(SystemExit):
        paper.main()


def paper_figures() -> dict[str, int]:
    names = ("pages", "few targets", "all aligned", "over 80 %", "poor")
    return {**dict.fromkeys(names, 5), "targets": 1234}
