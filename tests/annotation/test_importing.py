import pytest

from tests.annotation.sample_project import HTML, SampleProject
from tests.support.gold_sets import gold_set, page
from webwinnow.annotation import (
    AnnotationError,
    add_html,
    add_set,
    annotator_labels,
    annotator_states,
    annotators,
    label,
    page_infos,
)
from webwinnow.gold.datasets import GoldPage, GoldSegment, Problem
from webwinnow.io.sources import RawPage

SEGMENTS = (GoldSegment("paragraph", "Rain"), GoldSegment("paragraph", "It rained all night."))
GOLD = GoldPage("rain", HTML.encode(), "Rain\nIt rained all night.", "a.example", segments=SEGMENTS)


def test_an_upload_is_named_after_its_file(sample: SampleProject) -> None:
    add_html(
        sample.store, sample.project, "rain.HTML", RawPage(HTML.encode(), "https://a.example/x")
    )
    (info,) = page_infos(sample.store, sample.project)
    assert (info.name, info.url, info.site) == ("rain", "https://a.example/x", "a.example")


def test_pages_of_a_set_keep_their_metadata(sample: SampleProject) -> None:
    given = page("forum/1", site="b.example", type="forum")
    added = add_set(
        sample.store, sample.project, gold_set(given, page("c"), Problem("x", "is bad"))
    )
    assert (len(added.pages), added.same, added.rejected) == (1, 1, [("x", "is bad")])
    (info,) = page_infos(sample.store, sample.project)
    assert (info.name, info.site, info.type) == ("forum/1", "b.example", "forum")
    assert len(annotators(sample.store, sample.project)) == 2


def test_pages_of_a_set_can_be_chosen(sample: SampleProject) -> None:
    given = gold_set(page("a", html="<p>a"), page("b", html="<p>b"))
    add_set(sample.store, sample.project, given, ["b"])
    assert [info.name for info in page_infos(sample.store, sample.project)] == ["b"]
    with pytest.raises(AnnotationError, match="the set 'tiny' has no page 'c'"):
        add_set(sample.store, sample.project, given, ["c"])


def test_the_gold_of_a_set_becomes_an_annotator(sample: SampleProject) -> None:
    added = add_set(sample.store, sample.project, gold_set(GOLD), with_gold=True)
    found = annotator_labels(sample.store, added.pages[0], "gold of tiny")
    assert found.labels.tolist() == [1, 4, 4, 4, 4, 1, 1, 1]
    assert (found.state, found.prelabelled) == ("done", "gold of tiny")


def test_pages_without_gold_are_reported_and_not_labelled(sample: SampleProject) -> None:
    given = gold_set(GoldPage("a", b"<p>a", "", ""))
    added = add_set(sample.store, sample.project, given, with_gold=True)
    assert len(added.pages) == 1
    assert added.rejected == [("a", "the set has no gold for this page; label it")]
    assert len(annotators(sample.store, sample.project)) == 2


def test_gold_that_does_not_fit_its_page_is_rejected(sample: SampleProject) -> None:
    text = "It rained all night. The sun shone again. How hot!"
    wrong = page("sun", text, "<p>It rained all night.<p>Home")
    added = add_set(sample.store, sample.project, gold_set(wrong), with_gold=True)
    (problem,) = added.rejected
    assert "does not fit the page: 4 of its 10 words" in problem.what
    assert annotator_states(sample.store, sample.project) == {}
    assert len(added.pages) == 1


def test_gold_with_half_of_its_words_on_the_page_is_accepted(sample: SampleProject) -> None:
    given = page(
        "sun", "It rained all night. The sun shone again.", "<p>It rained all night.<p>Home"
    )
    assert add_set(sample.store, sample.project, gold_set(given), with_gold=True).rejected == []


def test_gold_without_content_labels_all_as_boilerplate(sample: SampleProject) -> None:
    given = GoldPage("a", b"<p>Home", "", "", segments=())
    (number,) = add_set(sample.store, sample.project, gold_set(given), with_gold=True).pages
    found = annotator_labels(sample.store, number, "gold of tiny")
    assert (found.state, found.labels.tolist()) == ("done", [1])


def test_gold_too_long_to_align_is_reported(
    sample: SampleProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webwinnow.gold.labels.MAX_WORD_PAIRS", 1)
    (problem,) = add_set(sample.store, sample.project, gold_set(GOLD), with_gold=True).rejected
    assert "too long to align" in problem.what
    assert annotator_states(sample.store, sample.project) == {}


def test_existing_pages_get_missing_gold(sample: SampleProject) -> None:
    (number,) = add_set(sample.store, sample.project, gold_set(GOLD)).pages
    added = add_set(sample.store, sample.project, gold_set(GOLD), with_gold=True)
    assert (added.pages, added.same, added.rejected) == ([], 1, [])
    assert annotator_labels(sample.store, number, "gold of tiny").state == "done"
    label(sample.store, number, "gold of tiny", [0], 2)
    add_set(sample.store, sample.project, gold_set(GOLD), with_gold=True)
    assert annotator_labels(sample.store, number, "gold of tiny").labels[0] == 2


def test_gold_is_aligned_with_the_stored_page(sample: SampleProject) -> None:
    html = "<p>Gr\xfc\xdfe aus Kiel".encode("windows-1252")
    number = sample.add("kiel", html, charset="windows-1252")
    given = GoldPage("kiel", html, "Grüße aus Kiel", "", charset="utf-16")
    assert add_set(sample.store, sample.project, gold_set(given), with_gold=True).rejected == []
    assert annotator_labels(sample.store, number, "gold of tiny").labels.tolist() == [2]
