import shutil
from pathlib import Path

import pytest

from webwinnow.errors import InputError, UnknownLayout
from webwinnow.web.studio.page_sets import PageSets, UnknownPage


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    folder = tmp_path / "my gold"
    folder.mkdir()
    for name in ("sun", "rain", "Rainbow"):
        (folder / f"{name}.html").write_text(f"<p>Much {name}.")
        (folder / f"{name}.txt").write_text(f"Much {name}.")
    return folder


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    folder = tmp_path / "plain"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.html").write_text("<p>a")
    (folder / "deep" / "b.php?x=1").write_text("<p>b")
    return folder


def test_a_gold_set_has_pages_with_gold(gold: Path) -> None:
    sets = PageSets([gold])
    (found,) = sets.sets
    assert found == "my-gold"
    assert sets.names(found) == ["Rainbow", "rain", "sun"]
    assert sets.read(found, "rain").text == "Much rain."
    assert sets.list()[0]["has_gold"] is True


def test_an_archive_is_a_set(gold: Path, tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", gold)
    sets = PageSets([archive])
    assert sets.list()[0]["name"] == "packed"
    assert len(sets.names("packed")) == 3


def test_a_set_is_opened_on_first_use(gold: Path) -> None:
    sets = PageSets([gold])
    described = sets.list()[0]
    assert (described["is_open"], described["pages"]) == (False, None)
    sets.names("my-gold")
    assert (sets.list()[0]["is_open"], sets.list()[0]["pages"]) == (True, 3)


def test_folders_and_files_without_gold_are_sets(plain: Path) -> None:
    sets = PageSets([plain, plain / "a.html"])
    assert sets.names("plain") == ["a.html", "deep/b.php?x=1"]
    assert sets.read("plain", "deep/b.php?x=1").html == b"<p>b"
    assert sets.read("plain", "a.html").text == ""
    assert list(sets.sets) == ["plain", "a-html"]
    assert sets.names("a-html") == ["a.html"]
    assert sets.list()[1]["has_gold"] is False


def test_a_search_matches_all_words_ignoring_case(gold: Path) -> None:
    sets = PageSets([gold])
    assert sets.names("my-gold", "RAIN") == ["Rainbow", "rain"]
    assert sets.names("my-gold", "bow rain") == ["Rainbow"]
    assert sets.names("my-gold", "snow") == []


def test_sets_of_the_same_name_have_different_ids(gold: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere" / gold.name
    shutil.copytree(gold, other)
    assert list(PageSets([gold, other, "/"]).sets) == ["my-gold", "my-gold-2", "set"]


def test_unknown_sets_and_pages_are_reported(gold: Path, tmp_path: Path) -> None:
    sets = PageSets([gold, tmp_path / "nowhere"])
    with pytest.raises(UnknownPage, match="no set 'other'"):
        sets.names("other")
    with pytest.raises(UnknownPage, match="no page 'snow'"):
        sets.read("my-gold", "snow")
    with pytest.raises(InputError, match="nowhere"):
        sets.names("nowhere")
    assert "nowhere" in sets.list()[1]["problem"]


def test_a_page_name_cannot_escape_the_set(plain: Path) -> None:
    with pytest.raises(UnknownPage):
        PageSets([plain / "deep"]).read("deep", "../a.html")


def test_a_folder_without_pages_is_an_unknown_layout(tmp_path: Path) -> None:
    with pytest.raises(UnknownLayout, match="no known layout"):
        PageSets([tmp_path]).names(next(iter(PageSets([tmp_path]).sets)))
