"""Rows of a batch as plain Python, and as the segments that a page's formats are made of."""

from collections.abc import Iterator
from itertools import count
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from webwinnow._core import Segment

__all__ = ["Block", "Document", "attributes", "documents", "segments"]

# More digits of a score would say nothing.
DIGITS = 4
# A heading whose level nobody knows, as in a page's formats.
LEVEL = 2


class Block(NamedTuple):
    kind: str
    level: int | None
    start: int
    end: int
    score: float | None  # None for what is no number


class Document(NamedTuple):
    """`fields` are all columns but the text and its blocks; a time is written in ISO 8601."""

    fields: dict[str, Any]
    text: str
    blocks: list[Block]


def documents(batch: pa.RecordBatch) -> Iterator[Document]:
    names = [name for name in batch.schema.names if name not in ("text", "blocks")]
    rows = zip(*(plain(batch.column(name)) for name in names), strict=True)
    texts = batch.column("text").to_pylist()
    for row, text, blocks in zip(rows, texts, blocks_of(batch.column("blocks")), strict=True):
        yield Document(dict(zip(names, row, strict=True)), text or "", blocks)


def blocks_of(column: pa.ListArray) -> Iterator[list[Block]]:
    lengths = pc.fill_null(pc.list_value_length(column), 0).to_pylist()
    # All at once: one block at a time through Arrow takes ten times as long.
    values = zip(*(plain(each) for each in column.flatten().flatten()), strict=True)
    for length in lengths:
        yield [Block(*next(values)) for _ in range(length)]


def plain(column: pa.Array) -> list[Any]:
    """Values that JSON can hold."""
    if pa.types.is_floating(column.type):
        return [
            None if value is None or not isfinite(value) else round(value, DIGITS)
            for value in column.to_pylist()
        ]
    if pa.types.is_timestamp(column.type):
        # Python's own times end with the year 9999, which an archive need not respect.
        written = pc.replace_substring(column.cast(pa.string()), " ", "T", max_replacements=1)
        return cast("list[Any]", pc.replace_substring(written, ".000000Z", "Z").to_pylist())
    return cast("list[Any]", column.to_pylist())


def attributes(document: Document) -> dict[str, str]:
    """Fields for a start tag: what is known, as text."""
    written = {
        name: "true" if value is True else str(value)
        for name, value in document.fields.items()
        if value is not None and value is not False
    }
    return {name: value for name, value in written.items() if value}


class Part(NamedTuple):
    """A block, or a cell of one that is a row, with what formats ask of a `Segment`."""

    kind: str
    level: int | None
    text: str
    places: list[tuple[str, int]]
    score: float | None
    cell: tuple[int, int, int, int, bool, int] | None = None
    is_code: bool = False
    language: str | None = None


def segments(document: Document) -> "list[Segment]":
    """The document's blocks; the lines of its text where it has none.

    Items that follow each other are one list, rows that do so one table. Cells without text are
    only counted, by the next that has some.
    """
    return cast("list[Segment]", list(parts(document)))


def parts(document: Document) -> Iterator[Part]:
    numbers = count()
    container = row = 0
    before = ""
    for block in document.blocks or lines_of(document.text):
        kind, level, start, end, score = block
        text = document.text[start:end]
        if kind != before:
            container, row, before = next(numbers), 0, kind
        if kind == "row":
            places = [("table", container), ("row", next(numbers))]
            for column, empty, cell in cells(text):
                place = ("cell", next(numbers))
                where = (row, column, 1, 1, False, empty)
                yield Part("paragraph", None, cell, [*places, place], score, where)
            row += 1
        elif kind == "list item":
            yield Part(kind, None, text, [("list", container), ("item", next(numbers))], score)
        elif kind == "heading":
            yield Part(kind, level or LEVEL, text, [], score)
        else:
            yield Part(kind, None, text, [], score)


def cells(row: str) -> Iterator[tuple[int, int, str]]:
    """Column, how many empty cells stand before it, and text of each cell that has any."""
    empty = 0
    for column, text in enumerate(row.split("\t")):
        if text.strip():
            yield column, empty, text
            empty = 0
        else:
            empty += 1


def lines_of(text: str) -> Iterator[Block]:
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        if line.strip():
            yield Block("paragraph", None, start, end, None)
        start = end + 1
