"""Score one page: compute every score that its gold and the system allow."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Decision, Page, render
from webwinnow.evaluation.results import THRESHOLDS, PageScore
from webwinnow.evaluation.scores import (
    BlockScore,
    Counts,
    OfficialScore,
    count_words,
    score_bag,
    score_blocks,
    score_official,
    score_text,
    score_words,
    to_marked_text,
)
from webwinnow.evaluation.scores.text import WORD
from webwinnow.evaluation.systems import Extraction
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.gold.labels import Labels, align_bounded


class PageScorer:
    """Scores extractions of one page; computes what depends on the gold alone once."""

    def __init__(self, gold: GoldPage) -> None:
        self.gold = gold
        self.words = count_words(gold.text)
        self.labels: Labels | None = None
        self.is_too_long = False  # for labels

    def score(self, method: str, extraction: Extraction) -> PageScore:
        marked_text = self.marked_text(extraction)
        blocks = self.score_blocks(extraction)
        return PageScore(
            method=method,
            page=self.gold.name,
            site=self.gold.site,
            type=self.gold.type,
            seconds=extraction.seconds,
            output=extraction.text,
            counts={
                "bag": score_bag(extraction.text, self.words),
                "text": score_text(extraction.text, self.gold.text),
                **self.score_words(marked_text),
                **({"blocks": blocks.keep} if blocks else {}),
            },
            official=self.score_official(marked_text),
            blocks=blocks,
            error=extraction.error,
            curve=self.curve(extraction),
        )

    def marked_text(self, extraction: Extraction) -> str | None:
        """The output in CleanEval's notation, if the gold is."""
        if self.gold.marked_text is None:
            return None
        if extraction.page is None or extraction.decision is None:
            return to_marked_text(extraction.text)
        return render(extraction.page, extraction.decision, "cleaneval", False, False, True)

    def score_words(self, output: str | None) -> dict[str, Counts]:
        if output is None or self.gold.marked_text is None:
            return {}
        return score_words(output, self.gold.marked_text)._asdict()

    def score_official(self, output: str | None) -> OfficialScore | None:
        if output is None or self.gold.marked_text is None:
            return None
        return score_official(output, self.gold.marked_text)

    def score_blocks(self, extraction: Extraction) -> BlockScore | None:
        if extraction.page is None or extraction.decision is None:
            return None
        # Labels are the same for all methods: parsing a page is deterministic.
        if self.labels is None and not self.is_too_long:
            self.labels = align_bounded(extraction.page, self.gold)
            self.is_too_long = self.labels is None
        if self.labels is None:
            return None
        return score_blocks(extraction.page, extraction.decision, self.labels)

    def curve(self, extraction: Extraction) -> tuple[Counts, ...] | None:
        if extraction.page is None or extraction.decision is None:
            return None
        return threshold_curve(extraction.page, extraction.decision, self.words)


def threshold_curve(page: Page, decision: Decision, gold: Counter[str]) -> tuple[Counts, ...]:
    """Bag-of-words counts of the runs that score at least each of THRESHOLDS.

    Shows how a method would score at other thresholds, without running it again.
    """
    words, levels = words_with_levels(page, threshold_levels(page, decision))
    number_of = {word: number for number, word in enumerate(gold)}
    wanted = np.array(list(gold.values()), np.int64)
    numbers = np.array([number_of.get(word, -1) for word in words], np.int64)
    # Occurrences of each gold word at each level, then at that level or above.
    steps = len(THRESHOLDS) + 1
    is_gold = numbers >= 0
    cells = np.bincount(
        numbers[is_gold] * steps + levels[is_gold], minlength=len(number_of) * steps
    ).reshape(-1, steps)
    both = np.minimum(sum_from_level(cells), wanted[:, None]).sum(0)
    found = sum_from_level(np.bincount(levels, minlength=steps)[None])[0]
    return tuple(
        Counts(int(both[i]), int(found[i] - both[i]), int(wanted.sum() - both[i]))
        for i in range(1, steps)
    )


def sum_from_level(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Reverse cumulative sums along each row."""
    return cells[:, ::-1].cumsum(1)[:, ::-1]


def threshold_levels(page: Page, decision: Decision) -> NDArray[np.int64]:
    """Number of thresholds that each run reaches; 0 for runs that are never rendered."""
    thresholds = np.asarray(THRESHOLDS, np.float32)
    levels = np.searchsorted(thresholds, decision.score, side="right")
    return np.where(page.runs.block < 0, 0, levels)


def words_with_levels(page: Page, levels: NDArray[np.int64]) -> tuple[list[str], NDArray[np.int64]]:
    """Words that any threshold keeps, and their levels.

    A word that continues in the next run ("un<b>known</b>") has the lower level of the two.
    """
    texts = page.run_texts()
    runs = np.flatnonzero(levels)
    words: list[str] = []
    found: list[int] = []
    ends_in_word = False
    for run, level, is_adjacent in zip(
        runs, levels[runs], follows_directly(page, runs), strict=True
    ):
        text = texts[run]
        run_words = WORD.findall(text.lower())
        if run_words and ends_in_word and is_adjacent and is_word_character(text[0]):
            words[-1] += run_words.pop(0)
            found[-1] = min(found[-1], level)
        words += run_words
        found += [level] * len(run_words)
        ends_in_word = is_word_character(text[-1])
    return words, np.array(found, np.int64)


def follows_directly(page: Page, runs: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return whether each run's text follows that of the run before without a space."""
    block = page.runs.block[runs]
    spaces = np.cumsum((page.runs.flags & FLAGS["SPACE"]) != 0)[runs]
    is_adjacent = (block[1:] == block[:-1]) & (spaces[1:] == spaces[:-1])
    return np.append(False, is_adjacent)[: len(runs)]


def is_word_character(character: str) -> bool:
    return character == "_" or character.isalnum()
