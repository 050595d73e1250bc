"""What is in a ZIP file, in little memory however long its directory is.

The standard library holds the whole directory, and unpacks some members without a bound.
"""

import io
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

from webwinnow.io.compression import BLOCK, BROKEN, Inflated, Stream, Unbz2

__all__ = ["BadZip", "Member", "Overlaps", "data", "members"]

END, END_64 = Struct("<4s4H2LH"), Struct("<4sQ2H2L4Q")
LOCATOR_64 = Struct("<4sLQL")
ENTRY, LOCAL = Struct("<4s6H3L5H2L"), Struct("<4s5H3L2H")
IN_64, SIZES_64 = 0xFFFFFFFF, 0x0001
ENCRYPTED = 0x1
STORED, DEFLATED, BZIP2 = 0, 8, 12


class BadZip(Exception):
    """In one line, what is wrong with a ZIP file or one of its members."""


class Member(NamedTuple):
    number: int
    name: str
    flags: int
    method: int
    crc: int
    packed: int  # bytes
    size: int
    offset: int  # of its header in the file


def members(file: io.BufferedReader) -> Iterator[Member]:
    """All that the directory names, in its order; `BadZip` where that ends before it should."""
    at, end, shift = directory(file)
    file.seek(at)
    number = 0
    while at < end:
        fields = file.read(ENTRY.size)
        if len(fields) < ENTRY.size or not fields.startswith(b"PK\1\2"):
            raise BadZip(f"its directory is broken after {number} members")
        _, _, _, flags, method, _, _, crc, packed, size, *rest = ENTRY.unpack(fields)
        name_length, extra_length, comment_length, _, _, _, offset = rest
        name, extra = file.read(name_length), file.read(extra_length)
        file.seek(comment_length, io.SEEK_CUR)
        size, packed, offset = sizes_64(extra, size, packed, offset)
        yield Member(number, decoded(name), flags, method, crc, packed, size, offset + shift)
        at += ENTRY.size + name_length + extra_length + comment_length
        number += 1


def directory(file: io.BufferedReader) -> tuple[int, int, int]:
    """Where it begins and ends, and by how much all offsets are off: programs can stand before."""
    size = file.seek(0, io.SEEK_END)
    before = file.seek(max(0, size - END.size - 2**16))
    tail = file.read(size - before)
    found = tail.rfind(b"PK\5\6", 0, max(0, len(tail) - END.size + 4))
    if found < 0:
        raise BadZip("it has no directory: it is no ZIP file, or breaks off")
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
        raise BadZip("its directory is broken: it lies outside of the file")
    return end - length, end, shift


def sizes_64(extra: bytes, *values: int) -> list[int]:
    """Numbers that are too large for their fields stand behind the name."""
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


def decoded(name: bytes) -> str:
    # A flag tells which it is, and many writers get that wrong.
    try:
        return name.decode()
    except UnicodeDecodeError:
        return name.decode("cp437")


class Overlaps:
    """Members that share bytes: in no honest file, and a way to make a small one unpack to much."""

    def __init__(self, all_members: Iterator[Member]) -> None:
        self.offsets = array("Q")
        try:
            for member in all_members:
                self.offsets.append(min(member.offset, 2**63))
        except BadZip:  # whoever reads the members will tell
            pass
        self.offsets = array("Q", sorted(self.offsets))

    def __contains__(self, member: Member) -> bool:
        first = bisect_left(self.offsets, member.offset)
        after = bisect_right(self.offsets, member.offset)
        if after - first > 1:
            return True
        end = member.offset + LOCAL.size + member.packed
        return after < len(self.offsets) and self.offsets[after] < end


def data(file: io.BufferedReader, member: Member, most: int) -> bytes:
    """What is in a member, cut off at the bound; `BadZip` where it is broken."""
    if member.flags & ENCRYPTED:
        raise BadZip("encrypted")
    try:
        found = unpacked(file, member, most)
    except (*BROKEN, OSError, OverflowError) as error:  # the latter two: it is past all files
        raise BadZip(" ".join(str(error).split())) from error
    if len(found) < most and zlib.crc32(found) != member.crc:
        raise BadZip("its checksum is wrong")
    return found


def unpacked(file: io.BufferedReader, member: Member, most: int) -> bytes:
    file.seek(member.offset)
    header = file.read(LOCAL.size)
    if len(header) < LOCAL.size or not header.startswith(b"PK\3\4"):
        raise BadZip("its header is broken")
    *_, name_length, extra_length = LOCAL.unpack(header)
    file.seek(name_length + extra_length, io.SEEK_CUR)
    if member.method == STORED:
        return file.read(min(member.packed, most))
    return b"".join(pieces(file, stream_of(member.method), member.packed, most))


def stream_of(method: int) -> Stream:
    if method == DEFLATED:
        return Inflated(-15)
    if method == BZIP2:
        return Unbz2()
    raise BadZip(f"packed by method {method}; deflated members are read, and those of bzip2")


def pieces(file: io.BufferedReader, stream: Stream, packed: int, most: int) -> Iterator[bytes]:
    while most and not stream.eof:
        block = b""
        if stream.needs_input:
            block = file.read(min(packed, BLOCK))
            packed -= len(block)
            if not block:
                raise EOFError("it breaks off")
        piece = stream.decompress(block, most)
        most -= len(piece)
        yield piece
