"""FIASCO's Dice labels, after Bauer et al. (2007), section 5.1.

A subtree is clean if its words overlap enough with those of a gold paragraph (Dice coefficient). A
target is clean if it is in a clean subtree, or if most of the subtrees inside it are clean. Text in
no clean target is dirty. Word order has no effect, so a menu entry that equals a heading is clean.

Differs: the paper does not give its threshold. Of 0.2 to 0.9, 0.7 gives the best labels on
CleanEval's development pages.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.gold.datasets.base import GoldSegment
from webwinnow.gold.labels.base import Labels, PageWords, Vocabulary, split_words
from webwinnow.methods.base import visible_runs
from webwinnow.methods.fiasco.targets import Divide, Subtrees, Targets

MIN_DICE = 0.7
#: The paper's targets: lines that a `br` separates are paragraphs.
DIVIDE: Divide = "breaks"


def align_fiasco(
    page: Page, gold: Sequence[str | GoldSegment], min_dice: float = MIN_DICE
) -> Labels:
    """Label runs; `gold` has one text or segment per paragraph."""
    texts = [part.text if isinstance(part, GoldSegment) else part for part in gold]
    subtrees, targets = Subtrees.of(page, divide=DIVIDE), Targets.of(page, divide=DIVIDE)
    similar = similar_subtrees(page, subtrees, texts, min_dice)
    is_clean = clean_targets(targets, subtrees, covered_runs(len(page.runs), subtrees, similar))
    # Runs in no target have −1, the last value.
    return Labels(np.append(is_clean, False)[targets.of_run])


def similar_subtrees(
    page: Page, subtrees: Subtrees, gold: Sequence[str], min_dice: float
) -> NDArray[np.int64]:
    """Indices of the subtrees that are similar to a gold paragraph."""
    vocabulary = Vocabulary()
    page_words = PageWords.of(page, vocabulary, visible_runs(page))
    first = np.searchsorted(page_words.run, subtrees.first)
    end = np.searchsorted(page_words.run, subtrees.end)
    # The places of each word, so that its count in a subtree is a difference.
    order = np.argsort(page_words.words, kind="stable")
    bounds = np.searchsorted(page_words.words[order], np.arange(len(vocabulary.numbers) + 1))
    is_similar = np.zeros(len(subtrees.first), bool)
    for paragraph in set(map(tuple, map(split_words, gold))):
        most = len(paragraph) * (2 - min_dice) / min_dice
        least = len(paragraph) * min_dice / (2 - min_dice)
        candidates = np.flatnonzero((end - first <= most) & (end - first >= least))
        shared = np.zeros(len(candidates))
        for word, count in Counter(paragraph).items():
            number = vocabulary.numbers.get(word)
            if number is not None:
                places = order[bounds[number] : bounds[number + 1]]
                inside = np.searchsorted(places, end[candidates])
                inside -= np.searchsorted(places, first[candidates])
                shared += np.minimum(inside, count)
        sizes = len(paragraph) + end[candidates] - first[candidates]
        is_similar[candidates[2 * shared >= min_dice * np.maximum(sizes, 1)]] = True
    return np.flatnonzero(is_similar)


def covered_runs(count: int, subtrees: Subtrees, chosen: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return whether each run is inside a chosen subtree."""
    steps = np.zeros(count + 1, np.int64)
    np.add.at(steps, subtrees.first[chosen], 1)
    np.add.at(steps, subtrees.end[chosen], -1)
    return np.cumsum(steps[:-1]) > 0


def clean_targets(
    targets: Targets, subtrees: Subtrees, is_covered: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return whether most subtrees with own text inside each target begin in a clean subtree."""
    target = targets.of_run[subtrees.first]
    is_inside = (target >= 0) & (subtrees.own_chars > 0)
    is_inside &= subtrees.end <= np.append(targets.end, 0)[target]
    clean = np.bincount(target[is_inside & is_covered[subtrees.first]], minlength=len(targets))
    is_clean: NDArray[np.bool_] = 2 * clean > np.bincount(target[is_inside], minlength=len(targets))
    return is_clean
