import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webwinnow.methods.victor.patterns import Patterns, alternation
from webwinnow.methods.victor.setup import Setup

URL, DATE, TIME, BULLET = (Setup.default().patterns[n] for n in ("url", "date", "time", "bullet"))


def first_match(patterns: Patterns, text: str) -> int:
    return int(patterns.first_matches([text])[0])


def all_matches(patterns: Patterns, text: str) -> int:
    return int(patterns.all_matches([text])[0])


def test_first_matches_are_the_numbers_of_the_first_matching_expressions() -> None:
    patterns = Patterns(("^b", "b", "a"))
    assert patterns.first_matches(["b", "ab", "A", "c"]).tolist() == [1, 2, 3, 0]
    assert patterns.first_matches([]).tolist() == []


def test_all_matches_have_a_bit_per_matching_expression() -> None:
    patterns = Patterns(("^a", "^ab", "^b"))
    assert patterns.all_matches(["a", "AB", "b", "c"]).tolist() == [1, 3, 4, 0]


def test_a_name_in_capitals_stands_for_a_word_list() -> None:
    patterns = Patterns((r"\d DAY", "WEEK"), (("DAY", ("mon", "monday")),))
    assert first_match(patterns, "3 Monday") == 1
    assert first_match(patterns, "3 mondays") == 0
    # A name without a list is taken literally, and texts are in lower case.
    assert first_match(patterns, "WEEK") == 0


def test_only_the_beginning_of_a_text_is_searched() -> None:
    assert first_match(Patterns(("b",)), "a" * 99 + "b") == 1
    assert first_match(Patterns(("b",)), "a" * 100 + "b") == 0


def test_nested_repetition_does_not_hang() -> None:
    patterns = Patterns(("(a+)+$", "(a|aa)+!", "(a|a)*b"))
    start = time.perf_counter()
    assert not patterns.first_matches(["a" * 99 + "?"] * 1000).any()
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    ("expression", "reason"),
    [("a(?=b)", "look-around"), (r"(a)\1", "backreferences"), (r"\w{5000}", "too large")],
)
def test_expressions_that_could_hang_are_rejected(expression: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"expression 2 is invalid: .*{reason}"):
        _ = Patterns(("a", expression)).compiled


@given(words=st.lists(st.from_regex(r"\A[a-zåжß]{1,5}\Z"), min_size=1, max_size=9), text=st.text())
def test_an_alternation_matches_whole_words(words: list[str], text: str) -> None:
    patterns = Patterns((alternation(words),))
    # "." alone is no part of a word.
    for place, found in ((f".{words[0]}.{text}", 1), (words[0] + "x" * 9, 0)):
        assert first_match(patterns, place) == found


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("http://example.org/a?b=c", 1), ("<www.example.org>", 1), ("ftp://a.b", 1),
        ("me@example.org", 2), ("mailto:a.b+c@example.co.uk", 2),
        ("example.com", 3), ("news.bbc.co.uk/sport", 3),
        ("see http://example.org for more", 4), ("write to me@example.org", 5),
        ("read example.com today", 6), ("no address at all. None.", 0), ("version 2.5", 0),
        ("file.txt", 0),
    ],
)  # fmt: skip
def test_urls_differ_from_texts_that_contain_urls(text: str, number: int) -> None:
    assert first_match(URL, text) == number


@pytest.mark.parametrize(
    "text",
    [
        "2007-05-01", "1.5.2007", "01/05/07", "Posted: 05/01/2007", "2007/05/01 14:30",
        "Tuesday, 1 May 2007", "1st of May 2007", "May 1, 2007", "Tue, Jan. 2nd, 2007 3:15 pm",
        "Dienstag, 1. Mai 2007", "3. März 2007", "1er août 2007", "12 février 2007",
        "1 de mayo de 2007", "5 settembre 2007", "12 de março de 2007", "3 mei 2007",
        "3 maj 2007", "24 december 2007", "1. května 2007", "12 października 2007",
        "9 мая 2007 г.", "May 2007", "Juillet 2007", "2007",
    ],
)  # fmt: skip
def test_dates_match_in_many_languages(text: str) -> None:
    assert 1 <= first_match(DATE, text) <= 5


@pytest.mark.parametrize(
    "text",
    [
        "He was born on 1 May in Rome", "It opened in May 2007 as planned, and closed again",
        "Since 2007-05-01 nobody has been there", "Die Sitzung am 3. Oktober fiel aus",
        "from 12/05/2007 until the very end of it",
    ],
)  # fmt: skip
def test_a_date_within_a_sentence_has_another_value(text: str) -> None:
    assert first_match(DATE, text) > 5


@pytest.mark.parametrize(
    "text", ["Chapter 3", "May I?", "3 marches", "1.2.3.4", "12 monkeys", "€ 12.50", "no digits"]
)
def test_other_numbers_do_not_match_as_dates(text: str) -> None:
    assert first_match(DATE, text) == 0


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("14:30", 1), ("at 2:30 pm", 1), ("14.30 Uhr", 1), ("14h30", 1), ("14:30:05 GMT", 1),
        ("we met at 2:30 pm and left", 2), ("um 14.30 Uhr in der Stadt", 2),
        ("from 14:30 until late in the night", 3), ("doors open at 8 pm tonight", 4),
        ("12 apples", 0), ("a ratio of 16:9", 0), ("3.5", 0),
    ],
)  # fmt: skip
def test_times_differ_from_other_numbers(text: str, number: int) -> None:
    assert first_match(TIME, text) == number


def test_bullets_of_one_list_have_the_same_value_and_other_lists_another() -> None:
    lists = [
        ["1.", "2. two", "12. twelve"], ["1) one", "2) two"], ["a) one", "b) two"],
        ["- one", "- two"], ["• one", "* two"], ["ii. two", "iii. three"], ["A. one", "B. two"],
    ]  # fmt: skip
    found = [{all_matches(BULLET, text) for text in texts} for texts in lists]
    assert all(len(each) == 1 for each in found)
    assert len(set.union(*found)) == len(lists)
    assert 0 not in set.union(*found)


@pytest.mark.parametrize(
    "text",
    ["One", "2007 was", "a dog", "e.g. this", "(see below)", "U.S.", "12.50", "14:30", "Mr. X"],
)
def test_most_texts_match_no_bullet(text: str) -> None:
    assert all_matches(BULLET, text) == 0
