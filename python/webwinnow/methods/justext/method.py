"""jusText, after Jan Pomikálek's thesis (2011): running text is long and full of stop words.

Each block gets a class by itself, from its length, its links and its stop words; then blocks that
are too short to tell, or nearly good, follow their neighbours (`justext_rules`).

Differs: blocks are the page's, hidden text left out; links count by characters other than white
space; stop words are of our own lists, in the page's own language (`stopwords`), and where none is
known they do not count; lengths are scaled for scripts that say more with a character; a page
without any good block is given those that are nearly good; the default thresholds are nearer to
what the GoldMiner authors' outputs show, and the preset `original` has the thesis's.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page
from webwinnow.methods.base import Method, decision_from_blocks
from webwinnow.methods.justext.blocks import TextBlocks
from webwinnow.methods.justext.rules import BAD, GOOD, NEAR_GOOD, SHORT, Headings, with_context
from webwinnow.methods.markup import declared_language
from webwinnow.methods.stopwords import StopList, best_list, find_list

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

# What a character says, in Latin letters: about the inverse of how long translations are.
CHARACTER_WEIGHT = {"zh": 3.0, "ja": 2.2, "ko": 2.0}

# Why a block is what it is: its class by itself, and its score from the weakest such block to the
# strongest; 0.5 is the border.
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
    """Long blocks full of stop words, and what stands between them (Pomikálek 2011).

    `language` is a code such as "en"; left out, the page tells it. `stoplist` has stop words to use
    instead of a language's; with both, they are counted as is done in the language. Lengths and
    distances are in characters; `fallback` takes nearly good blocks for good ones on a page that
    has none.
    """

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"length_high": 200, "max_link_density": 0.2},
        "recall": {"length_low": 50, "length_high": 100, "max_link_density": 0.5,
                   "stopwords_low": 0.15, "stopwords_high": 0.20, "max_heading_distance": 400},
        # The published thresholds, and nothing for a page without a good block.
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
        reason = self.alone(blocks, length, share)
        is_heading = blocks.is_heading & (not self.no_headings)
        headings = Headings(is_heading, length, self.max_heading_distance)
        final, is_rescued = with_context(self.classes(reason), headings)
        reason = in_context(reason, final == GOOD, is_heading, is_rescued)
        grade = self.grades(reason, length, share) * (1 - blocks.link_share)
        score = LOWEST[reason] + (HIGHEST - LOWEST)[reason] * grade
        return on_page(page, blocks.block, final == GOOD, score, reason)

    def measure(self, page: Page, blocks: TextBlocks) -> tuple[FloatArray, FloatArray]:
        """Length of each block and share of stop words; 1 where they do not matter."""
        # In most blocks they do not: too short in whatever language, or full of links.
        matter = blocks.weighed(max(CHARACTER_WEIGHT.values())) >= self.length_low
        matter &= blocks.link_share <= self.max_link_density
        texts = [blocks.texts[place] for place in np.flatnonzero(matter).tolist()]
        stops = self.stop_list(page, texts)
        share = np.ones(len(matter))
        if stops is None:
            return blocks.weighed(1), share
        share[matter] = stops.shares(texts)
        return blocks.weighed(CHARACTER_WEIGHT.get(stops.language or "", 1)), share

    def stop_list(self, page: Page, texts: list[str]) -> StopList | None:
        if self.stoplist is not None:
            return own_list(frozenset(self.stoplist), self.language)
        if self.language is not None:
            return find_list(self.language)
        return best_list(texts, declared_language(page))

    def alone(self, blocks: TextBlocks, length: FloatArray, share: FloatArray) -> IntArray:
        """Reasons by the blocks themselves; the first rule that fits holds."""
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
        found = np.full(len(length), FEW_STOP_WORDS)
        for fits, reason in reversed(rules):
            found[fits] = reason
        return found

    def grades(self, reason: IntArray, length: FloatArray, share: FloatArray) -> FloatArray:
        """How strong each block is among those of its reason, 0 to 1: by its stop words, or by its
        length where it is too short to count them."""
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
def own_list(words: frozenset[str], language: str | None) -> StopList:
    return StopList.of(words, language)


def in_context(
    reason: IntArray, is_kept: BoolArray, is_heading: BoolArray, is_rescued: BoolArray
) -> IntArray:
    """The reasons of blocks that followed their neighbours, or had none to follow."""
    near = np.where(is_rescued, NEAR_HEADING_KEPT, NEAR_KEPT)
    if not (reason == RUNNING_TEXT).any():
        near = np.full(len(reason), BEST_KEPT)
    short = np.where(is_heading, HEADING_KEPT, SHORT_KEPT)
    found = np.where(is_kept & (reason == NEAR_DROPPED), near, reason)
    return np.where(is_kept & (reason == SHORT_DROPPED), short, found)


def on_page(
    page: Page, block: IntArray, keep: BoolArray, score: FloatArray, reason: IntArray
) -> Decision:
    """The decision on blocks named by `block` as one on all; the others have no visible text."""
    count = len(page.blocks)
    all_keep, all_score, all_reason = np.zeros(count, bool), np.zeros(count), np.zeros(count, int)
    all_keep[block], all_score[block], all_reason[block] = keep, score, reason
    return decision_from_blocks(
        page, all_keep, score=all_score, reason=all_reason, reasons=list(REASONS)
    )
