"""Records of WARC and ARC files; read the records of plain files, past broken ones.

A record with a wrong Content-Length, or a broken header, becomes a `BrokenRecord` with the reason.
Reading continues at the next record start.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol, TypeVar

from webwinnow.io.warc.container import PlainFile

Row = TypeVar("Row")

NO_RECORD = "no record begins here"
SPLIT_INSIDE_RECORD = "a shard boundary lies inside a record"
TRUNCATED = "truncated"
WRONG_LENGTH = "wrong length"  # the Content-Length does not lead to the end of the record
BROKEN_HEADER = "broken header"


class BrokenRecord(NamedTuple):
    offset: int
    detail: str


class Record(Protocol):
    @property
    def offset(self) -> int:
        """Offset of the record, or of the member that holds it, in the file as stored."""

    def get(self, name: str) -> str | None:
        """Value of a header."""

    def read(self, most: int) -> bytes:
        """Read up to `most` bytes after the headers; fewer only at the end."""

    def parts(self, most: int) -> Iterator[bytes]:
        """Read the same bytes in chunks."""


#: Makes a row of a record; None for a record to skip.
Convert = Callable[[Record], Row | None]


def record_url(record: Record) -> str | None:
    """URL of a record, without the angle brackets that some writers add."""
    value = record.get("WARC-Target-URI")
    return value.strip().removeprefix("<").removesuffix(">") or None if value else None


def read_plain(
    archive: PlainFile, start: int, end: int, convert: Callable[["PlainRecord"], Row | None]
) -> Iterator[Row | BrokenRecord]:
    at: int | None = start
    while at is not None and at < end:
        stop = archive.end_of(at)
        if stop is None:
            yield BrokenRecord(at, describe_plain_error(archive, at))
            at = archive.next_record(at + 1, end)
        else:
            row = convert(PlainRecord(archive, at))
            if row is not None:
                yield row
            at = stop
            if at > end:
                yield BrokenRecord(end, SPLIT_INSIDE_RECORD)


def describe_plain_error(archive: PlainFile, at: int) -> str:
    if archive.head(at):
        return WRONG_LENGTH
    is_record = archive.RECORD_START.match(archive.bytes_at(at, archive.MAX_RECORD_START))
    return BROKEN_HEADER if is_record else NO_RECORD


class PlainRecord:
    def __init__(self, archive: PlainFile, offset: int) -> None:
        self.archive, self.offset = archive, offset
        found = archive.head(offset)
        assert found  # only a record with a header has an end
        self.head, self.left = found
        self.at = offset + len(self.head)
        lines = (line.partition(b":") for line in self.head.splitlines()[1:])
        self.headers = {name.strip().lower(): value.strip() for name, _, value in lines}

    def get(self, name: str) -> str | None:
        value = self.headers.get(name.lower().encode())
        return None if value is None else value.decode("utf-8", "replace")

    def read(self, most: int) -> bytes:
        data = self.archive.bytes_at(self.at, min(most, self.left))
        self.at += len(data)
        self.left -= len(data)
        return data

    def parts(self, most: int) -> Iterator[bytes]:
        yield self.read(most)


def error_detail(error: Exception) -> str:
    """Describe a library's error in one line, without a leading capital.

    >>> error_detail(OSError("Gzip decompression error:\\ndata error"))
    'gzip decompression error: data error'
    """
    reason = " ".join(str(error).split()) or type(error).__name__
    return reason[0].lower() + reason[1:]
