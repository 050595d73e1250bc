from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluation.scores import Counts, count_words, score_bag, score_text


def test_order_case_and_punctuation_do_not_matter() -> None:
    assert score_bag("Rain, and WIND!", "wind and rain") == Counts(3, 0, 0)


def test_repeated_words_count_as_often_as_in_both() -> None:
    assert score_bag("rain rain rain", "rain rain wind") == Counts(2, 1, 1)


def test_apostrophes_split_words() -> None:
    assert count_words("don't") == {"don": 1, "t": 1}


@given(st.text(), st.text())
def test_precomputed_counts_give_the_same_score(output: str, gold: str) -> None:
    counts = score_bag(output, gold)
    assert score_bag(count_words(output), count_words(gold)) == counts
    assert counts.both == (count_words(output) & count_words(gold)).total()
    assert counts.both + counts.only_gold == count_words(gold).total()


WORDS = st.lists(st.sampled_from("abcd"), max_size=150)


def longest_common_subsequence(a: list[str], b: list[str]) -> int:
    before = [0] * (len(b) + 1)
    for word in a:
        row = [0]
        for j, other in enumerate(b):
            row.append(before[j] + 1 if word == other else max(before[j + 1], row[j]))
        before = row
    return before[-1]


def test_extra_and_missing_words_are_counted() -> None:
    assert score_text("Home It rained all day", "It rained all night") == Counts(3, 2, 1)


def test_line_breaks_and_no_break_spaces_split_words() -> None:
    assert score_text("a\nb\xa0c", "a b c") == Counts(3, 0, 0)


def test_case_and_punctuation_matter() -> None:
    assert score_text("Rain.", "rain") == Counts(0, 1, 1)


def test_empty_texts_have_no_words() -> None:
    assert score_text("", " \n") == Counts(0, 0, 0)
    assert score_text("", "a") == Counts(0, 0, 1)


@given(WORDS, WORDS)
def test_alignment_is_the_longest_common_subsequence(a: list[str], b: list[str]) -> None:
    both = longest_common_subsequence(a, b)
    assert score_text(" ".join(a), " ".join(b)) == Counts(both, len(a) - both, len(b) - both)
