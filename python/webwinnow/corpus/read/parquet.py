"""Pages in Parquet; `rows` says in which columns."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from webwinnow.corpus.read.batches import Found, batches
from webwinnow.corpus.read.broken import broken
from webwinnow.corpus.read.times import TIMES, time_of
from webwinnow.corpus.shard import Shard
from webwinnow.errors import InputError
from webwinnow.io.compression import BROKEN, opened

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = ["HTML_COLUMNS", "html_column", "no_html", "read_parquet"]

#: The first of them that there is.
HTML_COLUMNS = ("html", "content")
OTHER_COLUMNS = ("url", *TIMES, "charset", "digest")
# So many rows are unpacked at a time, by their mean size and at most.
AT_ONCE, MOST_ROWS = 2**22, 128


def read_parquet(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Row groups from `start` to `end`; `offset` is a row's number in the file.

    A group is unpacked bit by bit, but its data pages whole: a writer that fills them by number of
    values (pyarrow's default is 1,024) needs that many pages of the web in memory here.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    with opened(shard.path) as file:
        try:
            # With a buffer, a group's columns are read bit by bit instead of whole.
            table = pq.ParquetFile(file, buffer_size=2**20, pre_buffer=False)
        except (pa.ArrowException, OSError, *BROKEN) as error:
            yield from batches(shard, [broken(f"no Parquet: {error}")])
            return
        column = html_column(table.schema_arrow)
        if column is None:
            raise InputError(no_html(shard.path, table.schema_arrow))
        groups = range(table.num_row_groups)[shard.start : shard.end]
        rows = (row for group in groups for row in rows_in(table, group, column, max_bytes))
        yield from batches(shard, rows)


def html_column(schema: "pa.Schema") -> str | None:
    """The column that pages are in; None where there is none."""
    fitting = (
        name
        for name in HTML_COLUMNS
        if schema.names.count(name) == 1 and holds_pages(schema.field(name).type)
    )
    return next(fitting, None)


def holds_pages(kind: Any) -> bool:
    from pyarrow import types

    kind = kind.value_type if types.is_dictionary(kind) else kind
    tests = (types.is_string, types.is_large_string, types.is_binary, types.is_large_binary)
    return any(test(kind) for test in tests)


def no_html(path: str, schema: "pa.Schema") -> str:
    has = ", ".join(schema.names[:20]) or "none at all"
    return (
        f"{path!r} has no column of pages, which would be {' or '.join(HTML_COLUMNS)}, of text or "
        f"bytes; it has {has}; rename the one that holds them"
    )


def rows_in(table: "pq.ParquetFile", group: int, column: str, most: int) -> Iterator[Found]:
    import pyarrow as pa

    names = [name for name in OTHER_COLUMNS if table.schema_arrow.names.count(name) == 1]
    at = sum(table.metadata.row_group(each).num_rows for each in range(group))
    size = rows_at_once(table.metadata.row_group(group))
    try:
        for batch in table.iter_batches(
            size, row_groups=[group], columns=[column, *names], use_threads=False
        ):
            yield from found_in(batch, at, column, most)
            at += batch.num_rows
    except (pa.ArrowException, OSError, *BROKEN) as error:
        yield broken(error, at)


def rows_at_once(group: Any) -> int:
    mean = max(1, group.total_byte_size // max(1, group.num_rows))
    return int(min(MOST_ROWS, max(1, AT_ONCE // mean)))


def found_in(batch: "pa.RecordBatch", first: int, column: str, most: int) -> Iterator[Found]:
    pages, is_text = as_bytes(batch.column(column))
    others = {name: readable(batch.column(name)) for name in batch.schema.names if name != column}

    def value(name: str, row: int) -> Any:
        try:
            return others[name][row].as_py() if name in others else None
        except (ValueError, OverflowError):  # no UTF-8; a time that Python does not know
            return None

    def text(name: str, row: int) -> str | None:
        found = value(name, row)
        return found if isinstance(found, str) else None

    for row in range(batch.num_rows):
        page = pages[row].as_buffer()
        if page is None:
            yield broken("no page: NULL", first + row)
            continue
        times = (time_of(value(name, row)) for name in TIMES)
        yield Found(
            first + row,
            bytes(memoryview(page)[:most]),
            url=text("url", row),
            # What the page says of its charset was true before somebody made text of it.
            charset="utf-8" if is_text else text("charset", row),
            time=next((time for time in times if time), None),
            digest=text("digest", row),
        )


def as_bytes(column: Any) -> tuple[Any, bool]:
    """The column as bytes, and whether it is text; text in a file need not be UTF-8."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    is_large = pa.types.is_large_string(column.type) or pa.types.is_large_binary(column.type)
    is_text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    return column.cast(pa.large_binary() if is_large else pa.binary()), is_text


def readable(column: Any) -> Any:
    """Times in units and zones that Python knows."""
    import pyarrow as pa

    if pa.types.is_timestamp(column.type):
        return column.cast(pa.timestamp("us", "UTC"), safe=False)
    return column
