"""What is in a tar file, in one pass and in little memory.

The standard library's reader keeps every member, takes headers of any length, and has had ways to
be sent in circles by bad ones. Its reading of a single header is used here.
"""

import io
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["BadTar", "Member", "files"]

SKIPPED = 2**20
# A longer name is none.
LONGEST_HEADER = 2**16
# Headers that tell more of the next one.
PAX = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
BEFORE_OTHERS = (
    *PAX,
    tarfile.XGLTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)
# Where a file with holes says that more of them are listed: in its header, in what follows that.
MORE_HOLES, STILL_MORE_HOLES = 482, 504


class BadTar(Exception):
    """In one line, what is wrong with a tar file; nothing after that can be read."""


class Member(NamedTuple):
    number: int
    name: str
    data: bytes | None  # cut off at the bound; None for a file with holes, which are not filled


@dataclass
class Told:
    """What was told of a file before its header."""

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
    """Files of wanted names, in order. Links are none: what they point to is there itself."""
    number, told = 0, Told()
    while block := file.read(tarfile.BLOCKSIZE):
        header = header_of(block)
        if header is None:
            return
        if header.type in BEFORE_OTHERS:
            told.add(header.type, content_of(file, header.size, LONGEST_HEADER))
            continue
        name, size = told.name or header.name, header.size if told.size is None else told.size
        is_wanted = header.isreg() and wanted(name)
        has_holes = header.type == tarfile.GNUTYPE_SPARSE
        if has_holes:
            pass_holes(file, block)
        has_content = header.isreg() or header.type not in tarfile.SUPPORTED_TYPES
        content = content_of(file, size if has_content else 0, most if is_wanted else 0)
        if is_wanted:
            yield Member(number, name, None if has_holes else content)
        number, told = number + 1, Told()


def header_of(block: bytes) -> tarfile.TarInfo | None:
    """None for the end of the file: a block of zeros."""
    if not block.strip(b"\0") and len(block) == tarfile.BLOCKSIZE:
        return None
    try:
        header = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError) as error:
        raise BadTar(f"the header of a member is broken ({error})") from error
    if header.size < 0:
        raise BadTar("the header of a member is broken (negative size)")
    return header


def content_of(file: io.BufferedReader, size: int, most: int) -> bytes:
    """The beginning, as far as the bound; then the file is at the next header."""
    content = file.read(min(size, most))
    left = size - len(content)
    while left:
        passed = len(file.read(min(left, SKIPPED)))
        if not passed:
            raise BadTar("it breaks off")
        left -= passed
    file.read(-size % tarfile.BLOCKSIZE)
    return content


def pass_holes(file: io.BufferedReader, block: bytes) -> None:
    has_more = block[MORE_HOLES]
    while has_more:
        block = file.read(tarfile.BLOCKSIZE)
        if len(block) < tarfile.BLOCKSIZE:
            raise BadTar("it breaks off")
        has_more = block[STILL_MORE_HOLES]


def pax(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Lines of a length, a key and a value: `12 path=a.b` and a line break."""
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
