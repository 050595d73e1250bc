"""Files that were packed whole, unpacked as they are read: no bomb goes off."""

import bz2
import io
import lzma
import zlib
from typing import Any, BinaryIO, Protocol, cast

from webwinnow.errors import InputError
from webwinnow.messages import error_reason

__all__ = ["BROKEN", "Inflated", "Stream", "Unbz2", "Unpacked", "opened", "packing_of", "unpacked"]

# Some packings let four bytes stand for 128 KiB: small pieces are fed, however large the file.
BLOCK, ZSTD_BLOCK = 2**14, 2**11
BUFFER = 2**18
# What a packing may ask for to look back into; `zstd --long=31` and huge xz dictionaries are over.
MOST_MEMORY = 2**27
#: What unpacking raises for bytes that make no sense. A disk that fails is an `InputError`.
BROKEN = (EOFError, ValueError, zlib.error, lzma.LZMAError)


class Stream(Protocol):
    """As the unpackers of the standard library are: `most` bounds what comes out of a call."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, most: int, /) -> bytes: ...


class Inflated:
    """zlib's stream with the ways of the others; `bits` is what zlib calls the wrapping."""

    def __init__(self, bits: int = 31) -> None:
        self.stream, self.was_full = zlib.decompressobj(bits), False

    @property
    def eof(self) -> bool:
        return self.stream.eof

    @property
    def needs_input(self) -> bool:
        # A full answer may have more behind it, without any input left.
        return not (self.stream.unconsumed_tail or self.was_full)

    @property
    def unused_data(self) -> bytes:
        return self.stream.unused_data

    def decompress(self, data: bytes, most: int, /) -> bytes:
        unpacked = self.stream.decompress(self.stream.unconsumed_tail + data, most)
        self.was_full = len(unpacked) == most
        return unpacked


class Unzstd:
    """A frame of Zstandard, whose own stream has no bound on what comes out of a call."""

    def __init__(self) -> None:
        try:
            from zstandard import ZstdDecompressor, ZstdError
        except ImportError as error:
            raise InputError(
                "reading .zst needs one more package; pip install 'webwinnow[corpus]'"
            ) from error
        self.error: type[Exception] = ZstdError
        self.stream = ZstdDecompressor(max_window_size=MOST_MEMORY).decompressobj()
        self.packed, self.ready = b"", memoryview(b"")

    @property
    def eof(self) -> bool:
        return self.stream.eof and not self.ready

    @property
    def needs_input(self) -> bool:
        return not (self.packed or self.ready or self.stream.eof)

    @property
    def unused_data(self) -> bytes:
        return self.stream.unused_data + self.packed

    def decompress(self, data: bytes, most: int, /) -> bytes:
        self.packed += data
        if not self.ready and not self.stream.eof:
            piece, self.packed = self.packed[:ZSTD_BLOCK], self.packed[ZSTD_BLOCK:]
            try:
                self.ready = memoryview(self.stream.decompress(piece))
            except self.error as error:
                raise ValueError(str(error)) from error
        unpacked, self.ready = bytes(self.ready[:most]), self.ready[most:]
        return unpacked


class Unbz2:
    """A stream of bzip2, with an error of its own kind."""

    def __init__(self) -> None:
        self.stream = bz2.BZ2Decompressor()

    @property
    def eof(self) -> bool:
        return self.stream.eof

    @property
    def needs_input(self) -> bool:
        return self.stream.needs_input

    @property
    def unused_data(self) -> bytes:
        return self.stream.unused_data

    def decompress(self, data: bytes, most: int, /) -> bytes:
        try:
            return self.stream.decompress(data, most)
        except OSError as error:  # which is what a disk that fails raises
            raise ValueError(str(error)) from error


def unxz() -> Stream:
    return lzma.LZMADecompressor(memlimit=MOST_MEMORY)


STREAMS: dict[str, Any] = {
    "gzip": Inflated,
    "bz2": Unbz2,
    "xz": unxz,
    "zstd": Unzstd,
}
MAGIC = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ\0": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
# Frames of Zstandard that hold no data begin with one of sixteen bytes, and then these.
NO_DATA = b"\x2a\x4d\x18"


def packing_of(head: bytes) -> str | None:
    """What a file was packed with, by its first six bytes; None for one that is as it is."""
    if head[1:4] == NO_DATA and 0x50 <= head[0] <= 0x5F:
        return "zstd"
    return next((name for magic, name in MAGIC.items() if head.startswith(magic)), None)


class Unpacked(io.RawIOBase):
    """What is inside of a packed file, which may be several packed files on end.

    All that can be unpacked comes first; then one of BROKEN where the file is.
    """

    def __init__(self, file: BinaryIO, packing: str) -> None:
        self.file, self.packing = file, packing
        self.stream: Stream | None = None
        self.packed = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        data = self.some(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def some(self, most: int) -> bytes:
        """So many bytes or fewer; none at the end alone."""
        while self.stream or self.has_next():
            stream = self.stream = self.stream or cast(Stream, STREAMS[self.packing]())
            packed = b""
            if stream.needs_input:
                packed, self.packed = self.packed or self.file.read(BLOCK), b""
                if not packed:
                    raise EOFError("it breaks off")
            data = stream.decompress(packed, most)
            if stream.eof:
                self.packed, self.stream = stream.unused_data, None
            if data:
                return data
        return b""

    def has_next(self) -> bool:
        """Whether another packed file follows; zeros between them are padding."""
        while len(self.packed) < 6 and (more := self.file.read(BLOCK)):
            self.packed = (self.packed + more).lstrip(b"\0")
        self.packed = self.packed.lstrip(b"\0")
        if self.packed and packing_of(self.packed[:6]) != self.packing:
            raise ValueError("what follows the packed part is not packed")
        return bool(self.packed)


def unpacked(file: io.BufferedReader) -> io.BufferedReader:
    """What is inside, from the start of the file; the file itself where it is not packed."""
    packing = packing_of(file.peek(6)[:6])
    return io.BufferedReader(Unpacked(file, packing), BUFFER) if packing else file


class File(io.FileIO):
    def readinto(self, buffer: Any, /) -> int:
        try:
            return super().readinto(buffer) or 0
        except OSError as error:
            raise InputError(
                f"cannot read {self.name!r} ({error_reason(error)}); check its disk"
            ) from error


def opened(path: str, buffer: int = BUFFER) -> io.BufferedReader:
    """Or an `InputError`."""
    try:
        return io.BufferedReader(File(path), buffer)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error_reason(error)
        raise InputError(f"cannot read {path!r} ({reason}); check its name") from error
