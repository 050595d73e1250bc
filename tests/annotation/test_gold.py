import numpy as np
import pytest

from tests.annotation.sample_project import HTML, SampleProject
from tests.support.generated_pages import gold_page as generated
from webwinnow import Page
from webwinnow.annotation import (
    ADJUDICATOR,
    NotFound,
    add_annotator,
    add_set,
    finish,
    gold_set,
    label,
)
from webwinnow.evaluation.runner import evaluate
from webwinnow.evaluation.summary import summarise
from webwinnow.gold.datasets import GoldSegment, GoldSet
from webwinnow.gold.datasets.cleaneval import parse_marked_text
from webwinnow.gold.labels import align
from webwinnow.methods.base import TrainingExample
from webwinnow.train import train


def test_a_page_has_the_gold_of_its_only_annotator(sample: SampleProject) -> None:
    sample.done(sample.add(url="https://www.a.example/rain", type="article"), "Ann")
    gold = gold_set(sample.store, "news")
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


def test_pages_that_are_not_done_are_problems(sample: SampleProject) -> None:
    sample.add("a", "<p>a")
    sample.done(sample.add("b", "<p>b"), "Ann", [0])
    gold = gold_set(sample.store, sample.project)
    assert gold.names() == ["b"]
    assert gold.problems[0] == ("a", "no annotator has marked this page as done")


def test_a_page_with_differences_has_no_gold_until_it_is_settled(
    sample: SampleProject,
) -> None:
    page = sample.add()
    sample.done(page, "Ann", [1])
    sample.done(page, "Ben", [1, 5])
    (problem,) = gold_set(sample.store, "News").problems
    assert problem.kind == "annotators differ, and the difference is not settled"
    label(sample.store, page, ADJUDICATOR, [5], 5)
    assert [each.text for each in gold_set(sample.store, "News")] == ["Rain\nOne boat sank."]


def test_each_annotator_has_a_gold_of_their_own(sample: SampleProject) -> None:
    page = sample.add()
    sample.done(page, "Ann", [1])
    sample.done(page, "Ben", [5])
    assert [each.text for each in gold_set(sample.store, "News", "ann")] == ["Rain"]
    assert [each.text for each in gold_set(sample.store, "News", "Ben")] == ["One boat sank."]
    finish(sample.store, page, "Ben", False)
    assert gold_set(sample.store, "News", "Ben").problems == [
        ("rain", "Ben has not marked this page as done")
    ]


def test_an_annotator_is_found_ignoring_case(sample: SampleProject) -> None:
    page = sample.add()
    add_annotator(sample.store, sample.project, "ÄNNE")
    sample.done(page, "änne", [1])
    assert [each.text for each in gold_set(sample.store, "News", "Änne")] == ["Rain"]


def test_pages_of_unknown_site_share_one_site(sample: SampleProject) -> None:
    for name in ("a", "b"):
        sample.done(sample.add(name, f"<p>{name}"), "Ann", [0])
    assert {page.site for page in gold_set(sample.store, "News")} == {"unknown"}


def test_unknown_names_are_reported_with_the_choices(sample: SampleProject) -> None:
    with pytest.raises(NotFound, match="no project 'Blogs'; choose from 'News'"):
        gold_set(sample.store, "Blogs")
    with pytest.raises(NotFound, match="no annotator 'Cyd'; choose from 'Ann', 'Ben'"):
        gold_set(sample.store, "News", "Cyd")


def test_a_page_without_content_has_an_empty_gold(sample: SampleProject) -> None:
    sample.done(sample.add(), "Ann", [])
    (page,) = gold_set(sample.store, "News")
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
def test_text_that_looks_like_notation_is_read_as_text(sample: SampleProject, html: str) -> None:
    sample.done(sample.add(html=html), "Ann", range(len(Page(html).runs)))
    (page,) = gold_set(sample.store, "News")
    assert page.marked_text is not None
    assert parse_marked_text(page.marked_text).segments == page.segments


def test_text_is_escaped_only_if_needed(sample: SampleProject) -> None:
    sample.done(sample.add(html="<p>Q&amp;A 1 &lt; 2"), "Ann", [0])
    (page,) = gold_set(sample.store, "News")
    assert page.marked_text == "URL:\n<p>Q&A 1 < 2\n"


def test_aligning_the_gold_text_gives_the_labels(sample: SampleProject) -> None:
    sample.done(sample.add(), "Ann", [1, 2, 3, 4, 6])
    (page,) = gold_set(sample.store, "News")
    keep = align(Page(page.html), page).keep
    assert np.flatnonzero(keep).tolist() == [1, 2, 3, 4, 6]


@pytest.fixture
def project(sample: SampleProject) -> GoldSet:
    """Ten pages of ten sites, labelled from their gold."""
    source = {page.name: page for page in map(generated, range(10))}

    class Generated:
        problems = ()

        def names(self) -> list[str]:
            return list(source)

        def read(self, name: str) -> object:
            return source[name]

    given = GoldSet("made", "folder", Generated())  # type: ignore[arg-type]
    assert len(add_set(sample.store, sample.project, given, with_gold=True).pages) == 10
    return gold_set(sample.store, "News")


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
