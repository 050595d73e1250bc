"""Convert rows of a batch to Python objects, and to the segments that page formats render."""

from collections.abc import Iterator
from itertools import count
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from webwinnow._core import Segment

COMMENTS = "comments"
# Digits of a score.
DIGITS = 4
# Level of a heading without a known level, as in page formats.
DEFAULT_LEVEL = 2


class Block(NamedTuple):
    kind: str
    level: int | None
    start: int
    end: int
    score: float | None  # None for NaN


class Document(NamedTuple):
    """A document; `fields` are all columns except text and blocks, with times in ISO 8601."""

    fields: dict[str, Any]
    text: str
    blocks: list[Block]


def documents(batch: pa.RecordBatch) -> Iterator[Document]:
    names = [name for name in batch.schema.names if name not in ("text", "blocks")]
    rows = zip(*(json_values(batch.column(name)) for name in names), strict=True)
    texts = batch.column("text").to_pylist()
    for row, text, blocks in zip(rows, texts, blocks_of(batch.column("blocks")), strict=True):
        yield Document(dict(zip(names, row, strict=True)), text or "", blocks)


def blocks_of(column: pa.ListArray) -> Iterator[list[Block]]:
    lengths = pc.fill_null(pc.list_value_length(column), 0).to_pylist()
    # All blocks at once: one at a time takes ten times as long.
    values = zip(*(json_values(each) for each in column.flatten().flatten()), strict=True)
    for length in lengths:
        yield [Block(*next(values)) for _ in range(length)]


def json_values(column: pa.Array) -> list[Any]:
    """Convert a column to values that JSON supports."""
    if pa.types.is_floating(column.type):
        return [
            None if value is None or not isfinite(value) else round(value, DIGITS)
            for value in column.to_pylist()
        ]
    if pa.types.is_timestamp(column.type):
        # Arrow formats times, because Python's end with the year 9999.
        written = pc.replace_substring(column.cast(pa.string()), " ", "T", max_replacements=1)
        return cast("list[Any]", pc.replace_substring(written, ".000000Z", "Z").to_pylist())
    return cast("list[Any]", column.to_pylist())


def attributes(document: Document) -> dict[str, str]:
    """Known fields as text, for a start tag; comments are too long for one."""
    written = {
        name: "true" if value is True else str(value)
        for name, value in document.fields.items()
        if name != COMMENTS and value is not None and value is not False
    }
    return {name: value for name, value in written.items() if value}


class Part(NamedTuple):
    """A block, or a cell of a row, with the attributes of a `Segment` that formats use."""

    kind: str
    level: int | None
    text: str
    places: list[tuple[str, int]]
    score: float | None
    cell: tuple[int, int, int, int, bool, int] | None = None
    is_code: bool = False
    language: str | None = None


def segments(document: Document) -> "list[Segment]":
    """Convert the document's blocks, or the lines of its text if it has none.

    Consecutive list items form a list, consecutive rows a table. Empty cells are counted by the
    next cell with text.
    """
    return cast("list[Segment]", list(parts(document)))


def comment_segments(document: Document) -> "list[Segment]":
    """The lines of the comments that are not in the text."""
    return segments(Document({}, document.fields.get(COMMENTS) or "", []))


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
            yield Part(kind, level or DEFAULT_LEVEL, text, [], score)
        else:
            yield Part(kind, None, text, [], score)


def cells(row: str) -> Iterator[tuple[int, int, str]]:
    """Yield column, number of empty cells before, and text of each cell with text."""
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
