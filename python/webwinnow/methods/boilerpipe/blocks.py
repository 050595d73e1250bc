"""The text blocks of boilerpipe (Kohlschütter, Fankhauser and Nejdl, 2010), in columns.

A text block is the text between two tags that are not inline. Only the tags below are inline: a
`br`, an image or a `small` ends a block, a link does not. Filters fuse or drop blocks; the columns
then have fewer rows, and `place` has the row of each original block.
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
END = 8  # marks the end of the text
LIKELY, POSSIBLE = 16, 32  # the largest text; other text

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
    """Columns with one value for each block, except `place`."""

    words: NDArray[np.int64]
    linked: NDArray[np.int64]  # words in links
    level: NDArray[np.int64]  # block elements around the first text
    labels: NDArray[np.uint8]
    content: NDArray[np.bool_]
    first: NDArray[np.int64]  # first and last original block in it
    last: NDArray[np.int64]
    place: NDArray[Any]  # row of each original block, or −1

    def __len__(self) -> int:
        return len(self.words)

    @property
    def link_density(self) -> NDArray[np.float64]:
        """Share of words in links; 0 for a block without words."""
        return self.linked / np.maximum(self.words, 1)

    def fuse(self, joins: NDArray[np.bool_]) -> "TextBlocks":
        """Fuse each row where `joins` is true with the row before it."""
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

    def select(self, rows: NDArray[np.bool_]) -> "TextBlocks":
        """Select the rows where `rows` is true."""
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

    def add_label(self, label: int, rows: list[int] | NDArray[np.bool_]) -> "TextBlocks":
        """Add a label to `rows`."""
        labels = self.labels.copy()
        labels[rows] |= label
        counts = self.words, self.linked, self.level
        return TextBlocks(*counts, labels, self.content, self.first, self.last, self.place)

    def has_label(self, label: int) -> NDArray[np.bool_]:
        is_labelled: NDArray[np.bool_] = self.labels & label != 0
        return is_labelled


@dataclass(frozen=True)
class PageBlocks:
    """The text blocks of a page before any decision, and their runs."""

    page: Page
    blocks: TextBlocks
    visible: NDArray[np.bool_]  # for each run
    block: NDArray[Any]  # block of each run; −1 for runs that are not read
    runs: NDArray[np.int64]  # the runs that are read
    starts: NDArray[np.int64]  # first of these runs in each block
    ends: NDArray[np.int64]

    def texts(self, rows: NDArray[np.bool_]) -> dict[int, str]:
        """Return the texts of the blocks where `rows` is true, by block."""
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
        """Return the words per line of 80 characters; all words of a block that fits in one line.

        The density of longer blocks is only computed where `rows` is true.
        """
        words = self.blocks.words
        density = words.astype(float)
        long = sum_stretches(self.page.runs.chars[self.runs], self.starts) + words > LINE_WIDTH
        for row, text in self.texts(long if rows is None else long & rows).items():
            density[row] = words_per_line(text, int(words[row]))
        return density


def read_blocks(page: Page) -> PageBlocks:
    """Read the visible text blocks of a page; some elements, such as `option`, are not read."""
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
        words=sum_stretches(words, starts),
        linked=sum_stretches(linked, starts),
        level=count_enclosing(~is_inline, end)[node[starts]],
        labels=labels.astype(np.uint8),
        content=np.zeros(len(starts), bool),
        first=rows,
        last=rows,
        place=rows,
    )
    return PageBlocks(page, blocks, visible, block, runs, starts, np.append(starts, len(runs))[1:])


def sum_stretches(values: NDArray[Any], starts: NDArray[np.int64]) -> NDArray[Any]:
    """Sum values over the stretches that start at `starts`."""
    return np.add.reduceat(values, starts) if len(starts) else values


def words_per_line(text: str, words: int) -> float:
    """Return the words per line of a text wrapped at 80 characters.

    The last line does not count, unless it is the only one.
    """
    tokens = text.split()
    if len(tokens) > words:  # Bullets and dashes are no words and take no room.
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
        # A word longer than a line has its own line.
        line_start = max(line_end, line_start + 1)
        lines += 1
    return line_start / lines if lines else float(words)
