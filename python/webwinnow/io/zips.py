"""Read the members of ZIP files in bounded memory.

The standard library holds the whole directory in memory and decompresses some members without a
bound.
"""

import io
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

from webwinnow.io.compression import BLOCK, DECODE_ERRORS, Bz2Decoder, Decoder, ZlibDecoder

END, END_64 = Struct("<4s4H2LH"), Struct("<4sQ2H2L4Q")
LOCATOR_64 = Struct("<4sLQL")
ENTRY, LOCAL = Struct("<4s6H3L5H2L"), Struct("<4s5H3L2H")
IN_64, SIZES_64 = 0xFFFFFFFF, 0x0001
ENCRYPTED = 0x1
STORED, DEFLATED, BZIP2 = 0, 8, 12


class BadZip(Exception):
    """A ZIP file or one of its members is broken; the message is one line."""


class Member(NamedTuple):
    number: int
    name: str
    flags: int
    method: int
    crc: int
    compressed_size: int
    size: int
    offset: int  # of its header in the file


def members(file: io.BufferedReader) -> Iterator[Member]:
    """Yield the members in the order of the directory; `BadZip` if the directory is broken."""
    at, end, shift = directory(file)
    file.seek(at)
    number = 0
    while at < end:
        fields = file.read(ENTRY.size)
        if len(fields) < ENTRY.size or not fields.startswith(b"PK\1\2"):
            raise BadZip(f"broken directory after {number} members")
        _, _, _, flags, method, _, _, crc, compressed, size, *rest = ENTRY.unpack(fields)
        name_length, extra_length, comment_length, _, _, _, offset = rest
        name, extra = file.read(name_length), file.read(extra_length)
        file.seek(comment_length, io.SEEK_CUR)
        size, compressed, offset = zip64_values(extra, size, compressed, offset)
        yield Member(
            number, decode_name(name), flags, method, crc, compressed, size, offset + shift
        )
        at += ENTRY.size + name_length + extra_length + comment_length
        number += 1


def directory(file: io.BufferedReader) -> tuple[int, int, int]:
    """Start and end of the directory, and the shift of all offsets: a program may precede."""
    size = file.seek(0, io.SEEK_END)
    before = file.seek(max(0, size - END.size - 2**16))
    tail = file.read(size - before)
    found = tail.rfind(b"PK\5\6", 0, max(0, len(tail) - END.size + 4))
    if found < 0:
        raise BadZip("no directory: not a ZIP file, or truncated")
    end = before + found
    *_, length, offset, _ = END.unpack_from(tail, found)
    if end >= END_64.size + LOCATOR_64.size:
        file.seek(end - LOCATOR_64.size - END_64.size)
        large = file.read(END_64.size + LOCATOR_64.size)
        if large.startswith(b"PK\6\6") and large[END_64.size :].startswith(b"PK\6\7"):
            *_, length, offset = END_64.unpack_from(large)
            end -= LOCATOR_64.size + END_64.size
    shift = end - length - offset
    if shift < 0:
        raise BadZip("broken directory: it lies outside the file")
    return end - length, end, shift


def zip64_values(extra: bytes, *values: int) -> list[int]:
    """Take values that are too large for their fields from the ZIP64 extra field."""
    at, wide = 0, b""
    while at + 4 <= len(extra):
        kind, length = (
            int.from_bytes(extra[at : at + 2], "little"),
            extra[at + 2] + (extra[at + 3] << 8),
        )
        if kind == SIZES_64:
            wide = extra[at + 4 : at + 4 + length]
        at += 4 + length
    found = []
    for value in values:
        if value == IN_64 and len(wide) >= 8:
            value, wide = int.from_bytes(wide[:8], "little"), wide[8:]
        found.append(value)
    return found


def decode_name(name: bytes) -> str:
    # Many writers set the UTF-8 flag wrongly.
    try:
        return name.decode()
    except UnicodeDecodeError:
        return name.decode("cp437")


class Overlaps:
    """Members that share bytes, as in ZIP bombs; regular files have none."""

    def __init__(self, all_members: Iterator[Member]) -> None:
        self.offsets = array("Q")
        try:
            for member in all_members:
                self.offsets.append(min(member.offset, 2**63))
        except BadZip:  # reported when the members are read
            pass
        self.offsets = array("Q", sorted(self.offsets))

    def __contains__(self, member: Member) -> bool:
        first = bisect_left(self.offsets, member.offset)
        after = bisect_right(self.offsets, member.offset)
        if after - first > 1:
            return True
        end = member.offset + LOCAL.size + member.compressed_size
        return after < len(self.offsets) and self.offsets[after] < end


def data(file: io.BufferedReader, member: Member, most: int) -> bytes:
    """Read a member, truncated at `most` bytes; `BadZip` if it is broken."""
    if member.flags & ENCRYPTED:
        raise BadZip("encrypted")
    try:
        found = read_member(file, member, most)
    except (*DECODE_ERRORS, OSError, OverflowError) as error:  # OSError: offset out of range
        raise BadZip(" ".join(str(error).split())) from error
    if len(found) < most and zlib.crc32(found) != member.crc:
        raise BadZip("wrong checksum")
    return found


def read_member(file: io.BufferedReader, member: Member, most: int) -> bytes:
    file.seek(member.offset)
    header = file.read(LOCAL.size)
    if len(header) < LOCAL.size or not header.startswith(b"PK\3\4"):
        raise BadZip("broken header")
    *_, name_length, extra_length = LOCAL.unpack(header)
    file.seek(name_length + extra_length, io.SEEK_CUR)
    if member.method == STORED:
        return file.read(min(member.compressed_size, most))
    return b"".join(blocks(file, decoder_for(member.method), member.compressed_size, most))


def decoder_for(method: int) -> Decoder:
    if method == DEFLATED:
        return ZlibDecoder(-15)
    if method == BZIP2:
        return Bz2Decoder()
    raise BadZip(f"unknown compression method {method}; expected deflate or bzip2")


def blocks(file: io.BufferedReader, decoder: Decoder, size: int, most: int) -> Iterator[bytes]:
    while most and not decoder.eof:
        block = b""
        if decoder.needs_input:
            block = file.read(min(size, BLOCK))
            size -= len(block)
            if not block:
                raise EOFError("truncated")
        output = decoder.decompress(block, most)
        most -= len(output)
        yield output
