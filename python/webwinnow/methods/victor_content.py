"""Victor's features of the text: characters, tokens, sentences, repeats and patterns.

Differs: tokens that have letters and no digits are words whatever marks stand beside them; runs
without a letter are repeats only of runs with the same text.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.victor_groups import group_ratio
from webwinnow.methods.victor_text import (
    CASELESS,
    CLOSER,
    DIGIT,
    LOWER,
    MARK,
    MIXED,
    NOTHING,
    NUMBER,
    OTHER,
    SPACE,
    STOP,
    SYMBOLS,
    UPPER,
    WORD,
    classes_of,
)  # fmt: skip
from webwinnow.methods.victor_view import Column, View, shares

__all__ = ["COLUMNS"]

CHARACTERS = {
    "alpha": [UPPER, LOWER, CASELESS],
    "num": [DIGIT],
    "punct": [MARK, STOP],
    "white": [SPACE],
    "other": [OTHER],
}
TOKENS = {"alpha": WORD, "num": NUMBER, "mix": MIXED, "other": SYMBOLS}
# A bullet has a sign that is no letter so early, if it is one: "iii)".
BULLET_REACH = 5

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


BEGINS_WORD = classes_of(UPPER, LOWER, CASELESS, DIGIT)
MAY_END_SENTENCE = ~classes_of(SPACE, CLOSER, NOTHING)
IN_BULLETS = classes_of(DIGIT, MARK, STOP, CLOSER, OTHER)


def char_share(view: View, name: str) -> Column:
    return shares(view.chars[CHARACTERS[name]].sum(axis=0), view.length)


def token_count(view: View, name: str) -> Column:
    found: Column = view.text.tokens[TOKENS[name]]
    return found


def token_share(view: View, name: str) -> Column:
    tokens = view.text.tokens
    return shares(tokens[TOKENS[name]], tokens.sum(axis=0))


def sentence_count(view: View) -> Column:
    return view.sentences


def sentence_length(view: View) -> Column:
    """Words; a run in which no sentence ends is part of one."""
    return view.words / np.maximum(view.sentences, 1)


def sentence_begin(view: View) -> Column:
    """Whether the first letter or digit is a letter that may begin a sentence."""
    first = view.text.first(BEGINS_WORD)
    return np.isin(first, (UPPER, CASELESS))


def sentence_end(view: View) -> Column:
    """Whether it ends in a full stop or the like; quotes and brackets may follow."""
    return np.equal(view.text.last(MAY_END_SENTENCE), STOP)


def duplicate_count(view: View) -> Column:
    """How many other runs have the same letters."""
    which = view.text.twins
    return np.bincount(which)[which] - 1


def first_duplicate(view: View) -> Column:
    """Whether it is the first of several."""
    which = view.text.twins
    # Texts are numbered in the order of their first coming.
    is_first = np.diff(np.maximum.accumulate(which), prepend=-1) > 0
    return is_first & (duplicate_count(view) > 0)


def regexp_url(view: View) -> Column:
    """Every address has a dot between other characters."""
    text = view.text
    dots = np.flatnonzero(text.codes[:-1] == ord("."))
    classes = text.classes
    is_inside = BEGINS_WORD[classes[dots - 1]] & BEGINS_WORD[classes[dots + 1]]
    return searched(view, "url", text.runs_with(dots[is_inside]))


def regexp_number(view: View, name: str) -> Column:
    """Dates and times have digits."""
    return searched(view, name, np.flatnonzero(view.chars[DIGIT]))


def searched(view: View, name: str, candidates: IntArray) -> Column:
    """The number of the first expression that fits, in those runs in which one may."""
    texts, match = view.text.texts, view.patterns[name].first_match
    found = np.zeros(len(view), np.int64)
    found[candidates] = [match(texts[run]) for run in candidates.tolist()]
    return found


def bullet(view: View) -> Column:
    """A bit for each expression that fits the beginning."""
    text, match = view.text, view.patterns["bullet"].all_matches
    places = np.minimum(text.starts[:, None] + np.arange(BULLET_REACH), text.ends[:, None])
    candidates = np.flatnonzero(IN_BULLETS[text.classes[places]].any(axis=1))
    found = np.zeros(len(view), np.int64)
    found[candidates] = [match(text.texts[run]) for run in candidates.tolist()]
    return found


COLUMNS: dict[str, Callable[[View], Column]] = {
    **{f"char.{name}-rel": partial(char_share, name=name) for name in CHARACTERS},
    **{f"token.{name}-rel": partial(token_share, name=name) for name in TOKENS},
    **{f"token.{name}-abs": partial(token_count, name=name) for name in TOKENS},
    "sentence.count": sentence_count,
    "sentence.avg-length": sentence_length,
    "sentence-begin": sentence_begin,
    "sentence-end": sentence_end,
    "first-duplicate": first_duplicate,
    "duplicate-count": duplicate_count,
    "regexp.url": regexp_url,
    "regexp.date": partial(regexp_number, name="date"),
    "regexp.time": partial(regexp_number, name="time"),
    "bullet": bullet,
    "div-group.word-ratio": partial(group_ratio, name="div"),
    "td-group.word-ratio": partial(group_ratio, name="td"),
}
