"""Collect the rows of readers into Arrow batches of bounded size."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from webwinnow.corpus.record import PAGES, order_of
from webwinnow.corpus.workspace import Shard

# Upper bounds of a batch.
MAX_BYTES, MAX_ROWS = 2**24, 128


class PageRow(NamedTuple):
    """A page, or an unreadable record with its reason in `drop`."""

    offset: int | None = None
    html: bytes | memoryview | None = None
    url: str | None = None
    charset: str | None = None
    time: datetime | None = None  # time zone aware
    digest: str | None = None
    drop: str | None = None
    detail: str | None = None
    member: str | None = None  # name inside the shard's file or folder


def broken_row(reason: object, offset: int | None = None, member: str | None = None) -> PageRow:
    """Make the row of an unreadable record; `reason` is a text or an exception."""
    detail = " ".join(str(reason).split()) or type(reason).__name__
    return PageRow(offset, drop="broken", detail=detail, member=member)


def batches(shard: Shard, rows: Iterable[PageRow]) -> Iterator[pa.RecordBatch]:
    """Collect rows into batches of PAGES, numbered consecutively."""
    buffer: list[PageRow] = []
    size = first = 0
    for row in rows:
        buffer.append(row)
        size += len(row.html or b"")
        if size >= MAX_BYTES or len(buffer) >= MAX_ROWS:
            yield make_batch(shard, first, buffer)
            first += len(buffer)
            buffer, size = [], 0
    if buffer:
        yield make_batch(shard, first, buffer)


def make_batch(shard: Shard, first: int, rows: list[PageRow]) -> pa.RecordBatch:
    names = [f"{shard.path}!{row.member}" if row.member else shard.path for row in rows]
    start = order_of(shard.number, first)
    columns = {
        "order": range(start, start + len(rows)),
        "source": map(valid_utf8, names),
        "offset": [row.offset for row in rows],
        "url": [valid_utf8(row.url) for row in rows],
        "time": [row.time for row in rows],
        "digest": [valid_utf8(row.digest) for row in rows],
        "charset": [valid_utf8(row.charset) for row in rows],
        "drop": [row.drop for row in rows],
        "detail": [valid_utf8(row.detail) for row in rows],
    }
    arrays = [
        binary_array([row.html for row in rows])
        if field.name == "html"
        else pa.array(columns[field.name], field.type)
        for field in PAGES
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=PAGES)


def binary_array(values: list[bytes | memoryview | None]) -> pa.Array:
    """Make a binary column with one copy of each value.

    `pa.array` copies bytes twice and keeps references to memory views.
    """
    ends = np.cumsum([0, *(len(each or b"") for each in values)], dtype=np.int32)
    is_valid = pa.array([each is not None for each in values])
    joined = b"".join([each or b"" for each in values])
    buffers = [is_valid.buffers()[1], pa.py_buffer(ends), pa.py_buffer(joined)]
    return pa.Array.from_buffers(pa.binary(), len(values), buffers)


def valid_utf8(text: str | None) -> str | None:
    """Replace lone surrogates, which stand for undecodable bytes of file names."""
    return text if text is None or text.isascii() else text.encode("utf-8", "replace").decode()
