"""jusText, after Jan Pomikálek's thesis (2011): running text is long and full of stop words.

Each block is first classified by its length, links and stop words. Then short and near-good blocks
follow their neighbours (`context`).

Differs: blocks are the page's, without hidden text; links count by characters without white space;
stop words come from our own lists, in the page's language (`stopwords`), and do not count in an
unknown language; lengths are scaled for scripts with more meaning per character; on a page without
good blocks, near-good ones are good; the default thresholds are closer to the outputs of the
GoldMiner authors, and the preset `original` has those of the thesis.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page
from webwinnow.methods.base import Method, decision_from_blocks
from webwinnow.methods.justext.blocks import TextBlocks
from webwinnow.methods.justext.context import (
    BAD,
    GOOD,
    NEAR_GOOD,
    SHORT,
    Headings,
    classify_in_context,
)
from webwinnow.methods.markup import declared_language
from webwinnow.methods.stopwords import StopList, best_list, find_list

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

# Latin letters per character: about the inverse of the length of translations.
CHARACTER_WEIGHT = {"zh": 3.0, "ja": 2.2, "ko": 2.0}

# For each reason the class without context, and the range of scores; 0.5 is the threshold.
REASONS = {
    "mostly links": (BAD, 0.05, 0.15),
    "copyright": (BAD, 0.00, 0.05),
    "in a select": (BAD, 0.00, 0.05),
    "short, with a link": (BAD, 0.05, 0.15),
    "few stop words": (BAD, 0.15, 0.30),
    "short, beside boilerplate": (SHORT, 0.30, 0.40),
    "text-like, between boilerplate": (NEAR_GOOD, 0.40, 0.49),
    "short, beside text": (SHORT, 0.50, 0.60),
    "heading of a text": (SHORT, 0.60, 0.70),
    "text-like, best of the page": (NEAR_GOOD, 0.50, 0.60),
    "text-like heading of a text": (NEAR_GOOD, 0.60, 0.70),
    "text-like, beside text": (NEAR_GOOD, 0.60, 0.75),
    "running text": (GOOD, 0.75, 1.00),
}
(LINKS, COPYRIGHTED, IN_SELECT, SHORT_WITH_LINK, FEW_STOP_WORDS, SHORT_DROPPED, NEAR_DROPPED,
 SHORT_KEPT, HEADING_KEPT, BEST_KEPT, NEAR_HEADING_KEPT, NEAR_KEPT,
 RUNNING_TEXT) = range(len(REASONS))  # fmt: skip
CLASS, LOWEST, HIGHEST = (np.array(column) for column in zip(*REASONS.values(), strict=True))


class JusText(Method):
    """Keep long blocks with many stop words, and short ones between them (Pomikálek 2011).

    `language` is a code such as "en" (default: detected). `stoplist` has stop words to use instead
    of the list of the language; with both, `language` determines how words are counted. Lengths and
    distances are in characters. `fallback`: near-good blocks are good on a page without good ones.
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"length_high": 200, "max_link_density": 0.2},
        "recall": {"length_low": 50, "length_high": 100, "max_link_density": 0.5,
                   "stopwords_low": 0.15, "stopwords_high": 0.20, "max_heading_distance": 400},
        # The published thresholds, without the fallback.
        "original": {"length_high": 200, "max_link_density": 0.2, "fallback": False},
    }  # fmt: skip

    def __init__(
        self,
        length_low: float = 70,
        length_high: float = 140,
        stopwords_low: float = 0.30,
        stopwords_high: float = 0.32,
        max_link_density: float = 0.35,
        max_heading_distance: float = 200,
        no_headings: bool = False,
        language: str | None = None,
        stoplist: Collection[str] | None = None,
        fallback: bool = True,
    ) -> None:
        self.length_low = length_low
        self.length_high = length_high
        self.stopwords_low = stopwords_low
        self.stopwords_high = stopwords_high
        self.max_link_density = max_link_density
        self.max_heading_distance = max_heading_distance
        self.no_headings = no_headings
        self.language = language
        self.stoplist = stoplist
        self.fallback = fallback

    def decide(self, page: Page) -> Decision:
        blocks = TextBlocks.of(page)
        length, share = self.measure(page, blocks)
        reason = self.context_free_reasons(blocks, length, share)
        is_heading = blocks.is_heading & (not self.no_headings)
        headings = Headings(is_heading, length, self.max_heading_distance)
        final, is_rescued = classify_in_context(self.classes(reason), headings)
        reason = contextual_reasons(reason, final == GOOD, is_heading, is_rescued)
        grade = self.grade_blocks(reason, length, share) * (1 - blocks.link_share)
        score = LOWEST[reason] + (HIGHEST - LOWEST)[reason] * grade
        return decide_page(page, blocks.block, final == GOOD, score, reason)

    def measure(self, page: Page, blocks: TextBlocks) -> tuple[FloatArray, FloatArray]:
        """Return each block's length and share of stop words, which is 1 if it does not matter."""
        # Most blocks are too short in any language, or full of links.
        matter = blocks.weighted_length(max(CHARACTER_WEIGHT.values())) >= self.length_low
        matter &= blocks.link_share <= self.max_link_density
        texts = [blocks.texts[place] for place in np.flatnonzero(matter).tolist()]
        stops = self.stop_list(page, texts)
        share = np.ones(len(matter))
        if stops is None:
            return blocks.weighted_length(1), share
        share[matter] = stops.shares(texts)
        return blocks.weighted_length(CHARACTER_WEIGHT.get(stops.language or "", 1)), share

    def stop_list(self, page: Page, texts: list[str]) -> StopList | None:
        if self.stoplist is not None:
            return custom_list(frozenset(self.stoplist), self.language)
        if self.language is not None:
            return find_list(self.language)
        return best_list(texts, declared_language(page))

    def context_free_reasons(
        self, blocks: TextBlocks, length: FloatArray, share: FloatArray
    ) -> IntArray:
        """Return the reasons without context; the first rule that matches counts."""
        has_copyright = ["©" in text or "&copy" in text for text in blocks.texts]
        is_short = length < self.length_low
        rules = [
            (blocks.link_share > self.max_link_density, LINKS),
            (np.array(has_copyright, bool), COPYRIGHTED),
            (blocks.is_in_select, IN_SELECT),
            (is_short & (blocks.link_share > 0), SHORT_WITH_LINK),
            (is_short, SHORT_DROPPED),
            ((share >= self.stopwords_high) & (length > self.length_high), RUNNING_TEXT),
            (share >= min(self.stopwords_low, self.stopwords_high), NEAR_DROPPED),
        ]
        reasons = np.full(len(length), FEW_STOP_WORDS)
        for is_match, reason in reversed(rules):
            reasons[is_match] = reason
        return reasons

    def grade_blocks(self, reason: IntArray, length: FloatArray, share: FloatArray) -> FloatArray:
        """Grade each block among those of its reason, 0 to 1: short ones by length, others by stop
        words.
        """
        share_of_enough = share / max(self.stopwords_low, 0.01)
        share_of_long = length / max(self.length_low, 1)
        grade = np.where(reason == FEW_STOP_WORDS, share_of_enough, share)
        return np.clip(np.where(CLASS[reason] == SHORT, share_of_long, grade), 0, 1)

    def classes(self, reason: IntArray) -> NDArray[np.uint8]:
        classes = CLASS[reason].astype(np.uint8)
        if self.fallback and not (classes == GOOD).any():
            classes[classes == NEAR_GOOD] = GOOD
        return classes


@lru_cache(maxsize=8)
def custom_list(words: frozenset[str], language: str | None) -> StopList:
    return StopList.of(words, language)


def contextual_reasons(
    reason: IntArray, is_kept: BoolArray, is_heading: BoolArray, is_rescued: BoolArray
) -> IntArray:
    """Update the reasons of blocks that context has changed."""
    near = np.where(is_rescued, NEAR_HEADING_KEPT, NEAR_KEPT)
    if not (reason == RUNNING_TEXT).any():
        near = np.full(len(reason), BEST_KEPT)
    short = np.where(is_heading, HEADING_KEPT, SHORT_KEPT)
    found = np.where(is_kept & (reason == NEAR_DROPPED), near, reason)
    return np.where(is_kept & (reason == SHORT_DROPPED), short, found)


def decide_page(
    page: Page, block: IntArray, keep: BoolArray, score: FloatArray, reason: IntArray
) -> Decision:
    """Make a decision on the page from values of the blocks with visible text."""
    count = len(page.blocks)
    all_keep, all_score, all_reason = np.zeros(count, bool), np.zeros(count), np.zeros(count, int)
    all_keep[block], all_score[block], all_reason[block] = keep, score, reason
    return decision_from_blocks(
        page, all_keep, score=all_score, reason=all_reason, reasons=list(REASONS)
    )
