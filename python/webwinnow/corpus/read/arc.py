"""Read pages of ARC files, the predecessor of WARC: a header line per record, then the response.

warcio is not used, because it decompresses any amount of broken data in search of a line end. A
test compares the two on valid files.
"""

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from webwinnow.corpus.read.batches import PageRow, batches, broken_row
from webwinnow.corpus.read.times import parse_time
from webwinnow.corpus.read.warc import response_row
from webwinnow.corpus.workspace import Shard
from webwinnow.io.warc import open_warc
from webwinnow.io.warc.compressed import DecompressionBomb
from webwinnow.io.warc.container import MAX_DECOMPRESSED, MAX_RATIO, GzipFile, PlainFile
from webwinnow.io.warc.http import Body
from webwinnow.io.warc.records import (
    NO_RECORD,
    TRUNCATED,
    WRONG_LENGTH,
    BrokenRecord,
    PlainRecord,
    error_detail,
    read_plain,
)

if TYPE_CHECKING:
    import pyarrow as pa

# URL, IP address, date, media type, more fields in version 2, and length. URLs may contain spaces,
# against the specification.
LINE = re.compile(
    rb"([A-Za-z][A-Za-z0-9+.\-]{0,20}:[^\n]{0,4096}?) [\d.:a-fA-F]{1,64} (\d{8,14}) "
    rb"([^ \n]{0,256})(?: [^\n]{0,1024}?)? (\d{1,18})\r?\n"
)
MAX_LINE = 2**13
CHUNK = 2**16


class GzipArcFile(GzipFile):
    RECORD_START = LINE
    MAX_RECORD_START = MAX_LINE


class PlainArcFile(PlainFile):
    MAGIC = re.compile(rb"(?:\A|(?<=\n))" + LINE.pattern)
    RECORD_START = LINE
    MAX_RECORD_START = MAX_MAGIC = MAX_LINE

    def head(self, at: int) -> tuple[bytes, int] | None:
        line = LINE.match(self.bytes_at(at, MAX_LINE))
        return (line[0], int(line[4])) if line else None

    def may_follow_record(self, after: bytes) -> bool:
        return not after or after.startswith((b"\n", b"\r\n"))


def read(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Read the whole file, whatever `start` and `end` are."""
    return batches(shard, rows(Path(shard.path), max_bytes))


def rows(path: Path, max_bytes: int) -> Iterator[PageRow]:
    with open_warc(path) as file:
        yield from read_from(open_arc(file), 0, max_bytes)


def row_at(file: BinaryIO, offset: int, max_bytes: int) -> PageRow | None:
    """Read the record at `offset`; None if there is none."""
    archive = open_arc(file)
    if offset >= archive.size or not archive.is_record_start(offset):
        return None
    row = next(read_from(archive, offset, max_bytes), None)
    return row if row and row.offset == offset else None


def open_arc(file: BinaryIO) -> GzipArcFile | PlainArcFile:
    file.seek(0)
    return GzipArcFile(file) if GzipFile.MAGIC.match(file.read(4)) else PlainArcFile(file)


def read_from(archive: GzipArcFile | PlainArcFile, at: int, max_bytes: int) -> Iterator[PageRow]:
    if isinstance(archive, GzipArcFile):
        yield from read_members(archive, at, max_bytes)
        return
    for row in read_plain(archive, at, archive.size, lambda each: plain_row(each, max_bytes)):
        yield broken_row(row.detail, row.offset) if isinstance(row, BrokenRecord) else row


def plain_row(record: PlainRecord, max_bytes: int) -> PageRow | None:
    line = LINE.match(record.head)
    return row_of_record(line, record.offset, record, max_bytes) if line else None


def read_members(archive: GzipArcFile, start: int, max_bytes: int) -> Iterator[PageRow]:
    at: int | None = start
    while at is not None and at < archive.size:
        member = Member(archive, at)
        try:
            while line := member.next_line():
                member.left = int(line[4])
                row = row_of_record(line, at, member, max_bytes)
                member.skip()
                if row:
                    yield row
            at = member.end
        except DecompressionBomb:
            if row:
                yield row
            at = archive.next_record(at + 1, archive.size)
        except (EOFError, ValueError, zlib.error) as error:
            yield broken_row(error_detail(error), at)
            at = archive.next_record(at + 1, archive.size)


class Member:
    """A gzip member, decompressed in chunks; `left` counts the unread bytes of a record."""

    def __init__(self, archive: GzipArcFile, at: int) -> None:
        self.archive, self.start, self.at = archive, at, at
        self.stream = zlib.decompressobj(31)
        self.buffer = b""
        self.decompressed = self.left = 0

    @property
    def end(self) -> int:
        return self.at - len(self.stream.unused_data)

    def decompress(self, most: int) -> bytes:
        """Decompress up to `most` bytes; none only at the end of the member."""
        data = b""
        while not data and not self.stream.eof:
            block = self.stream.unconsumed_tail or self.archive.bytes_at(self.at, CHUNK)
            if not self.stream.unconsumed_tail:
                self.at += len(block)
            if not block:
                raise EOFError(TRUNCATED)
            data = self.stream.decompress(block, most)
        self.decompressed += len(data)
        return data

    def next_line(self) -> re.Match[bytes] | None:
        """Header line of the next record; None at the end."""
        self.buffer = self.buffer.lstrip(b"\r\n")
        while len(self.buffer) < MAX_LINE and (data := self.decompress(MAX_LINE)):
            self.buffer = (self.buffer + data).lstrip(b"\r\n")
            if self.decompressed > self.archive.size + MAX_DECOMPRESSED and not self.buffer:
                raise ValueError("nothing but blank lines")
        if not self.buffer:
            return None
        line = LINE.match(self.buffer)
        if not line:
            raise ValueError(NO_RECORD)
        self.buffer = self.buffer[line.end() :]
        return line

    def read(self, most: int) -> bytes:
        return b"".join(self.parts(most))

    def parts(self, most: int) -> Iterator[bytes]:
        most = min(most, self.left)
        while most > 0:
            data = self.buffer[:most] or self.decompress(min(most, CHUNK))
            if not data:
                raise EOFError(WRONG_LENGTH)
            self.buffer = self.buffer[len(data) :]
            self.left -= len(data)
            most -= len(data)
            yield data

    def skip(self) -> None:
        for _ in self.parts(self.left):
            if self.decompressed > max(MAX_DECOMPRESSED, MAX_RATIO * (self.at - self.start)):
                raise DecompressionBomb


def row_of_record(
    line: re.Match[bytes], offset: int, record: Body, max_bytes: int
) -> PageRow | None:
    url, date, kind = (each.decode("utf-8", "replace") for each in line.group(1, 2, 3))
    if url.startswith("filedesc:"):
        return None
    row = PageRow(offset=offset, url=url, time=parse_time(date.ljust(14, "0")))
    if not url.lower().startswith(("http:", "https:")):
        return row._replace(drop="type", detail=kind.lower())
    return response_row(row, record, max_bytes)
