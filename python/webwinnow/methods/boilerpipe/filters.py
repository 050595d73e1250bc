"""boilerpipe's filters, one function each, named after the program's own.

A filter looks at columns of text blocks and returns new ones with other content, other labels, or
fewer rows. All take time in proportion to the number of blocks. The thresholds are those that the
paper's decision trees learned, and the program's.
"""

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
    Reading,
    TextBlocks,
)
from webwinnow.methods.boilerpipe.marks import (
    END_LINK,
    TitleMatch,
    is_end_of_text,
    may_be_end_of_text,
)

MOST_LINKED = 0.333333  # of a block,
MOST_LINKED_BEFORE = 0.555556  # and of the block before it
MOST_END_WORDS = 14
FULL_TEXT_DENSITY = 9
WORDS_BEFORE_END = 60
MOST_BETWEEN = 1
EXPAND_WORDS = 150


def terminating_blocks(blocks: TextBlocks, texts: dict[int, str]) -> TextBlocks:
    """Labels short blocks that stand under an article, such as "12 comments".

    `texts` are those of the blocks to look at, by their numbers.
    """
    if not may_be_end_of_text("\n".join(texts.values())):
        return blocks
    is_short, is_link = blocks.words <= MOST_END_WORDS, blocks.linked == blocks.words
    ends = [
        row
        for row, text in texts.items()
        if is_end_of_text(text) or (is_link[row] and text == END_LINK)
    ]
    return blocks.labelled(END, [row for row in ends if is_short[row]])


def document_title(blocks: TextBlocks, title: str, texts: dict[int, str]) -> TextBlocks:
    """Labels the first block that repeats the page's title, or the main part of it."""
    match = TitleMatch(title)
    row = next((row for row, text in texts.items() if match.matches(text)), None)
    return blocks if row is None else blocks.labelled(TITLE, [row])


def num_words_rules(blocks: TextBlocks, most_linked: float = MOST_LINKED) -> TextBlocks:
    """Content is what has many words, or neighbours that have, and few links."""
    words = blocks.words
    before, after = neighbours(words)
    linked, linked_before = blocks.link_density, neighbours(blocks.link_density)[0]
    content = np.where(
        linked_before <= MOST_LINKED_BEFORE,
        (words > 16) | (after > 15) | (before > 4),
        (words > 40) | (after > 17),
    )
    return blocks.with_content(content & (linked <= most_linked))


def density_rules(
    blocks: TextBlocks, density: NDArray[np.float64], most_linked: float = MOST_LINKED
) -> TextBlocks:
    """The same by words per line; the page's last block is never content, unless its line is
    short and the one before it is not.
    """
    before, after = neighbours(density)
    linked, linked_before = blocks.link_density, neighbours(blocks.link_density)[0]
    content = np.where(
        linked_before <= MOST_LINKED_BEFORE,
        np.where(density <= 9, (after > 10) | (before > 4), after > 0),
        after > 11,
    )
    return blocks.with_content(content & (linked <= most_linked))


def ignore_after_content(blocks: TextBlocks, reading: Reading) -> TextBlocks:
    """Nothing is content from an end of the text on, if 60 words of full text stand before it."""
    is_end = blocks.has(END)
    if not is_end.any():
        return blocks
    is_full_text = blocks.content & (reading.text_density(blocks.content) >= FULL_TEXT_DENSITY)
    words_before = np.cumsum(blocks.words * is_full_text)
    return blocks.with_content(
        blocks.content & ~np.logical_or.accumulate(is_end & (words_before >= WORDS_BEFORE_END)),
    )


def trailing_headings(blocks: TextBlocks) -> TextBlocks:
    """Headings that no content follows are not content."""
    is_text = blocks.content & ~blocks.has(HEADING)
    text_follows = np.logical_or.accumulate(is_text[::-1])[::-1]
    return blocks.with_content(blocks.content & text_follows)


def proximity_fusion(
    blocks: TextBlocks, *, content_only: bool = False, same_level: bool = False
) -> TextBlocks:
    """Fuses content with the block before it if at most one block was dropped between them, and
    if that one is content and as deep in the page, where these are asked for.
    """
    joins = np.zeros(len(blocks), bool)
    joins[1:] = blocks.content[1:]
    joins[1:] &= blocks.first[1:] - blocks.last[:-1] - 1 <= MOST_BETWEEN
    if content_only:
        joins[1:] &= blocks.content[:-1]
    if same_level:
        joins[1:] &= blocks.level[1:] == blocks.level[:-1]
    return blocks.fused(joins)


def simple_fusion(
    blocks: TextBlocks, density: NDArray[np.float64]
) -> tuple[TextBlocks, NDArray[np.float64]]:
    """Fuses blocks of the same density, which then is the fused block's, too."""
    joins = np.zeros(len(blocks), bool)
    joins[1:] = density[1:] == density[:-1]
    fused = blocks.fused(joins)
    return fused, density[fused.first]


def boilerplate_blocks(blocks: TextBlocks) -> TextBlocks:
    """Drops what is not content, but for the title."""
    return blocks.only(blocks.content | blocks.has(TITLE))


def keep_largest(blocks: TextBlocks) -> TextBlocks:
    """Only the content with the most words stays; and what has 150 and is as deep in the page, as
    far as nothing less deep comes between.
    """
    if len(blocks) < 2 or not blocks.content.any():
        return blocks
    largest = int(np.argmax(np.where(blocks.content, blocks.words, -1)))
    level = blocks.level[largest]
    # Blocks that nothing less deep parts from the largest have as many such blocks before them.
    outside = np.cumsum(blocks.level < level)
    content = (blocks.level == level) & (outside == outside[largest])
    content &= blocks.words >= EXPAND_WORDS
    is_largest = np.arange(len(blocks)) == largest
    blocks = blocks.labelled(LIKELY, is_largest).labelled(POSSIBLE, ~is_largest)
    return blocks.with_content(content | is_largest)


def expand_title(blocks: TextBlocks) -> TextBlocks:
    """All that may be content between the title and the first content is content."""
    rows, content = np.arange(len(blocks)), np.flatnonzero(blocks.content)
    first = content[0] if len(content) else 0
    titles = np.flatnonzero(blocks.has(TITLE)[: first + 1])
    if not len(titles):
        return blocks
    between = (rows >= titles[-1]) & (rows < first) & blocks.has(POSSIBLE)
    return blocks.with_content(blocks.content | between)


def large_on_same_level(blocks: TextBlocks, words: int) -> TextBlocks:
    """What is as deep in the page as the largest text, and has so many words, is content."""
    is_largest = blocks.has(LIKELY) & blocks.content
    if not is_largest.any():
        return blocks
    level = blocks.level[np.argmax(is_largest)]
    large = (blocks.words >= words) & (blocks.level == level)
    return blocks.with_content(blocks.content | large)


def list_at_end(blocks: TextBlocks) -> TextBlocks:
    """List items without links that follow the largest text, and are deeper, are content."""
    is_largest = blocks.has(LIKELY) & blocks.content
    if not is_largest.any():
        return blocks
    largest = int(np.argmax(is_largest))
    items = (blocks.level > blocks.level[largest]) & blocks.has(ITEM) & (blocks.linked == 0)
    items[: largest + 1] = False
    items[largest + 1 :] = np.logical_and.accumulate(items[largest + 1 :])
    return blocks.with_content(blocks.content | items)


def neighbours(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The values before and after each one; 0 at the page's edges."""
    padded = np.concatenate(([0], values, [0]))
    return padded[:-2], padded[2:]
