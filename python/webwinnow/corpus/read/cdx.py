"""Pages that an index of archives names: CDX, and CDXJ as Common Crawl's.

A line of CDX has fields, which the first line of the file names by letters; one of CDXJ ends in
JSON. Both say in which archive a record is, and where. What they point to is read as any other
record: the index decides what is read, and the archive what it is.
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
from webwinnow.corpus.read.batches import Found, batches
from webwinnow.corpus.shard import Shard
from webwinnow.io.compression import BROKEN, opened, unpacked
from webwinnow.io.warc.records import reason_of

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Entry", "archives_in", "canonical", "entries", "key", "lines", "place_of", "read"]

# What is longer is no line of an index.
LONGEST_LINE = 2**16
# Letters of the fields where a file does not name them, by how many there are.
UNNAMED = {9: "NbamskrVg", 10: "NbamskrMVg", 11: "NbamskrMSVg"}
MOST_OPEN = 16
# What says that a page was as it had been before.
REVISIT = "warc/revisit"


class Entry(NamedTuple):
    url: str
    file: str
    offset: int
    type: str


def read(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """`start` and `end` are numbers of lines, from 0, the one that names the fields included.

    Archives are looked for in the folder of the index, and then as they are named; an `InputError`
    where one is in neither place.
    """
    return batches(shard, rows(Path(shard.path), shard.start, shard.end, max_bytes))


def rows(path: Path, start: int, end: int | None, max_bytes: int) -> Iterator[Found]:
    with Archives(path.parent) as archives:
        for number, entry in between(path, start, end):
            if isinstance(entry, str):
                yield Found(number, drop="broken", detail=f"line {number + 1}: {entry}")
            elif entry.type != REVISIT:
                yield row_of(entry, archives, max_bytes)


def archives_in(path: Path, start: int = 0, end: int | None = None) -> Iterator[str]:
    """Where those are that these lines name and whoever reads them needs, each once."""
    known = set()
    for _, entry in between(path, start, end):
        if isinstance(entry, Entry) and entry.type != REVISIT and entry.file not in known:
            known.add(entry.file)
            yield place_of(entry.file, path.parent)


def place_of(name: str, folder: Path) -> str:
    """Of an archive that an index in a folder names."""
    beside = str(folder / name)
    return beside if os.path.isfile(beside) else name  # noqa: PTH113, it takes any name


def between(path: Path, start: int, end: int | None) -> Iterator[tuple[int, "Entry | str"]]:
    for number, entry in entries(path):
        if end is not None and number >= end:
            return
        if number >= start:
            yield number, entry


def row_of(entry: Entry, archives: "Archives", max_bytes: int) -> Found:
    row = Found(entry.offset, url=entry.url, member=entry.file, drop="broken")
    file = archives.open(entry.file)
    for row_at in (warc.row_at, arc.row_at):
        found = row_at(file, entry.offset, max_bytes)
        if found:
            return found._replace(member=entry.file, url=found.url or entry.url)
    return row._replace(detail=f"no page in {entry.file} at byte {entry.offset}")


class Archives:
    """Those that were used last are kept open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, BinaryIO] = {}

    def __enter__(self) -> "Archives":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: Any, trace: TracebackType | None
    ) -> None:
        for file in self.files.values():
            file.close()

    def open(self, name: str) -> BinaryIO:
        file = self.files.pop(name, None)
        if file is None:
            # Records are far apart: what would be read ahead is of others.
            file = opened(place_of(name, self.folder), DEFAULT_BUFFER_SIZE)
        self.files[name] = file
        if len(self.files) > MOST_OPEN:
            self.files.pop(next(iter(self.files))).close()
        return file


def entries(path: Path) -> Iterator[tuple[int, Entry | str]]:
    """Numbers of lines, and what each says, or what is wrong with it."""
    delimiter, letters = " ", ""
    for number, line in enumerate(lines(path)):
        if isinstance(line, str):
            yield number, line
            continue
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        if number == 0 and text[1:5] == "CDX ":
            delimiter, letters = text[0], "".join(text[5:].split())
        elif text.strip():
            yield number, entry_of(text, delimiter, letters)


def entry_of(text: str, delimiter: str = " ", letters: str = "") -> Entry | str:
    brace = text.find("{")
    try:
        if brace >= 0 and text.endswith("}"):
            values = json.loads(text[brace:])
            type = str(values.get("mime") or values.get("mime-detected") or "")
            return entry(str(values["url"]), str(values["filename"]), str(values["offset"]), type)
        fields = text.split(delimiter)
        letters = letters or UNNAMED.get(len(fields), "")
        by_letter = dict(zip(letters, fields, strict=True))
        return entry(by_letter["a"], by_letter["g"], by_letter["V"], by_letter.get("m", ""))
    except (KeyError, ValueError, RecursionError):
        return "it names no record"


def entry(url: str, file: str, offset: str, type: str) -> Entry:
    if not (offset.isascii() and offset.isdigit() and len(offset) < 19 and file):
        raise ValueError(offset)
    return Entry(url, file, int(offset), type)


def lines(path: Path) -> Iterator[bytes | str]:
    """Of a file, packed or not; what is wrong with it where it cannot be read on."""
    with opened(str(path)) as file:
        text = unpacked(file)
        try:
            while line := text.readline(LONGEST_LINE):
                if line.endswith(b"\n") or len(line) < LONGEST_LINE:
                    yield line
                    continue
                while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
                    line = text.readline(LONGEST_LINE)
                yield "it is too long"
        except BROKEN as error:
            yield f"the index is broken ({reason_of(error)})"


def key(address: str) -> int:
    """Of 64 bits, the same however an address is written."""
    name = canonical(address).encode("utf-8", "replace")
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "little")


def canonical(address: str) -> str:
    """Without what two ways to write an address differ in.

    >>> canonical("HTTPS://www.Example.org:443/a/#top")
    'example.org/a'
    """
    address = address.strip().partition("#")[0]
    scheme, found, rest = address.partition("://")
    if not found:
        scheme, rest = "", address.removeprefix("//")
    host = re.split("[/?]", rest, maxsplit=1)[0]
    path = rest[len(host) :]
    host = host.lower().removesuffix({"http": ":80", "https": ":443"}.get(scheme.lower(), ":"))
    return host.removeprefix("www.") + (path if "?" in path else path.rstrip("/"))
