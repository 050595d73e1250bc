"""Lists of the pages in a folder, so that nobody has to search it once for every shard.

A list begins with the folder's name; names of pages in it follow, each with a zero byte after it,
which no name has. A shard is a range of its bytes.
"""

import os
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from webwinnow.errors import InputError
from webwinnow.io.atomic import draft_file
from webwinnow.io.compression import opened
from webwinnow.messages import error_reason

__all__ = ["Listed", "folder_of", "names_in", "write"]


@dataclass
class Listed:
    """A list that was written, and what a plan needs to know of it."""

    folder: str
    path: str = ""  # from the root
    start: int = 0  # of the first name, in the list
    ends: "array[int]" = field(default_factory=lambda: array("Q"))  # of each name
    sizes: "array[int]" = field(default_factory=lambda: array("Q"))  # of each page, in bytes
    newest: int = 0  # nanoseconds
    digest: str = ""  # of names, sizes and times


def write(place: Path, folder: str, pages: Iterable[tuple[str, int, int]]) -> Listed:
    """Writes a list of pages: their names below `folder`, bytes, and times in nanoseconds.

    The list's own name comes from what is in it: a folder that has changed never takes the list
    of another plan away.
    """
    listed, digest = Listed(folder), blake2b(digest_size=16)
    try:
        place.mkdir(parents=True, exist_ok=True)
        with draft_file(place) as draft:
            with draft.open("wb") as file:
                file.write(os.fsencode(folder) + b"\0")
                listed.start = at = file.tell()
                for name, size, time in pages:
                    stored = os.fsencode(name) + b"\0"
                    file.write(stored)
                    at += len(stored)
                    listed.ends.append(at)
                    listed.sizes.append(size)
                    listed.newest = max(listed.newest, time)
                    digest.update(b"%s%d %d\0" % (stored, size, time))
            digest.update(os.fsencode(folder))
            listed.digest = digest.hexdigest()
            # Absolute: a later run may start in another folder.
            name = f"pages-{listed.digest[:16]}.list"
            listed.path = str(draft.replace(place.resolve() / name))
    except OSError as error:
        reason = error_reason(error)
        raise InputError(
            f"cannot write a list of pages to {str(place)!r} ({reason}); name another output"
        ) from error
    return listed


def folder_of(path: str) -> str:
    with opened(path) as file:
        return os.fsdecode(file.read(2**16).partition(b"\0")[0])


def names_in(path: str, start: int, end: int | None) -> Iterator[str]:
    with opened(path) as file:
        file.seek(start)
        stored = file.read() if end is None else file.read(end - start)
    # Between two zero bytes there is nothing where the list is none.
    return (os.fsdecode(name) for name in stored.split(b"\0") if name)
