"""Rows that readers find, as batches of a bounded size."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

import pyarrow as pa

from webwinnow.corpus.record import PAGES, order_of
from webwinnow.corpus.shard import Shard

__all__ = ["Found", "batches"]

# So much is held at a time, and handed to the stages together.
MOST_BYTES, MOST_ROWS = 2**22, 128


class Found(NamedTuple):
    """A page, or something that is none and says why in `drop`."""

    offset: int | None = None
    html: bytes | None = None  # no view: Arrow would never let go of it
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
    columns = {
        "order": [order_of(shard.number, first + number) for number in range(len(rows))],
        "source": [storable(name) for name in names],
        "offset": [row.offset for row in rows],
        "url": [storable(row.url) for row in rows],
        "time": [row.time for row in rows],
        "digest": [storable(row.digest) for row in rows],
        "charset": [storable(row.charset) for row in rows],
        "html": [row.html for row in rows],
        "drop": [row.drop for row in rows],
        "detail": [storable(row.detail) for row in rows],
    }
    return pa.RecordBatch.from_pydict(columns, schema=PAGES)


def storable(text: str | None) -> str | None:
    """Names of files that are no UTF-8 have halves of characters, which no table holds."""
    return None if text is None else text.encode("utf-8", "replace").decode()
