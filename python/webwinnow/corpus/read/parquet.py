"""Read pages of Parquet files; `jsonl` lists the columns."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from webwinnow.corpus.read.batches import PageRow, batches, broken_row
from webwinnow.corpus.read.times import TIME_COLUMNS, parse_time
from webwinnow.corpus.workspace import Shard
from webwinnow.errors import InputError
from webwinnow.io.compression import DECODE_ERRORS, open_input

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

#: Names of the page column; the first that exists is used.
HTML_COLUMNS = ("html", "content")
OTHER_COLUMNS = ("url", *TIME_COLUMNS, "charset", "digest")
# Upper bounds of a batch, in bytes by the mean size of a row, and in rows.
BATCH_BYTES, MAX_ROWS = 2**22, 128


def read_parquet(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Read row groups `start` to `end`; `offset` is a row's number in the file.

    Groups are decompressed in steps, but each of their data pages at once: a file whose data pages
    are sized by number of values (pyarrow's default is 1,024) needs memory for that many web pages.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    with open_input(shard.path) as file:
        try:
            # With a buffer, the columns of a group are streamed instead of read at once.
            table = pq.ParquetFile(file, buffer_size=2**20, pre_buffer=False)
        except (pa.ArrowException, OSError, *DECODE_ERRORS) as error:
            yield from batches(shard, [broken_row(f"invalid Parquet: {error}")])
            return
        column = html_column(table.schema_arrow)
        if column is None:
            raise InputError(describe_missing_html(shard.path, table.schema_arrow))
        groups = range(table.num_row_groups)[shard.start : shard.end]
        rows = (row for group in groups for row in group_rows(table, group, column, max_bytes))
        yield from batches(shard, rows)


def html_column(schema: "pa.Schema") -> str | None:
    """Name of the page column; None if there is none."""
    candidates = (
        name
        for name in HTML_COLUMNS
        if schema.names.count(name) == 1 and is_text_or_bytes(schema.field(name).type)
    )
    return next(candidates, None)


def is_text_or_bytes(kind: Any) -> bool:
    from pyarrow import types

    kind = kind.value_type if types.is_dictionary(kind) else kind
    tests = (types.is_string, types.is_large_string, types.is_binary, types.is_large_binary)
    return any(test(kind) for test in tests)


def describe_missing_html(path: str, schema: "pa.Schema") -> str:
    columns = ", ".join(schema.names[:20]) or "none"
    return (
        f"{path!r} has no page column: expected {' or '.join(HTML_COLUMNS)}, of text or bytes; "
        f"its columns are: {columns}; rename the one that holds the pages"
    )


def group_rows(table: "pq.ParquetFile", group: int, column: str, most: int) -> Iterator[PageRow]:
    import pyarrow as pa

    names = [name for name in OTHER_COLUMNS if table.schema_arrow.names.count(name) == 1]
    at = sum(table.metadata.row_group(each).num_rows for each in range(group))
    size = batch_size(table.metadata.row_group(group))
    try:
        for batch in table.iter_batches(
            size, row_groups=[group], columns=[column, *names], use_threads=False
        ):
            yield from batch_rows(batch, at, column, most)
            at += batch.num_rows
    except (pa.ArrowException, OSError, *DECODE_ERRORS) as error:
        yield broken_row(error, at)


def batch_size(group: Any) -> int:
    mean = max(1, group.total_byte_size // max(1, group.num_rows))
    return int(min(MAX_ROWS, max(1, BATCH_BYTES // mean)))


def batch_rows(batch: "pa.RecordBatch", first: int, column: str, most: int) -> Iterator[PageRow]:
    pages, is_text = as_bytes(batch.column(column))
    others = {
        name: python_times(batch.column(name)) for name in batch.schema.names if name != column
    }

    def value(name: str, row: int) -> Any:
        try:
            return others[name][row].as_py() if name in others else None
        except (ValueError, OverflowError):  # invalid UTF-8; a time out of Python's range
            return None

    def text(name: str, row: int) -> str | None:
        found = value(name, row)
        return found if isinstance(found, str) else None

    for row in range(batch.num_rows):
        page = pages[row].as_buffer()
        if page is None:
            yield broken_row("no page: NULL", first + row)
            continue
        times = (parse_time(value(name, row)) for name in TIME_COLUMNS)
        yield PageRow(
            first + row,
            bytes(memoryview(page)[:most]),
            url=text("url", row),
            # Decoded text: the charset that the page declares no longer applies.
            charset="utf-8" if is_text else text("charset", row),
            time=next((time for time in times if time), None),
            digest=text("digest", row),
        )


def as_bytes(column: Any) -> tuple[Any, bool]:
    """Cast a column to bytes, as text may be invalid UTF-8; also return whether it is text."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    is_large = pa.types.is_large_string(column.type) or pa.types.is_large_binary(column.type)
    is_text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    return column.cast(pa.large_binary() if is_large else pa.binary()), is_text


def python_times(column: Any) -> Any:
    """Cast timestamps to a unit and time zone that Python supports."""
    import pyarrow as pa

    if pa.types.is_timestamp(column.type):
        return column.cast(pa.timestamp("us", "UTC"), safe=False)
    return column
