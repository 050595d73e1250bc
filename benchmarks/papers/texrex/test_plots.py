from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks.papers.texrex.figures import PICTURES, draw
from tests.benchmarks.texrex.texrex_made import made_figures

pytest.importorskip("matplotlib")


def test_pictures_are_small_svg_files_readable_on_any_page(tmp_path: Path) -> None:
    files = list(draw(made_figures(), tmp_path))
    assert [file.stem for file in files] == list(PICTURES)
    for file in files:
        assert file.stat().st_size < 60_000
        text = file.read_text("utf-8")
        assert ElementTree.fromstring(text).tag.endswith("svg")
        assert "currentColor" not in text
        assert "#000000" not in text


def test_same_figures_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = (
        [file.read_bytes() for file in draw(made_figures(), tmp_path / name)] for name in "ab"
    )
    assert first == second


def test_ninth_fold_is_drawn_where_there_is_one() -> None:
    assert PICTURES["texrex-fold-9"](made_figures(folds=3)) == ""
    assert "fold 9" in PICTURES["texrex-fold-9"](made_figures(folds=10))


def test_points_are_named_with_their_thresholds() -> None:
    svg = PICTURES["texrex-thresholds"](made_figures())
    # Precision is 0.8 + t/5 and recall 1 − t/10.
    assert "precision = recall = F1: 0.900 at 0.67" in svg


def test_nothing_is_drawn_of_nothing(tmp_path: Path) -> None:
    assert list(draw({}, tmp_path)) == []
