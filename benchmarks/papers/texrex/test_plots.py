from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks.papers.texrex.plots import PLOTS, draw
from benchmarks.papers.texrex.sample_results import sample_results

pytest.importorskip("matplotlib")


def test_plots_are_small_svg_files_for_light_and_dark_pages(tmp_path: Path) -> None:
    files = list(draw(sample_results(), tmp_path))
    assert [file.stem for file in files] == list(PLOTS)
    for file in files:
        assert file.stat().st_size < 60_000
        text = file.read_text("utf-8")
        assert ElementTree.fromstring(text).tag.endswith("svg")
        assert "currentColor" not in text
        assert "#000000" not in text


def test_the_same_results_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = (
        [file.read_bytes() for file in draw(sample_results(), tmp_path / name)] for name in "ab"
    )
    assert first == second


def test_the_ninth_fold_is_plotted_if_it_exists() -> None:
    assert PLOTS["texrex-fold-9"](sample_results(folds=3)) == ""
    assert "fold 9" in PLOTS["texrex-fold-9"](sample_results(folds=10))


def test_points_are_named_with_their_thresholds() -> None:
    svg = PLOTS["texrex-thresholds"](sample_results())
    # Precision is 0.8 + t/5 and recall 1 − t/10.
    assert "precision = recall = F1: 0.900 at 0.67" in svg


def test_empty_results_give_no_plots(tmp_path: Path) -> None:
    assert list(draw({}, tmp_path)) == []
