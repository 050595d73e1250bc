"""Rows that readers find, as batches of a bounded size."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from webwinnow.corpus.record import PAGES, order_of
from webwinnow.corpus.shard import Shard

__all__ = ["Found", "batches"]

# So much is held at a time, and handed to the stages together.
MOST_BYTES, MOST_ROWS = 2**24, 128


class Found(NamedTuple):
    """A page, or something that is none and says why in `drop`."""

    offset: int | None = None
    html: bytes | memoryview | None = None
    url: str | None = None
    charset: str | None = None
    time: datetime | None = None  # with a time zone
    digest: str | None = None
    drop: str | None = None
    detail: str | None = None
    member: str | None = None  # its name inside of the shard's file or folder


def batches(shard: Shard, rows: Iterable[Found]) -> Iterator[pa.RecordBatch]:
    """All rows, numbered as they come."""
    waiting: list[Found] = []
    size = first = 0
    for row in rows:
        waiting.append(row)
        size += len(row.html or b"")
        if size >= MOST_BYTES or len(waiting) >= MOST_ROWS:
            yield batch_of(shard, first, waiting)
            first += len(waiting)
            waiting, size = [], 0
    if waiting:
        yield batch_of(shard, first, waiting)


def batch_of(shard: Shard, first: int, rows: list[Found]) -> pa.RecordBatch:
    names = [f"{shard.path}!{row.member}" if row.member else shard.path for row in rows]
    start = order_of(shard.number, first)
    columns = {
        "order": range(start, start + len(rows)),
        "source": map(storable, names),
        "offset": [row.offset for row in rows],
        "url": [storable(row.url) for row in rows],
        "time": [row.time for row in rows],
        "digest": [storable(row.digest) for row in rows],
        "charset": [storable(row.charset) for row in rows],
        "drop": [row.drop for row in rows],
        "detail": [storable(row.detail) for row in rows],
    }
    arrays = [
        binaries([row.html for row in rows])
        if field.name == "html"
        else pa.array(columns[field.name], field.type)
        for field in PAGES
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=PAGES)


def binaries(values: list[bytes | memoryview | None]) -> pa.Array:
    """A column of them, with one copy of each: Arrow's own way makes two of bytes, and never lets
    go of a view.
    """
    ends = np.cumsum([0, *(len(each or b"") for each in values)], dtype=np.int32)
    is_there = pa.array([each is not None for each in values])
    joined = b"".join([each or b"" for each in values])
    buffers = [is_there.buffers()[1], pa.py_buffer(ends), pa.py_buffer(joined)]
    return pa.Array.from_buffers(pa.binary(), len(values), buffers)


def storable(text: str | None) -> str | None:
    """Names of files that are no UTF-8 have halves of characters, which no table holds."""
    return text if text is None or text.isascii() else text.encode("utf-8", "replace").decode()
