"""What a file is: told by its first bytes, and by its name where they do not tell."""

import codecs
import re
import tarfile
from pathlib import PurePath
from typing import NamedTuple

from webwinnow.errors import InputError
from webwinnow.io.compression import BROKEN, opened, packing_of, unpacked
from webwinnow.io.sources import PAGE_SUFFIXES

__all__ = ["ADDRESSES", "IN_FOLDERS", "KINDS", "PAGE", "Kind", "kind_of", "may_be_archive"]

#: What there is to read, for people.
KINDS = (
    "WARC, ARC, ZIP or tar, Parquet, lines of JSON (.jsonl), a CDX, HTML, a list of addresses, "
    "or a folder of such"
)
#: Kinds without a reader of their own: one page; addresses that a CDX knows.
PAGE, ADDRESSES = "page", "addresses"
#: Readers of what a folder is searched for. A CDX is not: the pages it names are next to it.
IN_FOLDERS = frozenset({"warc", "arc", "zip", "tar", "jsonl", "parquet"})

PACKED = frozenset({".gz", ".zst", ".xz", ".bz2"})
SUFFIXES = {
    ".warc": "warc",
    ".arc": "arc",
    ".zip": "zip",
    **dict.fromkeys((".tar", ".tgz", ".tbz2", ".txz", ".tzst"), "tar"),
    **dict.fromkeys((".jsonl", ".ndjson"), "jsonl"),
    **dict.fromkeys((".parquet", ".pq"), "parquet"),
    **dict.fromkeys((".cdx", ".cdxj"), "cdx"),
    **dict.fromkeys(PAGE_SUFFIXES, PAGE),
}
# Other names of files that may be archives; what is in them decides.
MAYBE = PACKED | {".json"}
# Begins of files. Archives packed otherwise than these are have no records that can be found.
ARCHIVES = {b"WARC/": ("warc", {None, "gzip", "zstd"}), b"filedesc:": ("arc", {None, "gzip"})}
PLAIN = {b"PK\3\4": "zip", b"PK\5\6": "zip", b"PAR1": "parquet"}
CDX_LINE = re.compile(rb" CDX [\w ]|\S+\)\S* \d{4,14} ")
ADDRESS = re.compile(rb"https?://", re.IGNORECASE)
HEAD = 2**12


class Kind(NamedTuple):
    reader: str  # a name in READERS, PAGE or ADDRESSES
    is_packed: bool = False


def may_be_archive(name: str) -> bool:
    """Whether to look into a file that a folder has."""
    suffix = PurePath(name).suffix.lower()
    return suffix in MAYBE or SUFFIXES.get(suffix) in IN_FOLDERS


def kind_of(path: str) -> Kind | None:
    """None for a file of which nothing is known."""
    named = by_name(path)
    if named == PAGE:  # there may be many, and they begin in all ways
        return Kind(PAGE)
    with opened(path, HEAD) as file:
        packing = packing_of(file.peek(6)[:6])
        head = b""
        try:
            inside = unpacked(file)
            while len(head) < HEAD and (more := inside.read1(HEAD - len(head))):
                head += more
        except BROKEN:  # its name may say what it was
            pass
    reader = by_bytes(path, head, packing, named) or named
    return Kind(reader, packing is not None) if reader else None


def by_bytes(path: str, head: bytes, packing: str | None, named: str | None) -> str | None:
    for start, (reader, packings) in ARCHIVES.items():
        if head.startswith(start):
            if packing not in packings:
                raise InputError(f"{path!r} is packed with {packing}; unpack it, or use gzip")
            return reader
    if packing is None:
        for start, reader in PLAIN.items():
            if head.startswith(start):
                return reader
    if is_tar(head):
        return "tar"
    if CDX_LINE.match(head):
        return "cdx"
    text = head.removeprefix(codecs.BOM_UTF8).lstrip()
    # Much else begins with a brace.
    if text.startswith(b"{") and (named == "jsonl" or b'"html' in text.partition(b"\n")[0]):
        return "jsonl"
    if packing is None and named is None:
        return PAGE if text.startswith(b"<") else ADDRESSES if ADDRESS.match(text) else None
    return None


def is_tar(head: bytes) -> bool:
    try:
        tarfile.TarInfo.frombuf(head[: tarfile.BLOCKSIZE], "utf-8", "replace")
    except (tarfile.HeaderError, ValueError):
        return False
    return True


def by_name(path: str) -> str | None:
    name = PurePath(PurePath(path).name.partition("?")[0])
    suffix = name.suffix.lower()
    if suffix in PACKED:
        inner = SUFFIXES.get(PurePath(name.stem).suffix.lower())
        # A packed page, ZIP or Parquet file is of no kind that is read.
        return inner if inner in {"warc", "arc", "tar", "jsonl", "cdx"} else None
    return SUFFIXES.get(suffix)
