import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.tag_soup import any_html
from webwinnow import Page
from webwinnow.errors import ModelError
from webwinnow.methods.goldminer.markup import Markup
from webwinnow.methods.goldminer.template import place_keys, trim, written_place_keys
from webwinnow.sites import Site, Template

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
lists = st.lists(words, max_size=4).map(tuple)
counts = st.integers(0, 10**6)
shares = st.floats(0, 1)
templates = st.builds(Template, words, *[lists] * 6, counts, shares)
sites = st.builds(
    Site,
    words,
    st.lists(templates, max_size=3).map(tuple),
    counts,
    counts,
    shares,
    shares,
    words,
    words,
    words,
    st.none() | words,
)


@given(sites)
def test_json_round_trip(site: Site) -> None:
    assert Site.from_json(site.as_json(), "x") == site
    assert Site.from_json(site.as_json().encode(), "x") == site


def test_missing_fields_have_defaults() -> None:
    text = '{"webwinnow-site": 2, "host": "a.example", "templates": [{"container": "div#a"}]}'
    assert Site.from_json(text, "x") == Site("a.example", (Template("div#a"),))


def test_json_is_readable() -> None:
    text = Site("ő.example", (Template("div#a"),), problem=None).as_json()
    assert '"host": "ő.example",\n' in text
    assert '      "container": "div#a",\n' in text


GOOD: dict[str, Any] = json.loads(Site("a.example", (Template("div#a"),)).as_json())


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in GOOD.items() if key != name}


def with_template(**fields: object) -> dict[str, Any]:
    return {**GOOD, "templates": [{"container": "div#a", **fields}]}


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        ([], "it is no JSON object"),
        (5, "it is no JSON object"),
        (None, "it is no JSON object"),
        (without("webwinnow-site"), "'webwinnow-site' is missing"),
        ({**GOOD, "webwinnow-site": 1}, "the file has another version"),
        (without("host"), "'host' is missing"),
        (without("templates"), "'templates' is missing"),
        ({**GOOD, "templates": "div"}, "'templates' has a wrong type"),
        ({**GOOD, "templates": {"container": "div"}}, "'templates' has a wrong type"),
        ({**GOOD, "templates": [None]}, "it is no JSON object"),
        ({**GOOD, "templates": [{}]}, "'container' is missing"),
        ({**GOOD, "hosts": "a"}, "'hosts' is unknown"),
        ({**GOOD, "host": 7}, "'host' has a wrong type"),
        ({**GOOD, "sample": "7"}, "'sample' has a wrong type"),
        ({**GOOD, "sample": True}, "'sample' has a wrong type"),
        ({**GOOD, "match": None}, "'match' has a wrong type"),
        ({**GOOD, "host": "\ud800"}, "'host' has a wrong type"),
        (with_template(begin="h1"), "'begin' has a wrong type"),
        (with_template(end=[1]), "'end' has a wrong type"),
        (with_template(rich=["p < \udfff"]), "'rich' has a wrong type"),
        (with_template(score="1"), "'score' has a wrong type"),
        (with_template(ends=["h1"]), "'ends' is unknown"),
    ],
)
def test_invalid_site_raises_model_error_with_the_reason(found: object, reason: str) -> None:
    with pytest.raises(ModelError) as raised:
        Site.from_json(json.dumps(found), "a.json")
    assert str(raised.value) == (
        f"a.json holds no templates of a site ({reason}); learn them again, or remove it"
    )


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, b"\xff\xfe\x00", b"\x00" * 9, b"PK\x03\x04", '{"a": 1e', "NaN"]
)
def test_invalid_json_raises_model_error(text: str | bytes) -> None:
    with pytest.raises(ModelError, match=r"^a\.json holds no templates of a site"):
        Site.from_json(text, "a.json")


@given(st.binary() | words)
def test_any_other_text_raises_model_error(text: str | bytes) -> None:
    with pytest.raises(ModelError):
        Site.from_json(text, "a.json")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(list(GOOD)), json_values)
def test_any_field_value_is_valid_or_raises_model_error(name: str, value: object) -> None:
    text = json.dumps({**GOOD, name: value})
    try:
        site = Site.from_json(text, "a.json")
    except ModelError:
        return
    assert isinstance(site, Site)


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


def test_template_without_patterns_keeps_the_container() -> None:
    assert inside(Template("div#main")) == ["one", "two", "share", "three"]


def test_container_must_be_unique() -> None:
    assert inside(Template("div#other")) is None
    assert inside(Template("p")) is None


def test_end_pattern_trims_what_follows() -> None:
    assert inside(Template("div#main", end=("div.share",))) == ["one", "two"]
    assert inside(Template("div#main", end=("div.gone", "div.share"))) == ["one", "two"]


def test_nearest_end_pattern_counts() -> None:
    assert inside(Template("div#main", end=("div#foot", "div.share"))) == ["one", "two"]


def test_end_pattern_before_the_container_is_ignored() -> None:
    assert inside(Template("div#main", end=("div#foot",))) == ["one", "two", "share", "three"]
    assert inside(Template("div#main", end=("h1",))) == ["one", "two", "share", "three"]


def test_first_matching_begin_pattern_counts() -> None:
    found = inside(Template("div#main", ("h2", "h1", "div.share"), ("div.share",)))
    assert found == ["Title", "menu", "one", "two"]


def test_begin_pattern_after_the_container_is_ignored() -> None:
    assert inside(Template("div#main", ("div#foot",))) == ["one", "two", "share", "three"]


def test_tag_sequence_is_a_pattern() -> None:
    assert inside(Template("div#main", end=("</p> <p> </p> <div>",))) == ["one"]


@pytest.mark.parametrize("name", ["body", "html"])
def test_whole_page_needs_both_patterns(name: str) -> None:
    assert inside(Template(name, ("h1",), ("div.share",))) == ["Title", "menu", "one", "two"]
    assert inside(Template(name)) is None
    assert inside(Template(name, ("h2",), ("div.share",))) is None
    assert inside(Template(name, ("h1",), ("div.gone",))) is None


def test_first_matching_template_counts() -> None:
    page = Page(HTML)
    gone, main, foot = (Template(name) for name in ("div.gone", "div#main", "div#foot"))
    found = trim(page, Site("a.example", (gone, foot, main)))
    assert found
    assert found.template == foot
    assert trim(page, Site("a.example")) is None


def test_place_is_the_style_of_a_node_and_its_parent() -> None:
    page = Page("<div class=entry id=e><p>one</p></div><div class=note><p>two</p></div>")
    keys = place_keys(Markup(page), page.blocks.node)
    assert np.isin(keys, written_place_keys(("p < div.entry",))).tolist() == [True, False]
    assert np.isin(keys, written_place_keys(())).tolist() == [False, False]


patterns = st.one_of(
    st.sampled_from(["div", "p", "body", "html", "h1", "<p>", "</p> <p>", "<div> <p>", "a < b"]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)
pattern_lists = st.lists(patterns, max_size=3).map(tuple)
odd_templates = st.builds(Template, patterns, *[pattern_lists] * 5)


@settings(max_examples=150, deadline=None)
@given(any_html, st.lists(odd_templates, max_size=3))
def test_any_template_trims_any_page(html: bytes, given_templates: list[Template]) -> None:
    page = Page(html)
    found = trim(page, Site("a.example", tuple(given_templates)))
    assert found is None or found.runs.shape == (len(page.runs),)
    written_place_keys(tuple(name for each in given_templates for name in each.rich))
