"""Labelled pages as `winnow` learns from them: for each block, how much of it is content."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page, block_features
from webwinnow.methods.base import Lesson

__all__ = ["Example", "counted_runs"]

# Never candidates; other hidden text is one where a block has no visible text.
NEVER = FLAGS["CODE"] | FLAGS["HEAD"] | FLAGS["FALLBACK"] | FLAGS["TEMPLATE"]

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

    @classmethod
    def of(cls, lesson: Lesson) -> "Example":
        page = lesson.page
        counted = counted_runs(page) & candidates(page)[page.runs.block]
        words = words_of(page, counted)
        kept = words_of(page, counted & lesson.keep)
        gold, rest = kept.sum(), (words - kept).sum()
        weight = np.minimum(words / (2 * gold + 0.5 * rest + SHORT_PAGE), MOST_WEIGHT)
        weight *= SOURCE_WEIGHTS.get(lesson.source, 1.0)
        return cls(page, lesson.site, lesson.type, words, kept / np.maximum(words, 1), weight)


def counted_runs(page: Page) -> NDArray[np.bool_]:
    """The runs that a block consists of for the core: the visible ones, or all where none is."""
    block, flags = page.runs.block, page.runs.flags
    readable = (block >= 0) & (flags & NEVER == 0)
    visible = readable & (flags & FLAGS["INVISIBLE"] == 0)
    is_shown = np.bincount(block[visible], minlength=len(page.blocks) + 1) > 0
    return np.asarray(visible | (readable & ~is_shown[block]))


def candidates(page: Page) -> NDArray[np.bool_]:
    """The blocks that the core has inputs for; one more for runs of no block, whose index −1 is
    the last, and which is none.
    """
    rows = block_features(page, np.zeros(len(page.blocks), np.float32))
    return np.append(rows[:, 0] == 0, False)


def words_of(page: Page, chosen: NDArray[np.bool_]) -> FloatArray:
    runs = page.runs
    words = np.bincount(runs.block[chosen], runs.words[chosen], len(page.blocks))
    return words.astype(np.float64, copy=False)
