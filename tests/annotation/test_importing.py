import pytest

from tests.annotation.small import HTML, Small
from tests.gold_sets import gold_set, page
from webwinnow.annotation import AnnotationError, add_html, add_set, annotators, marks, page_infos
from webwinnow.datasets import GoldPage, GoldSegment, Problem
from webwinnow.sources import Raw

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


def test_pages_that_came_without_gold_are_not_labelled(small: Small) -> None:
    given = gold_set(GoldPage("a", b"<p>a", "", ""))
    added = add_set(small.store, small.project, given, with_gold=True)
    assert marks(small.store, added.pages[0], "gold of tiny").state == "untouched"
