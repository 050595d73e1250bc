"""Read the files of a tar archive in one pass and bounded memory.

The standard library's reader keeps every member in memory, accepts headers of any length, and has
had endless loops on bad headers. Only its parser of a single header is used here.
"""

import io
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

SKIP_BYTES = 2**20
MAX_HEADER = 2**16
PAX = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
# Headers that extend the next one.
EXTENDED_HEADERS = (
    *PAX,
    tarfile.XGLTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)
# Byte that announces another sparse map: in the header, and in each sparse map after it.
MORE_IN_HEADER, MORE_IN_MAP = 482, 504


class BadTar(Exception):
    """A tar file is broken, and nothing after that can be read; the message is one line."""


class Member(NamedTuple):
    number: int
    name: str
    data: bytes | None  # truncated at the bound; None for a sparse file


@dataclass
class ExtendedHeader:
    """Name and size from extended headers before a member's own header."""

    name: str | None = None
    size: int | None = None

    def add(self, kind: bytes, content: bytes) -> None:
        if kind == tarfile.GNUTYPE_LONGNAME:
            self.name = text(content.partition(b"\0")[0])
        elif kind in PAX:
            for key, value in pax(content):
                if key == b"path":
                    self.name = text(value)
                elif key == b"size" and value.isdigit() and len(value) < 20:
                    self.size = int(value)


def files(file: io.BufferedReader, wanted: Callable[[str], bool], most: int) -> Iterator[Member]:
    """Yield regular files with wanted names, in order; links are skipped."""
    number, extended = 0, ExtendedHeader()
    while block := file.read(tarfile.BLOCKSIZE):
        header = header_of(block)
        if header is None:
            return
        if header.type in EXTENDED_HEADERS:
            extended.add(header.type, content_of(file, header.size, MAX_HEADER))
            continue
        name = extended.name or header.name
        size = header.size if extended.size is None else extended.size
        is_wanted = header.isreg() and wanted(name)
        is_sparse = header.type == tarfile.GNUTYPE_SPARSE
        if is_sparse:
            skip_sparse_maps(file, block)
        has_content = header.isreg() or header.type not in tarfile.SUPPORTED_TYPES
        content = content_of(file, size if has_content else 0, most if is_wanted else 0)
        if is_wanted:
            yield Member(number, name, None if is_sparse else content)
        number, extended = number + 1, ExtendedHeader()


def header_of(block: bytes) -> tarfile.TarInfo | None:
    """Parse a header; None for a block of zeros, which ends the archive."""
    if not block.strip(b"\0") and len(block) == tarfile.BLOCKSIZE:
        return None
    try:
        header = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError) as error:
        raise BadTar(f"broken member header ({error})") from error
    if header.size < 0:
        raise BadTar("broken member header (negative size)")
    return header


def content_of(file: io.BufferedReader, size: int, most: int) -> bytes:
    """Read a member up to `most` bytes and skip its rest and padding."""
    content = file.read(min(size, most))
    left = size - len(content)
    while left:
        skipped = len(file.read(min(left, SKIP_BYTES)))
        if not skipped:
            raise BadTar("truncated")
        left -= skipped
    file.read(-size % tarfile.BLOCKSIZE)
    return content


def skip_sparse_maps(file: io.BufferedReader, block: bytes) -> None:
    has_more = block[MORE_IN_HEADER]
    while has_more:
        block = file.read(tarfile.BLOCKSIZE)
        if len(block) < tarfile.BLOCKSIZE:
            raise BadTar("truncated")
        has_more = block[MORE_IN_MAP]


def pax(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Parse pax records, lines of length, key and value: `12 path=a.b`."""
    at = 0
    while (space := content.find(b" ", at, at + 10)) > at and content[at:space].isdigit():
        end = at + int(content[at:space])
        key, is_pair, value = content[space + 1 : end - 1].partition(b"=")
        if not is_pair or end > len(content):
            return
        yield key, value
        at = end


def text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")
