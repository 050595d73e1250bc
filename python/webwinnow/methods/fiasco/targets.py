"""FIASCO's target nodes: disjoint subtrees that stand for blocks of text (Bauer et al. 2007).

A node is a target when a tenth of the text below it is in its own text children; the outermost such
node wins, as a paragraph is meant and not the words that it stresses. The paper puts the lines that
`br` sets apart into paragraphs of their own before.

Differs: so is all text that stands directly in an element which holds several lines of layout. A
body with some words of its own would swallow the page otherwise, which cost the authors most of
their recall. Text that is in no target, since its element has too little of its own, is one for
itself, while the authors could not drop it; without words, it goes with the target beside it.
"""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Page
from webwinnow.methods.base import visible_runs

__all__ = ["Divide", "Targets"]

# A node is a target when one in so many of its characters is its own.
OWN_PART = 10
BR = TAG_NAMES.index("br")

Divide = Literal["lines", "breaks", "never"]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class Targets:
    """Columns with one value for each target, in document order, but for `of_run`."""

    nodes: IntArray  # the root; of a part, the element that it stands in
    is_part: BoolArray  # some of the element, such as a line, and not all of it
    first: IntArray  # run
    end: IntArray  # one past the last run; hidden ones may be between
    of_run: NDArray[np.int32]  # the target of each run of the page; −1 for none

    def __len__(self) -> int:
        return len(self.nodes)

    @classmethod
    def of(cls, page: Page, *, divide: Divide = "lines") -> "Targets":
        """`divide` tells what is made a paragraph before: text directly in elements that hold
        several lines; only that beside a `br`, as published; or nothing. With the latter two, text
        may be in no target.
        """
        text = Text.of(page)
        found = outermost(candidates(page, text, divide))
        if divide == "lines":
            found = with_loose_text(found, text)
        of_run = np.full(len(page.runs), -1, np.int32)
        of_run[text.run] = numbers(found, len(text.run))
        return cls(
            found.node, found.is_part, text.run[found.first], text.run[found.end - 1] + 1, of_run
        )


class Text(NamedTuple):
    """The visible runs; columns with one value for each."""

    run: IntArray
    node: IntArray
    chars: IntArray
    words: IntArray
    line: IntArray  # number of the line: a block, or part of one up to a `br`

    @classmethod
    def of(cls, page: Page) -> "Text":
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
    """Stretches of the text, by places among its runs."""

    first: IntArray
    end: IntArray  # one past the last
    node: IntArray
    is_part: BoolArray

    def chosen(self, which: BoolArray | IntArray) -> "Stretches":
        first, end, node, is_part = self
        return Stretches(first[which], end[which], node[which], is_part[which])

    def and_(self, other: "Stretches") -> "Stretches":
        return Stretches(*(np.append(*both) for both in zip(self, other, strict=True)))


def candidates(page: Page, text: Text, divide: Divide) -> Stretches:
    """Elements and paragraphs with enough text of their own."""
    elements, is_divided = elements_of(page, text)
    in_paragraph = is_divided[text.node]
    if divide != "lines":
        in_paragraph &= beside_breaks(page, text) & (divide == "breaks")
    chars = np.where(in_paragraph, 0, text.chars)
    own = np.bincount(text.node, chars, len(page.nodes))[elements.node]
    found = elements.chosen(has_enough(own, elements, text))
    if in_paragraph.any():
        lines = lines_of(text, in_paragraph)
        own = np.add.reduceat(text.chars - chars, lines.first)
        found = found.and_(lines.chosen(has_enough(own, lines, text)))
    return found


def has_enough(own: NDArray[Any], stretches: Stretches, text: Text) -> BoolArray:
    chars = np.append(0, np.cumsum(text.chars))
    every = chars[stretches.end] - chars[stretches.first]
    enough: BoolArray = own * OWN_PART >= every
    return enough


def elements_of(page: Page, text: Text) -> tuple[Stretches, BoolArray]:
    """Those with text, in order; and whether each node of the page holds several lines."""
    nodes, count = page.nodes, len(page.nodes)
    before = np.append(0, np.cumsum(np.bincount(text.node, minlength=count)))
    sizes = before[nodes.end] - before[:-1]
    node = sizes.nonzero()[0]
    first = np.cumsum(np.bincount(page.runs.opened[text.run], minlength=count + 1))[node]
    # The runs of a subtree follow each other.
    end = first + sizes[node]
    is_divided = np.zeros(count, bool)
    is_divided[node] = text.line[end - 1] != text.line[first]
    return Stretches(first, end, node, np.zeros(len(node), bool)), is_divided


def lines_of(text: Text, in_paragraph: BoolArray) -> Stretches:
    """Each as a paragraph of the outermost element that has some of it among its own text."""
    first = np.flatnonzero(np.diff(text.line, prepend=-1))
    end = np.append(first[1:], len(text.line))
    node = np.minimum.reduceat(np.where(in_paragraph, text.node, np.iinfo(np.int64).max), first)
    return Stretches(first, end, node, np.ones(len(first), bool))


def beside_breaks(page: Page, text: Text) -> BoolArray:
    """The runs of lines that `br` sets apart from another line inside the same element."""
    brs = np.append(0, np.cumsum(page.nodes.tag == BR))[page.runs.opened[text.run]]
    inside = page.blocks.node[page.runs.block[text.run]]
    is_cut = (brs[1:] != brs[:-1]) & (inside[1:] == inside[:-1])
    has_break = np.zeros(int(text.line[-1:].sum()) + 1, bool)
    has_break[text.line[1:][is_cut]] = has_break[text.line[:-1][is_cut]] = True
    return has_break[text.line]


def outermost(found: Stretches) -> Stretches:
    """Those that are in no other one, in order."""
    found = found.chosen(np.lexsort((-found.end, found.first)))
    is_free = np.ones(len(found.first), bool)
    is_free[1:] = found.first[1:] >= np.maximum.accumulate(found.end)[:-1]
    return found.chosen(is_free)


def with_loose_text(found: Stretches, text: Text) -> Stretches:
    """With stretches for what is in none; a dash or a bracket joins the one beside it."""
    is_loose = numbers(found, len(text.run)) < 0
    if not is_loose.any():
        return found
    goes_on = np.zeros(len(text.run) + 1, bool)  # in the line of the run before
    goes_on[1:-1] = text.line[1:] == text.line[:-1]
    is_cut = ~goes_on
    is_cut[1:-1] |= is_loose[1:] != is_loose[:-1]
    first = (is_cut[:-1] & is_loose).nonzero()[0]
    end = (is_cut[1:] & is_loose).nonzero()[0] + 1
    words = np.append(0, np.cumsum(text.words))
    is_wordless = words[end] == words[first]
    to_left = is_wordless & goes_on[first]
    to_right = is_wordless & ~to_left & goes_on[end]
    found.end[found.end.searchsorted(first[to_left])] = end[to_left]
    found.first[found.first.searchsorted(end[to_right])] = first[to_right]
    stays = ~(to_left | to_right)
    first, end = first[stays], end[stays]
    every = found.and_(Stretches(first, end, text.node[first], np.ones(len(first), bool)))
    return every.chosen(np.argsort(every.first))


def numbers(found: Stretches, count: int) -> IntArray:
    """Of the stretch that each run is in; −1 for none."""
    number = np.cumsum(np.bincount(found.first, minlength=count)) - 1
    is_behind = np.arange(count) >= np.append(found.end, 0)[number]
    number[is_behind] = -1
    return number
