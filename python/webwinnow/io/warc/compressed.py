"""The records of packed files, past whatever is broken in them.

fastwarc is fast, but it gives up at the first error, ends in silence where a file is cut off or
has an empty member, and follows a length that is wrong into the records after it. So every step
is checked here against the member that a record began in, and after an error reading goes on at
the next start that can be found. All of that is linear in the size of the file.
"""

from collections.abc import Callable, Iterator
from typing import Any, Generic

from webwinnow.errors import InputError
from webwinnow.io.warc.container import BOMB_BYTES, BOMB_RATIO, NOTHING, Gzip, Window, Zstd
from webwinnow.io.warc.records import NO_RECORD, OVER, Broken, Row, Take, reason_of

__all__ = ["in_packed"]

# A record is read in portions that grow, so that what a wrong length adds stays in proportion.
FIRST, LARGEST = 2**18, 2**22


class Unreadable(Exception):
    """A record, from some point on. `next`: where another one was seen."""

    def __init__(self, reason: str, next: int | None = None) -> None:
        super().__init__(reason)
        self.next = next


class Bomb(Exception):
    """The rest of a record is not worth unpacking."""


def in_packed(
    archive: Gzip | Zstd, start: int, end: int, take: Take[Row]
) -> Iterator[Row | Broken]:
    at: int | None = archive.first(start)
    if at is not None and at < end and not archive.begins_record(at):
        yield Broken(at, NO_RECORD)
        at = archive.next_record(at + 1, end)
    while at is not None and at < end:
        run = Run(archive, at, end, take)
        yield from run.rows()
        at = run.next


class Run(Generic[Row]):
    """As many records as can be read in one go."""

    def __init__(self, archive: Gzip | Zstd, at: int, end: int, take: Take[Row]) -> None:
        try:
            from fastwarc.warc import ArchiveIterator
        except ImportError as error:
            raise InputError(
                "reading WARC needs one more package; pip install 'webwinnow[corpus]'"
            ) from error
        self.archive, self.start, self.end, self.take = archive, at, end, take
        self.window = Window(archive.file, at)
        self.reader = archive.reader(self.window)
        self.records = iter(ArchiveIterator(self.reader, parse_http=False, fsspec_args=False))
        #: Where the next run begins, after this one.
        self.next: int | None = None
        # Of the record that is held back: what was made of it, its member, and whether another
        # record is in that.
        self.held: Row | None = None
        self.member: int | None = None
        self.is_shared = False

    def rows(self) -> Iterator[Row | Broken]:
        while True:
            try:
                raw = self.following()
            except Unreadable as error:
                yield from self.failed(str(error))
                return
            if raw is None:
                yield from self.ended()
                return
            if self.held is not None:
                yield self.held
            at = self.reader.frame_start_position()
            if at >= self.end:
                yield from self.over(at)
                return
            self.held, self.is_shared, self.member = None, at == self.member, at
            try:
                self.take_in(PackedRecord(self, raw))
            except Unreadable as error:
                yield Broken(at, str(error))
                self.next = error.next or self.archive.next_record(at + 1, self.end)
                return
            except Bomb:
                if self.held is not None:
                    yield self.held
                self.next = self.archive.next_record(at + 1, self.end)
                return
            after = self.archive.bomb_after(self.member)
            if after is not None:
                if self.held is not None:
                    yield self.held
                yield from self.go_on(after)
                return

    def following(self) -> Any:
        # A run begins where a record does; after that, who knows.
        self.window.between = int(self.member is not None)
        told = self.reader.inner_tell()
        try:
            raw = next(self.records, None)
        except Exception as error:  # whatever the library makes of it
            raise Unreadable(reason_of(error)) from error
        finally:
            self.window.between = 0
        if raw and self.reader.frame_start_position() > told + self.archive.SMALLEST:
            self.check_between()
        return raw

    def check_between(self) -> None:
        """A header that breaks off goes on in the next member, for the library."""
        after = self.after()
        if after < self.reader.frame_start_position() and self.archive.begins_record(after):
            raise Unreadable("its header is broken")

    def after(self) -> int:
        """Where the last member ended whose record is known."""
        if self.member is None:
            return self.start
        end = self.archive.end_of(self.member)
        return self.reader.frame_start_position() if end is None else end

    def take_in(self, record: "PackedRecord[Row]") -> None:
        if not (record.get("Content-Length") or "").isdecimal():
            raise Unreadable("it has no length")
        self.held = self.take(record)
        record.skip()
        self.member = record.member

    def failed(self, reason: str) -> Iterator[Row | Broken]:
        """Behind the record that is held back: in its member, or in what comes after that."""
        is_same = self.reader.frame_start_position() == self.member
        if is_same and not self.is_shared:
            at, reason = self.member or 0, "its length is wrong" if "header" in reason else reason
        else:
            at = self.member or 0 if is_same else self.after()
            inner = None if is_same or self.member is None else self.archive.taken(self.member, at)
            if inner is not None:
                yield Broken(self.member or 0, "it breaks off")
                self.next = inner
                return
            if self.held is not None:
                yield self.held
        if at >= self.end:
            yield from self.over(at)
            return
        if reason == NOTHING and at != self.member and self.archive.begins_record(at):
            self.next = at  # too far away to be read at one go, but there
        else:
            yield Broken(at, reason)
            self.next = self.archive.next_record(at + 1, self.end)

    def ended(self) -> Iterator[Row | Broken]:
        """The file, or so it seems: an empty member looks the same."""
        at, last = self.reader.inner_tell(), self.reader.frame_start_position()
        breaks_off = at >= self.archive.size and self.breaks_off(last)
        is_same = last == self.member and not self.is_shared
        if self.held is not None and not (breaks_off and is_same):
            yield self.held
        if breaks_off:
            yield Broken(last, "it breaks off")
        else:
            yield from self.go_on(at)

    def go_on(self, at: int) -> Iterator[Broken]:
        """In another run."""
        yield from self.over(at)
        if at < self.end:
            self.next = self.archive.next_record(at, self.end)
            if self.next != at:
                yield Broken(at, NO_RECORD)

    def over(self, at: int) -> Iterator[Broken]:
        """Where the last record ends behind the piece, whoever cut there took what was inside of it
        for a record.
        """
        if at > self.end:
            yield Broken(self.end, OVER)

    def breaks_off(self, member: int) -> bool:
        # Where one member has all records, it is not unpacked again for the sake of the last.
        is_many = member == self.member and self.is_shared
        return not is_many and member < self.archive.size and self.archive.end_of(member) is None


class PackedRecord(Generic[Row]):
    def __init__(self, run: Run[Row], raw: Any) -> None:
        self.run, self.raw = run, raw
        self.headers, self.left = raw.headers, raw.content_length
        self.offset = self.member = run.member or 0
        self.told = run.reader.tell()
        self.portion = FIRST

    def get(self, name: str) -> str | None:
        value = self.headers.get_bytes(name.encode())
        return None if value is None else value.decode("utf-8", "replace")

    def read(self, most: int) -> bytes:
        return b"".join(self.parts(most))

    def parts(self, most: int) -> Iterator[bytes]:
        while (want := min(most, self.left, self.portion)) > 0:
            yield self.portion_of(self.raw.reader.read, want)
            most -= want

    def skip(self) -> None:
        """To the end."""
        reader = self.run.reader
        while (want := min(self.left, self.portion)) > 0:
            self.portion_of(self.raw.reader.consume, want)
            unpacked = reader.tell() - self.told
            packed = reader.inner_tell() - self.offset
            if unpacked > max(BOMB_BYTES, BOMB_RATIO * packed):
                raise Bomb

    def portion_of(self, read: Callable[[int], Any], want: int) -> Any:
        try:
            got = read(want)
        except Exception as error:  # whatever the library makes of it
            raise Unreadable(reason_of(error)) from error
        count = got if isinstance(got, int) else len(got)
        if self.run.reader.frame_start_position() != self.member:
            self.cross()
        if count < want:
            raise Unreadable("it breaks off")
        self.left -= want
        self.portion = min(4 * self.portion, LARGEST)
        return got

    def cross(self) -> None:
        """Into another member, which is right where that goes on with the record."""
        archive, now = self.run.archive, self.run.reader.frame_start_position()
        while self.member < now:
            end = archive.end_of(self.member)
            if end is None or archive.begins_record(end):
                raise Unreadable("its length is wrong", end)
            self.member = end
