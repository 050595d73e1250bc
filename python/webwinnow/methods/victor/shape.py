"""Features beyond the paper: the look of a run's text."""

from collections.abc import Callable
from functools import partial

import numpy as np

from webwinnow.methods.victor.runs import Column, View

__all__ = ["COLUMNS"]

# Shorter texts are in most titles by chance.
SHORTEST_TITLE = 8

NO_CASE, LOWER_CASE, SENTENCE_CASE, TITLE_CASE, UPPER_CASE = range(5)


def case(view: View) -> Column:
    """No letters with case, lower case, a sentence, a title, capitals."""
    text = view.text
    upper, lower, capitals = text["upper"], text["lower"], text["capitals"]
    found = np.full(len(view), SENTENCE_CASE)
    found[(capitals > 1) & (2 * capitals > text["words"] + text["mixed"])] = TITLE_CASE
    found[upper == 0] = LOWER_CASE
    found[(upper > 1) & (lower == 0)] = UPPER_CASE
    found[upper + lower == 0] = NO_CASE
    return found


def one_class(view: View, place: str) -> Column:
    """The class of a character, as `victor_text` numbers them."""
    return view.text[place]


def copyright_sign(view: View) -> Column:
    return view.text["copyright"]


def char_count(view: View) -> Column:
    """Characters other than white space."""
    return view.solid


def in_title(view: View) -> Column:
    """Whether the page's title has the text: 2 where it is most of the title."""
    title, texts, length = view.title, view.text.texts, view.text.length
    found = np.zeros(len(view), np.int64)
    candidates = (length >= SHORTEST_TITLE) & (length <= len(title))
    for run in np.flatnonzero(candidates).tolist():
        if texts[run] in title:
            found[run] = 1 + (2 * len(texts[run]) > len(title))
    return found


COLUMNS: dict[str, Callable[[View], Column]] = {
    "char.count": char_count,
    "text.case": case,
    "text.first": partial(one_class, place="first"),
    "text.last": partial(one_class, place="last"),
    "text.copyright": copyright_sign,
    "text.in-title": in_title,
}
