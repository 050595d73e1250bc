"""Victor's features of the text: characters, tokens, sentences, repeats and patterns.

Differs: tokens that have letters and no digits are words whatever marks stand beside them; runs
without a letter are repeats only of runs with the same text.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.victor.groups import group_ratio
from webwinnow.methods.victor.runs import Column, View, shares
from webwinnow.methods.victor.text import CASELESS, STOP, UPPER

__all__ = ["COLUMNS"]

CHARACTERS = {
    "alpha": ("upper", "lower", "caseless"),
    "num": ("digit",),
    "punct": ("mark", "stop", "closer"),
    "white": ("space",),
    "other": ("other",),
}
TOKENS = {"alpha": "words", "num": "numbers", "mix": "mixed", "other": "symbols"}


def char_share(view: View, name: str) -> Column:
    counts = [view.text[character] for character in CHARACTERS[name]]
    return shares(np.sum(counts, axis=0), view.text.length)


def token_count(view: View, name: str) -> Column:
    return view.text[TOKENS[name]]


def token_share(view: View, name: str) -> Column:
    return shares(view.text[TOKENS[name]], view.text.tokens)


def sentence_count(view: View) -> Column:
    return view.sentences


def sentence_length(view: View) -> Column:
    """Words; a run in which no sentence ends is part of one."""
    return view.words / np.maximum(view.sentences, 1)


def sentence_begin(view: View) -> Column:
    """Whether the first letter or digit is a letter that may begin a sentence."""
    first = view.text["first of a word"]
    found: Column = (first == UPPER) | (first == CASELESS)
    return found


def sentence_end(view: View) -> Column:
    """Whether it ends in a full stop or the like; quotes and brackets may follow."""
    found: Column = view.text["last but closers"] == STOP
    return found


def duplicate_count(view: View) -> Column:
    """How many other runs have the same letters."""
    _, which, count = np.unique(view.text.key, return_inverse=True, return_counts=True)
    found: Column = count[which] - 1
    return found


def first_duplicate(view: View) -> Column:
    """Whether it is the first of several."""
    _, first, count = np.unique(view.text.key, return_index=True, return_counts=True)
    found = np.zeros(len(view), bool)
    found[first] = count > 1
    return found


def regexp_url(view: View) -> Column:
    """Every address has a dot between letters or digits."""
    return searched(view, "url", np.flatnonzero(view.text["inner dots"]))


def regexp_number(view: View, name: str) -> Column:
    """Dates and times have digits."""
    return searched(view, name, np.flatnonzero(view.text["digit"]))


def searched(view: View, name: str, candidates: NDArray[np.int64]) -> Column:
    """The number of the first expression that fits, in those runs in which one may."""
    texts, match = view.text.texts, view.patterns[name].first_match
    found = np.zeros(len(view), np.int64)
    found[candidates] = [match(texts[run]) for run in candidates.tolist()]
    return found


def bullet(view: View) -> Column:
    """A bit for each expression that fits the beginning."""
    texts, match = view.text.texts, view.patterns["bullet"].all_matches
    candidates = np.flatnonzero(view.text["early sign"])
    found = np.zeros(len(view), np.int64)
    found[candidates] = [match(texts[run]) for run in candidates.tolist()]
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
