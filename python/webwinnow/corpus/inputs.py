"""What is behind the names that a corpus is made of."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path, PurePath

from webwinnow.corpus.read.files import names_in
from webwinnow.corpus.read.lists import Listed, write
from webwinnow.errors import InputError
from webwinnow.io.file_types import IN_FOLDERS, KINDS, PAGE, Kind, kind_of, may_be_archive
from webwinnow.io.sources import URL_START, is_folder
from webwinnow.messages import error_reason

__all__ = ["Archive", "find"]


@dataclass(frozen=True)
class Archive:
    """A file with pages in it, or with addresses of pages."""

    path: str
    kind: Kind
    bytes: int
    mtime_ns: int
    is_named: bool = True  # by the user, not found in a folder


def find(
    names: Sequence[str], place: Path, output: Path | None = None
) -> Iterator[Archive | Listed]:
    """All of them in the order of the names; lists of loose pages are written to `place`.

    A name that comes twice counts once. What is below `output` is no input.
    """
    if not names:
        raise InputError(f"nothing to read; name {KINDS}")
    output = None if output is None else real(output, Path.resolve)
    for folder, group in groupby(map(behind, once(names, output)), key=folder_of_page):
        if folder is None:
            for each in group:
                yield from [each] if isinstance(each, Archive) else in_folder(each, place, output)
        else:
            # Pages that a shell's pattern named one by one are read as those of a folder.
            pages = (each for each in group if isinstance(each, Archive))
            told = ((PurePath(each.path).name, each.bytes, each.mtime_ns) for each in pages)
            yield write(place, folder, told)


def once(names: Iterable[str], output: Path | None) -> list[str]:
    """Names of different things, none inside of another, or of the output."""
    # Many names are of few folders.
    resolved, above = lru_cache(1000)(Path.resolve), lru_cache(1000)(lambda path: [*path.parents])
    known: dict[Path, str] = {}
    for name in names:
        if not name:
            raise InputError("an input without a name; name a file, or . for all here")
        if URL_START.match(name):
            raise InputError(f"{name!r} is an address; webwinnow crawl makes a WARC of addresses")
        known.setdefault(real(Path(name), resolved), name)
    folders = {path: name for path, name in known.items() if is_folder(path)}
    for path, name in known.items():
        parents = (path.parent, *above(path.parent))
        if output == path or output in parents:
            raise InputError(f"{name!r} lies where the corpus is written; name another output")
        for parent in parents:
            if parent in folders and parent != path:
                raise InputError(
                    f"{name!r} is inside of {folders[parent]!r}, which is read whole; name one"
                )
    return list(known.values())


def real(path: Path, resolved: Callable[[Path], Path]) -> Path:
    try:
        if path.is_symlink() or path.name in ("", ".."):
            return path.resolve()
        return resolved(path.parent) / path.name
    except (OSError, ValueError, RuntimeError):  # closed; a zero byte; links in a circle
        return path


def behind(name: str) -> Archive | str:
    """A file, or the name of a folder."""
    status = status_of(name)
    if stat.S_ISDIR(status.st_mode):
        return name
    if not stat.S_ISREG(status.st_mode):
        raise InputError(f"{name!r} is no file or folder; write what it gives to a file first")
    kind = kind_of(name)
    if kind is None:
        raise InputError(f"what {name!r} is cannot be told; name {KINDS}")
    return Archive(name, kind, status.st_size, status.st_mtime_ns)


def folder_of_page(each: Archive | str) -> str | None:
    if isinstance(each, str) or each.kind.reader != PAGE:
        return None
    return str(PurePath(each.path).parent)


def status_of(name: str) -> os.stat_result:
    try:
        return Path(name).stat()
    except (OSError, ValueError) as error:
        reason = error_reason(error)
        raise InputError(f"cannot read {name!r} ({reason}); check its name") from error


def in_folder(name: str, place: Path, output: Path | None) -> Iterator[Archive | Listed]:
    """Its loose pages, then archives in it, at any depth; without what is below the output."""
    try:
        os.scandir(name).close()
    except OSError as error:
        raise InputError(f"cannot search {name!r} ({error_reason(error)}); check it") from error
    left_out = below(output, real(Path(name), Path.resolve))
    names = (each for each in names_in(Path(name)) if not (left_out and is_in(each, left_out)))
    listed = write(place, name, told_of(name, names))
    if listed.ends:
        yield listed
    is_empty = not listed.ends
    for path in archives_in(name, left_out):
        status = status_of(path)
        kind = kind_of(path) if stat.S_ISREG(status.st_mode) else None
        if kind and kind.reader in IN_FOLDERS:
            is_empty = False
            yield Archive(path, kind, status.st_size, status.st_mtime_ns, is_named=False)
    if is_empty:
        raise InputError(
            f"nothing to read in {name!r}; it may hold {KINDS.partition(', a CDX')[0]}"
        )


def below(output: Path | None, folder: Path) -> str | None:
    """The output's name inside of a folder, if it is there."""
    if output is None or folder not in output.parents:
        return None
    return str(output.relative_to(folder))


def is_in(name: str, folder: str) -> bool:
    return name == folder or name.startswith(folder + os.sep)


def told_of(folder: str, names: Iterable[str]) -> Iterator[tuple[str, int, int]]:
    for name in names:
        path = Path(folder, name)
        try:
            status = path.stat()
        except OSError:
            # A link to nowhere, or gone by now: reading will tell.
            yield name, 0, 0
        else:
            yield name, status.st_size, status.st_mtime_ns


def archives_in(folder: str, left_out: str | None) -> Iterator[str]:
    """Files that may be archives, in the order of `pages_in`; without hidden ones, and without a
    folder inside of it.
    """
    refused = Path(folder, left_out) if left_out else None
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and Path(place, name) != refused
        )
        for name in sorted(files):
            if may_be_archive(name) and not name.startswith("."):
                yield str(Path(place, name))
