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
    BETWEEN,
    CASELESS,
    CLASS_COUNT,
    CLOSER,
    DIGIT,
    LOWER,
    MARK,
    MIXED,
    NUMBER,
    OTHER,
    SPACE,
    STOP,
    SYMBOLS,
    UPPER,
    WORD,
)
from webwinnow.methods.victor_view import View, shares

__all__ = ["COLUMNS"]

CHARACTERS = {
    "alpha": [UPPER, LOWER, CASELESS],
    "num": [DIGIT],
    "punct": [MARK, STOP, CLOSER],
    "white": [SPACE],
    "other": [OTHER],
}
TOKENS = {"alpha": WORD, "num": NUMBER, "mix": MIXED, "other": SYMBOLS}
# A bullet has a sign that is no letter so early, if it is one: "iii)".
BULLET_REACH = 5

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


def classes_of(*numbers: int) -> NDArray[np.bool_]:
    found = np.zeros(CLASS_COUNT, bool)
    found[list(numbers)] = True
    return found


BEGINS_WORD = classes_of(UPPER, LOWER, CASELESS, DIGIT)
MAY_END_SENTENCE = ~classes_of(SPACE, CLOSER, BETWEEN)
IN_BULLETS = classes_of(DIGIT, MARK, STOP, CLOSER, OTHER)


def char_share(view: View, name: str) -> FloatArray:
    text = view.text
    return shares(text.chars[CHARACTERS[name]].sum(axis=0), text.length)


def token_count(view: View, name: str) -> IntArray:
    return view.text.tokens[TOKENS[name]]


def token_share(view: View, name: str) -> FloatArray:
    tokens = view.text.tokens
    return shares(tokens[TOKENS[name]], tokens.sum(axis=0))


def sentence_count(view: View) -> IntArray:
    return view.sentences


def sentence_length(view: View) -> FloatArray:
    """Words; a run in which no sentence ends is part of one."""
    return view.words / np.maximum(view.sentences, 1)


def sentence_begin(view: View) -> NDArray[np.bool_]:
    """Whether the first letter or digit is a letter that may begin a sentence."""
    first = view.text.first(BEGINS_WORD)
    return (first == UPPER) | (first == CASELESS)


def sentence_end(view: View) -> NDArray[np.bool_]:
    """Whether it ends in a full stop or the like; quotes and brackets may follow."""
    return view.text.last(MAY_END_SENTENCE) == STOP


def duplicate_count(view: View) -> IntArray:
    """How many other runs have the same letters."""
    which = view.text.twins
    return np.bincount(which)[which] - 1


def first_duplicate(view: View) -> NDArray[np.bool_]:
    """Whether it is the first of several."""
    which = view.text.twins
    # Texts are numbered in the order of their first coming.
    is_first = np.diff(np.maximum.accumulate(which), prepend=-1) > 0
    return is_first & (duplicate_count(view) > 0)


def regexp_url(view: View) -> IntArray:
    """Every address has a dot between other characters."""
    text = view.text
    is_dot = text.codes[1:-1] == ord(".")
    is_inside = BEGINS_WORD[text.classes[:-2]] & BEGINS_WORD[text.classes[2:]]
    candidates = np.unique(text.run[1:-1][is_dot & is_inside])
    return searched(view, "url", candidates)


def regexp_number(view: View, name: str) -> IntArray:
    """Dates and times have digits."""
    return searched(view, name, np.flatnonzero(view.text.chars[DIGIT]))


def searched(view: View, name: str, candidates: IntArray) -> IntArray:
    """The number of the first expression that fits, in those runs in which one may."""
    texts, match = view.text.texts, view.patterns[name].first_match
    found = np.zeros(len(view), np.int64)
    found[candidates] = [match(texts[run]) for run in candidates.tolist()]
    return found


def bullet(view: View) -> IntArray:
    """A bit for each expression that fits the beginning."""
    text, match = view.text, view.patterns["bullet"].all_matches
    places = np.minimum(text.starts[:, None] + np.arange(BULLET_REACH), text.ends[:, None])
    candidates = np.flatnonzero(IN_BULLETS[text.classes[places]].any(axis=1))
    found = np.zeros(len(view), np.int64)
    found[candidates] = [match(text.texts[run]) for run in candidates.tolist()]
    return found


COLUMNS: dict[str, Callable[[View], NDArray[np.generic]]] = {
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
