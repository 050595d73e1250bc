"""Pages out of ARC files, the format before WARC: a line for each record, then what was sent.

Read here and not with warcio, which takes what is broken for a line, however long, and unpacks
all of it for that; a test compares the two on files that are whole.
"""

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from webwinnow.corpus.read.batches import Found, batches
from webwinnow.corpus.read.times import time_of
from webwinnow.corpus.read.warc import answered, broken
from webwinnow.corpus.shard import Shard
from webwinnow.io.warc.container import BOMB_BYTES, BOMB_RATIO, Gzip, Plain, opened
from webwinnow.io.warc.http import Content
from webwinnow.io.warc.records import Broken, PlainRecord, in_plain, reason_of

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["read", "row_at", "rows"]

# Address, the server's address, date, type, some more in version 2, and length. Spaces must not
# be in addresses, but are.
LINE = re.compile(
    rb"([A-Za-z][A-Za-z0-9+.\-]{0,20}:[^\n]{0,4096}?) [\d.:a-fA-F]{1,64} (\d{8,14}) "
    rb"([^ \n]{0,256})(?: [^\n]{0,1024}?)? (\d{1,18})\r?\n"
)
LONGEST_LINE = 2**13
PORTION = 2**16


class ArcGzip(Gzip):
    BEGINNING = LINE
    LONGEST_BEGINNING = LONGEST_LINE


class ArcPlain(Plain):
    MARK = re.compile(rb"(?:\A|(?<=\n))" + LINE.pattern)
    BEGINNING = LINE
    LONGEST_BEGINNING = LONGEST_MARK = LONGEST_LINE

    def head(self, at: int) -> tuple[bytes, int] | None:
        line = LINE.match(self.bytes_at(at, LONGEST_LINE))
        return (line[0], int(line[4])) if line else None

    def is_right(self, after: bytes) -> bool:
        return not after or after.startswith((b"\n", b"\r\n"))


def read(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """The whole file, whatever `start` and `end` are."""
    return batches(shard, rows(Path(shard.path), max_bytes))


def rows(path: Path, max_bytes: int) -> Iterator[Found]:
    with opened(path) as file:
        yield from rows_from(stored(file), 0, max_bytes)


def row_at(file: BinaryIO, offset: int, max_bytes: int) -> Found | None:
    """Of the record that begins there, if one does."""
    archive = stored(file)
    if offset >= archive.size or not archive.begins_record(offset):
        return None
    row = next(rows_from(archive, offset, max_bytes), None)
    return row if row and row.offset == offset else None


def stored(file: BinaryIO) -> ArcGzip | ArcPlain:
    file.seek(0)
    return ArcGzip(file) if Gzip.MARK.match(file.read(4)) else ArcPlain(file)


def rows_from(archive: ArcGzip | ArcPlain, at: int, max_bytes: int) -> Iterator[Found]:
    if isinstance(archive, ArcGzip):
        yield from in_members(archive, at, max_bytes)
        return
    for row in in_plain(archive, at, archive.size, lambda each: in_file(each, max_bytes)):
        yield broken(row) if isinstance(row, Broken) else row


def in_file(record: PlainRecord, max_bytes: int) -> Found | None:
    line = LINE.match(record.head)
    return found(line, record.offset, record, max_bytes) if line else None


def in_members(archive: ArcGzip, start: int, max_bytes: int) -> Iterator[Found]:
    at: int | None = start
    while at is not None and at < archive.size:
        member = Member(archive, at)
        try:
            while line := member.line():
                member.left = int(line[4])
                row = found(line, at, member, max_bytes)
                member.skip()
                if row:
                    yield row
            at = member.end
        except Bomb:
            if row:
                yield row
            at = archive.next_record(at + 1, archive.size)
        except (EOFError, ValueError, zlib.error) as error:
            yield broken(Broken(at, reason_of(error)))
            at = archive.next_record(at + 1, archive.size)


class Bomb(Exception):
    """The rest of a record is not worth unpacking."""


class Member:
    """What is in a member of gzip, unpacked in portions; `left` is what is left of a record."""

    def __init__(self, archive: ArcGzip, at: int) -> None:
        self.archive, self.start, self.at = archive, at, at
        self.stream = zlib.decompressobj(31)
        self.packed = self.ahead = b""
        self.unpacked = self.left = 0

    @property
    def end(self) -> int:
        return self.at - len(self.stream.unused_data)

    def more(self, most: int) -> bytes:
        """Of the member; nothing only at its end."""
        data = b""
        while not data and not self.stream.eof:
            packed = self.stream.unconsumed_tail or self.archive.bytes_at(self.at, PORTION)
            if not self.stream.unconsumed_tail:
                self.at += len(packed)
            if not packed:
                raise EOFError("it breaks off")
            data = self.stream.decompress(packed, most)
        self.unpacked += len(data)
        return data

    def line(self) -> re.Match[bytes] | None:
        """The next record's; None at the end."""
        self.ahead = self.ahead.lstrip(b"\r\n")
        while len(self.ahead) < LONGEST_LINE and (data := self.more(LONGEST_LINE)):
            self.ahead = (self.ahead + data).lstrip(b"\r\n")
            if self.unpacked > self.archive.size + BOMB_BYTES and not self.ahead:
                raise ValueError("nothing but blank lines")
        if not self.ahead:
            return None
        line = LINE.match(self.ahead)
        if not line:
            raise ValueError("no record begins here")
        self.ahead = self.ahead[line.end() :]
        return line

    def read(self, most: int) -> bytes:
        return b"".join(self.parts(most))

    def parts(self, most: int) -> Iterator[bytes]:
        most = min(most, self.left)
        while most > 0:
            data = self.ahead[:most] or self.more(min(most, PORTION))
            if not data:
                raise EOFError("its length is wrong")
            self.ahead = self.ahead[len(data) :]
            self.left -= len(data)
            most -= len(data)
            yield data

    def skip(self) -> None:
        for _ in self.parts(self.left):
            if self.unpacked > max(BOMB_BYTES, BOMB_RATIO * (self.at - self.start)):
                raise Bomb


def found(line: re.Match[bytes], offset: int, record: Content, max_bytes: int) -> Found | None:
    url, date, kind = (each.decode("utf-8", "replace") for each in line.group(1, 2, 3))
    if url.startswith("filedesc:"):
        return None
    row = Found(offset=offset, url=url, time=time_of(date.ljust(14, "0")))
    if not url.lower().startswith(("http:", "https:")):
        return row._replace(drop="type", detail=kind.lower())
    return answered(row, record, max_bytes)
