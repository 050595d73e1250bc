"""Labels of runs, and the words of pages and gold as comparable numbers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Decision, Page

# Scripts without white space between words: each character is a word.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
UNSPACED += "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # kana and Han
WORD = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")


@dataclass(frozen=True)
class Labels:
    """A label for each run: content or not, and its kind."""

    keep: NDArray[np.bool_]
    kind: NDArray[np.uint8] | None = None  # as `Decision.kind`; None if the gold has no kinds

    def decision(self, page: Page) -> Decision:
        """The decision of a classifier without mistakes."""
        return Decision(page, self.keep, kind=self.kind)


def split_words(text: str) -> list[str]:
    """The words of a text in lower case."""
    return WORD.findall(text.lower())


class Vocabulary:
    """Numbers of words, in the order of their first occurrence."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, words: Iterable[str]) -> NDArray[np.uint32]:
        """Numbers of words; new words are added."""
        numbers = self.numbers
        return np.fromiter((numbers.setdefault(w, len(numbers)) for w in words), np.uint32)


class PageWords(NamedTuple):
    """The words of a page's runs."""

    words: NDArray[np.uint32]
    run: NDArray[np.int64]  # the run in which each word begins

    @classmethod
    def of(
        cls, page: Page, vocabulary: Vocabulary, chosen: NDArray[np.bool_] | None = None
    ) -> "PageWords":
        """Words of the chosen runs; by default of all runs except scripts and similar.

        A word that markup splits, as in `<b>W</b>ord`, is one word of its first run.
        """
        runs = page.runs
        texts = page.run_texts()
        is_readable = runs.block >= 0
        readable = np.flatnonzero(is_readable if chosen is None else chosen)
        # A space beside a run that is not chosen also separates the runs around it.
        is_separated = is_readable & (runs.flags & (FLAGS["SPACE"] | FLAGS["BREAK"]) != 0)
        is_glued = (np.diff(np.cumsum(is_separated)[readable], prepend=-1) == 0) & (
            np.diff(runs.block[readable], prepend=-1) == 0
        )
        parts, starts, place = [], np.empty(len(readable), np.int64), 0
        for i, (run, glued) in enumerate(zip(readable.tolist(), is_glued.tolist(), strict=True)):
            part = texts[run].lower() if glued else " " + texts[run].lower()
            starts[i] = place
            place += len(part)
            parts.append(part)
        found = list(WORD.finditer("".join(parts)))
        places = np.fromiter((match.start() for match in found), np.int64, len(found))
        numbers = vocabulary.number(match[0] for match in found)
        run = readable[np.searchsorted(starts, places, side="right") - 1] if len(found) else places
        return cls(numbers, run)
