import re

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from webwinnow.methods.fiasco.words import WordTable, words_of

NONE = np.zeros(0, np.int64)


def split(text: str, starts: list[int] | None = None) -> list[str]:
    source = text.encode()
    words = words_of(source, np.array(starts or [], np.int64))
    places = zip(words.first, words.length, strict=True)
    return [source[first : first + length].decode() for first, length in places]


def test_words_stand_between_spaces_and_marks() -> None:
    assert split("It’s 3 o'clock – “now”, 12:30!") == [
        "It",
        "s",
        "3",
        "o",
        "clock",
        "now",
        "12",
        "30",
    ]
    assert split("één café © naïve") == ["één", "café", "naïve"]
    assert split("...") == split("") == []


def test_a_word_ends_where_its_run_does() -> None:
    assert split("onetwo", [3]) == ["one", "two"]
    assert split("onetwo", [0, 3]) == ["one", "two"]


def test_characters_of_unspaced_scripts_are_words() -> None:
    assert split("日本、です。abc") == ["日", "本", "で", "す", "abc"]


def test_cases_are_alike_and_different_words_are_not() -> None:
    texts = ["rain", "Rain", "RAIN", "rains", "rai", "nair"]
    keys = [int(words_of(text.encode(), NONE).keys[0]) for text in texts]
    assert keys[0] == keys[1] == keys[2]
    assert len(set(keys)) == 4


def test_long_words_differ_in_their_first_sixteen_bytes_or_their_length() -> None:
    texts = ["a" * 8, "a" * 9, "a" * 15 + "b", "a" * 16, "a" * 17, "a" * 18]
    assert len({int(words_of(text.encode(), NONE).keys[0]) for text in texts}) == 6


def test_a_table_knows_its_words() -> None:
    table = WordTable.of({"rain": 1, "Sun": 2, "New York": 3, "...": 4, "é": 5})
    keys = words_of("The RAIN, the sun; New York: é".encode(), NONE).keys
    assert table.look_up(keys).tolist() == [0, 1, 0, 2, 0, 0, 5]
    assert WordTable.of({}).look_up(keys).tolist() == [0] * 7


@settings(deadline=None)
@given(st.text(st.characters(max_codepoint=127)))
def test_words_of_ascii_are_those_of_a_pattern(text: str) -> None:
    assert split(text) == re.findall("[A-Za-z0-9]+", text)


@settings(deadline=None)
@given(st.lists(st.text(min_size=1), max_size=5))
def test_any_text_has_words_inside_its_runs(texts: list[str]) -> None:
    sources = [text.encode("utf-8", "replace") for text in texts]
    ends = np.cumsum([0, *map(len, sources)])
    words = words_of(b"".join(sources), ends[:-1])
    assert (words.length > 0).all()
    run = np.searchsorted(ends, words.first, side="right")
    assert (words.first + words.length <= ends[run]).all()
