from pathlib import Path

import pytest

from tests.gold.datasets.files import PAGE, write
from webwinnow.errors import InputError, UnknownLayout
from webwinnow.gold.datasets import LAYOUTS, open_set

SETS: dict[str, dict[str, bytes | str]] = {
    "cleaneval": {"input/1.html": PAGE, "GoldStandard/1.txt": "<p>x"},
    "l3s-gn1": {"original/1.html": PAGE, "annotated/1.html": "<span class=x-nc-sel2>x</span>"},
    "krdwrd": {"1.html": "<p><kw class=krdwrd-tag-3>x</kw>"},
    "wcxb": {"html/1.html": PAGE, "ground-truth/1.json": '{"ground_truth":{"main_content":"x"}}'},
    "readability": {"1/source.html": PAGE, "1/expected.html": "<p>x"},
    "news-articles": {"html/1.html": PAGE, "articles.json": '[{"html_file":"1.html","text":"x"}]'},
    "folder": {"1.html": PAGE, "1.txt": "x"},
}


@pytest.mark.parametrize("layout", SETS)
@pytest.mark.parametrize("below", ["", "down/below"])
def test_every_layout_is_detected_from_its_files(tmp_path: Path, layout: str, below: str) -> None:
    write(tmp_path / below, SETS[layout])
    gold = open_set(str(tmp_path))
    assert gold.layout == layout
    assert [page.text for page in gold] == ["x"]


def test_every_layout_is_tested_here() -> None:
    assert SETS.keys() | {"fann"} == LAYOUTS.keys()


@pytest.mark.parametrize("layout", SETS)
def test_a_page_that_cannot_be_read_does_not_end_the_set(tmp_path: Path, layout: str) -> None:
    write(tmp_path, SETS[layout])
    gold = open_set(tmp_path)
    for path in tmp_path.rglob("*.html"):
        path.unlink()
    for _ in range(2):
        assert list(gold) == []
    (problem,) = gold.problems
    assert problem.name == "1"
    assert "cannot be read" in problem.what


def test_an_unknown_layout_error_describes_the_known_ones(tmp_path: Path) -> None:
    write(tmp_path, {"a.html": PAGE, "b.txt": "x"})
    with pytest.raises(UnknownLayout, match="no known layout") as raised:
        open_set(tmp_path)
    for name, layout in LAYOUTS.items():
        assert f"{name}: {layout.reader.expected_files}" in str(raised.value)


def test_several_sets_in_one_folder_are_not_mixed(tmp_path: Path) -> None:
    for layout in ("cleaneval", "wcxb"):
        write(tmp_path / layout, SETS[layout])
    with pytest.raises(UnknownLayout, match="cleaneval, wcxb"):
        open_set(tmp_path)
    assert open_set(tmp_path, layout="wcxb").layout == "wcxb"


def test_a_layout_can_be_forced(tmp_path: Path) -> None:
    write(tmp_path, {**SETS["cleaneval"], **SETS["folder"]})
    assert open_set(tmp_path).layout == "cleaneval"
    assert open_set(tmp_path, layout="folder").layout == "folder"
    with pytest.raises(UnknownLayout, match="does not have the layout wcxb"):
        open_set(tmp_path, layout="wcxb")
    with pytest.raises(UnknownLayout, match=r"no layout 'x'; choose from cleaneval"):
        open_set(tmp_path, layout="x")


def test_vectors_are_not_opened_as_pages(tmp_path: Path) -> None:
    write(tmp_path, {"a.dat": "1 1 1\n0\n1\n"})
    for path in (tmp_path, tmp_path / "a.dat"):
        with pytest.raises(InputError, match="feature vectors"):
            open_set(path)


def test_other_files_with_the_suffix_are_not_vectors(tmp_path: Path) -> None:
    write(tmp_path, {"a.dat": "#data\n<p>x\n"})
    with pytest.raises(UnknownLayout):
        open_set(tmp_path)


@pytest.mark.parametrize("name", ["missing", "missing.tar.xz", "zero\0byte"])
def test_a_missing_set_is_an_input_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="check its name"):
        open_set(tmp_path / name)


def test_a_single_page_is_not_a_set(tmp_path: Path) -> None:
    write(tmp_path, {"a.html": PAGE})
    with pytest.raises(InputError, match="neither a folder nor an archive"):
        open_set(tmp_path / "a.html")


def test_an_empty_folder_has_no_layout(tmp_path: Path) -> None:
    with pytest.raises(UnknownLayout):
        open_set(tmp_path)


def test_a_set_without_pages_is_empty(tmp_path: Path) -> None:
    (tmp_path / "input").mkdir()
    (tmp_path / "GoldStandard").mkdir()
    assert list(open_set(tmp_path)) == []
