"""All tags of a page in a row, as texrex meets them in the source.

The tree tells the row: before a node opens, as many nodes have opened as its number says, and all
of them but those around it have closed; before it closes, those of its subtree have opened and
closed as well. So each tag has a place, and a run stands before the tag at its place.
"""

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
CONTAINER_OF_TAG = np.zeros(2**16, np.uint8)
for number, names in enumerate(CONTAINERS.values(), 1):
    CONTAINER_OF_TAG[tag_table(*names)] = number
IS_BODY, IS_VOID = tag_table("body"), tag_table(*VOID_TAG_NAMES)
# texrex takes every tag whose name begins so for an anchor: `article` and `abbr` as well as `a`.
IS_ANCHOR = tag_table(*(name for name in TAG_NAMES if name.startswith("a")))

# A page keeps no source, so that sizes in it are estimates: what each tag and its attributes take.
# With 40 bytes for each, shares of markup are 0.04 off on 196 pages of CleanPortalEval and WCXB.
ATTRIBUTE_SIZE = 40
START_TAG_SIZE, END_TAG_SIZE, COMMENT_SIZE = len("<>"), len("</>"), len("<!---->")
NAME_SIZE = np.full(2**16, 6)  # of names that pages bring along, which are not in the table
NAME_SIZE[: len(TAG_NAMES)] = [len(name) for name in TAG_NAMES]


class TagRow:
    """Stretches of the row are told by the places of the tag before them and of their last tag."""

    def __init__(self, page: Page) -> None:
        nodes, runs = page.nodes, page.runs
        tag, depth = nodes.tag, nodes.depth.astype(np.int64)
        self.start = 2 * np.arange(len(tag)) - depth
        end = 2 * nodes.end.astype(np.int64) - 1 - depth
        is_void = IS_VOID[tag]
        self.void_end = end[is_void]
        self.anchor = self.start[IS_ANCHOR[tag]]
        body = int(IS_BODY[tag].argmax())  # the first node, where there is none
        self.run = 2 * runs.opened.astype(np.int64) - 1 - depth[runs.node]
        self.run_bytes = np.append(runs.start, len(page.text))
        self.comment = self.run[runs.flags & FLAGS["COMMENT"] != 0]
        container = CONTAINER_OF_TAG[tag]
        marks = np.zeros(2 * len(tag), np.uint8)
        marks[self.start] = container
        marks[end] |= np.where(container, container | END_TAG, 0)
        # The tags of containers, between those of the body.
        borders = [self.start[body]], np.flatnonzero(marks), [end[body]]
        self.border = np.concatenate(borders)
        self.border_mark = marks[self.border]
        self.bytes_before = row_bytes(self.start, end, tag, nodes.attributes)

    def open_tags(self, first: IntArray, last: IntArray) -> IntArray:
        """A comment counts as one."""
        comments = between(self.comment, first, last)
        return between(self.start, first, last) + comments

    def close_tags(self, first: IntArray, last: IntArray) -> IntArray:
        return last - first - between(self.start, first, last) - between(self.void_end, first, last)

    def anchors(self, first: IntArray, last: IntArray) -> IntArray:
        return between(self.anchor, first, last)

    def raw_sizes(self, first: IntArray, last: IntArray) -> IntArray:
        """Bytes of tags and of texts, those that nobody sees too."""
        tags = self.bytes_before[last + 1] - self.bytes_before[first + 1]
        texts = self.run_bytes[self.run.searchsorted(last, "right")]
        texts = texts - self.run_bytes[self.run.searchsorted(first, "right")]
        found: IntArray = tags + texts + COMMENT_SIZE * between(self.comment, first, last)
        return found


def between(places: IntArray, first: IntArray, last: IntArray) -> IntArray:
    """How many of the places, which are in order, are after the first and not after the last."""
    return places.searchsorted(last, "right") - places.searchsorted(first, "right")


def row_bytes(
    start: IntArray, end: IntArray, tag: NDArray[np.uint16], attributes: NDArray[np.uint8]
) -> IntArray:
    """The size of all tags before each place, and before the end of the row."""
    sizes = np.zeros(2 * len(tag) + 1, np.int64)
    name = NAME_SIZE[tag]
    sizes[1:][start] = name + START_TAG_SIZE + ATTRIBUTE_SIZE * attributes
    sizes[1:][end] = np.where(IS_VOID[tag], 0, name + END_TAG_SIZE)
    return np.cumsum(sizes)
