"""The shipped expressions mean the same as shorter ones with look-around and backreferences."""

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webwinnow.methods.victor.patterns import LIST_NAME, Patterns
from webwinnow.methods.victor.setup import Setup

WORDS_BEFORE = r"^\W{0,3}(?:[^\W\d_]{2,12}[.,:]*\W{1,3}){0,2}"
NUMERIC = r"\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}"
LABEL = r"(?:\d{1,3}|[^\W\d_]|[ivxlc]{2,6})"
# By list and place; the expressions that need no look-around are not repeated here.
TWINS = {
    ("date", 0): rf"{WORDS_BEFORE}(?:{NUMERIC})(?!\d).{{0,16}}$",
    ("date", 1): WORDS_BEFORE
    + r"\d{1,2}(?:st|nd|rd|th|er|º|\.)?[ -](?:of |de )?MONTH\.?,?[ -](?:de |del )?\d{2,4}"
    + r"(?!\d).{0,16}$",
    ("date", 2): WORDS_BEFORE
    + r"MONTH\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}(?!\d).{0,16}$",
    ("date", 5): r"\d{1,4}([./-])\d{1,2}\1\d{2,4}(?![\d.]\d)",
    ("date", 7): r"MONTH\.? \d{1,2}(?!\d)",
    ("time", 0): WORDS_BEFORE
    + r"\d{1,2}[:.h]\d\d(?:[:.]\d\d)?(?!\d)\W{0,3}(?:[ap]\.?m\b\.?|uhr|h)?[^\W\d_]{0,5}\W{0,3}$",
    ("time", 2): r"\d{1,2}:\d\d(?::\d\d)?(?![\d:])",
    ("bullet", 0): r"^\W?\d{1,3}(?!\w|[.,:/-]\w|%)",
    ("bullet", 1): r"^\W?[^\W\d_](?=[.):\]](?!\w)|$)",
    ("bullet", 2): r"^\W?(?:[ivx]|[ivxlc]{2,6})(?=[.):\]](?!\w)|$)",
    ("bullet", 4): rf"^\W?{LABEL}\.(?!\w)",
}  # fmt: skip
PIECES = [
    *"0123457 .,:/-()]%aixé_h", " ", "19", "2007", "12", "3:15", "14.30", "may", "märz", "january",
    "st", "th", " de ", "of ", "pm", "uhr", "posted", "tue", "1.5.2007", "05/01/07", "2007-05-01",
]  # fmt: skip


@cache
def twin(place: tuple[str, int]) -> re.Pattern[str]:
    lists = dict(Setup.default().patterns[place[0]].words)

    def whole_word(name: re.Match[str]) -> str:
        return rf"(?<!\w)(?:{'|'.join(map(re.escape, lists[name[0]]))})(?!\w)"

    return re.compile(LIST_NAME.sub(whole_word, TWINS[place]))


@pytest.mark.parametrize("place", TWINS)
@settings(max_examples=300, deadline=None)
@given(texts=st.lists(st.lists(st.sampled_from(PIECES), max_size=9).map("".join), max_size=20))
def test_an_expression_matches_what_its_twin_matches(
    place: tuple[str, int], texts: list[str]
) -> None:
    name, number = place
    found = single(name, number).all_matches(texts)
    assert found.tolist() == [int(bool(twin(place).search(text))) for text in texts]


@cache
def single(name: str, number: int) -> Patterns:
    """The shipped expression alone."""
    patterns = Setup.default().patterns[name]
    return Patterns(patterns.expressions[number : number + 1], patterns.words)
