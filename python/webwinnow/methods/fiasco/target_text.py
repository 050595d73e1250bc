"""The texts of FIASCO's targets: words, sentences and signs, counted."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.methods.fiasco.words import Words, words_of

__all__ = ["EVERY", "TargetTexts", "Which"]

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
Which = NDArray[np.bool_] | slice

EVERY = slice(None)

# Of a number that stands for a target and a word, the bits of the word: the highest of its key, on
# which all letters bear.
KEY_BITS = np.uint64(40)


@dataclass(frozen=True)
class TargetTexts:
    """The visible runs of all targets, one after the other.

    A run is a target's own where it is in no element that begins inside of the target.
    """

    page: Page
    targets: Targets

    @cached_property
    def runs(self) -> IntArray:
        """Their numbers in the page; all other columns of runs have one value for each of these."""
        return (self.targets.of_run >= 0).nonzero()[0]

    @cached_property
    def target(self) -> NDArray[np.int32]:
        """Of each run."""
        return self.targets.of_run[self.runs]

    @cached_property
    def starts(self) -> IntArray:
        """Where the runs of each target begin."""
        return self.target.searchsorted(np.arange(len(self.targets)))

    @cached_property
    def inside(self) -> tuple[IntArray, IntArray]:
        """First and one past the last of the elements that begin inside of each target.

        Of a part these are all that begin after the run before it, up to its last run.
        """
        targets, opened = self.targets, self.page.runs.opened[self.runs]
        first = targets.nodes + 1
        before = np.append(0, opened)[self.starts]
        last = opened[np.append(self.starts, len(opened))[1:] - 1]
        first = np.where(targets.is_part, np.maximum(first, before), first)
        end = np.where(targets.is_part, last, self.page.nodes.end[targets.nodes])
        return first, end

    @cached_property
    def is_own(self) -> NDArray[np.bool_]:
        """Of each run."""
        return self.page.runs.node[self.runs] < self.inside[0][self.target]

    @cached_property
    def in_link(self) -> NDArray[np.bool_]:
        """Of each run."""
        found: NDArray[np.bool_] = self.page.runs.flags[self.runs] & FLAGS["LINK"] != 0
        return found

    def summed(self, values: NDArray[Any], which: Which = EVERY) -> FloatArray:
        """Sums of what runs of the page have, over some runs of each target."""
        found = np.bincount(self.target[which], values[self.runs[which]], len(self.targets))
        return found.astype(np.float64, copy=False)

    @cached_property
    def run_starts(self) -> IntArray:
        """Where each run begins in `text`."""
        runs, found = self.page.runs, np.zeros(len(self.runs), np.int64)
        np.cumsum((runs.end[self.runs] - runs.start[self.runs])[:-1], out=found[1:])
        return found

    @cached_property
    def text(self) -> bytes:
        """In UTF-8, with nothing between the runs."""
        text, runs = self.page.text, self.page.runs
        # The page's text is nothing but its runs, so that runs in a row are one piece of it.
        is_cut = np.diff(self.runs, prepend=-2) > 1
        first = runs.start[self.runs[is_cut]]
        end = runs.end[self.runs[np.append(is_cut[1:], True)]] if len(is_cut) else first
        pieces = zip(first.tolist(), end.tolist(), strict=True)
        return b"".join([text[start:stop] for start, stop in pieces])

    @cached_property
    def text_starts(self) -> IntArray:
        """Where the text of each target begins in `text`."""
        return self.run_starts[self.starts]

    @cached_property
    def text_ends(self) -> IntArray:
        return np.append(self.text_starts[1:], len(self.text))

    def signs(self, table: bytes) -> FloatArray:
        """How many bytes of each target's text the table has a 1 for."""
        found = np.frombuffer(self.text.translate(table), np.uint8)
        return np.add.reduceat(found, self.text_starts, dtype=np.float64)

    def having(self, sign: bytes) -> NDArray[np.bool_]:
        """Whether the text of each target has the sign."""
        found, place = np.zeros(len(self.targets), bool), self.text.find(sign)
        while place >= 0:
            target = self.text_starts.searchsorted(place, side="right") - 1
            found[target] = True
            place = self.text.find(sign, int(self.text_ends[target]))
        return found

    @cached_property
    def words(self) -> Words:
        return words_of(self.text, self.run_starts)

    @cached_property
    def word_run(self) -> IntArray:
        """The run of each word."""
        return self.run_starts.searchsorted(self.words.first, side="right") - 1

    @cached_property
    def word_target(self) -> NDArray[np.int32]:
        """The target of each word."""
        return self.target[self.word_run]

    @cached_property
    def is_own_word(self) -> NDArray[np.bool_]:
        return self.is_own[self.word_run]

    def counted(self, which: Which) -> FloatArray:
        """How many of some words each target has."""
        return self.per_target(self.word_target[which])

    @cached_property
    def types(self) -> tuple[FloatArray, FloatArray]:
        """How many different words each target has, and how many in its own text."""
        found = self.word_target.astype(np.uint64) << KEY_BITS
        found |= self.words.keys >> (np.uint64(64) - KEY_BITS)
        # The lowest bit, so that of the same word in one target an own one comes first.
        found &= ~np.uint64(1)
        found |= ~self.is_own_word
        found.sort()
        is_new = np.ones(len(found), bool)
        np.greater(found[1:] ^ found[:-1], 1, out=is_new[1:])
        found = found[is_new]
        target, is_own = (found >> KEY_BITS).astype(np.int64), found & np.uint64(1) == 0
        return self.per_target(target), self.per_target(target[is_own])

    def per_target(self, members: NDArray[Any]) -> FloatArray:
        return np.bincount(members, minlength=len(self.targets)).astype(np.float64)
