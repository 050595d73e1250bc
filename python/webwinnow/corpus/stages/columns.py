"""Read and replace columns of a batch, drop rows, and edit the blocks of documents."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from webwinnow.corpus.record import BLOCK, BLOCKS

IntArray = NDArray[np.int32]
BoolArray = NDArray[np.bool_]


def is_kept(batch: pa.RecordBatch) -> BoolArray:
    """Mask of the rows that no stage has dropped."""
    kept: BoolArray = pc.is_null(batch.column("drop")).to_numpy(zero_copy_only=False)
    return kept


def with_columns(batch: pa.RecordBatch, **columns: Any) -> pa.RecordBatch:
    """Replace the values of existing columns."""
    arrays = list(batch.columns)
    for name, values in columns.items():
        place = batch.schema.get_field_index(name)
        is_array = isinstance(values, pa.Array)
        arrays[place] = values if is_array else pa.array(values, batch.schema.field(place).type)
    return pa.RecordBatch.from_arrays(arrays, schema=batch.schema)


def drop_rows(
    batch: pa.RecordBatch,
    rows: BoolArray,
    reason: str,
    details: Sequence[str | None] | None = None,
) -> pa.RecordBatch:
    """Drop rows that are still kept; their text becomes null."""
    chosen = rows & is_kept(batch)
    if not chosen.any():
        return batch
    mask = pa.array(chosen)
    columns: dict[str, Any] = {"drop": pc.if_else(mask, reason, batch.column("drop"))}
    if details is not None:
        values = pa.array(details, pa.string())
        columns["detail"] = pc.if_else(mask, values, batch.column("detail"))
    for name in ("text", "blocks"):
        column = batch.column(name)
        columns[name] = pc.if_else(mask, pa.scalar(None, column.type), column)
    return with_columns(batch, **columns)


class BlockColumn:
    """Positions of the blocks of all rows of a batch, as NumPy arrays."""

    def __init__(self, column: pa.ListArray) -> None:
        self.column, self.values = column, column.flatten()
        self.start: IntArray = self.values.field("start").to_numpy()
        self.end: IntArray = self.values.field("end").to_numpy()
        counts = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
        self.first = np.append(0, np.cumsum(counts)).tolist()

    def slice_of(self, row: int) -> slice:
        return slice(self.first[row], self.first[row + 1])

    def of(self, row: int) -> tuple[IntArray, IntArray]:
        """Starts and ends of a row's blocks."""
        return self.start[self.slice_of(row)], self.end[self.slice_of(row)]

    def texts(self, row: int, text: str) -> list[str]:
        start, end = self.of(row)
        pairs = zip(start.tolist(), end.tolist(), strict=True)
        return [text[first:last] for first, last in pairs]


class BlockEditor:
    """New positions of the blocks of a batch, and which of them remain."""

    def __init__(self, blocks: BlockColumn) -> None:
        self.blocks = blocks
        self.keep = np.ones(len(blocks.start), bool)
        self.start, self.end = blocks.start.copy(), blocks.end.copy()

    @property
    def removed(self) -> int:
        return int((~self.keep).sum())

    def set_row(
        self, row: int, start: IntArray, end: IntArray, keep: BoolArray | None = None
    ) -> None:
        """Set the positions of a row's remaining blocks; `keep` selects them (default: all)."""
        own = self.blocks.slice_of(row)
        if keep is not None:
            self.keep[own] = keep
        places = own.start + np.flatnonzero(self.keep[own])
        self.start[places], self.end[places] = start, end

    def column(self) -> pa.ListArray:
        kept = self.blocks.values.filter(pa.array(self.keep))
        columns = {name: kept.field(name) for name in (field.name for field in BLOCK)}
        columns["start"] = pa.array(self.start[self.keep])
        columns["end"] = pa.array(self.end[self.keep])
        values = pa.StructArray.from_arrays(list(columns.values()), fields=list(BLOCK))
        before = np.append(0, np.cumsum(self.keep))
        offsets = pa.array(before[self.blocks.first].astype(np.int32))
        is_null = self.blocks.column.is_null()
        return pa.ListArray.from_arrays(offsets, values, type=BLOCKS, mask=is_null)


def keep_blocks(
    text: str, start: NDArray[Any], end: NDArray[Any], keep: BoolArray
) -> tuple[str, IntArray, IntArray]:
    """Remove blocks from a text; return it with the new positions of the others."""
    chosen = np.flatnonzero(keep).tolist()
    texts = [text[start[each] : end[each]] for each in chosen]
    return replace_blocks(text, start, end, texts, chosen)


def replace_blocks(
    text: str,
    start: NDArray[Any],
    end: NDArray[Any],
    texts: Sequence[str],
    chosen: Sequence[int],
) -> tuple[str, IntArray, IntArray]:
    """Replace the texts of chosen blocks and remove all others; return text and new positions.

    Characters before a block, such as the marker of a list item, stay with it.
    """
    parts: list[str] = []
    first, last = np.zeros(len(chosen), np.int32), np.zeros(len(chosen), np.int32)
    at = 0
    for number, (block_text, block) in enumerate(zip(texts, chosen, strict=True)):
        before = text[end[block - 1] if block else 0 : start[block]]
        if not number:
            before = before.lstrip("\n")
        parts += (before, block_text)
        first[number] = at + len(before)
        at = last[number] = first[number] + len(block_text)
    return "".join(parts), first, last
