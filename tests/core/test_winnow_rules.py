"""Hidden text: blocks that are hidden as a whole are scored. Repeated text is kept once."""

import numpy as np
import pytest
from hypothesis import given, settings

from tests.support.small_models import (
    BOILERPLATE,
    CONTENT,
    CUT,
    SECOND_NAMES,
    decision_stump,
    kept,
    no_trees,
    reasons,
    winnow,
)
from tests.support.tag_soup import any_html
from webwinnow import Decision, Page
from webwinnow._core import FLAGS, block_features, scored_runs


def test_hidden_text_inside_a_visible_block_is_dropped() -> None:
    html = "<p>a b <span hidden>s t u v</span> c d"
    decision = winnow().decide(Page(html), **CUT)
    assert kept(html) == ["a b", "c d"]
    assert reasons(decision)[1] == "not visible"
    assert decision.score[1] == 0


@pytest.mark.parametrize("how", ["hidden", "aria-hidden=true", "style='display: none'"])
def test_blocks_that_are_hidden_as_a_whole_are_scored(how: str) -> None:
    html = f"<p>a b c d<div {how}><p>e f <b>g h</b><p>i</div>"
    decision = winnow().decide(Page(html), **CUT)
    assert kept(html) == ["a b c d", "e f", "g h"]
    assert reasons(decision) == ["content: words"] * 3 + ["boilerplate: words"]
    assert 0 < decision.score[3] < 0.5
    expected = pytest.approx([CONTENT, CONTENT, BOILERPLATE], abs=1e-4)
    assert winnow().scores(Page(html)) == expected


@pytest.mark.parametrize("html", ["<template>{}</template>", "<dialog>{}</dialog>", "<video>{}"])
def test_templates_dialogs_and_fallback_are_not_scored(html: str) -> None:
    page = Page("<p>a b c d</p>" + html.format("e f g h"))
    decision = winnow().decide(page, **CUT)
    assert decision.keep.tolist() == [True, False]
    assert decision.score[1] == 0
    assert reasons(decision)[1] == "not visible"


def test_a_page_that_hides_all_its_text_is_scored() -> None:
    assert kept("<div hidden><p>a b c d<p>e</div>") == ["a b c d"]
    assert kept("<body><template><p>a b c d<p>e</template>") == ["a b c d"]


def scored_texts(html: str) -> list[str]:
    page = Page(html)
    return [text for text, is_in in zip(page.run_texts(), scored_runs(page), strict=True) if is_in]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a <b>b</b><!-- c --><script>d</script>", ["a", "b"]),
        ("<p>a <b hidden>b</b><p hidden>c <i>d</i>", ["a", "c", "d"]),
        ("<p>a<div hidden>b<template>c</template></div><dialog>d</dialog>", ["a", "b"]),
        ("<title>a</title><p>b", ["b"]),
        ("<title>a</title><body><template>b</template>", ["b"]),
        ("<script>a</script>", []),
        ("", []),
    ],
)
def test_scored_runs_of_worked_examples(html: str, expected: list[str]) -> None:
    assert scored_texts(html) == expected


@settings(deadline=None)
@given(any_html)
def test_scored_runs_are_the_runs_that_can_be_kept(html: bytes) -> None:
    page = Page(html)
    found = scored_runs(page)
    assert found.dtype == bool
    assert found[Decision.visible(page).keep].all()
    assert not found[page.runs.flags & FLAGS["CODE"] != 0].any()
    has_text = block_features(page, np.zeros(len(page.blocks), np.float32))[:, 0] == 0
    assert set(page.runs.block[found].tolist()) == set(np.flatnonzero(has_text).tolist())
    keeps_all = winnow(no_trees(len(SECOND_NAMES))).decide(page, beta=1, low=0, high=0)
    # Only a repeated text is dropped.
    for reason, is_kept in zip(reasons(keeps_all), keeps_all.keep, strict=True):
        assert is_kept or reason in ("not visible", "repeated elsewhere on the page")
    assert ((keeps_all.score > 0) == found).all()


WIDE_AND_NARROW = "<p class=wide>a b <b>c d</b></p><p>e f g h</p><p class=narrow>a b <b>c d</b>"


def test_a_repeated_text_is_kept_once() -> None:
    decision = winnow().decide(Page(WIDE_AND_NARROW), **CUT)
    assert decision.keep.tolist() == [True, True, True, False, False]
    assert reasons(decision)[3:] == ["repeated elsewhere on the page"] * 2
    assert decision.score[3:].tolist() == pytest.approx([0.5, 0.5])
    assert (decision.score[3:] < 0.5).all()


def test_the_copy_with_the_highest_score_stays() -> None:
    later = winnow(decision_stump("index", 1, values=(1, 2)))
    assert later.decide(Page(WIDE_AND_NARROW), **CUT).keep.tolist() == [False] * 2 + [True] * 3


@pytest.mark.parametrize(
    "html",
    [
        "<p>a b c d<p>e f g h<p>a b c d",  # a refrain: the same place, again
        "<p class=wide>a b c<p class=narrow>a b c",  # too short to count as repeated
        "<p class=wide>a b c d<p class=narrow>a b c e",
    ],
)
def test_other_repetitions_stay(html: str) -> None:
    assert winnow(decision_stump("words", 0)).decide(Page(html), **CUT).keep.all()


def test_a_copy_of_boilerplate_stays() -> None:
    first_is_not = winnow(decision_stump("index", 0))
    html = "<p class=wide>a b c d<p class=narrow>a b c d"
    decision = first_is_not.decide(Page(html), **CUT)
    assert decision.keep.tolist() == [False, True]
    assert reasons(decision)[0] == "boilerplate: index"
