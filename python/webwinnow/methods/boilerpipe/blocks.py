"""Text blocks as boilerpipe makes them (Kohlschütter, Fankhauser and Nejdl, 2010), in columns.

A text block is what stands between two tags that are not inline. Only the tags below are: a `br`,
an image or a `small` ends a block, a link does not. Blocks that are read one after the other are
fused into larger ones or dropped; the columns then have fewer rows, and `place` tells where each of
the first rows went.
"""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.methods.base import visible_runs
from webwinnow.methods.markup import count_enclosing, tag_table

# Labels, one bit each.
HEADING = 1  # in h1, h2 or h3
ITEM = 2  # in a list item
TITLE = 4  # the page's title
END = 8  # stands under the text
LIKELY, POSSIBLE = 16, 32  # the largest text; any other text

INLINE_NAMES = frozenset({
    "abbr", "acronym", "b", "code", "em", "font", "i", "span", "strike", "strong", "sub", "sup",
    "tt", "u", "var",
})  # fmt: skip
SKIPPED_NAMES = frozenset({"applet", "embed", "object", "option", "script", "style"})
LINE_WIDTH = 80

IS_INLINE, IS_LINK, IS_SKIPPED = tag_table(*INLINE_NAMES), tag_table("a"), tag_table(*SKIPPED_NAMES)
IS_HEADING, IS_ITEM = tag_table("h1", "h2", "h3"), tag_table("li")


@dataclass(frozen=True)
class TextBlocks:
    """Columns with one value for each block, but for `place`."""

    words: NDArray[np.int64]
    linked: NDArray[np.int64]  # words in links
    level: NDArray[np.int64]  # elements around the block's first text that are not inline
    labels: NDArray[np.uint8]
    content: NDArray[np.bool_]
    first: NDArray[np.int64]  # of the blocks as they were read, the first and the last in it
    last: NDArray[np.int64]
    place: NDArray[Any]  # for each block as it was read, the row it is in, or −1

    def __len__(self) -> int:
        return len(self.words)

    @property
    def link_density(self) -> NDArray[np.float64]:
        """Share of words in links; 0 for a block without words."""
        return self.linked / np.maximum(self.words, 1)

    def fused(self, joins: NDArray[np.bool_]) -> "TextBlocks":
        """The same with each row where `joins` is true made part of the row before it."""
        starts = ~joins
        starts[:1] = True
        if starts.all():
            return self
        rows = np.flatnonzero(starts)
        ends = np.append(rows[1:], len(self)) - 1
        row_of = np.append(np.cumsum(starts) - 1, -1)
        return TextBlocks(
            words=np.add.reduceat(self.words, rows),
            linked=np.add.reduceat(self.linked, rows),
            level=np.minimum.reduceat(self.level, rows),
            labels=np.bitwise_or.reduceat(self.labels, rows),
            content=np.logical_or.reduceat(self.content, rows),
            first=self.first[rows],
            last=self.last[ends],
            place=row_of[self.place],
        )

    def only(self, rows: NDArray[np.bool_]) -> "TextBlocks":
        """The rows where `rows` is true."""
        row_of = np.append(np.where(rows, np.cumsum(rows) - 1, -1), -1)
        return TextBlocks(
            words=self.words[rows],
            linked=self.linked[rows],
            level=self.level[rows],
            labels=self.labels[rows],
            content=self.content[rows],
            first=self.first[rows],
            last=self.last[rows],
            place=row_of[self.place],
        )

    def with_content(self, content: NDArray[np.bool_]) -> "TextBlocks":
        counts = self.words, self.linked, self.level
        return TextBlocks(*counts, self.labels, content, self.first, self.last, self.place)

    def labelled(self, label: int, rows: list[int] | NDArray[np.bool_]) -> "TextBlocks":
        """The same with a label more on `rows`."""
        labels = self.labels.copy()
        labels[rows] |= label
        counts = self.words, self.linked, self.level
        return TextBlocks(*counts, labels, self.content, self.first, self.last, self.place)

    def has(self, label: int) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = self.labels & label != 0
        return found


@dataclass(frozen=True)
class Reading:
    """A page's text blocks, all not yet content, and what they were read from."""

    page: Page
    blocks: TextBlocks
    visible: NDArray[np.bool_]  # for each run
    block: NDArray[Any]  # for each run the block it is in; −1 where it was not read
    runs: NDArray[np.int64]  # the runs that were read,
    starts: NDArray[np.int64]  # and where in them each block starts and ends
    ends: NDArray[np.int64]

    def texts(self, rows: NDArray[np.bool_]) -> dict[int, str]:
        """The texts of the blocks where `rows` is true, by their number."""
        run_texts = self.page.run_texts()
        spaced = (self.page.runs.flags & FLAGS["SPACE"] != 0).tolist()
        chosen = np.flatnonzero(rows)
        bounds = zip(self.starts[chosen].tolist(), self.ends[chosen].tolist(), strict=True)
        runs = self.runs.tolist()
        texts = {}
        for row, (start, end) in zip(chosen.tolist(), bounds, strict=True):
            text = run_texts[runs[start]]
            for run in runs[start + 1 : end]:
                text += " " + run_texts[run] if spaced[run] else run_texts[run]
            texts[row] = text
        return texts

    def text_density(self, rows: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """Words per line of 80 characters; of a block that fits in one line, all its words.

        Where `rows` is given and false, the density of a longer block is left unknown.
        """
        words = self.blocks.words
        density = words.astype(float)
        long = sums(self.page.runs.chars[self.runs], self.starts) + words > LINE_WIDTH
        for row, text in self.texts(long if rows is None else long & rows).items():
            density[row] = words_per_line(text, int(words[row]))
        return density


def read(page: Page) -> Reading:
    """The text blocks of what is visible; a few elements, such as `option`, are not read."""
    nodes, visible = page.nodes, visible_runs(page)
    tag, end = nodes.tag, nodes.end
    is_inline = IS_INLINE[tag]
    is_read = visible & (count_enclosing(IS_SKIPPED[tag], end)[page.runs.node] == 0)
    runs = np.flatnonzero(is_read)
    node, opened = page.runs.node[runs], page.runs.opened[runs]
    # A block ends where a tag that is neither inline nor a link opens or closes.
    ends_block = ~(is_inline | IS_LINK[tag])
    depth = count_enclosing(ends_block, end)[node]
    count = np.append(0, np.cumsum(ends_block))[opened]
    is_start = np.ones(len(runs), bool)
    is_start[1:] = (depth[1:] != depth[:-1]) | (count[1:] != count[:-1])
    starts = np.flatnonzero(is_start)
    words = page.runs.words[runs].astype(np.int64)
    linked = np.where(page.runs.flags[runs] & FLAGS["LINK"], words, 0)
    labels = (count_enclosing(IS_HEADING[tag], end)[node[starts]] > 0) * HEADING
    labels += (count_enclosing(IS_ITEM[tag], end)[node[starts]] > 0) * ITEM
    block = np.full(len(visible), -1)
    block[runs] = np.cumsum(is_start) - 1
    rows = np.arange(len(starts))
    blocks = TextBlocks(
        words=sums(words, starts),
        linked=sums(linked, starts),
        level=count_enclosing(~is_inline, end)[node[starts]],
        labels=labels.astype(np.uint8),
        content=np.zeros(len(starts), bool),
        first=rows,
        last=rows,
        place=rows,
    )
    return Reading(page, blocks, visible, block, runs, starts, np.append(starts, len(runs))[1:])


def sums(values: NDArray[Any], starts: NDArray[np.int64]) -> NDArray[Any]:
    """Sums of the stretches that begin at `starts`."""
    return np.add.reduceat(values, starts) if len(starts) else values


def words_per_line(text: str, words: int) -> float:
    """Words per line of a text wrapped at 80 characters; what the last line holds is left out,
    unless it is the only one.
    """
    tokens = text.split()
    if len(tokens) > words:  # Bullets, dashes and the like take no room, as they are no words.
        tokens = [token for token in tokens if any(map(str.isalnum, token))]
    lengths = [len(token) + 1 for token in tokens]
    if words > 2 * len(lengths):  # A script without spaces.
        lengths = [max(2, round(len(text) / words) + 1)] * words
    ends = [0, *accumulate(lengths)]
    lines, line_start = 0, 0
    while True:
        line_end = bisect_right(ends, ends[line_start] + LINE_WIDTH + 1) - 1
        if line_end >= len(lengths):
            break
        # A word longer than a line has one to itself.
        line_start = max(line_end, line_start + 1)
        lines += 1
    return line_start / lines if lines else float(words)
