"""Text that annotators marked on the page itself, by classes of its elements."""

import re

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page, segments

UNMARKED = -1

BoolArray = NDArray[np.bool_]


def node_marks(page: Page, mark: re.Pattern[str]) -> NDArray[np.int8]:
    """The number in the class of each node's nearest marked element; UNMARKED without one.

    `mark` matches a class attribute that has the mark; its first group is the number.
    """
    marks = np.full(len(page.nodes), UNMARKED, np.int8)
    # In document order, so that inner elements overwrite outer ones.
    for node in range(len(page.nodes)):
        match = mark.search(page.attribute(node, "class") or "")
        if match:
            marks[node : page.nodes.end[node]] = int(match[1])
    return marks


def kept_text(page: Page, keep: BoolArray) -> str:
    """The text of some runs, a block a line.

    Not the rendered text: list bullets and numbers are not words of the page.
    """
    return "\n".join(segment.text for segment in segments(page, Decision(page, keep)))


def move_labels(marked: Page, keep: BoolArray, page: Page) -> BoolArray | None:
    """Carry labels of runs from a marked page over to the same page without the marks.

    The tags of the marks divide runs, so runs are matched by their characters: a run is content if
    most of its characters are. None if the two pages do not have the same text.
    """
    texts, marked_texts = solid_texts(page), solid_texts(marked)
    if "".join(texts) != "".join(marked_texts):
        return None
    is_content = np.repeat(keep, [len(text) for text in marked_texts])
    sums = np.append(0, np.cumsum(is_content))
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    starts = np.append(0, ends[:-1])[: len(ends)]
    return np.asarray(2 * (sums[ends] - sums[starts]) > ends - starts)


def solid_texts(page: Page) -> list[str]:
    """The text of each run without white space."""
    return ["".join(text.split()) for text in page.run_texts()]
