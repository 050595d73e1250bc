"""Read the pages that a CDX or CDXJ index of archives names.

A CDX line has fields, which the first line of the file names by letters; a CDXJ line, as in Common
Crawl, ends in JSON. Both give archive and offset of a record. The index selects records; their
content comes from the archive alone.
"""

import json
import os
import re
from collections.abc import Iterator
from hashlib import blake2b
from io import DEFAULT_BUFFER_SIZE
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from webwinnow.corpus.read import arc, warc
from webwinnow.corpus.read.batches import PageRow, batches, broken_row
from webwinnow.corpus.workspace import Shard
from webwinnow.io.compression import DECODE_ERRORS, decompress, open_input
from webwinnow.io.warc.records import error_detail

if TYPE_CHECKING:
    import pyarrow as pa

MAX_LINE = 2**16
# Field letters of files without a header line, by number of fields.
DEFAULT_FIELDS = {9: "NbamskrVg", 10: "NbamskrMVg", 11: "NbamskrMSVg"}
MAX_OPEN = 16
# Media type of records that only confirm that a page has not changed.
REVISIT = "warc/revisit"


class Entry(NamedTuple):
    url: str
    file: str
    offset: int
    type: str


def read(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Read the pages of lines `start` to `end`, counted from 0, including the header line.

    Archives are resolved against the folder of the index, then against the working directory.
    Raises `InputError` if one is missing.
    """
    return batches(shard, rows(Path(shard.path), shard.start, shard.end, max_bytes))


def rows(path: Path, start: int, end: int | None, max_bytes: int) -> Iterator[PageRow]:
    with OpenArchives(path.parent) as archives:
        for number, entry in entries(path, start, end):
            if isinstance(entry, str):
                yield broken_row(f"line {number + 1}: {entry}", number)
            elif entry.type != REVISIT:
                yield read_entry(entry, archives, max_bytes)


def named_archives(path: Path, start: int = 0, end: int | None = None) -> Iterator[str]:
    """Yield the path of each archive that these lines need, once."""
    known = set()
    for _, entry in entries(path, start, end):
        if isinstance(entry, Entry) and entry.type != REVISIT and entry.file not in known:
            known.add(entry.file)
            yield archive_path(entry.file, path.parent)


def archive_path(name: str, folder: Path) -> str:
    """Resolve the name of an archive against the folder of its index."""
    beside = str(folder / name)
    return beside if os.path.isfile(beside) else name  # noqa: PTH113, accepts invalid names


def read_entry(entry: Entry, archives: "OpenArchives", max_bytes: int) -> PageRow:
    file = archives.open(entry.file)
    for row_at in (warc.row_at, arc.row_at):
        found = row_at(file, entry.offset, max_bytes)
        if found:
            return found._replace(member=entry.file, url=found.url or entry.url)
    detail = f"no page in {entry.file} at byte {entry.offset}"
    return broken_row(detail, entry.offset, entry.file)._replace(url=entry.url)


class OpenArchives:
    """Cache of open archives; closes the least recently used one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, BinaryIO] = {}

    def __enter__(self) -> "OpenArchives":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: Any, trace: TracebackType | None
    ) -> None:
        for file in self.files.values():
            file.close()

    def open(self, name: str) -> BinaryIO:
        file = self.files.pop(name, None)
        if file is None:
            # A small buffer: records are far apart.
            file = open_input(archive_path(name, self.folder), DEFAULT_BUFFER_SIZE)
        self.files[name] = file
        if len(self.files) > MAX_OPEN:
            self.files.pop(next(iter(self.files))).close()
        return file


def entries(
    path: Path, start: int = 0, end: int | None = None
) -> Iterator[tuple[int, Entry | str]]:
    """Yield line numbers and entries; an error message in place of an invalid entry."""
    delimiter, letters = " ", ""
    for number, line in enumerate(lines(path)):
        if end is not None and number >= end:
            return
        if isinstance(line, str):
            entry: Entry | str = line
        else:
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            if number == 0 and text[1:5] == "CDX ":
                delimiter, letters = text[0], "".join(text[5:].split())
                continue
            if number < start or not text.strip():
                continue
            entry = parse_entry(text, delimiter, letters)
        if number >= start:
            yield number, entry


def parse_entry(text: str, delimiter: str = " ", letters: str = "") -> Entry | str:
    brace = text.find("{")
    try:
        if brace >= 0 and text.endswith("}"):
            values = json.loads(text[brace:])
            type = str(values.get("mime") or values.get("mime-detected") or "")
            return make_entry(
                str(values["url"]), str(values["filename"]), str(values["offset"]), type
            )
        fields = text.split(delimiter)
        letters = letters or DEFAULT_FIELDS.get(len(fields), "")
        by_letter = dict(zip(letters, fields, strict=True))
        return make_entry(by_letter["a"], by_letter["g"], by_letter["V"], by_letter.get("m", ""))
    except (KeyError, ValueError, RecursionError):
        return "names no record"


def make_entry(url: str, file: str, offset: str, type: str) -> Entry:
    if not (offset.isascii() and offset.isdigit() and len(offset) < 19 and file):
        raise ValueError(offset)
    return Entry(url, file, int(offset), type)


def lines(path: Path) -> Iterator[bytes | str]:
    """Yield the lines of a file, compressed or not; an error message for an unreadable line."""
    with open_input(str(path)) as file:
        text = decompress(file)
        try:
            while line := text.readline(MAX_LINE):
                if line.endswith(b"\n") or len(line) < MAX_LINE:
                    yield line
                    continue
                while len(line) == MAX_LINE and not line.endswith(b"\n"):
                    line = text.readline(MAX_LINE)
                yield "too long"
        except DECODE_ERRORS as error:
            yield f"the index is broken ({error_detail(error)})"


def hash_url(url: str) -> int:
    """Hash the canonical form of a URL to 64 bits."""
    name = canonical_url(url).encode("utf-8", "replace")
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "little")


def canonical_url(url: str) -> str:
    """Remove the differences between equivalent spellings of a URL.

    >>> canonical_url("HTTPS://www.Example.org:443/a/#top")
    'example.org/a'
    """
    url = url.strip().partition("#")[0]
    scheme, found, rest = url.partition("://")
    if not found:
        scheme, rest = "", url.removeprefix("//")
    host = re.split("[/?]", rest, maxsplit=1)[0]
    path = rest[len(host) :]
    host = host.lower().removesuffix({"http": ":80", "https": ":443"}.get(scheme.lower(), ":"))
    return host.removeprefix("www.") + (path if "?" in path else path.rstrip("/"))
