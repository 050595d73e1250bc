from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.support.gold_sets import gold_set, page
from webwinnow import Decision, Page, render
from webwinnow.evaluation.page_scorer import threshold_curve
from webwinnow.evaluation.results import THRESHOLDS
from webwinnow.evaluation.runner import evaluate
from webwinnow.evaluation.scores import count_words, score_bag

PIECES = st.sampled_from([
    "rain", "Rain ", " and", "_", ".", "<b>", "</b>", "<p>", "<br>", "<a href=/>", "</a>", "<li>",
    "<td>", "<script>x</script>", "<!-- c -->", "<span hidden>", "</span>", "é", "&shy;",
])  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join), st.integers(0, 2**32 - 1))
def test_the_curve_counts_the_text_of_each_threshold(html: str, seed: int) -> None:
    parsed = Page(html)
    # Runs of a word share a score: rendering would split a word with several scores.
    of_block = np.random.default_rng(seed).integers(0, 21, len(parsed.blocks) + 1) / 20
    of_block[-1] = 1
    score = of_block[parsed.runs.block].astype(np.float32)
    gold: Counter[str] = count_words("rain and more rain")
    found = threshold_curve(parsed, Decision(parsed, score > 0, score=score), gold)
    for threshold, counts in zip(THRESHOLDS, found, strict=True):
        kept = Decision(parsed, score >= np.float32(threshold))
        assert counts == score_bag(render(parsed, kept), gold)


def test_a_word_in_two_runs_counts_at_the_lower_score() -> None:
    parsed = Page("<p>un<b>known</b>")
    score = np.array([0.9, 0.5], np.float32)
    found = threshold_curve(
        parsed, Decision(parsed, score > 0, score=score), count_words("unknown")
    )
    assert [counts.both for counts in found] == [1] * 10 + [0] * 10


def test_only_methods_with_graded_scores_have_a_curve() -> None:
    menu = page("1", html="<ul><li><a href=/>Home</a></ul><p>It rained all night.")
    every, stretch = evaluate(gold_set(menu), ["all", "bte"]).scores
    assert every.curve is None
    assert stretch.curve is not None
    assert len(stretch.curve) == len(THRESHOLDS)
    assert stretch.curve[10] == stretch.counts["bag"]
