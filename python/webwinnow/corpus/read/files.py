"""Read pages that are files in folders, ZIP files and tar files.

These pages have no URL: a path would only be a guess. Files that are no pages by their name, such
as images, are skipped without a row.
"""

import stat
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from webwinnow.corpus.read import lists
from webwinnow.corpus.read.batches import PageRow, batches, broken_row
from webwinnow.corpus.workspace import Shard
from webwinnow.io import tars, zips
from webwinnow.io.compression import DECODE_ERRORS, decompress, open_input
from webwinnow.io.sources import PAGE_SUFFIXES, is_folder, pages_in
from webwinnow.messages import error_reason

if TYPE_CHECKING:
    import pyarrow as pa


def is_page(name: str) -> bool:
    """Test by name whether a member is a page and neither it nor a parent folder is hidden."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or name.endswith("/"):
        return False
    if any((part.startswith(".") and part != "..") or part == "__MACOSX" for part in parts):
        return False
    # wget uses names like `index.php?page=2`.
    return PurePosixPath(parts[-1].partition("?")[0]).suffix.lower() in PAGE_SUFFIXES


def read_folder(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Read pages `start` to `end` of a folder; for a page list, bytes `start` to `end` of it."""
    names: Iterator[str]
    if is_folder(Path(shard.path)):
        folder = shard.path
        names = islice(names_in(Path(folder)), shard.start, shard.end)
    else:
        folder = lists.read_folder_name(shard.path)
        names = lists.page_names(shard.path, shard.start, shard.end)
    rows = (read_page(folder, name, max_bytes) for name in names)
    yield from batches(Shard(shard.number, shard.reader, folder), rows)


def names_in(folder: Path) -> Iterator[str]:
    """Yield the relative names of a folder's pages, in the order of `pages_in`."""
    return (str(path.relative_to(folder)) for path in pages_in(folder))


def read_page(folder: str, name: str, max_bytes: int) -> PageRow:
    path = Path(folder, name)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return broken_row("a folder that cannot be searched", member=name)
        # Reading a pipe would block.
        if not stat.S_ISREG(mode):
            return broken_row("not a regular file", member=name)
        with path.open("rb") as file:
            return PageRow(html=file.read(max_bytes), member=name)
    except (OSError, ValueError) as error:
        return broken_row(error_reason(error), member=name)


def read_zip(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Read members `start` to `end`; the numbers count members of any type."""
    with open_input(shard.path) as directory, open_input(shard.path) as file:
        overlaps = zips.Overlaps(zips.members(directory))

        def page_of(member: zips.Member) -> PageRow:
            if member in overlaps:
                return broken_row("overlaps another member", member.number, member.name)
            try:
                html = zips.data(file, member, max_bytes)
            except zips.BadZip as error:
                return broken_row(error, member.number, member.name)
            return PageRow(member.number, html, member=member.name)

        def rows() -> Iterator[PageRow]:
            try:
                for member in islice(zips.members(directory), shard.start, shard.end):
                    if is_page(member.name):
                        yield page_of(member)
            except (zips.BadZip, *DECODE_ERRORS) as error:
                yield broken_row(error)

        yield from batches(shard, rows())


def read_tar(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Read the whole file, compressed or not; at an error the last row is broken."""
    with open_input(shard.path) as file:

        def rows() -> Iterator[PageRow]:
            try:
                for number, name, data in tars.files(decompress(file), is_page, max_bytes):
                    if data is None:
                        yield broken_row("a sparse file", number, name)
                    else:
                        yield PageRow(number, data, member=name)
            except (tars.BadTar, *DECODE_ERRORS) as error:
                yield broken_row(error)

        yield from batches(shard, rows())
