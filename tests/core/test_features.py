"""Features of the default method: worked examples and properties of any page."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchmarks.hostile import HOSTILE
from tests.support.tag_soup import any_html, soup
from tests.support.timing import assert_linear
from webwinnow import Page
from webwinnow._core import (
    FEATURES,
    MARKUP_BINS,
    STAGE2_FEATURES,
    Trees,
    Winnow,
    block_features,
    choose_threshold,
    markup_bins,
    markup_scores,
    predict_trees,
    stage2_features,
)

NAMES, STAGE2_NAMES = list(FEATURES), list(STAGE2_FEATURES)
TEXT = "one two three four five six seven eight nine ten eleven twelve"
DATA = "<script type=application/ld+json>"


def features(html: str | bytes) -> NDArray[np.float32]:
    page = Page(html)
    return block_features(page, np.zeros(len(page.blocks), np.float32))


def column(name: str, html: str) -> list[float]:
    values: list[float] = features(html)[:, NAMES.index(name)].tolist()
    return values


def score_column(name: str, html: str, scores: list[float]) -> list[float]:
    """A feature from markup scores, or from stage-1 scores for names that begin with "opinion"."""
    page, given = Page(html), np.array(scores, np.float32)
    zeros = np.zeros(len(page.blocks), np.float32)
    markup, stage1 = (zeros, given) if name.startswith("opinion") else (given, zeros)
    rows = stage2_features(page, markup, stage1, True)
    values: list[float] = rows[:, STAGE2_NAMES.index(name)].tolist()
    return values


def close(*values: float) -> object:
    return pytest.approx(values)


def test_every_feature_has_a_name_and_a_meaning() -> None:
    assert len(NAMES) == features("<p>a").shape[1]
    assert all(STAGE2_NAMES)
    assert all(STAGE2_FEATURES.values())
    assert STAGE2_NAMES[: len(NAMES)] == NAMES


def test_stage1_scores_have_the_same_features_as_markup_scores() -> None:
    of_markup = [name for name in NAMES if name.startswith("markup")]
    wanted = [name.replace("markup", "opinion") for name in of_markup]
    assert STAGE2_NAMES[len(NAMES) :][: len(wanted)] == wanted


@pytest.mark.parametrize(
    ("name", "html", "expected"),
    [
        ("words", "<p>a b c<p>d", [3, 1]),
        ("chars", "<p>ab c!<p>d", [4, 1]),
        ("sentences", "<p>One. Two! Three<p>d", [2, 0]),
        ("link share", "<p>ab <a href=x>cd</a><p><a>ef</a>", [0.5, 0]),
        ("links per word", "<p>a <a href=x>b</a> <a href=y>c</a> d", [0.5]),
        ("chars per link", "<p>ab <a href=x>cdef</a> <a href=y>gh</a><p>ab", [4, 2]),
        ("words per sentence", "<p>A b. C d.<p>a b c", [2, 3]),
        ("chars per word", "<p>ab cdef", [3]),
        ("short words", "<p>the cats sat there", [0.5]),
        ("capitals", "<p>NASA says", [0.5]),
        ("digits", "<p>ab12", [0.5]),
        ("marks", "<p>a, b!", [0.5]),
        ("commas", "<p>a, b, c、d", [3]),
        ("years", "<p>1999 to 2024, not 12345 or 3000", [2]),
        ("currencies", "<p>$5 or 5 €", [2]),
        ("separators", "<p>a | b > c", [2]),
        ("copyright", "<p>© me<p>you", [1, 0]),
        ("ends sentence", "<p>Yes.<p>No<p>对。", [1, 0, 1]),
        ("running text", f"<p>{TEXT}<p>short<p><a href=x>{TEXT}</a>", [1, 0, 0]),
        ("recurs", "<p>more<p>less<p>more", [2, 1, 2]),
        ("copies before", "<p>more<p>less<p>more", [0, 0, 1]),
        ("empty", "<p>a<p hidden>b<template>c</template>", [0, 0, 1]),
        ("hidden", "<p>a<p hidden>b<p>c <b hidden>d</b>", [0, 1, 0]),
        ("aria hidden", "<p>a<div aria-hidden=true><p>b</div>", [0, 1]),
        ("not displayed", "<p>a<p style='display: none'>b", [0, 1]),
        ("words", "<p>a <b hidden>b c</b><p hidden>d <b>e</b><template>f</template>", [1, 2, 0]),
        ("index", "<p>a<template>b</template><p hidden>c", [0, 0, 1]),
        ("place", "<p>a<p>b<p>c<p>d", [0, 0.25, 0.5, 0.75]),
        ("words before", "<p>a<p>b c d", [0, 0.25]),
        ("depth", "<p>a<div><p>b</div>", [2, 3]),
        ("tag", "<p>a<h2>b</h2><div>c</div>", [0, 2, 9]),
        ("parent tag", "<article><p>a</article>", [3]),
        ("heading", "<h2><span>a</span></h2><p>b", [2, 0]),
        ("in list", "<ul><li>a</ul><p>b", [1, 0]),
        ("in nav", "<nav><p>a</nav><div role=navigation><p>b</div><p>c", [1, 1, 0]),
        ("in dialog", "<dialog open><p>a</dialog><div role=dialog>b</div><p>c", [1, 1, 0]),
        ("in control", "<button>a</button><p>b", [1, 0]),
        ("in noscript", "<div>a</div><noscript><p>b</noscript>", [0, 1]),
        ("words of previous", "<p>a b<p>c", [0, 2]),
        ("words of next 2", "<p>a<p>b<p>c d", [2, 0, 0]),
        ("link share of next", "<p>a<p>ab <a href=x>cd</a>", [0.5, 1]),
        ("text before", f"<p>{TEXT}<p>a<p>b", [0, 12, 12]),
        ("text after", f"<p>a<p>{TEXT}<p>b", [12, 0, 0]),
        ("same path as previous", "<p>a<p>b<p class=x>c", [0, 1, 0]),
        ("blocks nearby", "<div><p>a<p>b</div><section><p>c</section>", [2, 2, 3]),
        ("share nearby", "<div><p>a<p>b c</div><p>d", [0.75, 0.75, 1]),
        ("share further", "<main><div><p>a<p>b</div><p>c</main><p>d", [0.75, 0.75, 1, 1]),
        ("blocks in container", "<ul><li>a<li>b</ul><p>c", [2, 2, 3]),
        ("images in container", "<section><img><p>a</section><p>b", [1, 1]),
        ("blocks of path", "<p>a<p>b<p class='x y'>c<p class=x>d", [2, 2, 2, 2]),
        ("share of path", "<p>a b c<div>d</div>", [0.75, 0.25]),
        ("words per block of path", "<p>a b c<p>d", [2, 2]),
        ("span of path", "<p>a<div>b</div><p>c<div>d</div>", [0.75, 0.75, 0.75, 0.75]),
        ("main path", f"<div>a</div><p>{TEXT}", [0, 1]),
        ("blocks of place", "<p class=x>a<p>b<div><p>c</div>", [2, 2, 1]),
        ("siblings", "<p>a<p>b<p class=x>c", [2, 2, 1]),
        ("spread of siblings", "<p>a<p>b c d", [0.5, 0.5]),
        ("items", "<div><h3>a</h3><p>b</div>" * 3 + "<p>c", [3] * 6 + [0]),
        ("words of item", "<div><h3>a</h3><p>b c</div>" * 3, [3] * 6),
        ("dense", "<ul><li>a<li>b</ul>" + f"<p>{TEXT}" * 2, [0, 0, 1, 1]),
        ("blocks from dense", f"<ul><li>a<li>b</ul><p>{TEXT}<p>c<p>d", [-2, -1, 0, 1, 2]),
        ("wordy", f"<p>a<p>{TEXT} {TEXT}<p>b<p>c", [1, 1, 1, 0]),
        # After a block of links, a block must be longer.
        ("wordy", f"<p><a href=x>a</a><p>{TEXT} {TEXT}<p>b", [0, 0, 1]),
        ("wordy around", f"<p><a href=x>a</a><p>{TEXT} {TEXT}<p>b", [1, 1, 1]),
        ("words of section", "<p>a<h2>b</h2><p>c d<h2>e</h2>", [1, 3, 3, 1]),
        ("blocks since heading", "<p>a<h2>b</h2><p>c<p>d", [0, 0, 1, 2]),
        ("level of section", "<p>a<h2>b</h2><p>c", [0, 2, 2]),
        ("blocks since title", "<p>a<h1>b</h1><p>c", [-1, 0, 1]),
        ("title", "<title>Rain - Site</title><h1>Site name</h1><h1>Rain</h1>", [0, 0, 1]),
        ("article changes", "<p>a<article>b</article><p>c<article>d</article>", [0, 1, 2, 3]),
        ("first headings", "<h1>a</h1><p>b<h1>c</h1>", [1, 1, 2]),
        ("page blocks", "<p>a<p>b", [2, 2]),
        ("page longest", "<p>a<p>b c", [2, 2]),
        ("page type", "<meta property=og:type content=article><p>a", [1]),
        ("page title", "<title>abc</title><p>a", [0, 3]),
        ("page forms", "<form><p>a</form>", [1]),
        ("page hidden", "<p>a b c<p hidden>d", [0.25, 0.25]),
        ("page noscript", "<div>a b c</div><noscript><p>d</noscript>", [0.25, 0.25]),
        ("in description", f"<meta name=description content='{TEXT}'><p>{TEXT}<p>a", [1, 0]),
        ("in data", f'{DATA}{{"articleBody":"{TEXT}"}}</script><p>{TEXT}<p>a', [1, 0]),
        ("data article", f'{DATA}{{"@type":"NewsArticle"}}</script><p>a', [1]),
        ("data product", f'{DATA}{{"@type":"NewsArticle"}}</script><p>a', [0]),
        ("data product", "<p itemscope itemtype=https://schema.org/Product>a", [1]),
        ("data reviews", f'{DATA}[{{"@type":"Review"}},{{"@type":"Review"}}]</script><p>a', [2]),
    ],
)
def test_features_match_worked_examples(name: str, html: str, expected: list[float]) -> None:
    assert column(name, html) == close(*expected)


TWO_ARTICLES = (
    f"<main><article><h1>a</h1><p>{TEXT}</article><article><p>{TEXT}</article></main><p>b"
)


def test_an_appended_article_does_not_belong_to_the_title() -> None:
    assert column("in root of title", TWO_ARTICLES) == [1, 1, 0, 0]
    assert column("other article", TWO_ARTICLES) == [0, 0, 1, 0]


STORY = (
    "<nav><ul><li><a href=x>a</a><li><a href=y>b</a></ul></nav>"
    f"<div id=story><p>{TEXT}, {TEXT}.<p>{TEXT}, {TEXT}.<p>short.</div>"
    "<div id=more><p>c</div><footer>d<p>e</footer>"
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("readable", [0, 0, 1, 1, 1, 0, 0, 0]),
        ("in top candidate", [0, 0, 1, 1, 1, 0, 0, 0]),
        ("in core 60", [0, 0, 1, 1, 1, 0, 0, 0]),
        # The narrow core is the first paragraph that alone has 40 %.
        ("in core 40", [0, 0, 1, 0, 0, 0, 0, 0]),
        ("steps from core 60", [1, 1, 0, 0, 0, 1, 1, 1]),
        ("steps from core 40", [2, 2, 0, 1, 1, 2, 2, 2]),
        ("in trunk", [0, 0, 1, 1, 1, 0, 0, 0]),
        ("direct text", [0, 0, 1, 1, 1, 0, 0, 0]),
        ("side of trunk", [-1, -1, 0, 0, 0, 1, 1, 1]),
        ("words of branch", [2, 2, 49, 49, 49, 1, 2, 2]),
        ("link share of branch", [1, 1, 0, 0, 0, 0, 0, 0]),
        ("tag of branch", [12, 12, 9, 9, 9, 9, 12, 12]),
        ("kind of branch", [1, 1, 0, 0, 0, 0, 3, 3]),
        ("share of trunk", [1] * 8),
        ("second trunk", [0] * 8),
        ("share of core 60", [49 / 54] * 8),
        ("share of top candidate", [49 / 54] * 8),
        # "one", "two", "six" and "ten", four times each.
        ("short words of top candidate", [16 / 49] * 8),
    ],
)
def test_container_features_find_the_story(name: str, expected: list[float]) -> None:
    assert column(name, STORY) == close(*expected)


def test_candidates_are_scored_as_readability_does() -> None:
    # The paragraph has 36 characters and a comma: 1 + 1 + 0.36 = 2.36. The section around gets all
    # of it and nothing for its tag, the div around half and 5, the body a sixth, the root a ninth.
    html = "<div><section><p>" + "abcdefghi " * 4 + "</section></div>"
    html = html.replace("abcdefghi ", "abcdefgh, ", 1)
    assert column("candidate", html) == close(2.36 / (5 + 1.18))
    assert column("candidate around", html) == close(1)
    assert column("second candidate", html) == close(2.36 / (5 + 1.18))


MARKED = [0.1, 0.3, 0.8]
both_scores = pytest.mark.parametrize("whose", ["markup", "opinion"])


@both_scores
@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("", MARKED),
        (" of previous", [0, 0.1, 0.3]),
        (" of next", [0.3, 0.8, 0]),
        (" of next 2", [0.8, 0, 0]),
        (" before", [0, 0.1, 0.2]),
        (" after", [0.55, 0.8, 0]),
        (" nearby", [0.2, 0.2, 0.4]),
        (" further", [0.4, 0.4, 0.4]),
        (" of path", [0.2, 0.2, 0.8]),
        (" of place", [0.2, 0.2, 0.8]),
        (" of section", [0.1, 0.55, 0.55]),
        (" of container", [0.4, 0.4, 0.4]),
        (" of page", [0.4, 0.4, 0.4]),
        (" of core", [0.2, 0.2, 0.2]),
        (" of item", [0.4, 0.4, 0.4]),
        (" of branch", [0.2, 0.2, 0.8]),
        (" rank", [0, 1 / 3, 2 / 3]),
    ],
)
def test_scores_are_averaged(whose: str, where: str, expected: list[float]) -> None:
    html = "<div><p>a<p>b</div><p>c"
    if where == " of section":
        html = "<div><p>a<h2>b</h2></div><p>c"
    assert score_column(whose + where, html, MARKED) == close(*expected)


@both_scores
def test_equal_scores_have_equal_ranks(whose: str) -> None:
    found = score_column(f"{whose} rank", "<p>a<p>b<p>c d", [0.5, 0.5, 0.7])
    assert found == close(0, 0, 0.5)


@both_scores
def test_scores_are_averaged_over_items(whose: str) -> None:
    html = "<div><h3>a</h3><p>b</div>" * 3
    found = score_column(f"{whose} of item", html, [0, 0.5, 0.5, 0.5, 1, 0.5])
    assert found == close(0.25, 0.25, 0.5, 0.5, 0.75, 0.75)


@both_scores
def test_scores_of_blocks_without_text_are_ignored(whose: str) -> None:
    html = "<p>a<template>b</template><p hidden>c"
    assert score_column(f"{whose} of page", html, [0.2, 1, 0.4]) == close(0.3, 0, 0.3)
    assert score_column(f"{whose} of next", html, [0.2, 1, 0.4]) == close(0.4, 0, 0)


@pytest.mark.parametrize(
    "html", ["<template>b</template>", "<dialog>b</dialog>", "<video>b</video>"]
)
def test_blocks_without_scored_text_have_a_row_of_zeros(html: str) -> None:
    page, halves = Page(f"<p>a</p>{html}"), np.full(2, 0.5, np.float32)
    for rows in (block_features(page, halves), stage2_features(page, halves, halves, True)):
        assert rows[:, 0].tolist() == [0, 1]
        assert not rows[1, 1:].any()


def test_a_page_that_hides_all_its_text_has_features() -> None:
    assert not features("<div hidden><p>all of it</div>")[:, 0].any()


def test_scores_must_match_the_page() -> None:
    page = Page("<p>a<p>b")
    with pytest.raises(ValueError, match="3 markup scores, but the page has 2 blocks"):
        block_features(page, np.zeros(3, np.float32))
    with pytest.raises(ValueError, match="is not a number"):
        block_features(page, np.array([0, np.nan], np.float32))
    with pytest.raises(ValueError, match="3 stage-1 scores, but the page has 2 blocks"):
        stage2_features(page, np.zeros(2, np.float32), np.zeros(3, np.float32), True)
    with pytest.raises(ValueError, match="stage-1 scores: inf is not a number"):
        stage2_features(page, np.zeros(2, np.float32), np.array([0, np.inf], np.float32), True)
    with pytest.raises(ValueError, match="2 weights, but there are 262144 bins"):
        markup_scores(page, np.zeros(2, np.float32), 0)


@given(any_html)
def test_any_page_has_finite_features_of_the_right_shape(html: bytes) -> None:
    page = Page(html)
    scores = np.linspace(0, 1, len(page.blocks), dtype=np.float32)
    rows = block_features(page, scores)
    assert rows.shape == (len(page.blocks), len(FEATURES))
    assert rows.dtype == np.float32
    assert np.isfinite(rows).all()
    assert (rows == block_features(Page(html), scores)).all()


@settings(deadline=None)
@given(any_html)
def test_stage1_scores_change_only_their_own_features(html: bytes) -> None:
    page = Page(html)
    markup = np.linspace(0, 1, len(page.blocks), dtype=np.float32)
    first, width = block_features(page, markup), len(FEATURES)
    has_text = first[:, 0] == 0
    for stage1_scores in (markup, markup[::-1].copy()):
        rows = stage2_features(page, markup, stage1_scores, True)
        assert rows.shape == (len(page.blocks), len(STAGE2_FEATURES))
        assert rows.dtype == np.float32
        assert np.isfinite(rows).all()
        assert (rows[:, :width] == first).all()
        assert (rows[:, width] == np.where(has_text, stage1_scores, 0)).all()
    # Equal scores give equal features, from either source.
    by_markup = [NAMES.index(name) for name in NAMES if name.startswith("markup")]
    alike = stage2_features(page, markup, markup, True)[:, width : width + len(by_markup)]
    assert (alike == first[:, by_markup]).all()


WEIGHTS = np.random.default_rng(0).normal(0, 0.3, MARKUP_BINS).astype(np.float32)


@given(soup)
def test_markup_scores_sum_the_weights_of_the_bins(html: str) -> None:
    page = Page(html)
    starts, bins = markup_bins(page)
    assert len(starts) == len(page.blocks) + 1
    assert starts[-1] == len(bins)
    sums = [WEIGHTS[bins[start:end]].sum() for start, end in pairwise(starts)]
    expected = 1 / (1 + np.exp(-(np.array(sums, np.float64) + 0.25)))
    assert markup_scores(page, WEIGHTS, 0.25) == pytest.approx(expected, abs=1e-5)


def trees(inputs: int = 2, /, **changes: Sequence[float]) -> Trees:
    """x₀ ≤ 0.5 → −1; otherwise x₁ ≤ 2 → 1, else 3."""
    model: dict[str, NDArray[Any]] = {
        "roots": np.array([0], np.int32),
        "feature": np.array([0, 1], np.uint16),
        "threshold": np.array([0.5, 2], np.float32),
        "left": np.array([~0, ~1], np.int32),
        "right": np.array([1, ~2], np.int32),
        "values": np.array([-1, 1, 3], np.float32),
        "weights": np.array([], np.float32),
    }
    for name, values in changes.items():
        model[name] = np.array(values, model[name].dtype)
    return Trees(inputs, **model)


def test_rows_of_another_width_are_rejected() -> None:
    with pytest.raises(ValueError, match="rows have 3 features, but the trees take 2"):
        predict_trees(trees(), np.zeros((1, 3), np.float32))


small = st.integers(-4, 4)


@given(st.lists(small, max_size=3), st.lists(small, min_size=2, max_size=2), st.lists(small))
def test_trees_of_any_numbers_are_rejected_or_predict(
    roots: list[int], left: list[int], values: list[int]
) -> None:
    try:
        model = trees(roots=roots, left=left, values=values)
    except ValueError:
        return
    assert len(predict_trees(model, np.ones((3, 2), np.float32))) == 3


# Stage 1: many words are likely content, more so with a high markup score. Stage 2: a block after
# likely content is more likely.
FIRST = trees(
    len(FEATURES),
    feature=[NAMES.index("words"), NAMES.index("markup")],
    threshold=[3, 0.5],
    values=[-2, 1, 2],
)
SECOND = trees(
    len(STAGE2_FEATURES),
    feature=[STAGE2_NAMES.index("opinion"), STAGE2_NAMES.index("opinion of previous")],
    threshold=[0.8, 0.8],
    values=[-2, 1, 2],
)
BINS = np.arange(0, MARKUP_BINS, 7, dtype=np.uint32)
WINNOW = Winnow(FIRST, SECOND, BINS, WEIGHTS[BINS], 0.25)


def test_a_model_for_other_features_is_rejected() -> None:
    bins, weights = np.array([0], np.uint32), np.array([1], np.float32)
    with pytest.raises(ValueError, match="the stage-1 trees take 2 features, but blocks have"):
        Winnow(trees(), SECOND, bins, weights, 0)
    second = (
        f"the stage-2 trees take {len(FEATURES)} features, but blocks have {len(STAGE2_FEATURES)}"
    )
    with pytest.raises(ValueError, match=second):
        Winnow(FIRST, FIRST, bins, weights, 0)
    with pytest.raises(ValueError, match="1 bins, but 2 weights"):
        Winnow(FIRST, SECOND, bins, WEIGHTS[:2], 0)


@given(any_html)
def test_predictions_agree_with_the_separate_steps(html: bytes) -> None:
    page = Page(html)
    weights = np.zeros(MARKUP_BINS, np.float32)
    weights[BINS] = WEIGHTS[BINS]
    markup = markup_scores(page, weights, 0.25)
    stage1_scores = predict_trees(FIRST, block_features(page, markup))
    rows = stage2_features(page, markup, stage1_scores, True)
    expected = np.where(rows[:, 0] == 1, 0, predict_trees(SECOND, rows))
    words = rows[:, NAMES.index("words")].astype(np.uint32)
    scores, threshold = WINNOW.predict(page, 1, 0.1, 0.45)
    assert scores.tolist() == expected.tolist()
    assert threshold == choose_threshold(scores, words, 1, 0.1, 0.45)
    assert (WINNOW.scores(page) == scores).all()


def test_invalid_threshold_rules_are_rejected() -> None:
    scores, words = np.array([0.5], np.float32), np.array([1], np.uint32)
    with pytest.raises(ValueError, match="0 ≤ low ≤ high ≤ 1"):
        choose_threshold(scores, words, 1, 0.5, 0.4)
    with pytest.raises(ValueError, match="1 scores, but 2 word counts"):
        choose_threshold(scores, np.array([1, 2], np.uint32), 1, 0, 1)


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_size(name: str) -> None:
    def prepare(size: int) -> Callable[[], object]:
        page = Page(HOSTILE[name](size).encode())
        return lambda: (WINNOW.predict(page, 1, 0.1, 0.45), markup_bins(page))

    assert_linear(prepare, 5_000)
