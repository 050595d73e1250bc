"""Pages out of WARC files.

Answers of servers, and files that were stored as such. Requests, metadata and the like are no
pages and leave no trace; nor do revisits, which say that a page was as it had been before.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from webwinnow.corpus.read.batches import Found, batches
from webwinnow.corpus.read.times import time_of
from webwinnow.corpus.shard import Shard
from webwinnow.io.warc.container import opened, stored
from webwinnow.io.warc.http import Content, body_in, content_type, headers_in, is_html
from webwinnow.io.warc.records import Broken, Record, address
from webwinnow.io.warc.walk import walk

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["answered", "broken", "found", "read", "row_at", "rows"]


def read(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """`start` and `end` are bytes where records begin: those in between are read."""
    return batches(shard, rows(Path(shard.path), shard.start, shard.end, max_bytes))


def rows(path: Path, start: int, end: int | None, max_bytes: int) -> Iterator[Found]:
    with opened(path) as file:
        archive = stored(file)
        end = archive.size if end is None else min(end, archive.size)
        for row in walk(archive, start, end, lambda record: found(record, max_bytes)):
            yield broken(row) if isinstance(row, Broken) else row


def row_at(file: BinaryIO, offset: int, max_bytes: int) -> Found | None:
    """Of the record that begins there, if one does, and is of the kind that pages are in."""
    archive = stored(file)
    if offset >= archive.size or not archive.begins_record(offset):
        return None
    row = next(walk(archive, offset, offset + 1, lambda record: found(record, max_bytes)), None)
    return broken(row) if isinstance(row, Broken) else row


def broken(row: Broken) -> Found:
    return Found(row.offset, drop="broken", detail=row.detail)


def found(record: Record, max_bytes: int) -> Found | None:
    kind = (record.get("WARC-Type") or "").lower()
    if kind not in {"response", "resource"}:
        return None if kind else Found(record.offset, drop="broken", detail="it has no type")
    row = Found(
        offset=record.offset,
        url=address(record.get("WARC-Target-URI")),
        time=time_of(record.get("WARC-Date")),
        digest=record.get("WARC-Payload-Digest"),
    )
    stored_as, charset = content_type(record.get("Content-Type") or "")
    if kind == "response" and stored_as in {"application/http", ""}:
        return answered(row, record, max_bytes)
    if not is_html(stored_as):
        return row._replace(drop="type", detail=stored_as)
    return row._replace(html=record.read(max_bytes), charset=charset)


def answered(row: Found, record: Content, max_bytes: int) -> Found:
    """What a server sent, with the headers that it sent before."""
    answer, data = headers_in(record)
    if not answer:
        return row._replace(drop="broken", detail="no answer of a server")
    if answer.status != 200:
        return row._replace(drop="status", detail=str(answer.status))
    if not is_html(answer.type):
        return row._replace(drop="type", detail=answer.type)
    return row._replace(html=body_in(record, answer, data, max_bytes), charset=answer.charset)
