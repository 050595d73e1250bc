"""Read pages of WARC files.

Pages are responses of servers and resources. Requests, metadata and revisits hold no page and
leave no row.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from webwinnow.corpus.read.batches import PageRow, batches, broken_row
from webwinnow.corpus.read.times import parse_time
from webwinnow.corpus.workspace import Shard
from webwinnow.io.warc import open_warc, read_records
from webwinnow.io.warc.container import open_archive
from webwinnow.io.warc.http import Body, content_type, is_html, read_body, read_headers
from webwinnow.io.warc.records import BrokenRecord, Record, record_url

if TYPE_CHECKING:
    import pyarrow as pa


def read(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Read the records that start in [start, end); both are offsets of records."""
    return batches(shard, rows(Path(shard.path), shard.start, shard.end, max_bytes))


def rows(path: Path, start: int, end: int | None, max_bytes: int) -> Iterator[PageRow]:
    with open_warc(path) as file:
        archive = open_archive(file)
        end = archive.size if end is None else min(end, archive.size)
        found = read_records(archive, start, end, lambda each: row_of_record(each, max_bytes))
        for row in found:
            yield broken_row(row.detail, row.offset) if isinstance(row, BrokenRecord) else row


def row_at(file: BinaryIO, offset: int, max_bytes: int) -> PageRow | None:
    """Read the record at `offset`; None if there is none, or if its type holds no page."""
    archive = open_archive(file)
    if offset >= archive.size or not archive.is_record_start(offset):
        return None
    found = read_records(archive, offset, offset + 1, lambda each: row_of_record(each, max_bytes))
    row = next(found, None)
    return broken_row(row.detail, row.offset) if isinstance(row, BrokenRecord) else row


def row_of_record(record: Record, max_bytes: int) -> PageRow | None:
    kind = (record.get("WARC-Type") or "").lower()
    if kind not in {"response", "resource"}:
        return None if kind else broken_row("no WARC-Type", record.offset)
    row = PageRow(
        offset=record.offset,
        url=record_url(record),
        time=parse_time(record.get("WARC-Date")),
        digest=record.get("WARC-Payload-Digest"),
    )
    media_type, charset = content_type(record.get("Content-Type") or "")
    if kind == "response" and media_type in {"application/http", ""}:
        return response_row(row, record, max_bytes)
    if not is_html(media_type):
        return row._replace(drop="type", detail=media_type)
    return row._replace(html=record.read(max_bytes), charset=charset)


def response_row(row: PageRow, record: Body, max_bytes: int) -> PageRow:
    """Complete a row from an HTTP response."""
    response, data = read_headers(record)
    if not response:
        return row._replace(drop="broken", detail="no HTTP response")
    if response.status != 200:
        return row._replace(drop="status", detail=str(response.status))
    if not is_html(response.type):
        return row._replace(drop="type", detail=response.type)
    return row._replace(html=read_body(record, response, data, max_bytes), charset=response.charset)
