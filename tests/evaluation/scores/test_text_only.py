from hypothesis import given
from hypothesis import strategies as st

from webwinnow.evaluation.scores import Counts, text

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
    assert text("Home It rained all day", "It rained all night") == Counts(3, 2, 1)


def test_line_breaks_and_no_break_spaces_part_words() -> None:
    assert text("a\nb\xa0c", "a b c") == Counts(3, 0, 0)


def test_case_and_punctuation_matter() -> None:
    assert text("Rain.", "rain") == Counts(0, 1, 1)


def test_empty_texts_have_no_words() -> None:
    assert text("", " \n") == Counts(0, 0, 0)
    assert text("", "a") == Counts(0, 0, 1)


@given(WORDS, WORDS)
def test_alignment_is_the_longest_common_subsequence(a: list[str], b: list[str]) -> None:
    both = longest_common_subsequence(a, b)
    assert text(" ".join(a), " ".join(b)) == Counts(both, len(a) - both, len(b) - both)
