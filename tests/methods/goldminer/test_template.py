import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.errors import ModelError
from webwinnow.sites import Site, Template

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
lists = st.lists(words, max_size=4).map(tuple)
counts = st.integers(0, 10**6)
shares = st.floats(0, 1)
templates = st.builds(Template, words, lists, lists, lists, lists, lists, counts, shares)
sites = st.builds(
    Site,
    words,
    st.lists(templates, max_size=3).map(tuple),
    counts,
    counts,
    shares,
    words,
    words,
    st.none() | words,
)


@given(sites)
def test_what_is_written_is_read_again(site: Site) -> None:
    assert Site.from_json(site.as_json(), "x") == site
    assert Site.from_json(site.as_json().encode(), "x") == site


def test_what_is_not_said_is_as_at_first() -> None:
    text = '{"webwinnow-site": 1, "host": "a.example", "templates": [{"container": "div#a"}]}'
    assert Site.from_json(text, "x") == Site("a.example", (Template("div#a"),))


def test_the_file_can_be_read_by_people() -> None:
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
        (without("webwinnow-site"), "it lacks 'webwinnow-site'"),
        ({**GOOD, "webwinnow-site": 2}, "it is of another version"),
        (without("host"), "it lacks 'host'"),
        (without("templates"), "it lacks 'templates'"),
        ({**GOOD, "templates": "div"}, "'templates' is not what it should be"),
        ({**GOOD, "templates": {"container": "div"}}, "'templates' is not what it should be"),
        ({**GOOD, "templates": [None]}, "it is no JSON object"),
        ({**GOOD, "templates": [{}]}, "it lacks 'container'"),
        ({**GOOD, "hosts": "a"}, "there is no 'hosts'"),
        ({**GOOD, "host": 7}, "'host' is not what it should be"),
        ({**GOOD, "sample": "7"}, "'sample' is not what it should be"),
        ({**GOOD, "sample": True}, "'sample' is not what it should be"),
        ({**GOOD, "match": None}, "'match' is not what it should be"),
        ({**GOOD, "host": "\ud800"}, "'host' is not what it should be"),
        (with_template(begin="h1"), "'begin' is not what it should be"),
        (with_template(end=[1]), "'end' is not what it should be"),
        (with_template(rich=["p < \udfff"]), "'rich' is not what it should be"),
        (with_template(score="1"), "'score' is not what it should be"),
        (with_template(ends=["h1"]), "there is no 'ends'"),
    ],
)
def test_what_is_no_site_is_told_in_one_line(found: object, reason: str) -> None:
    with pytest.raises(ModelError) as told:
        Site.from_json(json.dumps(found), "a.json")
    assert str(told.value) == (
        f"a.json holds no templates of a site ({reason}); learn them again, or remove it"
    )


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, b"\xff\xfe\x00", b"\x00" * 9, b"PK\x03\x04", '{"a": 1e', "NaN"]
)
def test_what_is_no_json_is_told_too(text: str | bytes) -> None:
    with pytest.raises(ModelError, match=r"^a\.json holds no templates of a site"):
        Site.from_json(text, "a.json")


@given(st.binary() | words)
def test_whatever_the_file_holds_it_is_a_site_or_an_error_of_ours(text: str | bytes) -> None:
    with pytest.raises(ModelError):
        Site.from_json(text, "a.json")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(list(GOOD)), json_values)
def test_a_field_of_another_kind_is_an_error_of_ours_or_none(name: str, value: object) -> None:
    text = json.dumps({**GOOD, name: value})
    try:
        site = Site.from_json(text, "a.json")
    except ModelError:
        return
    assert isinstance(site, Site)
