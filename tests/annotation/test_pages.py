import pytest

from tests.annotation.sample_project import HTML, SampleProject
from webwinnow import Page
from webwinnow.annotation import (
    UNKNOWN_SITE,
    AlreadyExists,
    AnnotationError,
    NotFound,
    PageTooLarge,
    add_pages,
    change_page,
    delete_page,
    page_info,
    page_infos,
    parse_page,
)
from webwinnow.gold.datasets.base import GoldPage


def test_a_page_is_stored_unchanged(sample: SampleProject) -> None:
    html = "<title>Grüße</title><p>Grüße aus Kiel.".encode("windows-1252")
    number = sample.add("gruss", html, url="https://news.a.example/1", charset="windows-1252")
    page, info = parse_page(sample.store, number)
    assert page.source == html
    assert page.run_texts()[1] == "Grüße aus Kiel."
    assert (info.name, info.site, info.words) == ("gruss", "a.example", 3)
    assert info.title == "Grüße"


def test_pages_are_listed_in_order_of_addition(sample: SampleProject) -> None:
    for name in ("b", "a", "c"):
        sample.add(name, f"<p>{name}")
    assert [each.name for each in page_infos(sample.store, sample.project)] == ["b", "a", "c"]


def test_a_page_without_url_has_the_site_of_its_canonical_link(sample: SampleProject) -> None:
    page = sample.add("a", "<link rel=canonical href=https://www.b.example/x><p>a")
    assert page_info(sample.store, page).site == "b.example"


def test_pages_without_a_known_site_share_one(sample: SampleProject) -> None:
    sites = [page_info(sample.store, sample.add(name, f"<p>{name}")).site for name in ("a", "b")]
    assert sites == [UNKNOWN_SITE, UNKNOWN_SITE]


@pytest.mark.parametrize(
    ("given", "site"),
    [
        ("https://www.B.example/x", "b.example"),
        ("b.example", "b.example"),
        (" My  Blog ", "my blog"),
    ],
)
def test_the_site_of_a_page_can_be_changed(sample: SampleProject, given: str, site: str) -> None:
    page = sample.add()
    assert change_page(sample.store, page, site=given).site == site
    assert page_info(sample.store, page).site == site


def test_a_site_needs_a_name_and_a_page(sample: SampleProject) -> None:
    with pytest.raises(AnnotationError, match="the site name is empty"):
        change_page(sample.store, sample.add(), site=" ")
    with pytest.raises(NotFound):
        change_page(sample.store, 99, site="a.example")


def test_a_duplicate_page_is_rejected(sample: SampleProject) -> None:
    sample.add("rain")
    with pytest.raises(AlreadyExists, match="already has this page, as 'rain'"):
        sample.add("other")


def test_another_page_of_the_same_name_gets_a_number(sample: SampleProject) -> None:
    numbers = [sample.add("rain", f"<p>{word}") for word in ("a", "b", "c")]
    names = [page_info(sample.store, number).name for number in numbers]
    assert names == ["rain", "rain (2)", "rain (3)"]


def test_pages_without_visible_text_are_rejected(sample: SampleProject) -> None:
    with pytest.raises(AnnotationError, match="is a PDF file, not HTML"):
        sample.add("paper", b"%PDF-1.7 \x00\x01")
    with pytest.raises(AnnotationError, match="no visible text"):
        sample.add("app", "<script>run()</script>")


def test_pages_over_the_limit_are_rejected(
    sample: SampleProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webwinnow.annotation.pages.MAX_PAGE_BYTES", 100)
    with pytest.raises(PageTooLarge, match="'rain' has"):
        sample.add()
    monkeypatch.setattr("webwinnow.annotation.pages.MAX_PAGE_BYTES", 10**9)
    monkeypatch.setattr("webwinnow.annotation.pages.MAX_RUNS", 1)
    with pytest.raises(PageTooLarge, match="runs"):
        sample.add()


def test_a_rejected_page_does_not_affect_the_others(sample: SampleProject) -> None:
    html = [HTML, "<p>sun", HTML, "<script>x</script>"]
    given = [GoldPage(f"p{i}", each.encode(), "", "") for i, each in enumerate(html)]
    added = add_pages(sample.store, sample.project, given)
    assert (len(added.pages), added.same) == (2, 1)
    assert [problem.name for problem in added.rejected] == ["p3"]


def test_a_deleted_page_is_not_found_and_its_id_not_reused(sample: SampleProject) -> None:
    page = sample.add()
    delete_page(sample.store, page)
    with pytest.raises(NotFound):
        page_info(sample.store, page)
    assert sample.add() != page


def test_adding_to_an_unknown_project_raises_an_error(sample: SampleProject) -> None:
    with pytest.raises(NotFound):
        add_pages(sample.store, 99, [GoldPage("a", b"<p>a", "", "")])


def test_a_page_is_parsed_the_same_way_each_time(sample: SampleProject) -> None:
    page = sample.add()
    assert parse_page(sample.store, page)[0].run_texts() == Page(HTML).run_texts()
    assert page_info(sample.store, page).reading == 1
