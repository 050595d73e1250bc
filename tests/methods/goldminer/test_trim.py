import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.soup import anything
from webwinnow import Page
from webwinnow.methods.goldminer.markup import Markup
from webwinnow.methods.goldminer.trim import keys_of, place_keys, trim
from webwinnow.sites import Site, Template

HTML = (
    "<body><h1>Title</h1><p>menu<div id=main><p>one<p>two<div class=share>share</div><p>three</div>"
    "<div id=foot>foot</div>"
)


def inside(template: Template, html: str = HTML) -> list[str] | None:
    page = Page(html)
    found = trim(page, Site("a.example", (template,)))
    if found is None:
        return None
    return [text for text, is_in in zip(page.run_texts(), found.runs, strict=True) if is_in]


def test_the_container_alone_is_all_that_it_holds() -> None:
    assert inside(Template("div#main")) == ["one", "two", "share", "three"]


def test_a_page_without_the_container_or_with_two_has_no_article() -> None:
    assert inside(Template("div#other")) is None
    assert inside(Template("p")) is None


def test_an_end_cuts_what_comes_after_it() -> None:
    assert inside(Template("div#main", end=("div.share",))) == ["one", "two"]
    assert inside(Template("div#main", end=("div.gone", "div.share"))) == ["one", "two"]


def test_of_several_ends_the_nearest_counts() -> None:
    assert inside(Template("div#main", end=("div#foot", "div.share"))) == ["one", "two"]


def test_an_end_may_come_after_the_container_but_not_before_it() -> None:
    assert inside(Template("div#main", end=("div#foot",))) == ["one", "two", "share", "three"]
    assert inside(Template("div#main", end=("h1",))) == ["one", "two", "share", "three"]


def test_the_first_begin_that_the_page_has_counts_wherever_it_is() -> None:
    found = inside(Template("div#main", ("h2", "h1", "div.share"), ("div.share",)))
    assert found == ["Title", "menu", "one", "two"]


def test_a_begin_after_the_container_is_none() -> None:
    assert inside(Template("div#main", ("div#foot",))) == ["one", "two", "share", "three"]


def test_a_series_of_tags_cuts_too() -> None:
    assert inside(Template("div#main", end=("</p> <p> </p> <div>",))) == ["one"]


@pytest.mark.parametrize("name", ["body", "html"])
def test_the_whole_page_needs_both_cuts(name: str) -> None:
    assert inside(Template(name, ("h1",), ("div.share",))) == ["Title", "menu", "one", "two"]
    assert inside(Template(name)) is None
    assert inside(Template(name, ("h2",), ("div.share",))) is None
    assert inside(Template(name, ("h1",), ("div.gone",))) is None


def test_the_first_template_that_finds_something_counts() -> None:
    page = Page(HTML)
    gone, main, foot = (Template(name) for name in ("div.gone", "div#main", "div#foot"))
    found = trim(page, Site("a.example", (gone, foot, main)))
    assert found
    assert found.template == foot
    assert trim(page, Site("a.example")) is None


def test_places_are_told_by_the_looks_of_an_element_and_the_one_around() -> None:
    page = Page("<div class=entry id=e><p>one</p></div><div class=note><p>two</p></div>")
    keys = place_keys(Markup(page), page.blocks.node)
    assert np.isin(keys, keys_of(("p < div.entry",))).tolist() == [True, False]
    assert np.isin(keys, keys_of(())).tolist() == [False, False]


names = st.one_of(
    st.sampled_from(["div", "p", "body", "html", "h1", "<p>", "</p> <p>", "<div> <p>", "a < b"]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)
some = st.lists(names, max_size=3).map(tuple)
templates = st.builds(Template, names, some, some, some, some, some)


@settings(max_examples=150, deadline=None)
@given(anything, st.lists(templates, max_size=3))
def test_any_template_on_any_page_gives_runs_or_nothing(
    html: bytes, given_templates: list[Template]
) -> None:
    page = Page(html)
    found = trim(page, Site("a.example", tuple(given_templates)))
    assert found is None or found.runs.shape == (len(page.runs),)
    keys_of(tuple(name for each in given_templates for name in each.rich))
