import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluation.scores import Official, edit_distance, official
from webwinnow.evaluation.scores.edit_distance import segments, tokens

GOLD = "<h>Ferry resumes <p>It sails on Monday"
MARKED = st.lists(st.sampled_from(["<p>", "<h>", "a", "b", "c"]), max_size=40).map(" ".join)


def test_text_score_is_the_share_of_words_with_a_partner() -> None:
    assert official("<p>It sails", "<p>It sails on Monday").text == pytest.approx(4 / 6)


def test_markers_do_not_touch_the_text_score() -> None:
    assert official("Ferry resumes It sails on Monday", GOLD).text == 1


def test_markup_score_is_the_mean_of_distance_and_places() -> None:
    # Six words alike; of 6 + 8 tokens 12 have partners; of 0 + 2 segments none is in place.
    assert official("Ferry resumes It sails on Monday", GOLD).markup == pytest.approx(12 / 14 / 2)


def test_kind_of_a_marker_counts_as_a_word_but_not_as_a_place() -> None:
    other = GOLD.replace("<h>", "<p>")
    assert official(other, GOLD).markup == pytest.approx((14 / 16 + 1) / 2)


def test_segment_must_start_and_end_in_the_same_place() -> None:
    split = "<h>Ferry resumes <p>It sails <p>on Monday"
    # Of 3 + 2 segments the headings are in place; 8 of 9 + 8 tokens have partners.
    assert official(split, GOLD).markup == pytest.approx((16 / 17 + 2 / 5) / 2)


def test_total_is_the_mean() -> None:
    assert Official(0.8183, 0.6846).total == pytest.approx(0.75145)


def test_nothing_against_nothing_is_perfect() -> None:
    assert official("", "") == Official(1, 1)
    assert official("", GOLD) == Official(0, 0)


def test_segments_are_counted_in_words_and_never_empty() -> None:
    assert segments(tokens("lead <p>a b <p><h>c")) == [(1, 2), (3, 3)]
    assert segments(tokens("a b")) == []


def test_long_texts_are_aligned_without_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = official(GOLD + " more", GOLD)
    monkeypatch.setattr(edit_distance, "MAX_PAIRS", 0)
    monkeypatch.setattr("rapidfuzz.distance.LCSseq.opcodes", None)
    assert official(GOLD + " more", GOLD) == expected


@given(MARKED)
def test_gold_against_itself_is_perfect(gold: str) -> None:
    assert official(gold, gold) == Official(1, 1)


@given(MARKED, MARKED)
def test_scores_are_shares(output: str, gold: str) -> None:
    score = official(output, gold)
    assert 0 <= score.text <= 1
    assert 0 <= score.markup <= 1
