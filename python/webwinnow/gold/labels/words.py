"""Words of pages and golds, as numbers that can be compared."""

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page

__all__ = ["PageWords", "Vocabulary", "words_of"]

# Where no white space tells words apart, each character is one.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
UNSPACED += "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # kana and Han
WORD = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")


def words_of(text: str) -> list[str]:
    return WORD.findall(text.lower())


class Vocabulary:
    """A number for each word, given in the order of their first coming."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def numbered(self, words: Iterable[str]) -> NDArray[np.uint32]:
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
        """Of the chosen runs; left out, of all but scripts and the like.

        A word that markup cuts in two, as in `<b>W</b>ord`, is one word of its first run.
        """
        runs = page.runs
        texts = page.run_texts()
        is_readable = runs.block >= 0
        readable = np.flatnonzero(is_readable if chosen is None else chosen)
        # A space beside a run that is not chosen parts those around it, too.
        is_parted = is_readable & (runs.flags & (FLAGS["SPACE"] | FLAGS["BREAK"]) != 0)
        is_glued = (np.diff(np.cumsum(is_parted)[readable], prepend=-1) == 0) & (
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
        numbers = vocabulary.numbered(match[0] for match in found)
        run = readable[np.searchsorted(starts, places, side="right") - 1] if len(found) else places
        return cls(numbers, run)
