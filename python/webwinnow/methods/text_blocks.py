"""A page's blocks as methods of running text see them: what a reader sees of each, and its links."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Page
from webwinnow.methods.base import visible_runs

__all__ = ["TextBlocks", "inside"]

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class TextBlocks(NamedTuple):
    """The blocks with visible text, in order."""

    index: NDArray[np.int64]  # in Page.blocks
    texts: list[str]
    length: NDArray[np.int64]  # in characters, single spaces included
    wide_bytes: NDArray[np.int64]  # bytes of UTF-8 beyond one a character; two for a Han character
    link_share: NDArray[np.float64]  # of the characters other than white space
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
        index = np.flatnonzero(np.bincount(block, minlength=count))
        texts = visible_texts(page, visible, index)
        length = np.fromiter(map(len, texts), np.int64, len(texts))
        size = np.fromiter((len(text.encode()) for text in texts), np.int64, len(texts))
        node = page.blocks.node[index]
        return cls(
            index,
            texts,
            length,
            size - length,
            link_chars[index] / np.maximum(chars[index], 1),
            inside(page, HEADINGS)[node],
            inside(page, frozenset({"select"}))[node],
        )

    def weighed(self, weight: float) -> NDArray[np.float64]:
        """Lengths where a Han or kana character or a syllable of Hangul counts as `weight`.

        Those have two bytes more than ASCII in UTF-8; other letters beyond ASCII have one or two
        and count up to `weight` too, so that a weight belongs to a page of the script it is for.
        """
        return self.length + self.wide_bytes * ((weight - 1) / 2)


def visible_texts(page: Page, visible: NDArray[np.bool_], index: NDArray[np.int64]) -> list[str]:
    """The texts of the blocks named by `index`, without the hidden runs inside them."""
    texts = page.block_texts()
    hidden = page.runs.block[~visible]
    mixed = np.intersect1d(hidden[hidden >= 0], index)
    if len(mixed):
        run_texts = page.run_texts()
        spaced = page.runs.flags & FLAGS["SPACE"] != 0
        for block in mixed.tolist():
            runs = range(page.blocks.first[block], page.blocks.end[block])
            seen = [run for run in runs if visible[run]]
            parts = [" " * bool(spaced[run]) + run_texts[run] for run in seen]
            texts[block] = "".join(parts).strip()
    return [texts[block] for block in index.tolist()]


def inside(page: Page, names: frozenset[str]) -> NDArray[np.bool_]:
    """Which nodes are elements of these names or inside one."""
    numbers = [number for number, name in enumerate(TAG_NAMES) if name in names]
    roots = np.flatnonzero(np.isin(page.nodes.tag, numbers))
    steps = np.zeros(len(page.nodes) + 1, np.int64)
    np.add.at(steps, roots, 1)
    np.subtract.at(steps, page.nodes.end[roots], 1)
    return np.cumsum(steps[:-1]) > 0
