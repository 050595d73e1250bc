"""Detect the type of an input file from content, then from its extension."""

import codecs
import re
import tarfile
from pathlib import Path, PurePath
from typing import NamedTuple

from webwinnow.errors import InputError
from webwinnow.io.compression import DECODE_ERRORS, decompress, detect_compression, open_input
from webwinnow.io.sources import PAGE_SUFFIXES, URL_START

#: File types for error messages.
FILE_TYPES = (
    "WARC, ARC, ZIP, tar, Parquet, JSON Lines (.jsonl), CDX, HTML, a list of URLs, "
    "or a folder of these"
)
#: Types without a reader of their own: a single page, and URLs to look up in a CDX.
PAGE, URL_LIST = "page", "URL list"
#: Types that a folder is searched for. A CDX is not: the archives that it names are beside it.
ARCHIVE_TYPES = frozenset({"warc", "arc", "zip", "tar", "jsonl", "parquet"})

COMPRESSED_SUFFIXES = frozenset({".gz", ".zst", ".xz", ".bz2"})
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
# Other extensions of possible archives; their content decides.
POSSIBLE_SUFFIXES = COMPRESSED_SUFFIXES | {".json"}
# Magic bytes, and the compressions that allow random access to records.
RECORD_MAGIC = {b"WARC/": ("warc", {None, "gzip", "zstd"}), b"filedesc:": ("arc", {None, "gzip"})}
PLAIN_MAGIC = {b"PK\3\4": "zip", b"PK\5\6": "zip", b"PAR1": "parquet"}
CDX_LINE = re.compile(rb" CDX [\w ]|\S+\)\S* \d{4,14} ")
URL = re.compile(rb"https?://", re.IGNORECASE)
HEAD = 2**12


class FileType(NamedTuple):
    name: str  # warc, arc, zip, tar, jsonl, parquet, cdx, PAGE or URL_LIST
    is_compressed: bool = False


def may_be_archive(name: str) -> bool:
    """Test by extension whether a file in a folder may be an archive."""
    suffix = PurePath(name).suffix.lower()
    return suffix in POSSIBLE_SUFFIXES or SUFFIXES.get(suffix) in ARCHIVE_TYPES


def is_warc(name: str) -> bool:
    """Test whether an input is a WARC file; one that does not exist is judged by its extension."""
    if name == "-" or URL_START.match(name):
        return False
    if not Path(name).is_file():
        return detect_from_name(name) == "warc"
    found = detect_file_type(name)
    return found is not None and found.name == "warc"


def detect_file_type(path: str) -> FileType | None:
    """Detect the type of a file; None if it is unknown."""
    from_name = detect_from_name(path)
    if from_name == PAGE:  # pages are many, and their content varies
        return FileType(PAGE)
    with open_input(path, HEAD) as file:
        compression = detect_compression(file.peek(6)[:6])
        head = b""
        try:
            content = decompress(file)
            while len(head) < HEAD and (more := content.read1(HEAD - len(head))):
                head += more
        except DECODE_ERRORS:  # the extension may still identify it
            pass
    name = detect_from_content(path, head, compression, from_name) or from_name
    return FileType(name, compression is not None) if name else None


def detect_from_content(
    path: str, head: bytes, compression: str | None, from_name: str | None
) -> str | None:
    for magic, (name, compressions) in RECORD_MAGIC.items():
        if head.startswith(magic):
            if compression not in compressions:
                raise InputError(
                    f"{path!r} is compressed with {compression}, which has no record boundaries; "
                    "decompress it or use gzip"
                )
            return name
    if compression is None:
        for magic, name in PLAIN_MAGIC.items():
            if head.startswith(magic):
                return name
    if is_tar(head):
        return "tar"
    if CDX_LINE.match(head):
        return "cdx"
    text = head.removeprefix(codecs.BOM_UTF8).lstrip()
    # Many other formats start with a brace.
    if text.startswith(b"{") and (from_name == "jsonl" or b'"html' in text.partition(b"\n")[0]):
        return "jsonl"
    if compression is None and from_name is None:
        return PAGE if text.startswith(b"<") else URL_LIST if URL.match(text) else None
    return None


def is_tar(head: bytes) -> bool:
    try:
        tarfile.TarInfo.frombuf(head[: tarfile.BLOCKSIZE], "utf-8", "replace")
    except (tarfile.HeaderError, ValueError):
        return False
    return True


def detect_from_name(path: str) -> str | None:
    name = PurePath(PurePath(path).name.partition("?")[0])
    suffix = name.suffix.lower()
    if suffix in COMPRESSED_SUFFIXES:
        inner = SUFFIXES.get(PurePath(name.stem).suffix.lower())
        # No reader takes compressed pages, ZIP or Parquet files.
        return inner if inner in {"warc", "arc", "tar", "jsonl", "cdx"} else None
    return SUFFIXES.get(suffix)
