import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.papers.fiasco import reproduce
from benchmarks.papers.fiasco.classification import OF_TARGETS, Row, Table
from benchmarks.papers.fiasco.end_to_end import ALL_TEXT, SECTION_6, System
from benchmarks.papers.fiasco.features import AS_PUBLISHED, PUBLISHED, Data
from benchmarks.papers.fiasco.reproduce import PARTS, Reproduction, forget
from benchmarks.papers.fiasco.test_pages import labelled_page
from benchmarks.papers.results_file import ResultsFile
from webwinnow.visual import MEASURES

ROWS = (Row(PUBLISHED, "All"), Row(PUBLISHED, "POS only"), Row(AS_PUBLISHED, "All"))
TABLE = Table(2, "ours", OF_TARGETS, ROWS)
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

    def score_system(pages: Any, fold: Any, system: System, seed: int) -> dict[str, float]:
        done.append(str(system.pipeline.aligner))
        return FIGURES

    monkeypatch.setattr(reproduce, "search", search)
    monkeypatch.setattr(reproduce, "Folds", Folds)
    monkeypatch.setattr(reproduce, "score_system", score_system)
    monkeypatch.setattr(
        reproduce,
        "measures",
        lambda pages: [np.zeros((len(each.targets), len(MEASURES)), np.float32) for each in pages],
    )
    return done


def paper_of(path: Path, pages: int = 4) -> Reproduction:
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    paper = Reproduction(path, ResultsFile(path, found), 0)
    vars(paper)["pages"] = [labelled_page(str(number)) for number in range(pages)]
    return paper


def test_results_in_the_file_are_not_computed_again(computed: list[str], tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    paper_of(path).fill(Table(2, "ours", OF_TARGETS, ROWS[:1]))
    assert computed == ["2 pages", "ours published RBF 3", "All with 0.5"]
    computed.clear()
    paper_of(path).fill(TABLE)
    # The paper's own constants are not searched.
    assert computed == ["2 pages", "POS only with 0.5", "All with 8.0"]
    computed.clear()
    paper_of(path).fill(TABLE)
    assert computed == []
    written = json.loads(path.read_text("utf-8"))["tables"]["2 ours targets"]
    assert list(written["rows"]) == [str(row) for row in TABLE.rows]
    assert written["targets"] == 12


def test_the_papers_search_uses_its_labels_and_all_kernels(
    computed: list[str], tmp_path: Path
) -> None:
    paper = paper_of(tmp_path / "found.json")
    paper.search_all()
    assert list(paper.results.found["search"]) == [
        "as published targets", "published targets", "published sites", "every targets",
        "every sites",
    ]  # fmt: skip
    assert computed[0] == "dice as published RBF,polynomial,linear,sigmoid 3"
    assert computed[-1] == "ours every RBF 3"


def test_each_system_of_section_6_is_scored_once(computed: list[str], tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    for _ in range(2):
        paper_of(path).run("section 6")
    assert computed == ["fiasco", "fiasco", "in-order"]
    assert list(json.loads(path.read_text("utf-8"))["section 6"]) == [ALL_TEXT, *SECTION_6]


def test_pages_are_counted_once(tmp_path: Path, computed: list[str]) -> None:
    paper = paper_of(tmp_path / "found.json")
    paper.count_pages()
    assert paper.results.found["pages"]["pages"] == 4
    paper_of(tmp_path / "found.json", 9).count_pages()
    assert json.loads((tmp_path / "found.json").read_text())["pages"]["pages"] == 4


def test_named_parts_are_computed_again(tmp_path: Path) -> None:
    found = {"pages": 1, "rates": {}, "search": 2, "tables": {"117 ours sites": 3, "other": 4}}
    results = ResultsFile(tmp_path / "found.json", found)
    forget(results, ["pages", "117 ours sites", "ablation"])
    assert results.found == {"search": 2, "tables": {"other": 4}}


def test_part_names_are_unique() -> None:
    assert len(set(PARTS)) == len(PARTS)


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


def paper_figures() -> dict[str, int]:
    names = ("pages", "few targets", "all aligned", "over 80 %", "poor")
    return {**dict.fromkeys(names, 5), "targets": 1234}
