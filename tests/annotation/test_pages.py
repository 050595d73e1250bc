import pytest

from tests.annotation.sample_project import HTML, Small
from webwinnow import Page
from webwinnow.annotation import (
    UNKNOWN_SITE,
    AnnotationError,
    NotThere,
    Taken,
    TooLarge,
    add_pages,
    change_page,
    delete_page,
    page_info,
    page_infos,
    parsed,
)
from webwinnow.gold.datasets.base import GoldPage


def test_a_page_is_kept_as_it_came(small: Small) -> None:
    html = "<title>Grüße</title><p>Grüße aus Kiel.".encode("windows-1252")
    number = small.add("gruss", html, url="https://news.a.example/1", charset="windows-1252")
    page, info = parsed(small.store, number)
    assert page.source == html
    assert page.run_texts()[1] == "Grüße aus Kiel."
    assert (info.name, info.site, info.words) == ("gruss", "a.example", 3)
    assert info.title == "Grüße"


def test_pages_come_in_the_order_in_which_they_were_added(small: Small) -> None:
    for name in ("b", "a", "c"):
        small.add(name, f"<p>{name}")
    assert [each.name for each in page_infos(small.store, small.project)] == ["b", "a", "c"]


def test_a_page_without_address_is_of_the_site_that_it_tells(small: Small) -> None:
    told = small.add("a", "<link rel=canonical href=https://www.b.example/x><p>a")
    assert page_info(small.store, told).site == "b.example"


def test_pages_of_which_nobody_tells_the_site_count_as_of_one(small: Small) -> None:
    sites = [page_info(small.store, small.add(name, f"<p>{name}")).site for name in ("a", "b")]
    assert sites == [UNKNOWN_SITE, UNKNOWN_SITE]


@pytest.mark.parametrize(
    ("given", "site"),
    [
        ("https://www.B.example/x", "b.example"),
        ("b.example", "b.example"),
        (" My  Blog ", "my blog"),
    ],
)
def test_the_site_of_a_page_can_be_told(small: Small, given: str, site: str) -> None:
    page = small.add()
    assert change_page(small.store, page, site=given).site == site
    assert page_info(small.store, page).site == site


def test_a_site_needs_a_name_and_a_page(small: Small) -> None:
    with pytest.raises(AnnotationError, match="the site has no name"):
        change_page(small.store, small.add(), site=" ")
    with pytest.raises(NotThere):
        change_page(small.store, 99, site="a.example")


def test_the_same_page_twice_is_refused(small: Small) -> None:
    small.add("rain")
    with pytest.raises(Taken, match="this page already, as 'rain'"):
        small.add("other")


def test_another_page_of_the_same_name_gets_a_number(small: Small) -> None:
    numbers = [small.add("rain", f"<p>{word}") for word in ("a", "b", "c")]
    names = [page_info(small.store, number).name for number in numbers]
    assert names == ["rain", "rain (2)", "rain (3)"]


def test_what_has_no_text_to_label_is_refused(small: Small) -> None:
    with pytest.raises(AnnotationError, match="is not HTML, it is a PDF file"):
        small.add("paper", b"%PDF-1.7 \x00\x01")
    with pytest.raises(AnnotationError, match="no visible text"):
        small.add("app", "<script>run()</script>")


def test_pages_beyond_the_limit_are_refused(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webwinnow.annotation.pages.MOST_BYTES", 100)
    with pytest.raises(TooLarge, match="'rain' has"):
        small.add()
    monkeypatch.setattr("webwinnow.annotation.pages.MOST_BYTES", 10**9)
    monkeypatch.setattr("webwinnow.annotation.pages.MOST_RUNS", 1)
    with pytest.raises(TooLarge, match="texts"):
        small.add()


def test_of_many_pages_each_has_its_own_fate(small: Small) -> None:
    html = [HTML, "<p>sun", HTML, "<script>x</script>"]
    given = [GoldPage(f"p{i}", each.encode(), "", "") for i, each in enumerate(html)]
    added = add_pages(small.store, small.project, given)
    assert (len(added.pages), added.same) == (2, 1)
    assert [problem.name for problem in added.refused] == ["p3"]


def test_a_deleted_page_is_gone(small: Small) -> None:
    page = small.add()
    delete_page(small.store, page)
    with pytest.raises(NotThere):
        page_info(small.store, page)
    assert small.add() != page


def test_pages_of_a_project_that_is_not_there_are_an_error(small: Small) -> None:
    with pytest.raises(NotThere):
        add_pages(small.store, 99, [GoldPage("a", b"<p>a", "", "")])


def test_a_page_is_parsed_the_same_way_each_time(small: Small) -> None:
    page = small.add()
    assert parsed(small.store, page)[0].run_texts() == Page(HTML).run_texts()
    assert page_info(small.store, page).reading == 1
