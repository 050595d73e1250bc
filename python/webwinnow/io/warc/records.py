"""The records of archives, and those of plain files, past whatever is broken in them."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol, TypeVar

from webwinnow.io.warc.container import Plain

__all__ = ["Broken", "PlainRecord", "Record", "address", "in_plain", "reason_of"]

Row = TypeVar("Row")

NO_RECORD = "no record begins here"
OVER = "a piece ends here, inside of a record"


class Broken(NamedTuple):
    offset: int
    detail: str


class Record(Protocol):
    @property
    def offset(self) -> int:
        """Of the record, or the member that it is in, in the file as it is stored."""

    def get(self, name: str) -> str | None:
        """The header of that name."""

    def read(self, most: int) -> bytes:
        """So much more of what follows the headers; less only at the end."""

    def parts(self, most: int) -> Iterator[bytes]:
        """The same, in portions."""


Take = Callable[[Record], Row | None]


def address(value: str | None) -> str | None:
    """Some writers put it in angle brackets."""
    return value.strip().removeprefix("<").removesuffix(">") or None if value else None


def in_plain(
    archive: Plain, start: int, end: int, take: Callable[["PlainRecord"], Row | None]
) -> Iterator[Row | Broken]:
    at: int | None = start
    while at is not None and at < end:
        stop = archive.end_of(at)
        if stop is None:
            yield Broken(at, plain_reason(archive, at))
            at = archive.next_record(at + 1, end)
        else:
            row = take(PlainRecord(archive, at))
            if row is not None:
                yield row
            at = stop
            if at > end:
                yield Broken(end, OVER)


def plain_reason(archive: Plain, at: int) -> str:
    if archive.head(at):
        return "its length is wrong"
    is_record = archive.BEGINNING.match(archive.bytes_at(at, archive.LONGEST_BEGINNING))
    return "its header is broken" if is_record else NO_RECORD


class PlainRecord:
    def __init__(self, archive: Plain, offset: int) -> None:
        self.archive, self.offset = archive, offset
        found = archive.head(offset)
        assert found  # a record has an end only where it has a header
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


def reason_of(error: Exception) -> str:
    """In one line, as in a sentence.

    >>> reason_of(OSError("Gzip decompression error:\\ndata error"))
    'gzip decompression error: data error'
    """
    reason = " ".join(str(error).split()) or type(error).__name__
    return reason[0].lower() + reason[1:]
