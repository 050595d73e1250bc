"""The blocks of a document as texts, and documents of which some blocks are left."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

__all__ = ["columns_of", "cut", "paragraphs", "rewritten"]


def columns_of(blocks: pa.ListScalar) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Where blocks start and end."""
    values = blocks.values
    return values.field("start").to_numpy(), values.field("end").to_numpy()


def paragraphs(text: str, blocks: pa.ListScalar) -> list[str]:
    start, end = columns_of(blocks)
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
