from pathlib import Path

import numpy as np
import pytest

from tests.gold.datasets.files import write
from webwinnow import Page
from webwinnow.gold.datasets import GoldPage, open_set
from webwinnow.gold.datasets.krdwrd import remove_marks
from webwinnow.gold.labels import align, align_bounded


def kw(mark: int, text: str) -> str:
    return f'<kw class="krdwrd-tag-{mark}">{text}</kw>'


def read(folder: Path, html: str) -> GoldPage:
    (page,) = open_set(write(folder, {"a.html": html}))
    return page


def test_only_text_marked_as_content_is_gold(tmp_path: Path) -> None:
    html = f"<p>{kw(1, 'Home')}<p>{kw(2, 'Perhaps')}<p>{kw(3, 'It rained.')}<p>unmarked"
    assert read(tmp_path, html).text == "It rained."


def test_marks_on_elements_of_the_page_count(tmp_path: Path) -> None:
    html = f'<p class="krdwrd-tag-3 wide">It <b class=krdwrd-tag-1>Ad</b> rained.<p>{kw(1, "Home")}'
    assert read(tmp_path, html).text == "It rained."


def test_the_page_has_no_marks(tmp_path: Path) -> None:
    html = f'<p class="a krdwrd-tag-3">{kw(3, "It rained.")}<p class="krdwrd-tag-1">{kw(1, "Home")}'
    assert read(tmp_path, html).html == b'<p class="a">It rained.<p>Home'


@pytest.mark.parametrize("name", ["kword", "kw-x"])
def test_tags_with_longer_names_stay(name: str) -> None:
    assert remove_marks(f"<{name}>x</{name}>".encode()) == f"<{name}>x</{name}>".encode()


def test_labels_come_from_the_marks_and_need_no_alignment(tmp_path: Path) -> None:
    # By its words alone, the first "It rained." might be the content.
    html = f"<p>{kw(1, 'It rained.')}<p>{kw(3, 'It ')}<i>{kw(3, 'rained.')}</i><p>{kw(1, 'Home')}"
    gold = read(tmp_path, html)
    page = Page(gold.html)
    assert align(page, gold).keep.tolist() == [False, True, True, False]
    found = align_bounded(page, gold)
    assert found is not None
    assert found.keep.tolist() == [False, True, True, False]


def test_a_run_with_several_marks_is_what_most_of_it_is(tmp_path: Path) -> None:
    gold = read(tmp_path, f"<p>{kw(1, 'By A')} {kw(3, 'It rained all day.')}<p>{kw(1, 'Home')}")
    assert gold.keep is not None
    assert gold.keep.tolist() == [True, False]


def test_labels_of_another_parse_are_not_used(tmp_path: Path) -> None:
    gold = read(tmp_path, f"<p>{kw(3, 'It rained.')}<p>{kw(1, 'Home')}")
    other = Page("<p>It rained.")
    assert align(other, gold).keep.tolist() == [True]


def test_a_page_without_content_has_an_empty_gold(tmp_path: Path) -> None:
    gold = read(tmp_path, f"<p>{kw(1, 'Home')}")
    assert gold.text == ""
    assert not np.asarray(gold.keep).any()


def test_an_unmarked_page_is_a_problem(tmp_path: Path) -> None:
    gold = open_set(write(tmp_path, {"a.html": kw(3, "x"), "b.html": "<p>x"}))
    assert [page.name for page in gold] == ["a"]
    assert gold.problems[0].name == "b"
    assert "nothing in it is marked" in gold.problems[0].what


def test_the_site_comes_from_the_base_url(tmp_path: Path) -> None:
    page = read(tmp_path, f'<base href="http://www.a.example/news/"><p>{kw(3, "x")}')
    assert page.site == "a.example"
