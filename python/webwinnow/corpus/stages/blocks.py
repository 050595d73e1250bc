"""The blocks of a document as texts, and documents of which some blocks are left."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

__all__ = ["Blocks", "cut", "rewritten"]


IntArray = NDArray[np.int32]


class Blocks:
    """Where the blocks of all rows of a batch are, taken out of it at once."""

    def __init__(self, column: pa.ListArray) -> None:
        values = column.flatten()
        self.start: IntArray = values.field("start").to_numpy()
        self.end: IntArray = values.field("end").to_numpy()
        counts = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
        self.first = np.append(0, np.cumsum(counts)).tolist()

    def of(self, row: int) -> tuple[IntArray, IntArray]:
        """Starts and ends; none for a row without blocks."""
        own = slice(self.first[row], self.first[row + 1])
        return self.start[own], self.end[own]

    def texts(self, row: int, text: str) -> list[str]:
        start, end = self.of(row)
        pairs = zip(start.tolist(), end.tolist(), strict=True)
        return [text[first:last] for first, last in pairs]


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
