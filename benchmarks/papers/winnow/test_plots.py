import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from benchmarks.papers.winnow import plots
from benchmarks.papers.winnow.plots import PLOTS
from benchmarks.papers.winnow.results import PRESETS, WINNOW

pytest.importorskip("matplotlib")


def figures(precision: float, recall: float) -> dict[str, float]:
    f1 = 2 * precision * recall / (precision + recall)
    return {"precision": precision, "recall": recall, "f1": f1}


def results(peers: int = 3) -> dict[str, Any]:
    contestants = {WINNOW: figures(0.9, 0.9)}
    contestants |= {PRESETS["precision"]: figures(0.95, 0.8), PRESETS["recall"]: figures(0.8, 0.95)}
    contestants |= {f"peer{number}": figures(0.8, 0.7) for number in range(peers)}
    types = {name: {"pages": 9, "contestants": contestants} for name in ("article", "forum")}
    bins = [{"from": n / 10, "pages": n, "expected": n / 10, "true": 0.5} for n in range(10)]
    bins[0] = {"from": 0.0, "pages": 0}
    found = {"contestants": contestants, "types": types}
    return {
        "sets": dict.fromkeys(("wcxb-dev", "cleaneval", "a", "b", "c", "d"), found),
        "calibration": {"pages": 45, "bins": bins},
    }


def drawn(monkeypatch: pytest.MonkeyPatch, folder: Path, found: dict[str, Any]) -> list[Path]:
    file = folder / "results.json"
    file.write_text(json.dumps(found), "utf-8")
    monkeypatch.setattr("sys.argv", ["plots", str(file), "-o", str(folder / "out")])
    plots.main()
    return sorted((folder / "out").iterdir())


def test_plots_are_small_svg_files_for_light_and_dark_pages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = drawn(monkeypatch, tmp_path, results())
    assert [file.stem for file in files] == sorted(PLOTS)
    for file in files:
        assert file.stat().st_size < 60_000
        text = file.read_text("utf-8")
        assert ElementTree.fromstring(text).tag.endswith("svg")
        # Outside of a page there is no colour to follow, and black is not seen on dark.
        assert "currentColor" not in text
        assert "#000000" not in text


def test_the_same_results_give_the_same_bytes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = [file.read_bytes() for file in drawn(monkeypatch, tmp_path, results())]
    assert [file.read_bytes() for file in drawn(monkeypatch, tmp_path, results())] == first


def test_types_name_every_peer_and_no_preset() -> None:
    svg = PLOTS["winnow-types"](results())
    assert all(f">{name}<" in svg for name in ("winnow", "peer0", "peer2", "article (9)"))
    assert "winnow, precision" not in svg


def test_empty_results_give_no_plots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    nothing = {"sets": {}, "calibration": {"pages": 0, "bins": []}}
    assert drawn(monkeypatch, tmp_path, nothing) == []
