"""Labelled pages as `winnow` learns from them: for each block, how much of it is content."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page, scored_runs
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.winnow.negatives import hollow

__all__ = ["Example"]

# A word of a page weighs less the longer the page is, and content most of all, so that pages count
# about alike; this many words more, and short pages do not count for more than they tell.
SHORT_PAGE = 50
MOST_WEIGHT = 0.1  # of a block, so that no page teaches a single block
# Sets that are better or worse teachers than their number of pages says.
SOURCE_WEIGHTS = {
    # Few pages, but today's, and cleaned by hand with care.
    "news-articles": 2.0,
    # Many pages of 2006, whose frames and golds are unlike today's.
    "cleaneval": 0.5,
}

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """A lesson by blocks; all arrays have one value for each."""

    page: Page
    site: str
    type: str | None
    words: FloatArray  # 0 for blocks that are no candidates
    content: FloatArray  # share of the words that are content
    weight: FloatArray
    is_hollow: bool = False  # a page that was made from another one

    @classmethod
    def of(cls, lesson: TrainingExample) -> "Example":
        page = lesson.page
        counted = scored_runs(page)
        words = words_of(page, counted)
        kept = words_of(page, counted & lesson.keep)
        gold, rest = kept.sum(), (words - kept).sum()
        weight = np.minimum(words / (2 * gold + 0.5 * rest + SHORT_PAGE), MOST_WEIGHT)
        weight *= SOURCE_WEIGHTS.get(lesson.source, 1.0)
        return cls(page, lesson.site, lesson.type, words, kept / np.maximum(words, 1), weight)

    @classmethod
    def hollowed(cls, lesson: TrainingExample) -> "Example":
        """The lesson's page without its content. It teaches about whole pages alone: its blocks
        have no weight, since those of a list of links look the same with and without content.
        """
        page = hollow(lesson.page, lesson.keep)
        words = words_of(page, scored_runs(page))
        nothing = np.zeros(len(words))
        return cls(page, lesson.site, None, words, nothing, nothing, is_hollow=True)


def words_of(page: Page, chosen: NDArray[np.bool_]) -> FloatArray:
    runs = page.runs
    words = np.bincount(runs.block[chosen], runs.words[chosen], len(page.blocks))
    return words.astype(np.float64, copy=False)
