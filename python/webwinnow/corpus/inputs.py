"""Resolve input paths to archives and page lists."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path, PurePath

from webwinnow.corpus.read.files import names_in
from webwinnow.corpus.read.lists import PageList, write_page_list
from webwinnow.errors import InputError
from webwinnow.io.file_types import (
    ARCHIVE_TYPES,
    FILE_TYPES,
    PAGE,
    FileType,
    detect_file_type,
    may_be_archive,
)
from webwinnow.io.sources import URL_START, is_folder
from webwinnow.messages import error_reason


@dataclass(frozen=True)
class Archive:
    """A file with pages or URLs in it."""

    path: str
    type: FileType
    bytes: int
    mtime_ns: int
    is_named: bool = True  # by the user, as opposed to found in a folder


def find_inputs(
    names: Sequence[str], place: Path, output: Path | None = None
) -> Iterator[Archive | PageList]:
    """Resolve names in their order; page lists are written to `place`.

    Repeated names count once. Files below `output` are ignored.
    """
    if not names:
        raise InputError(f"no input; name {FILE_TYPES}")
    output = None if output is None else resolve(output, Path.resolve)
    for folder, group in groupby(map(open_name, unique(names, output)), key=folder_of_page):
        if folder is None:
            for each in group:
                if isinstance(each, Archive):
                    yield each
                else:
                    yield from search_folder(each, place, output)
        else:
            # Pages named one by one, as by a shell pattern, are read as pages of their folder.
            pages = (each for each in group if isinstance(each, Archive))
            stats = ((PurePath(each.path).name, each.bytes, each.mtime_ns) for each in pages)
            yield write_page_list(place, folder, stats)


def unique(names: Iterable[str], output: Path | None) -> list[str]:
    """Remove repeated names; reject names inside another input or inside the output."""
    # Many names share few folders.
    resolved, above = lru_cache(1000)(Path.resolve), lru_cache(1000)(lambda path: [*path.parents])
    known: dict[Path, str] = {}
    for name in names:
        if not name:
            raise InputError("empty input name; name a file, or . for the current folder")
        if URL_START.match(name):
            raise InputError(f"{name!r} is a URL; fetch URLs into a WARC with webwinnow crawl")
        known.setdefault(resolve(Path(name), resolved), name)
    folders = {path: name for path, name in known.items() if is_folder(path)}
    for path, name in known.items():
        parents = (path.parent, *above(path.parent))
        if output == path or output in parents:
            raise InputError(f"{name!r} is inside the output folder; choose another output")
        for parent in parents:
            if parent in folders and parent != path:
                raise InputError(
                    f"{name!r} is inside {folders[parent]!r}, which is read completely; name one"
                )
    return list(known.values())


def resolve(path: Path, resolved: Callable[[Path], Path]) -> Path:
    try:
        if path.is_symlink() or path.name in ("", ".."):
            return path.resolve()
        return resolved(path.parent) / path.name
    except (OSError, ValueError, RuntimeError):  # no permission; NUL byte; circular links
        return path


def open_name(name: str) -> Archive | str:
    """An archive, or the name of a folder."""
    status = stat_file(name)
    if stat.S_ISDIR(status.st_mode):
        return name
    if not stat.S_ISREG(status.st_mode):
        raise InputError(f"{name!r} is not a file or folder; save its content to a file first")
    file_type = detect_file_type(name)
    if file_type is None:
        raise InputError(f"unknown file type: {name!r}; expected {FILE_TYPES}")
    return Archive(name, file_type, status.st_size, status.st_mtime_ns)


def folder_of_page(each: Archive | str) -> str | None:
    if isinstance(each, str) or each.type.name != PAGE:
        return None
    return str(PurePath(each.path).parent)


def stat_file(name: str) -> os.stat_result:
    try:
        return Path(name).stat()
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {name!r} ({error_reason(error)}); check its name") from error


def search_folder(name: str, place: Path, output: Path | None) -> Iterator[Archive | PageList]:
    """Yield the list of a folder's pages, then its archives, at any depth, except the output."""
    try:
        os.scandir(name).close()
    except OSError as error:
        raise InputError(f"cannot search {name!r} ({error_reason(error)}); check it") from error
    excluded = relative_output(output, resolve(Path(name), Path.resolve))
    names = (each for each in names_in(Path(name)) if not (excluded and is_in(each, excluded)))
    page_list = write_page_list(place, name, page_stats(name, names))
    if page_list.ends:
        yield page_list
    is_empty = not page_list.ends
    for path in archive_paths(name, excluded):
        status = stat_file(path)
        file_type = detect_file_type(path) if stat.S_ISREG(status.st_mode) else None
        if file_type and file_type.name in ARCHIVE_TYPES:
            is_empty = False
            yield Archive(path, file_type, status.st_size, status.st_mtime_ns, is_named=False)
    if is_empty:
        raise InputError(
            f"nothing to read in {name!r}; a folder may hold {FILE_TYPES.partition(', CDX')[0]} "
            "or HTML"
        )


def relative_output(output: Path | None, folder: Path) -> str | None:
    """Path of the output relative to a folder that contains it; else None."""
    if output is None or folder not in output.parents:
        return None
    return str(output.relative_to(folder))


def is_in(name: str, folder: str) -> bool:
    return name == folder or name.startswith(folder + os.sep)


def page_stats(folder: str, names: Iterable[str]) -> Iterator[tuple[str, int, int]]:
    """Yield name, size in bytes and modification time in nanoseconds of each page."""
    for name in names:
        path = Path(folder, name)
        try:
            status = path.stat()
        except OSError:
            # A dangling link or a deleted file: reading reports it.
            yield name, 0, 0
        else:
            yield name, status.st_size, status.st_mtime_ns


def archive_paths(folder: str, excluded: str | None) -> Iterator[str]:
    """Yield files that may be archives, sorted as pages are, without hidden and excluded ones."""
    excluded_path = Path(folder, excluded) if excluded else None
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and Path(place, name) != excluded_path
        )
        for name in sorted(files):
            if may_be_archive(name) and not name.startswith("."):
                yield str(Path(place, name))
