"""Open input files and decompress them while reading, in bounded memory."""

import bz2
import io
import lzma
import zlib
from typing import Any, BinaryIO, Protocol, cast

from webwinnow.errors import InputError
from webwinnow.messages import error_reason

# Input is fed in small blocks: in Zstandard four bytes can decompress to 128 KiB.
BLOCK, ZSTD_BLOCK = 2**14, 2**11
BUFFER = 2**18
# Upper bound on a window or dictionary; rejects `zstd --long=31` and huge xz dictionaries.
MAX_MEMORY = 2**27
#: Errors of decompression on invalid data. A read error of the disk is an `InputError`.
DECODE_ERRORS = (EOFError, ValueError, zlib.error, lzma.LZMAError)


class Decoder(Protocol):
    """A decompressor as in the standard library; `most` bounds the output of a call."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, most: int, /) -> bytes: ...


class ZlibDecoder:
    """zlib's decompressor as a `Decoder`; `bits` is zlib's `wbits`."""

    def __init__(self, bits: int = 31) -> None:
        self.stream, self.was_full = zlib.decompressobj(bits), False

    @property
    def eof(self) -> bool:
        return self.stream.eof

    @property
    def needs_input(self) -> bool:
        # After a full output, more may follow without new input.
        return not (self.stream.unconsumed_tail or self.was_full)

    @property
    def unused_data(self) -> bytes:
        return self.stream.unused_data

    def decompress(self, data: bytes, most: int, /) -> bytes:
        output = self.stream.decompress(self.stream.unconsumed_tail + data, most)
        self.was_full = len(output) == most
        return output


class ZstdDecoder:
    """A Zstandard frame; bounds the output of a call, which the library does not."""

    def __init__(self) -> None:
        try:
            from zstandard import ZstdDecompressor, ZstdError
        except ImportError as error:
            raise InputError(
                "reading .zst requires zstandard; pip install 'webwinnow[corpus]'"
            ) from error
        self.error: type[Exception] = ZstdError
        self.stream = ZstdDecompressor(max_window_size=MAX_MEMORY).decompressobj()
        self.input, self.output = b"", memoryview(b"")

    @property
    def eof(self) -> bool:
        return self.stream.eof and not self.output

    @property
    def needs_input(self) -> bool:
        return not (self.input or self.output or self.stream.eof)

    @property
    def unused_data(self) -> bytes:
        return self.stream.unused_data + self.input

    def decompress(self, data: bytes, most: int, /) -> bytes:
        self.input += data
        if not self.output and not self.stream.eof:
            block, self.input = self.input[:ZSTD_BLOCK], self.input[ZSTD_BLOCK:]
            try:
                self.output = memoryview(self.stream.decompress(block))
            except self.error as error:
                raise ValueError(str(error)) from error
        output, self.output = bytes(self.output[:most]), self.output[most:]
        return output


class Bz2Decoder:
    """A bzip2 stream; raises `ValueError` for invalid data."""

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
        except OSError as error:  # the same type as a read error of the disk
            raise ValueError(str(error)) from error


def xz_decoder() -> Decoder:
    return lzma.LZMADecompressor(memlimit=MAX_MEMORY)


DECODERS: dict[str, Any] = {
    "gzip": ZlibDecoder,
    "bz2": Bz2Decoder,
    "xz": xz_decoder,
    "zstd": ZstdDecoder,
}
MAGIC = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ\0": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
# Skippable Zstandard frames start with one of sixteen bytes, then these.
SKIPPABLE_FRAME = b"\x2a\x4d\x18"


def detect_compression(head: bytes) -> str | None:
    """Detect the compression from the first six bytes; None for an uncompressed file."""
    if head[1:4] == SKIPPABLE_FRAME and 0x50 <= head[0] <= 0x5F:
        return "zstd"
    return next((name for magic, name in MAGIC.items() if head.startswith(magic)), None)


class DecompressedFile(io.RawIOBase):
    """Decompressed content of a file, which may be several compressed files concatenated.

    Reading raises one of DECODE_ERRORS at invalid data, after all valid data before it.
    """

    def __init__(self, file: BinaryIO, compression: str) -> None:
        self.file, self.compression = file, compression
        self.decoder: Decoder | None = None
        self.input = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        data = self.read_some(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def read_some(self, most: int) -> bytes:
        """Read up to `most` bytes; none only at the end."""
        while self.decoder or self.has_next():
            decoder = self.decoder = self.decoder or cast(Decoder, DECODERS[self.compression]())
            block = b""
            if decoder.needs_input:
                block, self.input = self.input or self.file.read(BLOCK), b""
                if not block:
                    raise EOFError("truncated")
            data = decoder.decompress(block, most)
            if decoder.eof:
                self.input, self.decoder = decoder.unused_data, None
            if data:
                return data
        return b""

    def has_next(self) -> bool:
        """Test whether another compressed file follows, after padding of zeros."""
        while len(self.input) < 6 and (more := self.file.read(BLOCK)):
            self.input = (self.input + more).lstrip(b"\0")
        self.input = self.input.lstrip(b"\0")
        if self.input and detect_compression(self.input[:6]) != self.compression:
            raise ValueError("uncompressed data after the compressed data")
        return bool(self.input)


def decompress(file: io.BufferedReader) -> io.BufferedReader:
    """Decompress a file from its start; return the file itself if it is not compressed."""
    compression = detect_compression(file.peek(6)[:6])
    return io.BufferedReader(DecompressedFile(file, compression), BUFFER) if compression else file


class InputFile(io.FileIO):
    def readinto(self, buffer: Any, /) -> int:
        try:
            return super().readinto(buffer) or 0
        except OSError as error:
            raise InputError(
                f"cannot read {self.name!r} ({error_reason(error)}); check its disk"
            ) from error


def open_input(path: str, buffer: int = BUFFER) -> io.BufferedReader:
    """Open a file for reading; `InputError` if that fails."""
    try:
        return io.BufferedReader(InputFile(path), buffer)
    except (OSError, ValueError) as error:  # ValueError: NUL byte in the name
        reason = error_reason(error)
        raise InputError(f"cannot read {path!r} ({reason}); check its name") from error
