import numpy as np
import pytest

from tests.annotation.sample_project import HTML, Small
from tests.support.generated import gold_page as generated
from webwinnow import Page
from webwinnow.annotation import FINAL, NotThere, add_annotator, add_set, finish, gold_set, label
from webwinnow.evaluation.runner import evaluate
from webwinnow.evaluation.summary import summarise
from webwinnow.gold.datasets import GoldSegment, GoldSet
from webwinnow.gold.datasets.cleaneval import parse_marked_text
from webwinnow.gold.labels import align
from webwinnow.methods.base import TrainingExample
from webwinnow.train import train


def test_a_page_has_the_gold_of_its_only_annotator(small: Small) -> None:
    small.done(small.add(url="https://www.a.example/rain", type="article"), "Ann")
    gold = gold_set(small.store, "news")
    assert (gold.name, gold.layout, gold.problems) == ("News", "studio", [])
    (page,) = gold
    assert page.html == HTML.encode()
    assert page.text == "Rain\nIt rained all night.\nOne boat sank.\nTwo did not."
    assert (page.name, page.site, page.type) == ("rain", "a.example", "article")
    assert page.segments is not None
    assert page.segments[0] == GoldSegment("heading", "Rain")
    assert page.marked_text == (
        "URL: https://www.a.example/rain\n"
        "<h>Rain\n<p>It rained all night.\n<l>One boat sank.\n<l>Two did not.\n"
    )
    assert parse_marked_text(page.marked_text).segments == page.segments


def test_pages_that_nobody_has_done_are_problems(small: Small) -> None:
    small.add("a", "<p>a")
    small.done(small.add("b", "<p>b"), "Ann", [0])
    gold = gold_set(small.store, small.project)
    assert gold.names() == ["b"]
    assert gold.problems[0] == ("a", "nobody has said that this page is done")


def test_a_page_on_which_annotators_differ_has_no_gold_until_it_is_settled(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann", [1])
    small.done(page, "Ben", [1, 5])
    (problem,) = gold_set(small.store, "News").problems
    assert problem.kind == "annotators differ, and nobody has decided"
    label(small.store, page, FINAL, [5], 5)
    assert [each.text for each in gold_set(small.store, "News")] == ["Rain\nOne boat sank."]


def test_each_annotator_has_a_gold_of_their_own(small: Small) -> None:
    page = small.add()
    small.done(page, "Ann", [1])
    small.done(page, "Ben", [5])
    assert [each.text for each in gold_set(small.store, "News", "ann")] == ["Rain"]
    assert [each.text for each in gold_set(small.store, "News", "Ben")] == ["One boat sank."]
    finish(small.store, page, "Ben", False)
    assert gold_set(small.store, "News", "Ben").problems == [
        ("rain", "Ben has not said that this page is done")
    ]


def test_an_annotator_is_found_whatever_the_case_of_the_name(small: Small) -> None:
    page = small.add()
    add_annotator(small.store, small.project, "ÄNNE")
    small.done(page, "änne", [1])
    assert [each.text for each in gold_set(small.store, "News", "Änne")] == ["Rain"]


def test_uploads_of_unknown_sites_are_of_one_site(small: Small) -> None:
    for name in ("a", "b"):
        small.done(small.add(name, f"<p>{name}"), "Ann", [0])
    assert {page.site for page in gold_set(small.store, "News")} == {"unknown"}


def test_unknown_names_are_told_with_those_there_are(small: Small) -> None:
    with pytest.raises(NotThere, match="no project 'Blogs'; choose from 'News'"):
        gold_set(small.store, "Blogs")
    with pytest.raises(NotThere, match="no annotator 'Cyd'; choose from 'Ann', 'Ben'"):
        gold_set(small.store, "News", "Cyd")


def test_a_page_without_content_has_an_empty_gold(small: Small) -> None:
    small.done(small.add(), "Ann", [])
    (page,) = gold_set(small.store, "News")
    assert (page.text, page.segments, page.marked_text) == ("", (), "URL:\n")


@pytest.mark.parametrize(
    "html",
    [
        "<p>Write &lt;p> or &lt;/H>, &amp;amp; such",
        "<p>a &lt;!-- b<p>c --> d",
        "<p>AT&amp;T &amp;copy 1 &lt; 2",
        "<p>URL: none<p>&lt;l>",
    ],
)
def test_text_that_looks_like_notation_is_read_as_text(small: Small, html: str) -> None:
    small.done(small.add(html=html), "Ann", range(len(Page(html).runs)))
    (page,) = gold_set(small.store, "News")
    assert page.marked_text is not None
    assert parse_marked_text(page.marked_text).segments == page.segments


def test_references_are_written_only_where_they_are_needed(small: Small) -> None:
    small.done(small.add(html="<p>Q&amp;A 1 &lt; 2"), "Ann", [0])
    (page,) = gold_set(small.store, "News")
    assert page.marked_text == "URL:\n<p>Q&A 1 < 2\n"


def test_gold_text_aligned_with_the_page_gives_the_labels_again(small: Small) -> None:
    small.done(small.add(), "Ann", [1, 2, 3, 4, 6])
    (page,) = gold_set(small.store, "News")
    keep = align(Page(page.html), page).keep
    assert np.flatnonzero(keep).tolist() == [1, 2, 3, 4, 6]


@pytest.fixture
def project(small: Small) -> GoldSet:
    """Ten pages of ten sites, labelled as their golds say."""
    source = {page.name: page for page in map(generated, range(10))}

    class Generated:
        problems = ()

        def names(self) -> list[str]:
            return list(source)

        def read(self, name: str) -> object:
            return source[name]

    given = GoldSet("made", "folder", Generated())  # type: ignore[arg-type]
    assert len(add_set(small.store, small.project, given, with_gold=True).pages) == 10
    return gold_set(small.store, "News")


def test_methods_are_evaluated_on_a_project(project: GoldSet) -> None:
    found = evaluate(project, ["all", "winnow"])
    figures = {row.method: row.figures["bag_f1"] for row in summarise(found).rows}
    assert figures["winnow"].value > figures["all"].value > 0.3
    assert found.problems == []


def test_methods_learn_from_a_project(project: GoldSet, monkeypatch: pytest.MonkeyPatch) -> None:
    from webwinnow.methods.texrex.method import Texrex

    seen: list[TrainingExample] = []

    def fit(self: Texrex, examples: list[TrainingExample], *, seed: int = 0) -> Texrex:
        seen.extend(examples)
        return self

    monkeypatch.setattr(Texrex, "fit", fit)
    training = train("texrex", [project])
    assert (training.pages, training.sites, training.left_out) == (10, 10, [])
    assert seen[0].kind is not None
    for example, page in zip(seen, map(generated, range(10)), strict=True):
        assert example.keep.tolist() == align(example.page, page).keep.tolist()
