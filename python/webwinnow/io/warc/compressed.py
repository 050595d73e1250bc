"""Read the records of compressed WARC files, past broken ones.

fastwarc is fast, but it stops at the first error, ends silently at a truncated file or an empty
member, and follows a wrong Content-Length into the records after it. This module checks every step
against the member that the record started in. After an error it continues at the next record
start. The cost is linear in the size of the file.
"""

from collections.abc import Callable, Iterator
from typing import Any, Generic

from webwinnow.errors import InputError
from webwinnow.io.warc.container import (
    MAX_DECOMPRESSED,
    MAX_RATIO,
    NO_NEARBY_RECORD,
    ForwardReader,
    GzipFile,
    ZstdFile,
)
from webwinnow.io.warc.records import (
    BROKEN_HEADER,
    NO_RECORD,
    SPLIT_INSIDE_RECORD,
    TRUNCATED,
    WRONG_LENGTH,
    BrokenRecord,
    Convert,
    Row,
    error_detail,
)

# A record is read in growing chunks, so that a wrong length costs little.
FIRST_CHUNK, MAX_CHUNK = 2**18, 2**22


class RecordError(Exception):
    """The rest of a record is unreadable; `next` is the offset of the next record, if known."""

    def __init__(self, reason: str, next: int | None = None) -> None:
        super().__init__(reason)
        self.next = next


class DecompressionBomb(Exception):
    """A record decompresses to far more than its size; its rest is skipped."""


def read_compressed(
    archive: GzipFile | ZstdFile, start: int, end: int, convert: Convert[Row]
) -> Iterator[Row | BrokenRecord]:
    at: int | None = archive.skip_preamble(start)
    if at is not None and at < end and not archive.is_record_start(at):
        yield BrokenRecord(at, NO_RECORD)
        at = archive.next_record(at + 1, end)
    while at is not None and at < end:
        run = RecordRun(archive, at, end, convert)
        yield from run.rows()
        at = run.next


class RecordRun(Generic[Row]):
    """Consecutive records read by one fastwarc iterator, up to the first error."""

    def __init__(
        self, archive: GzipFile | ZstdFile, at: int, end: int, convert: Convert[Row]
    ) -> None:
        try:
            from fastwarc.warc import ArchiveIterator
        except ImportError as error:
            raise InputError(
                "reading WARC requires fastwarc; pip install 'webwinnow[corpus]'"
            ) from error
        self.archive, self.start, self.end, self.convert = archive, at, end, convert
        self.source = ForwardReader(archive.file, at)
        self.reader = archive.reader(self.source)
        self.records = iter(ArchiveIterator(self.reader, parse_http=False, fsspec_args=False))
        #: Start of the next run.
        self.next: int | None = None
        # The last record's row, yielded once the record is verified; the member that holds the
        # record; whether that member holds other records, too.
        self.pending: Row | None = None
        self.member: int | None = None
        self.is_shared = False

    def rows(self) -> Iterator[Row | BrokenRecord]:
        while True:
            try:
                raw = self.next_record()
            except RecordError as error:
                yield from self.after_error(str(error))
                return
            if raw is None:
                yield from self.at_end()
                return
            if self.pending is not None:
                yield self.pending
            at = self.reader.frame_start_position()
            if at >= self.end:
                yield from self.check_end(at)
                return
            self.pending, self.is_shared, self.member = None, at == self.member, at
            try:
                self.convert_record(CompressedRecord(self, raw))
            except RecordError as error:
                yield BrokenRecord(at, str(error))
                self.next = error.next or self.archive.next_record(at + 1, self.end)
                return
            except DecompressionBomb:
                if self.pending is not None:
                    yield self.pending
                self.next = self.archive.next_record(at + 1, self.end)
                return
            after = self.archive.end_before_bomb(self.member)
            if after is not None:
                if self.pending is not None:
                    yield self.pending
                yield from self.continue_at(after)
                return

    def next_record(self) -> Any:
        # A run starts at a record; later positions are unverified.
        self.source.between = int(self.member is not None)
        before = self.reader.inner_tell()
        try:
            raw = next(self.records, None)
        except Exception as error:  # the library raises many types
            raise RecordError(error_detail(error)) from error
        finally:
            self.source.between = 0
        if raw and self.reader.frame_start_position() > before + self.archive.MIN_MEMBER_BYTES:
            self.check_skipped()
        return raw

    def check_skipped(self) -> None:
        """Detect a truncated header, which the library continues in the next member."""
        after = self.end_of_known()
        if after < self.reader.frame_start_position() and self.archive.is_record_start(after):
            raise RecordError(BROKEN_HEADER)

    def end_of_known(self) -> int:
        """End of the last member whose record is known."""
        if self.member is None:
            return self.start
        end = self.archive.end_of(self.member)
        return self.reader.frame_start_position() if end is None else end

    def convert_record(self, record: "CompressedRecord[Row]") -> None:
        if not (record.get("Content-Length") or "").isdecimal():
            raise RecordError("no Content-Length")
        self.pending = self.convert(record)
        record.skip()
        self.member = record.member

    def after_error(self, reason: str) -> Iterator[Row | BrokenRecord]:
        """Handle an error after the pending record: in its member or in a later one."""
        is_same = self.reader.frame_start_position() == self.member
        if is_same and not self.is_shared:
            at, reason = self.member or 0, WRONG_LENGTH if "header" in reason else reason
        else:
            at = self.member or 0 if is_same else self.end_of_known()
            inner = (
                None
                if is_same or self.member is None
                else self.archive.swallowed_record(self.member, at)
            )
            if inner is not None:
                yield BrokenRecord(self.member or 0, TRUNCATED)
                self.next = inner
                return
            if self.pending is not None:
                yield self.pending
        if at >= self.end:
            yield from self.check_end(at)
            return
        if reason == NO_NEARBY_RECORD and at != self.member and self.archive.is_record_start(at):
            self.next = at  # a valid record, but too far away for this run
        else:
            yield BrokenRecord(at, reason)
            self.next = self.archive.next_record(at + 1, self.end)

    def at_end(self) -> Iterator[Row | BrokenRecord]:
        """Handle the end of the file, or an empty member, which looks the same."""
        at, last = self.reader.inner_tell(), self.reader.frame_start_position()
        is_truncated = at >= self.archive.size and self.is_truncated(last)
        is_same = last == self.member and not self.is_shared
        if self.pending is not None and not (is_truncated and is_same):
            yield self.pending
        if is_truncated:
            yield BrokenRecord(last, TRUNCATED)
        else:
            yield from self.continue_at(at)

    def continue_at(self, at: int) -> Iterator[BrokenRecord]:
        """Let the next run start at `at` or at the next record."""
        yield from self.check_end(at)
        if at < self.end:
            self.next = self.archive.next_record(at, self.end)
            if self.next != at:
                yield BrokenRecord(at, NO_RECORD)

    def check_end(self, at: int) -> Iterator[BrokenRecord]:
        """Report a record that ends after the range: its boundary was chosen inside the record."""
        if at > self.end:
            yield BrokenRecord(self.end, SPLIT_INSIDE_RECORD)

    def is_truncated(self, member: int) -> bool:
        # A member with many records is not decompressed again to check the last one.
        is_many = member == self.member and self.is_shared
        return not is_many and member < self.archive.size and self.archive.end_of(member) is None


class CompressedRecord(Generic[Row]):
    def __init__(self, run: RecordRun[Row], raw: Any) -> None:
        self.run, self.raw = run, raw
        self.headers, self.left = raw.headers, raw.content_length
        self.offset = self.member = run.member or 0
        self.start = run.reader.tell()
        self.chunk = FIRST_CHUNK

    def get(self, name: str) -> str | None:
        value = self.headers.get_bytes(name.encode())
        return None if value is None else value.decode("utf-8", "replace")

    def read(self, most: int) -> bytes:
        return b"".join(self.parts(most))

    def parts(self, most: int) -> Iterator[bytes]:
        while (want := min(most, self.left, self.chunk)) > 0:
            yield self.read_chunk(self.raw.reader.read, want)
            most -= want

    def skip(self) -> None:
        """Skip to the end of the record."""
        reader = self.run.reader
        while (want := min(self.left, self.chunk)) > 0:
            self.read_chunk(self.raw.reader.consume, want)
            decompressed = reader.tell() - self.start
            compressed = reader.inner_tell() - self.offset
            if decompressed > max(MAX_DECOMPRESSED, MAX_RATIO * compressed):
                raise DecompressionBomb

    def read_chunk(self, read: Callable[[int], Any], want: int) -> Any:
        try:
            got = read(want)
        except Exception as error:  # the library raises many types
            raise RecordError(error_detail(error)) from error
        count = got if isinstance(got, int) else len(got)
        if self.run.reader.frame_start_position() != self.member:
            self.enter_next_member()
        if count < want:
            raise RecordError(TRUNCATED)
        self.left -= want
        self.chunk = min(4 * self.chunk, MAX_CHUNK)
        return got

    def enter_next_member(self) -> None:
        """Check that the next member continues this record."""
        archive, now = self.run.archive, self.run.reader.frame_start_position()
        while self.member < now:
            end = archive.end_of(self.member)
            if end is None or archive.is_record_start(end):
                raise RecordError(WRONG_LENGTH, end)
            self.member = end
