import random
from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluation.scores import (
    Counts,
    OfficialScore,
    cleaneval,
    score_official,
    score_words,
)
from webwinnow.evaluation.scores.cleaneval import (
    segment_spans,
    split_tokens,
    to_marked_text,
    to_plain_text,
    unify_markers,
    words_and_markers,
)


def test_a_marker_is_a_word_at_any_place() -> None:
    assert words_and_markers("<p>a<H>b c<l> d") == ["", "<p>", "a", "<H>", "b", "c", "<l>", "d"]


def test_white_space_at_the_ends_leaves_empty_words() -> None:
    assert words_and_markers(" a\n") == ["", "a", ""]
    assert words_and_markers("") == [""]


def test_control_characters_split_words_and_no_break_spaces_do_not() -> None:
    assert words_and_markers("a\x00b\x1fc\xa0d\x85e") == ["a", "b", "c\xa0d\x85e"]


def test_the_url_is_dropped_even_after_a_byte_order_mark() -> None:
    assert words_and_markers("URL: http://a.example/ \n<p>b") == ["", "<p>", "b"]
    assert words_and_markers("\ufeffURL: http://a.example/\n<p>b") == ["", "<p>", "b"]
    assert words_and_markers("<p>The URL is gone") == ["", "<p>", "The", "URL", "is", "gone"]


def test_other_tags_are_words() -> None:
    assert words_and_markers("a<b>c") == ["a<b>c"]


def test_unified_markers_are_equal() -> None:
    assert unify_markers(["<H>", "<l>", "a"]) == ["<p>", "<p>", "a"]


def test_plain_text_has_no_notation() -> None:
    gold = "\ufeffURL: http://a.example/\n\n<h>Fish &amp; chips\n<l>salt&nbsp;&#8217;"
    assert to_plain_text(gold).split() == ["Fish", "&", "chips", "salt", "’"]
    assert to_plain_text("a<p>b") == "a\nb"


def test_each_line_is_a_paragraph() -> None:
    assert to_marked_text("one\n \n two\n") == "<p>one\n<p> two\n"
    assert to_marked_text("") == ""


@given(st.text(st.characters(exclude_characters="<&\ufeff")))
def test_plain_text_inverts_marked_text(text: str) -> None:
    # A line that begins with URL is text here, because a marker precedes it.
    assert to_plain_text(to_marked_text(text)).split() == text.split()


def test_words_and_markers_in_order_are_counted() -> None:
    score = score_words("<p>It rained <p>all day", "<h>It rained <p>all night")
    # It, rained, <p>, all, and the empty word before the first marker.
    assert score.words == Counts(5, 2, 2)
    assert score.labelled == Counts(1, 1, 1)
    assert score.segments == Counts(2, 0, 0)


def test_order_matters() -> None:
    assert score_words("a b", "b a").words == Counts(1, 1, 1)


def test_empty_output_still_has_its_empty_word() -> None:
    assert score_words("", "<p>a").words == Counts(1, 0, 2)
    assert score_words("", "<p>a").segments == Counts(0, 0, 1)


def test_character_references_are_compared_as_written() -> None:
    assert score_words("a & b", "a &amp; b").words == Counts(2, 1, 1)


def test_words_over_one_per_cent_of_a_long_gold_start_no_match() -> None:
    common, rare = ["the"] * 4, [str(i) for i in range(196)]
    assert score_words("x the y the", " ".join(common + rare[:-1])).words.both == 2  # 199 words
    assert score_words("x the y the", " ".join(common + rare)).words.both == 0  # 200 words


def long_texts(seed: int) -> tuple[list[str], list[str]]:
    """Two similar texts of over 200 words, with a few very common words."""
    rng = random.Random(seed)
    gold = [str(int(rng.paretovariate(0.5))) for _ in range(rng.randint(150, 600))]
    ours = [word for word in gold if rng.random() < 0.8]
    for _ in range(rng.randint(0, 60)):
        ours.insert(rng.randrange(len(ours) + 1), str(int(rng.paretovariate(0.5))))
    return ours, gold


def difflib_both(ours: list[str], gold: list[str]) -> int:
    return sum(block.size for block in SequenceMatcher(None, ours, gold).get_matching_blocks())


@given(st.integers(0, 10_000))
def test_alignment_is_that_of_difflib(seed: int) -> None:
    ours, gold = long_texts(seed)
    both = difflib_both(ours, gold)
    expected = Counts(both, len(ours) - both, len(gold) - both)
    assert score_words(" ".join(ours), " ".join(gold)).words == expected


@given(st.integers(0, 10_000))
def test_compiled_difflib_aligns_identically(seed: int) -> None:
    cydifflib = pytest.importorskip("cydifflib")
    ours, gold = long_texts(seed)
    compiled = cydifflib.SequenceMatcher(None, ours, gold).get_matching_blocks()
    plain = SequenceMatcher(None, ours, gold).get_matching_blocks()
    assert [tuple(block) for block in compiled] == [tuple(block) for block in plain]


GOLD = "<h>Ferry resumes <p>It sails on Monday"
MARKED = st.lists(st.sampled_from(["<p>", "<h>", "a", "b", "c"]), max_size=40).map(" ".join)


def test_text_score_is_the_share_of_words_with_a_partner() -> None:
    assert score_official("<p>It sails", "<p>It sails on Monday").text == pytest.approx(4 / 6)


def test_markers_do_not_change_the_text_score() -> None:
    assert score_official("Ferry resumes It sails on Monday", GOLD).text == 1


def test_markup_score_is_the_mean_of_distance_and_places() -> None:
    # Six words alike; of 6 + 8 tokens 12 have partners; of 0 + 2 segments none is in place.
    assert score_official("Ferry resumes It sails on Monday", GOLD).markup == pytest.approx(
        12 / 14 / 2
    )


def test_kind_of_a_marker_counts_as_a_word_but_not_as_a_place() -> None:
    other = GOLD.replace("<h>", "<p>")
    assert score_official(other, GOLD).markup == pytest.approx((14 / 16 + 1) / 2)


def test_segment_must_start_and_end_in_the_same_place() -> None:
    split = "<h>Ferry resumes <p>It sails <p>on Monday"
    # Of 3 + 2 segments the headings are in place; 8 of 9 + 8 tokens have partners.
    assert score_official(split, GOLD).markup == pytest.approx((16 / 17 + 2 / 5) / 2)


def test_total_is_the_mean() -> None:
    assert OfficialScore(0.8183, 0.6846).total == pytest.approx(0.75145)


def test_nothing_against_nothing_is_perfect() -> None:
    assert score_official("", "") == OfficialScore(1, 1)
    assert score_official("", GOLD) == OfficialScore(0, 0)


def test_segments_are_counted_in_words_and_never_empty() -> None:
    assert segment_spans(split_tokens("lead <p>a b <p><h>c")) == [(1, 2), (3, 3)]
    assert segment_spans(split_tokens("a b")) == []


def test_long_texts_are_aligned_with_difflib(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = score_official(GOLD + " more", GOLD)
    monkeypatch.setattr(cleaneval, "MAX_PAIRS", 0)
    monkeypatch.setattr("rapidfuzz.distance.LCSseq.opcodes", None)
    assert score_official(GOLD + " more", GOLD) == expected


@given(MARKED)
def test_gold_against_itself_is_perfect(gold: str) -> None:
    assert score_official(gold, gold) == OfficialScore(1, 1)


@given(MARKED, MARKED)
def test_scores_are_shares(output: str, gold: str) -> None:
    score = score_official(output, gold)
    assert 0 <= score.text <= 1
    assert 0 <= score.markup <= 1
