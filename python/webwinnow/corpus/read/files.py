"""Pages that are files: in folders, in ZIP files, in tar files.

A page has no address here: what its path says of one is a guess. What is no page, by its name, is
passed over without a row: pictures next to pages are no part of a crawl that failed.
"""

import stat
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from webwinnow.corpus.read import lists
from webwinnow.corpus.read.batches import Found, batches
from webwinnow.corpus.read.broken import broken
from webwinnow.corpus.shard import Shard
from webwinnow.io import tars, zips
from webwinnow.io.compression import BROKEN, opened, unpacked
from webwinnow.io.sources import PAGE_SUFFIXES, is_folder, pages_in
from webwinnow.messages import error_reason

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["is_page", "names_in", "read_folder", "read_tar", "read_zip"]


def is_page(name: str) -> bool:
    """Whether a member is a page by its name, and neither it nor a folder above it is hidden."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or name.endswith("/"):
        return False
    if any((part.startswith(".") and part != "..") or part == "__MACOSX" for part in parts):
        return False
    # wget saves `index.php?page=2` under that name.
    return PurePosixPath(parts[-1].partition("?")[0]).suffix.lower() in PAGE_SUFFIXES


def read_folder(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """`start` and `end` count the folder's pages, or the bytes of a list of them."""
    names: Iterator[str]
    if is_folder(Path(shard.path)):
        folder = shard.path
        names = islice(names_in(Path(folder)), shard.start, shard.end)
    else:
        folder = lists.folder_of(shard.path)
        names = lists.names_in(shard.path, shard.start, shard.end)
    rows = (page_in(folder, name, max_bytes) for name in names)
    yield from batches(Shard(shard.number, shard.reader, folder), rows)


def names_in(folder: Path) -> Iterator[str]:
    """Names of the folder's pages below it, in the order of `pages_in`."""
    return (str(path.relative_to(folder)) for path in pages_in(folder))


def page_in(folder: str, name: str, max_bytes: int) -> Found:
    path = Path(folder, name)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return broken("a folder that cannot be searched", member=name)
        # Reading a pipe would wait for somebody to write to it.
        if not stat.S_ISREG(mode):
            return broken("no file, but a pipe or device", member=name)
        with path.open("rb") as file:
            return Found(html=file.read(max_bytes), member=name)
    except (OSError, ValueError) as error:
        return broken(error_reason(error), member=name)


def read_zip(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """`start` and `end` count members, be they pages or not."""
    with opened(shard.path) as directory, opened(shard.path) as file:
        overlaps = zips.Overlaps(zips.members(directory))

        def page_of(member: zips.Member) -> Found:
            if member in overlaps:
                return broken("it shares bytes with another member", member.number, member.name)
            try:
                html = zips.data(file, member, max_bytes)
            except zips.BadZip as error:
                return broken(error, member.number, member.name)
            return Found(member.number, html, member=member.name)

        def rows() -> Iterator[Found]:
            try:
                for member in islice(zips.members(directory), shard.start, shard.end):
                    if is_page(member.name):
                        yield page_of(member)
            except (zips.BadZip, *BROKEN) as error:
                yield broken(error)

        yield from batches(shard, rows())


def read_tar(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """The whole file, packed or not. Where it is broken it ends, with a row that says so."""
    with opened(shard.path) as file:

        def rows() -> Iterator[Found]:
            try:
                for number, name, data in tars.files(unpacked(file), is_page, max_bytes):
                    if data is None:
                        yield broken("a file with holes", number, name)
                    else:
                        yield Found(number, data, member=name)
            except (tars.BadTar, *BROKEN) as error:
                yield broken(error)

        yield from batches(shard, rows())
