import pytest

from tests.annotation.sample_project import HTML, Small
from tests.support.gold_sets import gold_set, page
from webwinnow.annotation import (
    AnnotationError,
    add_html,
    add_set,
    annotators,
    label,
    marks,
    page_infos,
    states,
)
from webwinnow.gold.datasets import GoldPage, GoldSegment, Problem
from webwinnow.io.sources import Raw

SEGMENTS = (GoldSegment("paragraph", "Rain"), GoldSegment("paragraph", "It rained all night."))
GOLD = GoldPage("rain", HTML.encode(), "Rain\nIt rained all night.", "a.example", segments=SEGMENTS)


def test_an_upload_is_named_after_its_file(small: Small) -> None:
    add_html(small.store, small.project, "rain.HTML", Raw(HTML.encode(), "https://a.example/x"))
    (info,) = page_infos(small.store, small.project)
    assert (info.name, info.url, info.site) == ("rain", "https://a.example/x", "a.example")


def test_pages_of_a_set_keep_what_it_tells_of_them(small: Small) -> None:
    given = page("forum/1", site="b.example", type="forum")
    added = add_set(small.store, small.project, gold_set(given, page("c"), Problem("x", "is bad")))
    assert (len(added.pages), added.same, added.refused) == (1, 1, [("x", "is bad")])
    (info,) = page_infos(small.store, small.project)
    assert (info.name, info.site, info.type) == ("forum/1", "b.example", "forum")
    assert len(annotators(small.store, small.project)) == 2


def test_pages_of_a_set_can_be_chosen(small: Small) -> None:
    given = gold_set(page("a", html="<p>a"), page("b", html="<p>b"))
    add_set(small.store, small.project, given, ["b"])
    assert [info.name for info in page_infos(small.store, small.project)] == ["b"]
    with pytest.raises(AnnotationError, match="the set 'tiny' has no page 'c'"):
        add_set(small.store, small.project, given, ["c"])


def test_the_gold_of_a_set_becomes_an_annotator(small: Small) -> None:
    added = add_set(small.store, small.project, gold_set(GOLD), with_gold=True)
    found = marks(small.store, added.pages[0], "gold of tiny")
    assert found.labels.tolist() == [1, 4, 4, 4, 4, 1, 1, 1]
    assert (found.state, found.prelabelled) == ("done", "gold of tiny")


def test_pages_that_came_without_gold_are_not_labelled_but_named(small: Small) -> None:
    given = gold_set(GoldPage("a", b"<p>a", "", ""))
    added = add_set(small.store, small.project, given, with_gold=True)
    assert len(added.pages) == 1
    assert added.refused == [("a", "the set has no gold for this page; label it")]
    assert len(annotators(small.store, small.project)) == 2


def test_a_gold_that_does_not_fit_its_page_is_not_said(small: Small) -> None:
    text = "It rained all night. The sun shone again. How hot!"
    wrong = page("sun", text, "<p>It rained all night.<p>Home")
    added = add_set(small.store, small.project, gold_set(wrong), with_gold=True)
    (problem,) = added.refused
    assert "does not fit the page: 4 of its 10 words" in problem.what
    assert states(small.store, small.project) == {}
    assert len(added.pages) == 1


def test_half_of_the_words_of_a_gold_are_enough(small: Small) -> None:
    given = page(
        "sun", "It rained all night. The sun shone again.", "<p>It rained all night.<p>Home"
    )
    assert add_set(small.store, small.project, gold_set(given), with_gold=True).refused == []


def test_a_gold_that_says_that_there_is_no_content_is_said(small: Small) -> None:
    given = GoldPage("a", b"<p>Home", "", "", segments=())
    (number,) = add_set(small.store, small.project, gold_set(given), with_gold=True).pages
    found = marks(small.store, number, "gold of tiny")
    assert (found.state, found.labels.tolist()) == ("done", [1])


def test_a_gold_too_long_to_be_aligned_is_named(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webwinnow.gold.labels.bounded.MOST_PAIRS", 1)
    (problem,) = add_set(small.store, small.project, gold_set(GOLD), with_gold=True).refused
    assert "too long to be aligned" in problem.what
    assert states(small.store, small.project) == {}


def test_pages_that_are_there_get_the_gold_that_they_lack(small: Small) -> None:
    (number,) = add_set(small.store, small.project, gold_set(GOLD)).pages
    added = add_set(small.store, small.project, gold_set(GOLD), with_gold=True)
    assert (added.pages, added.same, added.refused) == ([], 1, [])
    assert marks(small.store, number, "gold of tiny").state == "done"
    label(small.store, number, "gold of tiny", [0], 2)
    add_set(small.store, small.project, gold_set(GOLD), with_gold=True)
    assert marks(small.store, number, "gold of tiny").labels[0] == 2


def test_the_gold_belongs_to_the_page_as_it_is_kept(small: Small) -> None:
    html = "<p>Gr\xfc\xdfe aus Kiel".encode("windows-1252")
    number = small.add("kiel", html, charset="windows-1252")
    given = GoldPage("kiel", html, "Grüße aus Kiel", "", charset="utf-16")
    assert add_set(small.store, small.project, gold_set(given), with_gold=True).refused == []
    assert marks(small.store, number, "gold of tiny").labels.tolist() == [2]
