import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.papers.fiasco import reproduce
from benchmarks.papers.fiasco.classification import OF_TARGETS, Row, Table
from benchmarks.papers.fiasco.features import PUBLISHED, Data
from benchmarks.papers.fiasco.reproduce import Reproduction
from benchmarks.papers.fiasco.test_pages import labelled_page
from webwinnow.visual import MEASURES

TABLE = Table(2, "ours", OF_TARGETS, (Row(PUBLISHED, "All"), Row(PUBLISHED, "POS only")))
FIGURES = {"accuracy": 90.0, "precision": 0.9, "recall": 0.9, "f1": 0.9}


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of computed parts, with all computation replaced by stubs."""
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

    monkeypatch.setattr(reproduce, "search", search)
    monkeypatch.setattr(reproduce, "Folds", Folds)
    monkeypatch.setattr(
        reproduce,
        "measures",
        lambda pages: [np.zeros((len(each.targets), len(MEASURES)), np.float32) for each in pages],
    )
    return done


def paper_of(path: Path, pages: int = 4) -> Reproduction:
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    paper = Reproduction(path, path, found, 0)
    vars(paper)["pages"] = [labelled_page(str(number)) for number in range(pages)]
    return paper


def test_results_in_the_file_are_not_computed_again(computed: list[str], tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    paper_of(path).fill(Table(2, "ours", OF_TARGETS, TABLE.rows[:1]))
    kernels = "RBF,polynomial,linear,sigmoid"
    assert computed == ["2 pages", f"ours published {kernels} 3", "All with 0.5"]
    computed.clear()
    paper_of(path).fill(TABLE)
    assert computed == ["2 pages", "POS only with 0.5"]
    computed.clear()
    paper_of(path).fill(TABLE)
    assert computed == []
    written = json.loads(path.read_text("utf-8"))["tables"]["2 ours targets"]
    assert list(written["rows"]) == [str(row) for row in TABLE.rows]
    assert written["targets"] == 12


def test_each_kind_of_folds_has_its_own_search(computed: list[str], tmp_path: Path) -> None:
    paper = paper_of(tmp_path / "found.json")
    paper.search_all()
    names = ["published targets", "every targets", "published sites", "every sites"]
    assert list(paper.found["search"]) == names
    assert computed[1:] == ["ours every RBF 3", "ours published RBF 3", "ours every RBF 3"]


def test_pages_are_counted_once(tmp_path: Path, computed: list[str]) -> None:
    paper = paper_of(tmp_path / "found.json")
    paper.count_pages()
    assert paper.found["pages"]["pages"] == 4
    paper_of(tmp_path / "found.json", 9).count_pages()
    assert json.loads((tmp_path / "found.json").read_text())["pages"]["pages"] == 4


def test_show_prints_the_file_without_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "found.json"
    path.write_text(json.dumps({"pages": paper_figures()}))
    monkeypatch.setattr("benchmarks.data.find_archive", lambda name: None)
    monkeypatch.setattr("sys.argv", ["fiasco", "--show", "-o", str(path)])
    reproduce.main()
    assert "| 1,234 |" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["fiasco", "-o", str(path)])
    with pytest.raises(SystemExit, match="WEBWINNOW_DATA"):
        reproduce.main()
    monkeypatch.setattr("sys.argv", ["fiasco", "--show"])
    with pytest.raises(SystemExit):
        reproduce.main()


def paper_figures() -> dict[str, int]:
    names = ("pages", "few targets", "all aligned", "over 80 %", "poor")
    return {**dict.fromkeys(names, 5), "targets": 1234}
