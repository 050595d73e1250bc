"""All tags of a page in a row, as texrex meets them in the source.

The tree tells the row: before a node opens, as many nodes have opened as its number says, and all
of them but those around it have closed; before it closes, those of its subtree have opened and
closed as well. So each tag has a place, and a run stands before the tag at its place.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, VOID_TAG_NAMES, Page
from webwinnow.methods.tags import tag_table

__all__ = ["CONTAINERS", "END_TAG", "TagRow"]

IntArray = NDArray[np.int64]

# In the order of texrex's inputs, which number them from 1 on.
CONTAINERS = {
    "article": ("article",),
    "section": ("section",),
    "div": ("div",),
    "p": ("p",),
    "h": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "blockquote": ("blockquote",),
    "td": ("td",),
    "li": ("li",),
}
END_TAG = np.uint8(16)  # added to a container's number where its end tag stands
START_MARK, END_MARK = np.zeros((2, 2**16), np.uint8)
for number, names in enumerate(CONTAINERS.values(), 1):
    START_MARK[tag_table(*names)] = number
    END_MARK[tag_table(*names)] = number | END_TAG
IS_BODY, IS_VOID = tag_table("body"), tag_table(*VOID_TAG_NAMES)
# texrex takes every tag whose name begins so for an anchor: `article` and `abbr` as well as `a`.
IS_ANCHOR = tag_table(*(name for name in TAG_NAMES if name.startswith("a")))

# A page keeps no source, so that sizes in it are estimates: what each tag and its attributes take.
# With 40 bytes for each, shares of markup are 0.04 off on 196 pages of CleanPortalEval and WCXB.
ATTRIBUTE_SIZES = 40 * np.arange(256)  # by their number
COMMENT_SIZE = len("<!---->")
NAME_SIZE = np.full(2**16, 6)  # of names that pages bring along, which are not in the table
NAME_SIZE[: len(TAG_NAMES)] = [len(name) for name in TAG_NAMES]
# What start and end tags add to two sums, each of which has two counts in one number: sizes and
# anchors, and tags that open and void ones that close. Void elements have no end tag.
ANCHOR_BIT, VOID_BIT = 38, 32
SIZE_BITS, COUNT_BITS = 2**ANCHOR_BIT - 1, 2**VOID_BIT - 1
START_SIZE = NAME_SIZE + len("<>") + (IS_ANCHOR.astype(np.int64) << ANCHOR_BIT)
END_SIZE = np.where(IS_VOID, 0, NAME_SIZE + len("</>"))
END_COUNT = IS_VOID.astype(np.int64) << VOID_BIT


class Before(NamedTuple):
    """What is before each of some places, or at it; differences of two tell what is between."""

    open_tags: IntArray  # a comment counts as one
    close_tags: IntArray
    anchors: IntArray
    raw: IntArray  # bytes of tags and of texts, those that nobody sees too


class TagRow:
    def __init__(self, page: Page) -> None:
        nodes, runs = page.nodes, page.runs
        tag, depth = nodes.tag, nodes.depth
        count = len(tag)
        start = np.arange(0, 2 * count, 2)
        start -= depth
        end = np.multiply(nodes.end, 2, dtype=np.int64)
        end -= depth
        end -= 1
        self.run = np.multiply(runs.opened, 2, dtype=np.int64)
        self.run -= depth.take(runs.node)
        self.run -= 1
        self.run_starts = np.append(runs.start, runs.end[-1] if len(runs) else 0)
        self.comment = self.run[runs.flags & FLAGS["COMMENT"] != 0]
        marks = np.empty(2 * count, np.uint8)
        marks[start] = START_MARK.take(tag)
        marks[end] = END_MARK.take(tag)
        first = int(IS_BODY.take(tag).argmax())  # the first node, where there is none
        body = slice(first, first + 1)
        # The tags of containers, between those of the body.
        self.border = np.concatenate([start[body], marks.nonzero()[0], end[body]])
        self.border_mark = marks[self.border]
        # Of all tags up to each place, and before the row.
        self.sizes, self.counts = (
            np.zeros(2 * count + 1, np.int64),
            np.zeros(2 * count + 1, np.int64),
        )
        sizes, counts = self.sizes[1:], self.counts[1:]
        sizes[start] = START_SIZE.take(tag) + ATTRIBUTE_SIZES.take(nodes.attributes)
        sizes[end] = END_SIZE.take(tag)
        counts[start] = 1
        counts[end] = END_COUNT.take(tag)
        sizes.cumsum(out=sizes)
        counts.cumsum(out=counts)

    @property
    def raw_page(self) -> int:
        """The size of all tags and texts."""
        return int(self.sizes[-1] & SIZE_BITS) + int(self.run_starts[-1])

    def before(self, places: IntArray) -> Before:
        sizes, counts = self.sizes[places + 1], self.counts[places + 1]
        opened = counts & COUNT_BITS
        closed = places + 1 - opened
        closed -= counts >> VOID_BIT
        raw = sizes & SIZE_BITS
        raw += self.run_starts[self.run.searchsorted(places, "right")]
        if len(self.comment):
            comments = self.comment.searchsorted(places, "right")
            opened += comments
            raw += COMMENT_SIZE * comments
        return Before(opened, closed, sizes >> ANCHOR_BIT, raw)
