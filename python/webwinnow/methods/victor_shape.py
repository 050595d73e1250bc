"""Features beyond the paper: the look of a run's text."""

from collections.abc import Callable

import numpy as np

from webwinnow.methods.victor_text import LOWER, MIXED, NOTHING, SPACE, UPPER, WORD, classes_of
from webwinnow.methods.victor_view import Column, View

__all__ = ["COLUMNS"]

IS_SOLID = ~classes_of(SPACE, NOTHING)
# Shorter texts are in most titles by chance.
SHORTEST_TITLE = 8

NO_CASE, LOWER_CASE, SENTENCE_CASE, TITLE_CASE, UPPER_CASE = range(5)


def case(view: View) -> Column:
    """No letters with case, lower case, a sentence, a title, capitals."""
    upper, lower = view.chars[UPPER], view.chars[LOWER]
    capitals = view.text.capitalised
    tokens = view.text.tokens[[WORD, MIXED]].sum(axis=0)
    found = np.full(len(view), SENTENCE_CASE)
    found[(capitals > 1) & (2 * capitals > tokens)] = TITLE_CASE
    found[upper == 0] = LOWER_CASE
    found[(upper > 1) & (lower == 0)] = UPPER_CASE
    found[upper + lower == 0] = NO_CASE
    return found


def first_class(view: View) -> Column:
    """The class of the first character, as `victor_text` numbers them."""
    return view.text.first(IS_SOLID)


def last_class(view: View) -> Column:
    return view.text.last(IS_SOLID)


def copyright_sign(view: View) -> Column:
    return view.text.having("©")


def char_count(view: View) -> Column:
    """Characters other than white space."""
    return view.solid


def in_title(view: View) -> Column:
    """Whether the page's title has the text: 2 where it is most of it."""
    title = view.title
    found = np.zeros(len(view), np.int64)
    if title:
        for run, key in enumerate(view.text.keys):
            if len(key) >= SHORTEST_TITLE and key in title:
                found[run] = 1 + (2 * len(key) > len(title))
    return found


COLUMNS: dict[str, Callable[[View], Column]] = {
    "char.count": char_count,
    "text.case": case,
    "text.first": first_class,
    "text.last": last_class,
    "text.copyright": copyright_sign,
    "text.in-title": in_title,
}
