"""The blocks of a document as texts, and documents of which some blocks are left."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow.corpus.record import BLOCK, BLOCKS

__all__ = ["Blocks", "Moved", "cut", "rewritten"]

IntArray = NDArray[np.int32]
BoolArray = NDArray[np.bool_]


class Blocks:
    """Where the blocks of all rows of a batch are, taken out of it at once."""

    def __init__(self, column: pa.ListArray) -> None:
        self.column, self.values = column, column.flatten()
        self.start: IntArray = self.values.field("start").to_numpy()
        self.end: IntArray = self.values.field("end").to_numpy()
        counts = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
        self.first = np.append(0, np.cumsum(counts)).tolist()

    def own(self, row: int) -> slice:
        return slice(self.first[row], self.first[row + 1])

    def of(self, row: int) -> tuple[IntArray, IntArray]:
        """Starts and ends; none for a row without blocks."""
        return self.start[self.own(row)], self.end[self.own(row)]

    def texts(self, row: int, text: str) -> list[str]:
        start, end = self.of(row)
        pairs = zip(start.tolist(), end.tolist(), strict=True)
        return [text[first:last] for first, last in pairs]


class Moved:
    """The blocks of a batch at new places, some of them gone."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.keep = np.ones(len(blocks.start), bool)
        self.start, self.end = blocks.start.copy(), blocks.end.copy()

    @property
    def lost(self) -> int:
        return int((~self.keep).sum())

    def move(self, row: int, start: IntArray, end: IntArray, keep: BoolArray | None = None) -> None:
        """Where the blocks are that are kept of a row; all are unless it is said."""
        own = self.blocks.own(row)
        if keep is not None:
            self.keep[own] = keep
        places = own.start + np.flatnonzero(self.keep[own])
        self.start[places], self.end[places] = start, end

    def column(self) -> pa.ListArray:
        kept = self.blocks.values.filter(pa.array(self.keep))
        columns = {name: kept.field(name) for name in (field.name for field in BLOCK)}
        columns["start"] = pa.array(self.start[self.keep])
        columns["end"] = pa.array(self.end[self.keep])
        inside = pa.StructArray.from_arrays(list(columns.values()), fields=list(BLOCK))
        before = np.append(0, np.cumsum(self.keep))
        offsets = pa.array(before[self.blocks.first].astype(np.int32))
        is_null = self.blocks.column.is_null()
        return pa.ListArray.from_arrays(offsets, inside, type=BLOCKS, mask=is_null)


def cut(
    text: str, start: NDArray[Any], end: NDArray[Any], keep: NDArray[np.bool_]
) -> tuple[str, NDArray[np.int32], NDArray[np.int32]]:
    """The text with some blocks only, and where they are in it."""
    chosen = np.flatnonzero(keep).tolist()
    return rewritten(text, start, end, [text[start[each] : end[each]] for each in chosen], chosen)


def rewritten(
    text: str,
    start: NDArray[Any],
    end: NDArray[Any],
    pieces: Sequence[str],
    chosen: Sequence[int],
) -> tuple[str, NDArray[np.int32], NDArray[np.int32]]:
    """The text with other texts in place of the chosen blocks, and none of the others. What stands
    before a block, as the mark of a list's item, stays with it.
    """
    parts: list[str] = []
    first, last = np.zeros(len(chosen), np.int32), np.zeros(len(chosen), np.int32)
    at = 0
    for number, (piece, block) in enumerate(zip(pieces, chosen, strict=True)):
        before = text[end[block - 1] if block else 0 : start[block]]
        if not number:
            before = before.lstrip("\n")
        parts += (before, piece)
        first[number] = at + len(before)
        at = last[number] = first[number] + len(piece)
    return "".join(parts), first, last
