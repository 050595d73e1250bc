"""boilerpipe's filters, one function each, with the names of the original program.

A filter takes columns of text blocks and returns columns with other content, other labels or fewer
rows, in linear time. The thresholds come from the paper's decision trees and from the program. Two
filters know blocks by their words: the title of the page, and phrases at the end of a text.
"""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.boilerpipe.blocks import (
    END,
    HEADING,
    ITEM,
    LIKELY,
    POSSIBLE,
    TITLE,
    PageBlocks,
    TextBlocks,
)

MAX_LINKED = 0.333333  # share of linked words in a block
MAX_LINKED_BEFORE = 0.555556  # and in the block before it
MAX_END_WORDS = 14
FULL_TEXT_DENSITY = 9
WORDS_BEFORE_END = 60
MAX_BETWEEN = 1
EXPAND_WORDS = 150

# English phrases, and one of a Swedish newspaper.
END_BEGINNINGS = ("comments", "© reuters", "please rate this", "post a comment")
END_PHRASES = (
    "what you think...", "add your comment", "add comment", "reader views", "have your say",
    "reader comments", "rätta artikeln",
)  # fmt: skip
END_TEXT = "thanks for your comments - this feedback is now closed"
END_LINK = "Comment"
BEGINS_END = re.compile(
    r"[0-9]+ (?:comments|users responded in)|" + "|".join(map(re.escape, END_BEGINNINGS))
)
HOLDS_END = re.compile("|".join(map(re.escape, END_PHRASES)))
# Every end of a text has one of these; more than half of all pages have none.
END_HINTS = (
    "comment", "reuters", "please rate", "responded", "you think", "reader views", "have your say",
    "artikeln",
)  # fmt: skip

# Separators of the title and the site's name; later ones split more.
SEPARATORS = [re.compile(rf" *[{marks}] *") for marks in (
    r"|»\-", r"|»:", r"|»:()", r"|»:()\-", r"|»,:()\-",
)]  # fmt: skip
SPACED_SEPARATORS = [re.compile(rf" +{mark} +") for mark in (r"\|", "-")]
MIN_PART_WORDS = 4
FIRST_PART, LAST_PART = re.compile(r"^[^-]+ - "), re.compile(r" - [^-]+$")
PUNCTUATION = re.compile(r"[?!.:\-]+")


def terminating_blocks(blocks: TextBlocks, texts: dict[int, str]) -> TextBlocks:
    """Label short blocks at the end of an article, such as "12 comments".

    `texts` has the texts of the blocks to test, by block.
    """
    if not may_be_end_of_text("\n".join(texts.values())):
        return blocks
    is_short, is_link = blocks.words <= MAX_END_WORDS, blocks.linked == blocks.words
    ends = [
        row
        for row, text in texts.items()
        if is_end_of_text(text) or (is_link[row] and text == END_LINK)
    ]
    return blocks.add_label(END, [row for row in ends if is_short[row]])


def document_title(blocks: TextBlocks, title: str, texts: dict[int, str]) -> TextBlocks:
    """Label the first block that repeats the page's title, or the main part of it."""
    match = TitleMatch(title)
    row = next((row for row, text in texts.items() if match.matches(text)), None)
    return blocks if row is None else blocks.add_label(TITLE, [row])


def num_words_rules(blocks: TextBlocks, most_linked: float = MAX_LINKED) -> TextBlocks:
    """Keep blocks with few links and many words, or neighbours with many words."""
    words = blocks.words
    before, after = neighbours(words)
    linked, linked_before = blocks.link_density, neighbours(blocks.link_density)[0]
    content = np.where(
        linked_before <= MAX_LINKED_BEFORE,
        (words > 16) | (after > 15) | (before > 4),
        (words > 40) | (after > 17),
    )
    return blocks.with_content(content & (linked <= most_linked))


def density_rules(
    blocks: TextBlocks, density: NDArray[np.float64], most_linked: float = MAX_LINKED
) -> TextBlocks:
    """Keep blocks by words per line.

    The last block of a page is only kept if its line is short and the one before it is not.
    """
    before, after = neighbours(density)
    linked, linked_before = blocks.link_density, neighbours(blocks.link_density)[0]
    content = np.where(
        linked_before <= MAX_LINKED_BEFORE,
        np.where(density <= 9, (after > 10) | (before > 4), after > 0),
        after > 11,
    )
    return blocks.with_content(content & (linked <= most_linked))


def ignore_after_content(blocks: TextBlocks, page_blocks: PageBlocks) -> TextBlocks:
    """Drop all blocks from an end of the text on, if 60 words of full text precede it."""
    is_end = blocks.has_label(END)
    if not is_end.any():
        return blocks
    is_full_text = blocks.content & (page_blocks.text_density(blocks.content) >= FULL_TEXT_DENSITY)
    words_before = np.cumsum(blocks.words * is_full_text)
    return blocks.with_content(
        blocks.content & ~np.logical_or.accumulate(is_end & (words_before >= WORDS_BEFORE_END)),
    )


def trailing_headings(blocks: TextBlocks) -> TextBlocks:
    """Drop headings without content after them."""
    is_text = blocks.content & ~blocks.has_label(HEADING)
    text_follows = np.logical_or.accumulate(is_text[::-1])[::-1]
    return blocks.with_content(blocks.content & text_follows)


def proximity_fusion(
    blocks: TextBlocks, *, content_only: bool = False, same_level: bool = False
) -> TextBlocks:
    """Fuse content with the block before it if at most one block was dropped between them.

    `content_only` and `same_level`: only if the block before is content, or at the same level.
    """
    joins = np.zeros(len(blocks), bool)
    joins[1:] = blocks.content[1:]
    joins[1:] &= blocks.first[1:] - blocks.last[:-1] - 1 <= MAX_BETWEEN
    if content_only:
        joins[1:] &= blocks.content[:-1]
    if same_level:
        joins[1:] &= blocks.level[1:] == blocks.level[:-1]
    return blocks.fuse(joins)


def simple_fusion(
    blocks: TextBlocks, density: NDArray[np.float64]
) -> tuple[TextBlocks, NDArray[np.float64]]:
    """Fuse blocks of the same density."""
    joins = np.zeros(len(blocks), bool)
    joins[1:] = density[1:] == density[:-1]
    fused = blocks.fuse(joins)
    return fused, density[fused.first]


def boilerplate_blocks(blocks: TextBlocks) -> TextBlocks:
    """Drop blocks without content, except the title."""
    return blocks.select(blocks.content | blocks.has_label(TITLE))


def keep_largest(blocks: TextBlocks) -> TextBlocks:
    """Keep the content block with the most words, and blocks of 150 words at its level with no
    higher level between.
    """
    if len(blocks) < 2 or not blocks.content.any():
        return blocks
    largest = int(np.argmax(np.where(blocks.content, blocks.words, -1)))
    level = blocks.level[largest]
    # Blocks not separated from the largest by a higher level have the same count.
    outside = np.cumsum(blocks.level < level)
    content = (blocks.level == level) & (outside == outside[largest])
    content &= blocks.words >= EXPAND_WORDS
    is_largest = np.arange(len(blocks)) == largest
    blocks = blocks.add_label(LIKELY, is_largest).add_label(POSSIBLE, ~is_largest)
    return blocks.with_content(content | is_largest)


def expand_title(blocks: TextBlocks) -> TextBlocks:
    """Keep possible content between the title and the first content."""
    rows, content = np.arange(len(blocks)), np.flatnonzero(blocks.content)
    first = content[0] if len(content) else 0
    titles = np.flatnonzero(blocks.has_label(TITLE)[: first + 1])
    if not len(titles):
        return blocks
    between = (rows >= titles[-1]) & (rows < first) & blocks.has_label(POSSIBLE)
    return blocks.with_content(blocks.content | between)


def large_on_same_level(blocks: TextBlocks, words: int) -> TextBlocks:
    """Keep blocks at the level of the largest text with at least `words` words."""
    is_largest = blocks.has_label(LIKELY) & blocks.content
    if not is_largest.any():
        return blocks
    level = blocks.level[np.argmax(is_largest)]
    large = (blocks.words >= words) & (blocks.level == level)
    return blocks.with_content(blocks.content | large)


def list_at_end(blocks: TextBlocks) -> TextBlocks:
    """Keep list items without links that follow the largest text at a deeper level."""
    is_largest = blocks.has_label(LIKELY) & blocks.content
    if not is_largest.any():
        return blocks
    largest = int(np.argmax(is_largest))
    items = (blocks.level > blocks.level[largest]) & blocks.has_label(ITEM) & (blocks.linked == 0)
    items[: largest + 1] = False
    items[largest + 1 :] = np.logical_and.accumulate(items[largest + 1 :])
    return blocks.with_content(blocks.content | items)


def neighbours(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the values before and after each one; 0 at the ends of the page."""
    padded = np.concatenate(([0], values, [0]))
    return padded[:-2], padded[2:]


def may_be_end_of_text(texts: str) -> bool:
    """Return whether the texts may have an end of the text."""
    texts = texts.lower()
    return any(hint in texts for hint in END_HINTS)


def is_end_of_text(text: str) -> bool:
    """Return whether a short text marks the end of an article, such as "12 comments"."""
    text = text.lower()
    return bool(BEGINS_END.match(text) or HOLDS_END.search(text) or text == END_TEXT)


class TitleMatch:
    """Matches a page's title, or the part of it that is not the site's name."""

    def __init__(self, title: str) -> None:
        title = normalize(title)
        self.titles = {title, *title_parts(title)} - {""}
        self.shortest = min(map(len, self.titles), default=0)

    def matches(self, text: str) -> bool:
        """Return whether a block is the title, up to case, quotes and punctuation."""
        if len(text) < self.shortest:
            return False
        text = normalize(text)
        return text in self.titles or PUNCTUATION.sub("", text).strip() in self.titles


def normalize(text: str) -> str:
    """Lower-case a text, remove apostrophes and unify dashes."""
    return text.lower().replace("'", "").replace("–", "-").replace("—", "-").strip()


def title_parts(title: str) -> Iterator[str]:
    """Yield the parts that may be the title proper."""
    for separator in SEPARATORS:
        yield longest_part(separator.split(title))
    for separator in SPACED_SEPARATORS:
        for part in without_domains(separator.split(title)):
            if len(part.split()) >= MIN_PART_WORDS:
                yield part
    yield LAST_PART.sub("", title)
    yield FIRST_PART.sub("", title)


def longest_part(texts: list[str]) -> str:
    """Return the last part with more words or characters than the best one before it."""
    best, most_words = "", 0
    for text in without_domains(texts):
        words = len(text.split())
        if words > most_words or len(text) > len(best):
            best, most_words = text, words
    return best.strip()


def without_domains(texts: list[str]) -> list[str]:
    return [text for text in texts if ".com" not in text]
