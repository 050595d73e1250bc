"""A page's language, told at a glance: what it declares, or the words of its longest text."""

from functools import cache

import numpy as np

from webwinnow._core import Page
from webwinnow.methods.base import visible_runs
from webwinnow.methods.markup import declared_language
from webwinnow.methods.stopwords import code_of, find_list, split_words

__all__ = ["language_of"]

# Those that have a network, and those that share many words with them: of two, the better one wins.
RIVALS = ("en", "de", "nl", "fr", "es", "it", "pt", "sv", "da", "nb")
# So many bytes are some eighty words, and so many different ones among them tell.
SAMPLE_BYTES, LEAST_WORDS = 500, 3


def language_of(page: Page) -> str | None:
    """Its code; None where nothing tells. What is declared is believed. Where nothing is, a text of
    nothing but ASCII, as most English ones are, is not looked at: it would take longer than all
    else, and in the languages that have a network hardly any text is without other letters.
    """
    declared = declared_language(page)
    if declared:
        return code_of(declared)
    text = longest_text(page)
    if text.isascii():
        return None
    words = set(split_words(text))
    hits = [len(words & frequent) for frequent in frequent_words()]
    most = max(hits)
    return RIVALS[hits.index(most)] if most >= LEAST_WORDS else None


@cache
def frequent_words() -> list[frozenset[bytes]]:
    """The stop words of each rival."""
    return [find_list(language).words for language in RIVALS]


def longest_text(page: Page) -> str:
    """The beginning of the longest visible run."""
    runs = page.runs
    sizes = np.where(visible_runs(page), runs.end - runs.start, 0)
    if not sizes.any():
        return ""
    run = sizes.argmax()
    start, end = int(runs.start[run]), int(runs.end[run])
    return page.text[start : min(end, start + SAMPLE_BYTES)].decode("utf-8", "ignore")
