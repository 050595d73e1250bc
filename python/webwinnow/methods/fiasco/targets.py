"""FIASCO's target nodes: disjoint subtrees that stand for blocks of text (Bauer et al. 2007).

A subtree is an element, or a paragraph: a line of text that the paper wraps in an element of its
own because a `br` separates it from other lines. A subtree is a target if at least a tenth of its
text is in its own text children. The outermost such subtree wins, so that a paragraph is a target
and the words that it stresses are not.

Differs: all text directly in an element that holds several lines of layout becomes paragraphs, not
only text beside a `br`. Otherwise a body with some words of its own swallows the page, which cost
the authors most of their recall. Text in no target, because its element has too little text of its
own, becomes a target too; the authors could not drop it. Such text without words joins the target
beside it.
"""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Page
from webwinnow.methods.base import visible_runs

# A subtree is a target if one in so many of its characters is its own.
MIN_OWN_PART = 10
BR = TAG_NAMES.index("br")
#: Targets on each side of a target that its window covers.
WINDOW_REACH = 3

Divide = Literal["lines", "breaks", "never"]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Targets:
    """Columns with one value per target, in document order; `of_run` has one per run."""

    nodes: IntArray  # the root element; of a part, the element that contains it
    is_part: BoolArray  # whether the target is a part of its element, such as a line
    first: IntArray  # first run
    end: IntArray  # one past the last run; hidden runs may be in between
    of_run: NDArray[np.int32]  # target of each run of the page; −1 for none

    def __len__(self) -> int:
        return len(self.nodes)

    @classmethod
    def of(cls, page: Page, *, divide: Divide = "lines") -> "Targets":
        """Find the targets of a page.

        `divide` is the text that becomes paragraphs: "lines" for text directly in elements that
        hold several lines; "breaks" for text beside a `br`, as published; or "never". With the
        latter two, some text may be in no target.
        """
        text = VisibleText.of(page)
        stretches, own_chars = find_subtrees(page, text, divide)
        found = outermost(stretches.select(has_enough(own_chars, stretches, text)))
        if divide == "lines":
            found = add_loose_text(found, text)
        of_run = np.full(len(page.runs), -1, np.int32)
        of_run[text.run] = stretch_of_run(found, len(text.run))
        return cls(
            found.node, found.is_part, text.run[found.first], text.run[found.end - 1] + 1, of_run
        )


class Subtrees(NamedTuple):
    """All subtrees with visible text; columns with one value per subtree."""

    first: IntArray  # first visible run
    end: IntArray  # one past the last visible run
    own_chars: NDArray[Any]  # characters in text children of the root

    @classmethod
    def of(cls, page: Page, *, divide: Divide) -> "Subtrees":
        """The subtrees among which `Targets.of` finds targets."""
        text = VisibleText.of(page)
        found, own_chars = find_subtrees(page, text, divide)
        return cls(text.run[found.first], text.run[found.end - 1] + 1, own_chars)


class VisibleText(NamedTuple):
    """The visible runs; columns with one value per run."""

    run: IntArray
    node: IntArray
    chars: IntArray
    words: IntArray
    line: IntArray  # number of the line: a block, or a part of it up to a `br`

    @classmethod
    def of(cls, page: Page) -> "VisibleText":
        runs = page.runs
        run = visible_runs(page).nonzero()[0]
        # A break may stand before a hidden run.
        breaks = np.cumsum(runs.flags & FLAGS["BREAK"] != 0)[run]
        block = runs.block[run]
        is_start = np.ones(len(run), bool)
        is_start[1:] = (block[1:] != block[:-1]) | (breaks[1:] != breaks[:-1])
        node, chars, words = (
            column[run].astype(np.int64) for column in (runs.node, runs.chars, runs.words)
        )
        return cls(run, node, chars, words, np.cumsum(is_start) - 1)


class Stretches(NamedTuple):
    """Stretches of the visible text, by index into its runs."""

    first: IntArray
    end: IntArray  # one past the last
    node: IntArray
    is_part: BoolArray

    def select(self, which: BoolArray | IntArray) -> "Stretches":
        first, end, node, is_part = self
        return Stretches(first[which], end[which], node[which], is_part[which])

    def concat(self, other: "Stretches") -> "Stretches":
        return Stretches(*(np.append(*both) for both in zip(self, other, strict=True)))


def find_subtrees(page: Page, text: VisibleText, divide: Divide) -> tuple[Stretches, NDArray[Any]]:
    """Elements and paragraphs with text, and the number of own characters of each."""
    elements, is_divided = find_elements(page, text)
    in_paragraph = is_divided[text.node]
    if divide != "lines":
        in_paragraph &= beside_breaks(page, text) & (divide == "breaks")
    chars = np.where(in_paragraph, 0, text.chars)
    own = np.bincount(text.node, chars, len(page.nodes))[elements.node]
    if not in_paragraph.any():
        return elements, own
    lines = find_lines(text, in_paragraph)
    line_own = np.add.reduceat(text.chars - chars, lines.first)
    is_paragraph = np.logical_or.reduceat(in_paragraph, lines.first)
    return elements.concat(lines.select(is_paragraph)), np.append(own, line_own[is_paragraph])


def has_enough(own_chars: NDArray[Any], stretches: Stretches, text: VisibleText) -> BoolArray:
    """Return whether enough of each stretch's characters are its own."""
    chars = np.append(0, np.cumsum(text.chars))
    total = chars[stretches.end] - chars[stretches.first]
    enough: BoolArray = own_chars * MIN_OWN_PART >= total
    return enough


def find_elements(page: Page, text: VisibleText) -> tuple[Stretches, BoolArray]:
    """Elements with visible text, in order; and whether each node holds several lines."""
    nodes, count = page.nodes, len(page.nodes)
    before = np.append(0, np.cumsum(np.bincount(text.node, minlength=count)))
    sizes = before[nodes.end] - before[:-1]
    node = sizes.nonzero()[0]
    first = np.cumsum(np.bincount(page.runs.opened[text.run], minlength=count + 1))[node]
    # The runs of a subtree are contiguous.
    end = first + sizes[node]
    is_divided = np.zeros(count, bool)
    is_divided[node] = text.line[end - 1] != text.line[first]
    return Stretches(first, end, node, np.zeros(len(node), bool)), is_divided


def find_lines(text: VisibleText, in_paragraph: BoolArray) -> Stretches:
    """Each line as a part of the outermost element with some of it in its own text."""
    first = np.flatnonzero(np.diff(text.line, prepend=-1))
    end = np.append(first[1:], len(text.line))
    node = np.minimum.reduceat(np.where(in_paragraph, text.node, np.iinfo(np.int64).max), first)
    return Stretches(first, end, node, np.ones(len(first), bool))


def beside_breaks(page: Page, text: VisibleText) -> BoolArray:
    """Return whether a `br` separates each run's line from another line of the same element."""
    brs = np.append(0, np.cumsum(page.nodes.tag == BR))[page.runs.opened[text.run]]
    inside = page.blocks.node[page.runs.block[text.run]]
    is_cut = (brs[1:] != brs[:-1]) & (inside[1:] == inside[:-1])
    has_break = np.zeros(int(text.line[-1:].sum()) + 1, bool)
    has_break[text.line[1:][is_cut]] = has_break[text.line[:-1][is_cut]] = True
    return has_break[text.line]


def outermost(found: Stretches) -> Stretches:
    """The stretches that are in no other stretch, in order."""
    found = found.select(np.lexsort((-found.end, found.first)))
    is_free = np.ones(len(found.first), bool)
    is_free[1:] = found.first[1:] >= np.maximum.accumulate(found.end)[:-1]
    return found.select(is_free)


def add_loose_text(found: Stretches, text: VisibleText) -> Stretches:
    """Add stretches for text that is in none; text without words joins a stretch beside it."""
    is_loose = stretch_of_run(found, len(text.run)) < 0
    if not is_loose.any():
        return found
    continues = np.zeros(len(text.run) + 1, bool)  # the line of the previous run
    continues[1:-1] = text.line[1:] == text.line[:-1]
    is_cut = ~continues
    is_cut[1:-1] |= is_loose[1:] != is_loose[:-1]
    first = (is_cut[:-1] & is_loose).nonzero()[0]
    end = (is_cut[1:] & is_loose).nonzero()[0] + 1
    words = np.append(0, np.cumsum(text.words))
    is_wordless = words[end] == words[first]
    to_left = is_wordless & continues[first]
    to_right = is_wordless & ~to_left & continues[end]
    found.end[found.end.searchsorted(first[to_left])] = end[to_left]
    found.first[found.first.searchsorted(end[to_right])] = first[to_right]
    stays = ~(to_left | to_right)
    first, end = first[stays], end[stays]
    every = found.concat(Stretches(first, end, text.node[first], np.ones(len(first), bool)))
    return every.select(np.argsort(every.first))


def stretch_of_run(found: Stretches, count: int) -> IntArray:
    """Number of the stretch that contains each run; −1 for none."""
    number = np.cumsum(np.bincount(found.first, minlength=count)) - 1
    is_past_end = np.arange(count) >= np.append(found.end, 0)[number]
    number[is_past_end] = -1
    return number


def previous_values(values: FloatArray, edge: float) -> FloatArray:
    """Value of the previous target; `edge` for the first target."""
    found = np.empty_like(values)
    found[:1], found[1:] = edge, values[:-1]
    return found


def next_values(values: FloatArray, edge: float) -> FloatArray:
    """Value of the next target; `edge` for the last target."""
    found = np.empty_like(values)
    found[-1:], found[:-1] = edge, values[1:]
    return found


def window_sums(values: FloatArray) -> FloatArray:
    """Sum over each target's window; the window is smaller at the ends of a page."""
    sums = np.append(0, np.cumsum(values, dtype=np.float64))
    first = np.maximum(np.arange(len(values)) - WINDOW_REACH, 0)
    end = np.minimum(np.arange(len(values)) + WINDOW_REACH + 1, len(values))
    found: FloatArray = sums[end] - sums[first]
    return found


def window_shares(values: FloatArray, totals: FloatArray) -> FloatArray:
    """Quotient of the sums over each target's window; 0 if the total is 0."""
    return window_sums(values) / np.maximum(window_sums(totals), 1)
