"""WARC files as they are stored: in members of gzip, in frames of Zstandard, or plain."""

import os
import re
import zlib
from abc import ABC, abstractmethod
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

from webwinnow.errors import InputError
from webwinnow.messages import error_reason

__all__ = ["Gzip", "Plain", "Stored", "Window", "Zstd", "opened", "stored"]

# So much is looked through at a time.
STEP = 2**20
# What fastwarc unpacks ahead is some times that.
AHEAD = 2**12
# What unpacks to so many bytes, and so many times its size, is not followed to its end.
BOMB_BYTES, BOMB_RATIO = 2**26, 100
NOTHING = "no record in sight"


def opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(
            f"cannot read {str(path)!r} ({error_reason(error)}); check its name"
        ) from error


class Window:
    """A file from some byte on, for fastwarc, in portions.

    They grow, so that many beginnings do not cost many large ones. Between records, where little
    is to be read, they stay small and are counted: a bomb of blank lines would be unpacked there.
    """

    FIRST, LARGEST, BETWEEN = 2**12, 2**16, 24

    def __init__(self, file: BinaryIO, at: int) -> None:
        self.file, self.at = file, at
        self.portion, self.between = self.FIRST, 0

    def read(self, size: int = LARGEST) -> bytes:
        if self.between:
            self.between += 1
            if self.between > self.BETWEEN:
                raise OSError(NOTHING)
        self.file.seek(self.at)
        data = self.file.read(min(size, self.FIRST if self.between else self.portion))
        self.portion = min(2 * self.portion, self.LARGEST)
        self.at += len(data)
        return data

    def tell(self) -> int:
        return self.at

    def seek(self, offset: int, whence: int = 0) -> int:
        raise OSError("reading goes on only forwards")

    def close(self) -> None:
        pass


class Stored(ABC):
    """A file of records."""

    MARK: ClassVar[re.Pattern[bytes]]
    BEGINNING = re.compile(rb"WARC/")
    LONGEST_BEGINNING, LONGEST_MARK = 5, 16

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.size = file.seek(0, os.SEEK_END)

    def bytes_at(self, at: int, count: int) -> bytes:
        self.file.seek(at)
        return self.file.read(count)

    @abstractmethod
    def begins_record(self, at: int) -> bool: ...

    @abstractmethod
    def end_of(self, at: int) -> int | None:
        """Where the record, member or frame that begins there ends; None where it is broken."""

    def next_record(self, at: int, end: int) -> int | None:
        end = min(end, self.size)
        while at < end:
            before = min(at, 1)  # a mark may need the end of a line before it
            data = self.bytes_at(at - before, before + STEP + self.LONGEST_MARK)
            for mark in self.MARK.finditer(data, before):
                place = at - before + mark.start()
                if place >= min(at + STEP, end):
                    break
                if self.begins_record(place):
                    return place
            at += STEP
        return None

    def first(self, at: int) -> int:
        """Past what may come before the first record of a file."""
        return at

    def bomb_after(self, at: int) -> int | None:
        """The end of a member, where it or the next one unpacks to very much, if that shows."""
        return None

    def taken(self, at: int, end: int) -> int | None:
        """The first record that a member with a wrong end took along, if that can be."""
        return None

    def cut(self, at: int, target: int) -> int | None:
        """The first start of a record from `target` on, found by going there from another one."""
        place: int | None = at
        while place is not None and place < target:
            end = self.end_of(place)
            place = self.next_record(place + 1, self.size) if end is None else end
        if place is None or place >= self.size:
            return None
        return place if self.begins_record(place) else self.next_record(place + 1, self.size)


class Gzip(Stored):
    MARK = re.compile(rb"\x1f\x8b\x08[\x00-\x1f]")
    # No member is smaller than one byte more.
    SMALLEST = 19
    # A header may name its file, and have as much as 64 KiB of whatever else.
    HEADERS = (2**10, 2**17)

    def reader(self, window: Window) -> Any:
        from fastwarc.stream_io import GzipReader

        return GzipReader(window, buffer_size=AHEAD, fsspec_args=False)

    def begins_record(self, at: int) -> bool:
        for most in self.HEADERS:
            data = self.bytes_at(at, most)
            try:
                found = zlib.decompressobj(31).decompress(data, self.LONGEST_BEGINNING)
            except zlib.error:
                return False
            if found or len(data) < most:
                break
        return bool(self.BEGINNING.match(found))

    def end_of(self, at: int) -> int | None:
        stream = zlib.decompressobj(31)
        while data := self.bytes_at(at, 2**16):
            at += len(data)
            while data and not stream.eof:
                try:
                    stream.decompress(data, STEP)
                except zlib.error:
                    return None
                data = stream.unconsumed_tail
            if stream.eof:
                return at - len(stream.unused_data)
        return None

    def cut(self, at: int, target: int) -> int | None:
        return self.next_record(target, self.size)


class Zstd(Stored):
    MARK = re.compile(rb"\x28\xb5\x2f\xfd")
    SMALLEST = 8
    SKIPPED = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
    # The first frame of a file may hold a dictionary for all others.
    DICTIONARY = b"\x5d\x2a\x4d\x18"
    LARGEST_DICTIONARY = 2**24

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file)
        self.dictionary = self.shared_dictionary()

    def shared_dictionary(self) -> bytes | None:
        from fastwarc.stream_io import ZstdReader

        head = self.bytes_at(0, 8)
        if not head.startswith(self.DICTIONARY):
            return None
        length = int.from_bytes(head[4:], "little")
        found = self.bytes_at(8, min(length, self.LARGEST_DICTIONARY))
        if not self.MARK.match(found):
            return found
        try:
            return bytes(
                ZstdReader(BytesIO(found), fsspec_args=False).read(self.LARGEST_DICTIONARY)
            )
        except Exception:  # then the frames themselves are broken, too
            return None

    def first(self, at: int) -> int:
        while self.SKIPPED.match(self.bytes_at(at, 4)):
            at = self.end_of(at) or self.size
        return at

    def reader(self, window: Window) -> Any:
        from fastwarc.stream_io import ZstdReader

        return ZstdReader(window, buffer_size=AHEAD, fsspec_args=False, dictionary=self.dictionary)

    def begins_record(self, at: int) -> bool:
        if not self.MARK.match(self.bytes_at(at, 4)):
            return False
        reader = self.reader(Window(self.file, at))
        try:
            found = reader.read(self.LONGEST_BEGINNING)
        except Exception:  # whatever the library makes of it
            return False
        # What an empty frame seems to hold is the next one's.
        return bool(self.BEGINNING.match(found)) and reader.frame_start_position() == at

    def end_of(self, at: int) -> int | None:
        return self.frame(at)[0]

    def taken(self, at: int, end: int) -> int | None:
        # Frames have no checksum, mostly. What cannot be packed is stored as it is, by its length.
        return self.next_record(at + 1, end)

    def bomb_after(self, at: int) -> int | None:
        end, _ = frame = self.frame(at)
        if end is None:
            return None
        return end if self.is_bomb(at, *frame) or self.is_bomb(end, *self.frame(end)) else None

    def is_bomb(self, at: int, end: int | None, unpacked: int) -> bool:
        return unpacked > max(BOMB_BYTES, BOMB_RATIO * ((end or self.size) - at))

    def frame(self, at: int) -> tuple[int | None, int]:
        """Its end, None where it is broken, and the most that it can unpack to."""
        head = self.bytes_at(at, 8)
        if self.SKIPPED.match(head) and len(head) == 8:
            end = at + 8 + int.from_bytes(head[4:], "little")
            return end if end <= self.size else None, 0
        if not self.MARK.match(head) or len(head) < 5:
            return None, 0
        flags = head[4]
        has_window = not flags & 32
        at += 5 + has_window + (0, 1, 2, 4)[flags & 3] + (not has_window, 2, 4, 8)[flags >> 6]
        at, unpacked = self.blocks(at)
        at += 4 * (flags >> 2 & 1)  # a checksum
        return at if unpacked and at <= self.size else None, unpacked

    def blocks(self, at: int) -> tuple[int, int]:
        """Where they end, and the most that they unpack to: 0 where one of them is broken."""
        count, is_last = 0, False
        while not is_last:
            bits = int.from_bytes(self.bytes_at(at, 3), "little")
            is_last, kind, size = bool(bits & 1), bits >> 1 & 3, bits >> 3
            if kind == 3 or at >= self.size:
                return at, 0
            at += 3 + (1 if kind == 1 else size)  # 1: one byte, again and again
            count += 1
        return at, count * 2**17


class Plain(Stored):
    MARK = re.compile(rb"WARC/\d")
    HEADERS = (2**12, 2**16)
    END = re.compile(rb"\r?\n\r?\n")
    LENGTH = re.compile(rb"^content-length[ \t]*:[ \t]*(\d{1,18})[ \t\r]*$", re.I | re.M)

    def head(self, at: int) -> tuple[bytes, int] | None:
        """The header of the record that begins there, and the length of what follows it."""
        for most in self.HEADERS:
            data = self.bytes_at(at, most)
            if not self.BEGINNING.match(data):
                return None
            end = self.END.search(data)
            if end:
                length = self.LENGTH.search(data, 0, end.end())
                return (data[: end.end()], int(length[1])) if length else None
        return None

    def begins_record(self, at: int) -> bool:
        return self.end_of(at) is not None

    def end_of(self, at: int) -> int | None:
        """A length is right that leads to blank lines, to another record, or to the end."""
        found = self.head(at)
        if not found:
            return None
        end = at + len(found[0]) + found[1]
        if end > self.size:
            return None
        after = self.bytes_at(end, 16)
        rest = after.lstrip(b"\r\n")
        return end + len(after) - len(rest) if self.is_right(after) else None

    def is_right(self, after: bytes) -> bool:
        """What comes after a record."""
        rest = after.lstrip(b"\r\n")
        return not rest or rest.startswith(b"WARC/") or after.startswith((b"\r\n\r\n", b"\n\n"))


def stored(file: BinaryIO) -> Gzip | Zstd | Plain:
    """By what is in it, whatever it is called."""
    file.seek(0)
    head = file.read(5)
    if Gzip.MARK.match(head):
        return Gzip(file)
    if Zstd.MARK.match(head) or Zstd.SKIPPED.match(head):
        return Zstd(file)
    if not head.startswith(b"WARC/"):
        # Its beginning is broken: what the rest looks like.
        for kind in (Gzip, Zstd):
            archive = kind(file)
            if archive.next_record(0, STEP) is not None:
                return archive
    return Plain(file)
