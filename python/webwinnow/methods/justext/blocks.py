"""The visible text of a page's blocks, with length and share of links."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.methods.base import visible_runs
from webwinnow.methods.markup import count_enclosing, tag_table

IS_HEADING = tag_table("h1", "h2", "h3", "h4", "h5", "h6")
IS_SELECT = tag_table("select")


class TextBlocks(NamedTuple):
    """The blocks with visible text, in page order."""

    block: NDArray[np.int64]  # index in Page.blocks
    texts: list[str]
    length: NDArray[np.int64]  # characters, single spaces included
    wide_bytes: NDArray[np.int64]  # UTF-8 bytes beyond one per character
    link_share: NDArray[np.float64]  # share of the characters without white space
    is_heading: NDArray[np.bool_]
    is_in_select: NDArray[np.bool_]

    @classmethod
    def of(cls, page: Page) -> "TextBlocks":
        runs, count = page.runs, len(page.blocks)
        visible = visible_runs(page)
        block = runs.block[visible]
        chars = np.bincount(block, runs.chars[visible], count)
        in_links = visible & (runs.flags & FLAGS["LINK"] != 0)
        link_chars = np.bincount(runs.block[in_links], runs.chars[in_links], count)
        seen = np.flatnonzero(np.bincount(block, minlength=count))
        texts = read_texts(page, visible, seen)
        length = np.fromiter(map(len, texts), np.int64, len(texts))
        wide = [0 if text.isascii() else len(text.encode()) - len(text) for text in texts]
        node = page.blocks.node[seen]
        return cls(
            seen,
            texts,
            length,
            np.array(wide, np.int64),
            link_chars[seen] / np.maximum(chars[seen], 1),
            mark_inside(page, IS_HEADING)[node],
            mark_inside(page, IS_SELECT)[node],
        )

    def weighted_length(self, weight: float) -> NDArray[np.float64]:
        """Return lengths in which a Han, kana or Hangul character counts as `weight`.

        These have two bytes more than ASCII in UTF-8. Other letters have one or two more and count
        up to `weight`, so a weight is only for pages in its script.
        """
        return self.length + self.wide_bytes * ((weight - 1) / 2)


def read_texts(page: Page, visible: NDArray[np.bool_], blocks: NDArray[np.int64]) -> list[str]:
    """Return the texts of blocks without hidden runs and extra white space."""
    texts = page.block_texts()
    mixed = blocks[has_runs(page, ~visible)[blocks]].tolist()
    if mixed:
        run_texts = page.run_texts()
        spaced = page.runs.flags & FLAGS["SPACE"] != 0
        for block in mixed:
            runs = range(page.blocks.first[block], page.blocks.end[block])
            parts = [" " * bool(spaced[run]) + run_texts[run] for run in runs if visible[run]]
            texts[block] = "".join(parts).strip()
    is_preformatted = page.runs.flags & FLAGS["PRE"] != 0
    for block in np.flatnonzero(has_runs(page, visible & is_preformatted)).tolist():
        texts[block] = " ".join(texts[block].split())
    return [texts[block] for block in blocks.tolist()]


def has_runs(page: Page, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mark the blocks with a chosen run."""
    has = np.zeros(len(page.blocks) + 1, bool)
    has[page.runs.block[chosen]] = True  # runs of no block have −1, the place after the last block
    return has[:-1]


def mark_inside(page: Page, is_one: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mark the nodes that have a tag of the table, or an ancestor that has."""
    return count_enclosing(is_one[page.nodes.tag], page.nodes.end) > 0
