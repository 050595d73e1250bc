"""FIASCO's aligner, after Bauer et al. (2007), section 5.1.

A subtree is clean when its words and those of a gold paragraph overlap enough (Dice). Target nodes
inside a clean subtree are clean, and so are those that hold more clean nodes than others; what is
in no clean target is dirty. Order plays no part, so a menu entry that equals a heading is clean.

Differs: the paper does not give its threshold. Of 0.3 to 0.9, the labels of 0.4 and below are the
best ones on CleanEval's development pages.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.gold.datasets.base import GoldSegment
from webwinnow.gold.labels.base import Labels
from webwinnow.gold.labels.words import PageWords, Vocabulary, words_of
from webwinnow.methods.base import visible_runs
from webwinnow.methods.fiasco.subtrees import Subtrees, target_subtrees

__all__ = ["align_fiasco"]

SIMILAR = 0.4


def align_fiasco(page: Page, gold: Sequence[str | GoldSegment], similar: float = SIMILAR) -> Labels:
    """Labels of runs; `gold` has one text or segment for each paragraph."""
    texts = [part.text if isinstance(part, GoldSegment) else part for part in gold]
    subtrees = Subtrees.of(page)
    is_covered = covered(len(page.runs), subtrees, clean_subtrees(page, subtrees, texts, similar))
    targets = target_subtrees(subtrees)
    clean = targets[[is_clean_target(subtrees, int(target), is_covered) for target in targets]]
    return Labels(covered(len(page.runs), subtrees, clean) & visible_runs(page))


def clean_subtrees(
    page: Page, subtrees: Subtrees, gold: Sequence[str], similar: float
) -> NDArray[np.int64]:
    """Subtrees that are similar to some paragraph."""
    vocabulary = Vocabulary()
    page_words = PageWords.of(page, vocabulary, visible_runs(page))
    first = np.searchsorted(page_words.run, subtrees.first)
    end = np.searchsorted(page_words.run, subtrees.end)
    # Each word's places in the page, so that a subtree's share of them is a difference.
    order = np.argsort(page_words.words, kind="stable")
    bounds = np.searchsorted(page_words.words[order], np.arange(len(vocabulary.numbers) + 1))
    is_clean = np.zeros(len(subtrees.first), bool)
    for paragraph in set(map(tuple, map(words_of, gold))):
        most, least = len(paragraph) * (2 - similar) / similar, len(paragraph) * similar
        fitting = np.flatnonzero((end - first <= most) & (end - first >= least / (2 - similar)))
        shared = np.zeros(len(fitting))
        for word, count in Counter(paragraph).items():
            number = vocabulary.numbers.get(word)
            if number is not None:
                places = order[bounds[number] : bounds[number + 1]]
                inside = np.searchsorted(places, end[fitting])
                inside -= np.searchsorted(places, first[fitting])
                shared += np.minimum(inside, count)
        sizes = len(paragraph) + end[fitting] - first[fitting]
        is_clean[fitting[2 * shared >= similar * np.maximum(sizes, 1)]] = True
    return np.flatnonzero(is_clean)


def covered(runs: int, subtrees: Subtrees, chosen: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The runs that are inside a chosen subtree."""
    steps = np.zeros(runs + 1, np.int64)
    np.add.at(steps, subtrees.first[chosen], 1)
    np.add.at(steps, subtrees.end[chosen], -1)
    return np.cumsum(steps[:-1]) > 0


def is_clean_target(subtrees: Subtrees, target: int, is_covered: NDArray[np.bool_]) -> bool:
    inside = slice(target, int(np.searchsorted(subtrees.first, subtrees.end[target])))
    has_text = subtrees.own_chars[inside] > 0
    clean = is_covered[subtrees.first[inside][has_text]]
    return bool(2 * clean.sum() > len(clean))
