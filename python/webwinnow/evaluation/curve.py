"""What a method would have found had it been stricter or laxer, without running it again."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Decision, Page
from webwinnow.evaluation.results import THRESHOLDS
from webwinnow.evaluation.scores.bag_of_words import WORD
from webwinnow.evaluation.scores.counts import Counts

__all__ = ["curve"]


def curve(page: Page, decision: Decision, gold: Counter[str]) -> tuple[Counts, ...]:
    """Bag-of-words counts of the runs that score at least each of THRESHOLDS."""
    words, levels = leveled_words(page, levels_of(page, decision))
    number_of = {word: number for number, word in enumerate(gold)}
    wanted = np.array(list(gold.values()), np.int64)
    numbers = np.array([number_of.get(word, -1) for word in words], np.int64)
    # How often each gold word occurs at each level, then at that level or above.
    steps = len(THRESHOLDS) + 1
    is_gold = numbers >= 0
    cells = np.bincount(
        numbers[is_gold] * steps + levels[is_gold], minlength=len(number_of) * steps
    ).reshape(-1, steps)
    both = np.minimum(from_level(cells), wanted[:, None]).sum(0)
    found = from_level(np.bincount(levels, minlength=steps)[None])[0]
    return tuple(
        Counts(int(both[i]), int(found[i] - both[i]), int(wanted.sum() - both[i]))
        for i in range(1, steps)
    )


def from_level(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sums of each row's cells from each one to the last."""
    return cells[:, ::-1].cumsum(1)[:, ::-1]


def levels_of(page: Page, decision: Decision) -> NDArray[np.int64]:
    """How many of the thresholds each run reaches; none, for runs that are never rendered."""
    thresholds = np.asarray(THRESHOLDS, np.float32)
    levels = np.searchsorted(thresholds, decision.score, side="right")
    return np.where(page.runs.block < 0, 0, levels)


def leveled_words(page: Page, levels: NDArray[np.int64]) -> tuple[list[str], NDArray[np.int64]]:
    """Words of the page that any threshold keeps, and their levels.

    A word that goes on in the next run ("un<b>known</b>") counts at the lower level of the two.
    """
    texts = page.run_texts()
    runs = np.flatnonzero(levels)
    words: list[str] = []
    found: list[int] = []
    ends_open = False
    for run, level, is_near in zip(runs, levels[runs], goes_on(page, runs), strict=True):
        text = texts[run]
        its_words = WORD.findall(text.lower())
        if its_words and ends_open and is_near and is_wordlike(text[0]):
            words[-1] += its_words.pop(0)
            found[-1] = min(found[-1], level)
        words += its_words
        found += [level] * len(its_words)
        ends_open = is_wordlike(text[-1])
    return words, np.array(found, np.int64)


def goes_on(page: Page, runs: NDArray[np.int64]) -> NDArray[np.bool_]:
    """For each run, whether its text is set right behind that of the run before."""
    block = page.runs.block[runs]
    spaces = np.cumsum((page.runs.flags & FLAGS["SPACE"]) != 0)[runs]
    is_near = (block[1:] == block[:-1]) & (spaces[1:] == spaces[:-1])
    return np.append(False, is_near)[: len(runs)]


def is_wordlike(character: str) -> bool:
    return character == "_" or character.isalnum()
