"""The default method with small models: page features, decisions, comments, reasons."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.hostile import HOSTILE
from tests.support.small_models import (
    BOILERPLATE,
    CONTENT,
    CUT,
    NAMES,
    PAGE_NAMES,
    SECOND_NAMES,
    decision_stump,
    kept,
    reasons,
    winnow,
)
from tests.support.tag_soup import any_html
from tests.support.timing import assert_linear
from webwinnow import Decision, Page
from webwinnow._core import (
    FEATURES,
    PAGE_FEATURES,
    WALLS,
    Trees,
    Winnow,
    block_features,
    page_features,
    scored_runs,
    segments,
)

TEXT = "one two three four five six seven eight nine ten eleven twelve"
LONG = " ".join([TEXT] * 5)
# Reasons of rules that drop what the model keeps.
RULES = {"repeated elsewhere on the page", *WALLS}


def page_row(html: str | bytes, scores: list[float]) -> dict[str, float]:
    page = Page(html)
    markup = np.zeros(len(page.blocks), np.float32)
    row = page_features(page, markup, np.array(scores, np.float32), *CUT.values())
    return dict(zip(PAGE_FEATURES, row.tolist(), strict=True))


def test_every_page_feature_has_a_name_and_a_meaning() -> None:
    assert PAGE_NAMES[: len(NAMES)] == [f"mean of {name}" for name in NAMES]
    assert PAGE_FEATURES["mean of words"] == f"mean of: {FEATURES['words']}"
    assert len(PAGE_FEATURES) == len(FEATURES) + 8


def test_a_page_without_text_has_only_a_threshold() -> None:
    row = page_row("", [])
    assert row.pop("threshold") == pytest.approx(0.45)
    assert not any(row.values())


@given(any_html)
def test_page_features_are_means_over_the_blocks(html: bytes) -> None:
    page = Page(html)
    markup = np.linspace(0, 1, len(page.blocks), dtype=np.float32)
    rows = block_features(page, markup)
    words = rows[:, NAMES.index("words")]
    row = page_features(page, markup, markup[::-1].copy(), *CUT.values())
    assert row.shape == (len(PAGE_FEATURES),)
    assert row.dtype == np.float32
    assert np.isfinite(row).all()
    means = (rows * words[:, None]).sum(axis=0) / max(words.sum(), 1)
    assert row[: len(NAMES)] == pytest.approx(means, rel=1e-3, abs=1e-4)


def test_page_features_need_a_score_for_each_block() -> None:
    page, two, three = Page("<p>a<p>b"), np.zeros(2, np.float32), np.zeros(3, np.float32)
    with pytest.raises(ValueError, match="3 scores, but the page has 2 blocks"):
        page_features(page, two, three, *CUT.values())
    with pytest.raises(ValueError, match="3 markup scores, but the page has 2 blocks"):
        page_features(page, three, two, *CUT.values())
    with pytest.raises(ValueError, match="scores: NaN is not a number"):
        page_features(page, two, np.array([0, np.nan], np.float32), *CUT.values())


def test_stage_2_sees_the_stage_1_scores_of_neighbours() -> None:
    first = decision_stump("words", 3, NAMES)
    after_content = winnow(decision_stump("opinion of previous", 0.5), first=first)
    assert kept("<p>a<p>b<p>c d e f<p>g<p>h", after_content) == ["g"]
    page = Page("<p>a<p>b c d e<p>f")
    # Reasons name the features behind the stage-1 score, not the score itself.
    itself = winnow(decision_stump("opinion", 0.5), first=first)
    assert reasons(itself.decide(page, **CUT)) == [
        "boilerplate: words",
        "content: words",
        "boilerplate: words",
    ]


# Long texts whose class or id names comments.
COMMENTS = f"<div id=comments><p>{TEXT}</div>"
STORY = f"<p>{LONG}"


def unsure() -> Winnow:
    """A model whose scores are too low to keep comments."""
    return winnow(decision_stump("words", 3, values=(-1, 1)))


def test_comments_are_dropped_beside_a_story() -> None:
    page = Page(STORY + COMMENTS)
    decision = unsure().decide(page, **CUT)
    assert decision.keep.tolist() == [True, False]
    assert reasons(decision) == ["content: words", "comments"]
    assert 0 < decision.score[1] < 0.5


@pytest.mark.parametrize("comments", [None, False])
def test_comments_stay_if_little_else_is_kept(comments: bool | None) -> None:
    html = f"<p>{TEXT}, and more{COMMENTS}"
    assert kept(html, unsure(), comments=comments) == [f"{TEXT}, and more", TEXT]


def test_comments_stay_on_request() -> None:
    assert kept(STORY + COMMENTS, unsure(), comments=True) == [LONG, TEXT]


def test_comments_that_read_like_text_are_kept_on_request() -> None:
    model = winnow(decision_stump("words", 50))
    html = (
        f"{STORY}<div class=comment-list><p>five words are a comment<p>four are not one"
        "<p><a href=x>but these are a link</a><form><p>and these are a form</form></div>"
        "<p>five words outside of comments"
    )
    assert kept(html, model) == [LONG]
    assert kept(html, model, comments=True) == [LONG, "five words are a comment"]
    decision = model.decide(Page(html), **CUT, comments=True)
    assert reasons(decision)[:3] == ["content: words", "comments", "boilerplate: words"]
    assert (decision.keep == (decision.score >= 0.5)).all()


def test_a_page_of_only_comments_keeps_none_that_the_model_drops() -> None:
    assert kept(COMMENTS, winnow(decision_stump("words", 50)), comments=True, low=0.2) == []


def likely(value: float) -> Trees:
    return decision_stump("threshold", 0, PAGE_NAMES, values=(0, value))


def test_the_most_likely_type_is_the_page_type() -> None:
    by_words = decision_stump("mean of words", 5, PAGE_NAMES)
    model = winnow(types=[("forum", likely(0)), ("article", by_words)])
    assert model.decide(Page(STORY), **CUT).page_type == "article"
    assert model.decide(Page("<p>a"), **CUT).page_type == "forum"


def test_confidence_is_predicted_or_the_expected_f1() -> None:
    page = Page("<p>a b c d<p>e")
    assert winnow(confidence=likely(2)).decide(page, **CUT).confidence == pytest.approx(
        CONTENT, abs=1e-4
    )
    right, all_words = 4 * CONTENT, 4 * CONTENT + BOILERPLATE
    expected = 2 * right / (4 + all_words)
    assert winnow().decide(page, **CUT).confidence == pytest.approx(expected, abs=1e-4)


def test_page_trees_see_the_features_of_training() -> None:
    page = Page(f"<p>a<p>{TEXT}<p>b c")
    model = winnow()
    # Markup scores without any weights are one half.
    markup = np.full(len(page.blocks), 0.5, np.float32)
    row = page_features(page, markup, model.scores(page), *CUT.values())
    for name, value in zip(PAGE_NAMES, row, strict=True):
        above, at = (
            decision_stump(name, threshold, PAGE_NAMES)
            for threshold in (np.nextafter(value, np.float32(-np.inf)), value)
        )
        both = [winnow(confidence=trees).decide(page, **CUT).confidence for trees in (above, at)]
        assert both == pytest.approx([CONTENT, BOILERPLATE], abs=1e-4), name


def test_decisions_have_no_confidence_by_default() -> None:
    page, keep = Page("<p>a"), np.array([True])
    assert Decision.visible(page).confidence is None
    assert Decision(page, keep).page_type is None
    decision = Decision(page, keep, confidence=0.25, page_type="article")
    assert (decision.confidence, decision.page_type) == (0.25, "article")
    for confidence in (-0.1, 1.1, np.nan):
        with pytest.raises(ValueError, match="confidence must be from 0 to 1"):
            Decision(page, keep, confidence=confidence)


def test_page_trees_for_other_features_are_rejected() -> None:
    with pytest.raises(ValueError, match=r'the trees of type "forum" take .* but pages have'):
        winnow(types=[("forum", decision_stump("words", 3))])
    with pytest.raises(ValueError, match=r"the confidence trees take .* but pages have"):
        winnow(confidence=decision_stump("words", 3))
    with pytest.raises(ValueError, match=r"the content trees take .* but pages have"):
        winnow(content=(decision_stump("words", 3), 0.5))


def test_a_page_without_content_keeps_nothing_and_has_the_reason() -> None:
    model = winnow(content=(decision_stump("mean of words", 5, PAGE_NAMES), 0.5))
    page = Page("<p>a b c d<p>e<p hidden>f g h i</p><script>s</script>")
    decision = model.decide(page, **CUT)
    assert not decision.keep.any()
    assert (decision.score < 0.5).all()
    assert reasons(decision) == [*["the page has no content"] * 3, "not visible"]
    assert kept(STORY, model) == [LONG]


def test_a_page_at_the_content_threshold_has_content() -> None:
    trees = decision_stump("mean of words", 5, PAGE_NAMES, values=(0, 2))
    assert kept("<p>a b c d", winnow(content=(trees, 0.5))) == ["a b c d"]
    assert kept("<p>a b c d", winnow(content=(trees, 0.501))) == []


def test_a_page_without_content_keeps_neither_comments_nor_title() -> None:
    model = winnow(content=(likely(-2), 0.5))
    html = f"<h1>a b c d</h1>{STORY}{COMMENTS}"
    assert kept(html, model, comments=True, title=True) == []
    assert kept(html, comments=True, title=True) == ["a b c d", LONG, TEXT]


@pytest.mark.parametrize("threshold", [-0.1, 1.1, np.nan])
def test_the_content_threshold_is_from_0_to_1(threshold: float) -> None:
    with pytest.raises(ValueError, match=r"the content threshold is .*; expected 0 to 1"):
        winnow(content=(likely(2), threshold))


def test_the_title_is_kept_with_its_reason_on_request() -> None:
    decision = winnow().decide(Page(f"<title>a b</title><h1>a b</h1>{STORY}"), **CUT, title=True)
    assert reasons(decision)[1:] == ["title", "content: words"]
    assert (decision.keep == (decision.score >= 0.5)).all()


def three_features(weights: list[float]) -> Trees:
    """Add 1 for many words, 2 for a later position, 3 for a list; else subtract as much."""
    inputs = ["words", "index", "in list"]
    return Trees(
        len(SECOND_NAMES),
        roots=np.array([0, 1, 2], np.int32),
        feature=np.array([NAMES.index(name) for name in inputs], np.uint16),
        threshold=np.array([3, 0, 0], np.float32),
        left=np.array([~0, ~2, ~4], np.int32),
        right=np.array([~1, ~3, ~5], np.int32),
        values=np.array([-1, 1, -2, 2, -3, 3], np.float32),
        weights=np.array(weights, np.float32),
    )


def test_reasons_name_the_two_features_that_contributed_most() -> None:
    page = Page("<p>a<ul><li>b<li>c d e f</ul><p>g h i j")
    decision = winnow(three_features([0, 0, 0])).decide(page, **CUT)
    assert decision.keep.tolist() == [False, True, True, True]
    assert reasons(decision) == [
        "boilerplate: in list, index",
        "content: in list, index",
        "content: in list, index",
        "content: index, words",
    ]


def test_reasons_name_no_feature_without_contributions() -> None:
    page = Page("<p>a b c d")
    assert reasons(winnow(three_features([])).decide(page, **CUT)) == ["boilerplate"]
    kept_anyway = winnow(three_features([9, 9, 9])).decide(page, beta=1, low=0, high=0)
    assert reasons(kept_anyway) == ["content"]


def test_segments_have_the_reasons_of_the_decision() -> None:
    page = Page(f"<p>a<p>{TEXT}<ul><li>b</ul>")
    decision = winnow(three_features([0, 0, 0])).decide(page, **CUT)
    found = [segment.reason for segment in segments(page, decision)]
    assert found == [reason for reason in reasons(decision) if reason.startswith("content")]


def test_reasons_are_the_same_from_many_threads() -> None:
    page = Page(f"<p>a<ul><li>b<li>{TEXT}</ul>" * 300)
    model = winnow(three_features([0, 0, 0]))
    expected = reasons(model.decide(page, **CUT))
    decision = model.decide(page, **CUT)
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(reasons, decision) for _ in range(16)]
        asked += [
            pool.submit(lambda: [one.reason for one in segments(page, decision)]) for _ in range(4)
        ]
    assert all(one.result() == expected for one in asked[:16])
    assert len({tuple(one.result()) for one in asked[16:]}) == 1


def test_a_decision_outlives_its_model_and_page() -> None:
    page, model = Page(STORY + COMMENTS), unsure()
    decision = model.decide(page, **CUT)
    del page, model
    assert reasons(decision) == ["content: words", "comments"]


MODEL = winnow(
    three_features([0.1, 0.2, -0.3]),
    types=[("forum", decision_stump("mean of words", 2, PAGE_NAMES)), ("article", likely(1))],
    confidence=decision_stump("words kept", 5, PAGE_NAMES),
)


@settings(deadline=None)
@given(any_html, st.sampled_from([None, True, False]))
def test_any_page_gets_a_consistent_decision(html: bytes, comments: bool | None) -> None:
    page = Page(html)
    decision = MODEL.decide(page, **CUT, comments=comments)
    scores, threshold = MODEL.predict(page, *CUT.values())
    assert len(decision) == len(decision.score) == len(decision.reason) == len(page.runs)
    assert (decision.keep == (decision.score >= 0.5)).all()
    assert (decision.score <= 1).all()
    counted = scored_runs(page)
    assert not decision.score[~counted].any()
    assert all(decision.reasons)
    assert (decision.reason < len(decision.reasons)).all()
    assert 0 <= (decision.confidence or 0) <= 1
    # None of these pages has comments.
    is_content = counted & np.append(scores >= threshold, False)[page.runs.block]
    for reason, is_kept, is_likely in zip(
        reasons(decision), decision.keep, is_content, strict=True
    ):
        assert reason.startswith("content") == is_kept
        assert is_kept == (is_likely and reason not in RULES)


PAGES: dict[str, Callable[[int], str]] = {
    **HOSTILE,
    "comments": lambda n: STORY + f"<div class=comment id=c><p>{TEXT}</div>" * (n // 8),
}


@pytest.mark.parametrize("name", PAGES)
def test_time_is_linear_in_the_size(name: str) -> None:
    def prepare(size: int) -> Callable[[], object]:
        page = Page(PAGES[name](size))
        return lambda: MODEL.decide(page, **CUT)

    assert_linear(prepare, 5_000)
