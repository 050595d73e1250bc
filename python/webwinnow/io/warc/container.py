"""WARC files as stored: gzip members, Zstandard frames or plain text."""

import os
import re
import zlib
from abc import ABC, abstractmethod
from io import BytesIO
from typing import Any, BinaryIO, ClassVar

# Bytes searched at a time for a record.
SCAN_BYTES = 2**20
# fastwarc decompresses a few times this many bytes ahead.
READ_AHEAD = 2**12
# A record that decompresses to more bytes than this, and to more times its size, is a bomb: its
# rest is skipped.
MAX_DECOMPRESSED, MAX_RATIO = 2**26, 100
NO_NEARBY_RECORD = "no record nearby"


class ForwardReader:
    """Read a file from an offset on, in chunks, for fastwarc.

    Chunks grow, so that starting at many offsets stays cheap. Between records they stay small and
    are counted, because a bomb of blank lines would be decompressed there.
    """

    FIRST, LARGEST, MAX_BETWEEN = 2**12, 2**16, 24

    def __init__(self, file: BinaryIO, at: int) -> None:
        self.file, self.at = file, at
        self.chunk = self.FIRST
        #: Reads since the last record ended; 0 inside a record.
        self.between = 0

    def read(self, size: int = LARGEST) -> bytes:
        if self.between:
            self.between += 1
            if self.between > self.MAX_BETWEEN:
                raise OSError(NO_NEARBY_RECORD)
        self.file.seek(self.at)
        data = self.file.read(min(size, self.FIRST if self.between else self.chunk))
        self.chunk = min(2 * self.chunk, self.LARGEST)
        self.at += len(data)
        return data

    def tell(self) -> int:
        return self.at

    def seek(self, offset: int, whence: int = 0) -> int:
        raise OSError("cannot seek: forward reading only")

    def close(self) -> None:
        pass


class ArchiveFile(ABC):
    """A file of records in one of three storage forms."""

    MAGIC: ClassVar[re.Pattern[bytes]]
    RECORD_START = re.compile(rb"WARC/")
    MAX_RECORD_START, MAX_MAGIC = 5, 16

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.size = file.seek(0, os.SEEK_END)

    def bytes_at(self, at: int, count: int) -> bytes:
        self.file.seek(at)
        return self.file.read(count)

    @abstractmethod
    def is_record_start(self, at: int) -> bool: ...

    @abstractmethod
    def end_of(self, at: int) -> int | None:
        """End of the record, member or frame at `at`; None if it is broken."""

    def next_record(self, at: int, end: int) -> int | None:
        """First record start in [at, end)."""
        end = min(end, self.size)
        while at < end:
            before = min(at, 1)  # the pattern may need the line end before it
            data = self.bytes_at(at - before, before + SCAN_BYTES + self.MAX_MAGIC)
            for match in self.MAGIC.finditer(data, before):
                place = at - before + match.start()
                if place >= min(at + SCAN_BYTES, end):
                    break
                if self.is_record_start(place):
                    return place
            at += SCAN_BYTES
        return None

    def skip_preamble(self, at: int) -> int:
        """Offset after anything that may precede the first record of a file."""
        return at

    def end_before_bomb(self, at: int) -> int | None:
        """End of the member at `at`, if it or the next one is a bomb by its declared size."""
        return None

    def swallowed_record(self, at: int, end: int) -> int | None:
        """First record inside a member whose end is wrong, if the format allows that."""
        return None

    def find_split(self, at: int, target: int) -> int | None:
        """First record start from `target` on, found by following records from `at`."""
        place: int | None = at
        while place is not None and place < target:
            end = self.end_of(place)
            place = self.next_record(place + 1, self.size) if end is None else end
        if place is None or place >= self.size:
            return None
        return place if self.is_record_start(place) else self.next_record(place + 1, self.size)


class GzipFile(ArchiveFile):
    MAGIC = re.compile(rb"\x1f\x8b\x08[\x00-\x1f]")
    # Every member is larger than this.
    MIN_MEMBER_BYTES = 19
    # A gzip header may hold a file name and up to 64 KiB of extra data.
    HEADER_BYTES = (2**10, 2**17)

    def reader(self, source: ForwardReader) -> Any:
        from fastwarc.stream_io import GzipReader

        return GzipReader(source, buffer_size=READ_AHEAD, fsspec_args=False)

    def is_record_start(self, at: int) -> bool:
        for most in self.HEADER_BYTES:
            data = self.bytes_at(at, most)
            try:
                found = zlib.decompressobj(31).decompress(data, self.MAX_RECORD_START)
            except zlib.error:
                return False
            if found or len(data) < most:
                break
        return bool(self.RECORD_START.match(found))

    def end_of(self, at: int) -> int | None:
        stream = zlib.decompressobj(31)
        while data := self.bytes_at(at, 2**16):
            at += len(data)
            while data and not stream.eof:
                try:
                    stream.decompress(data, SCAN_BYTES)
                except zlib.error:
                    return None
                data = stream.unconsumed_tail
            if stream.eof:
                return at - len(stream.unused_data)
        return None

    def find_split(self, at: int, target: int) -> int | None:
        return self.next_record(target, self.size)


class ZstdFile(ArchiveFile):
    MAGIC = re.compile(rb"\x28\xb5\x2f\xfd")
    MIN_MEMBER_BYTES = 8
    SKIPPABLE_FRAME = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
    # The first frame of a file may hold a dictionary for all frames.
    DICTIONARY_FRAME = b"\x5d\x2a\x4d\x18"
    LARGEST_DICTIONARY = 2**24

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file)
        self.dictionary = self.shared_dictionary()

    def shared_dictionary(self) -> bytes | None:
        from fastwarc.stream_io import ZstdReader

        head = self.bytes_at(0, 8)
        if not head.startswith(self.DICTIONARY_FRAME):
            return None
        length = int.from_bytes(head[4:], "little")
        found = self.bytes_at(8, min(length, self.LARGEST_DICTIONARY))
        if not self.MAGIC.match(found):
            return found
        try:
            return bytes(
                ZstdReader(BytesIO(found), fsspec_args=False).read(self.LARGEST_DICTIONARY)
            )
        except Exception:  # then all frames are unreadable, too
            return None

    def skip_preamble(self, at: int) -> int:
        while self.SKIPPABLE_FRAME.match(self.bytes_at(at, 4)):
            at = self.end_of(at) or self.size
        return at

    def reader(self, source: ForwardReader) -> Any:
        from fastwarc.stream_io import ZstdReader

        return ZstdReader(
            source, buffer_size=READ_AHEAD, fsspec_args=False, dictionary=self.dictionary
        )

    def is_record_start(self, at: int) -> bool:
        if not self.MAGIC.match(self.bytes_at(at, 4)):
            return False
        reader = self.reader(ForwardReader(self.file, at))
        try:
            found = reader.read(self.MAX_RECORD_START)
        except Exception:  # the library raises many types
            return False
        # For an empty frame the reader returns the next frame's content.
        return bool(self.RECORD_START.match(found)) and reader.frame_start_position() == at

    def end_of(self, at: int) -> int | None:
        return self.frame(at)[0]

    def swallowed_record(self, at: int, end: int) -> int | None:
        # Most frames have no checksum, and incompressible data is stored raw by its length.
        return self.next_record(at + 1, end)

    def end_before_bomb(self, at: int) -> int | None:
        end, _ = frame = self.frame(at)
        if end is None:
            return None
        return end if self.is_bomb(at, *frame) or self.is_bomb(end, *self.frame(end)) else None

    def is_bomb(self, at: int, end: int | None, decompressed: int) -> bool:
        return decompressed > max(MAX_DECOMPRESSED, MAX_RATIO * ((end or self.size) - at))

    def frame(self, at: int) -> tuple[int | None, int]:
        """End of a frame (None if broken), and an upper bound of its decompressed size."""
        head = self.bytes_at(at, 8)
        if self.SKIPPABLE_FRAME.match(head) and len(head) == 8:
            end = at + 8 + int.from_bytes(head[4:], "little")
            return end if end <= self.size else None, 0
        if not self.MAGIC.match(head) or len(head) < 5:
            return None, 0
        flags = head[4]
        has_window = not flags & 32
        at += 5 + has_window + (0, 1, 2, 4)[flags & 3] + (not has_window, 2, 4, 8)[flags >> 6]
        at, decompressed = self.blocks(at)
        at += 4 * (flags >> 2 & 1)  # checksum
        return at if decompressed and at <= self.size else None, decompressed

    def blocks(self, at: int) -> tuple[int, int]:
        """End of a frame's blocks, and an upper bound of their decompressed size; 0 if broken."""
        count, is_last = 0, False
        while not is_last:
            bits = int.from_bytes(self.bytes_at(at, 3), "little")
            is_last, kind, size = bool(bits & 1), bits >> 1 & 3, bits >> 3
            if kind == 3 or at >= self.size:
                return at, 0
            at += 3 + (1 if kind == 1 else size)  # 1: run-length block of one byte
            count += 1
        return at, count * 2**17


class PlainFile(ArchiveFile):
    MAGIC = re.compile(rb"WARC/\d")
    HEADER_BYTES = (2**12, 2**16)
    HEADER_END = re.compile(rb"\r?\n\r?\n")
    CONTENT_LENGTH = re.compile(rb"^content-length[ \t]*:[ \t]*(\d{1,18})[ \t\r]*$", re.I | re.M)

    def head(self, at: int) -> tuple[bytes, int] | None:
        """Header of the record at `at`, and the length of its content."""
        for most in self.HEADER_BYTES:
            data = self.bytes_at(at, most)
            if not self.RECORD_START.match(data):
                return None
            end = self.HEADER_END.search(data)
            if end:
                length = self.CONTENT_LENGTH.search(data, 0, end.end())
                return (data[: end.end()], int(length[1])) if length else None
        return None

    def is_record_start(self, at: int) -> bool:
        return self.end_of(at) is not None

    def end_of(self, at: int) -> int | None:
        """A valid length leads to blank lines, another record or the end of the file."""
        found = self.head(at)
        if not found:
            return None
        end = at + len(found[0]) + found[1]
        if end > self.size:
            return None
        after = self.bytes_at(end, 16)
        rest = after.lstrip(b"\r\n")
        return end + len(after) - len(rest) if self.may_follow_record(after) else None

    def may_follow_record(self, after: bytes) -> bool:
        rest = after.lstrip(b"\r\n")
        return not rest or rest.startswith(b"WARC/") or after.startswith((b"\r\n\r\n", b"\n\n"))


def open_archive(file: BinaryIO) -> GzipFile | ZstdFile | PlainFile:
    """Detect the storage form from content."""
    file.seek(0)
    head = file.read(5)
    if GzipFile.MAGIC.match(head):
        return GzipFile(file)
    if ZstdFile.MAGIC.match(head) or ZstdFile.SKIPPABLE_FRAME.match(head):
        return ZstdFile(file)
    if not head.startswith(b"WARC/"):
        # The start of the file is broken: search the rest.
        for kind in (GzipFile, ZstdFile):
            archive = kind(file)
            if archive.next_record(0, SCAN_BYTES) is not None:
                return archive
    return PlainFile(file)
