"""The contract of all methods."""

import inspect
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from numpy.typing import NDArray

from tests.support import ROOT
from tests.support.tag_soup import any_html
from tests.support.timing import assert_linear
from webwinnow import METHODS, Decision, Page, load, render
from webwinnow._core import FLAGS, KIND_NAMES, scored_runs
from webwinnow.evaluation.scores import score_bag
from webwinnow.methods import find_class
from webwinnow.methods.base import Method

EXAMPLES = ROOT / "examples"

NEWS = """<html><head><title>Rain</title><script>var a = 1;</script></head><body>
<ul><li><a href=/>Home</a><li><a href=/news>News</a></ul>
<h1>It rained</h1><p>It rained all night, and <b>nobody</b> slept before the morning came.
<p>Then the sun rose over the harbour, and the boats went out as they do.<p hidden>secret
<ul><li><a href=/imprint>Imprint</a></ul><!-- end --></body></html>"""

NODE_COLUMNS = ["tag", "parent", "end", "depth", "flags", "attributes"]
RUN_COLUMNS = ["node", "start", "end", "block", "flags", "opened", "chars", "words", "sentences"]

every_method = pytest.mark.parametrize("name", METHODS)


def has_preset(name: str, preset: str | None) -> bool:
    return preset is None or preset in find_class(name).presets


def columns(page: Page) -> list[list[int]]:
    nodes = [getattr(page.nodes, name).tolist() for name in NODE_COLUMNS]
    return nodes + [getattr(page.runs, name).tolist() for name in RUN_COLUMNS]


def choice(name: str, page: Page) -> NDArray[np.bool_]:
    """The runs that a method may score: winnow's are those of hidden blocks, too."""
    return scored_runs(page) if name == "winnow" else Decision.visible(page).keep


def values(decision: Decision) -> tuple[object, ...]:
    columns = [decision.keep, decision.kind, decision.score, decision.reason]
    return (*(column.tolist() for column in columns), decision.reasons)


@every_method
@settings(max_examples=50, deadline=None)
@given(html=any_html)
def test_any_bytes_give_a_valid_decision(name: str, html: bytes) -> None:
    page = Page(html)
    decision = load(name).decide(page)
    assert len(decision.keep) == len(page.runs)
    assert len(decision.kind) == len(decision.score) == len(decision.reason) == len(page.runs)
    assert decision.keep.dtype == bool
    assert (decision.kind < len(KIND_NAMES)).all()
    assert ((decision.score >= 0) & (decision.score <= 1)).all()
    assert (decision.reason < len(decision.reasons)).all()
    assert not decision.keep[page.runs.flags & FLAGS["CODE"] != 0].any()


@every_method
@settings(max_examples=50, deadline=None)
@given(html=any_html)
@example(html=NEWS.encode())
@example(html=b"<p>one two</p><hr><p>six ten</p>")
def test_score_of_a_half_or_more_is_that_of_a_kept_run(name: str, html: bytes) -> None:
    page = Page(html)
    for preset in (None, *find_class(name).presets):
        decision = load(name, preset=preset).decide(page)
        assert (decision.keep == (decision.score >= 0.5)).all()
        assert not decision.score[~choice(name, page)].any()


@every_method
def test_no_reason_is_empty(name: str) -> None:
    assert all(reason.strip() for reason in load(name).decide(Page(NEWS)).reasons)


@every_method
@pytest.mark.parametrize("html", ["", " ", "<html></html>", "<script>var a</script>", "<!-- a -->"])
def test_empty_page_keeps_nothing(name: str, html: str) -> None:
    assert not load(name).decide(Page(html)).keep.any()


@every_method
def test_news_page_keeps_its_story(name: str) -> None:
    page = Page(NEWS)
    keep = load(name).decide(page).keep
    kept = " ".join(text for text, is_kept in zip(page.run_texts(), keep, strict=True) if is_kept)
    assert "nobody slept before" in kept
    assert "sun rose" in kept


@every_method
@settings(max_examples=20, deadline=None)
@given(html=any_html)
def test_same_input_gives_the_same_output(name: str, html: bytes) -> None:
    method = load(name)
    first = values(method.decide(Page(html)))
    assert values(method.decide(Page(html))) == first
    assert values(load(name).decide(Page(html))) == first


@every_method
def test_one_method_serves_many_threads(name: str) -> None:
    method, page = load(name), Page(NEWS)
    expected = values(method.decide(page))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: values(method.decide(page)), range(200)))
    assert found == [expected] * 200


@every_method
def test_page_is_left_unchanged(name: str) -> None:
    page = Page(NEWS)
    before = columns(page)
    load(name).decide(page)
    assert columns(page) == before


@every_method
def test_constructor_stores_its_settings_and_nothing_else(name: str) -> None:
    parameters = inspect.signature(find_class(name)).parameters
    method = load(name)
    assert vars(method).keys() == parameters.keys()
    for setting, parameter in parameters.items():
        assert getattr(method, setting) is parameter.default
        marker = object()
        assert getattr(find_class(name)(**{setting: marker}), setting) is marker


@every_method
def test_method_has_its_registry_name(name: str) -> None:
    assert load(name).name == name


@every_method
def test_docstring_begins_with_a_summary_line(name: str) -> None:
    line = (find_class(name).__doc__ or "").splitlines()[0]
    assert line.endswith(".")
    assert len(line) <= 100


@every_method
def test_presets_are_settings_of_the_method(name: str) -> None:
    for preset, settings_of in find_class(name).presets.items():
        method = load(name, preset=preset)
        assert settings_of
        assert {setting: getattr(method, setting) for setting in settings_of} == settings_of


@pytest.mark.parametrize("name", ["fiasco", "goldminer", "kimatu", "texrex", "victor"])
def test_a_published_system_also_runs_as_published(name: str) -> None:
    assert "paper" in find_class(name).presets
    method, page = load(name, preset="paper"), Page((EXAMPLES / "news.html").read_bytes())
    method.check_usable()
    assert not method.decide(Page("")).keep.any()
    gold = (EXAMPLES / "news.txt").read_text("utf-8")
    assert score_bag(render(page, method.decide(page)), gold).recall > 0.5


@every_method
@pytest.mark.parametrize("preset", ["precision", "recall"])
def test_preset_raises_what_it_is_named_after(name: str, preset: str) -> None:
    if preset not in find_class(name).presets:
        pytest.skip(f"{name} has no such preset")
    usual, moved = (mean(load(name, preset=one), preset) for one in (None, preset))
    # On six pages a few words are noise.
    assert moved > usual - 0.01


def mean(method: Method, what: str) -> float:
    """Mean precision or recall on the example pages."""
    found: list[float] = []
    for gold in sorted(EXAMPLES.glob("*.txt")):
        page = Page(gold.with_suffix(".html").read_bytes())
        output = render(page, method.decide(page))
        found.append(getattr(score_bag(output, gold.read_text("utf-8")), what))
    return sum(found) / len(found)


@pytest.mark.parametrize(
    ("name", "thresholds"),
    [
        ("texrex", (-0.5, 0.0, 0.3, 0.7, 1.0, 1.5)),
        ("fiasco", (1.5, 1.0, 0.7, 0.3, 0.0, -0.5)),
        ("victor", (1.5, 1.0, 0.8, 0.5, 0.2, 0.0)),
    ],
)
@given(html=any_html)
def test_laxer_threshold_keeps_what_a_stricter_one_keeps(
    name: str, thresholds: tuple[float, ...], html: bytes
) -> None:
    page = Page(html)
    kept = [load(name, threshold=threshold).decide(page).keep for threshold in thresholds]
    assert not any((less & ~more).any() for less, more in pairwise(kept))
    assert not kept[0].any() or name == "texrex"
    assert kept[-1].tolist() == Decision.visible(page).keep.tolist()


@pytest.mark.parametrize(
    ("name", "preset"),
    [(name, preset) for name in METHODS for preset in (None, "paper") if has_preset(name, preset)],
)
def test_time_grows_with_the_number_of_short_paragraphs(name: str, preset: str | None) -> None:
    html = "<h2>ab</h2><p>It <b>rained</b>.</p><div>Posted by one</div><li>3 comments</li>"

    def prepare(count: int) -> Callable[[], object]:
        method, page = load(name, preset=preset), Page(html * count)
        return lambda: method.decide(page)

    assert_linear(prepare, 2_000)
