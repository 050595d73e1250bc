"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from socket import gethostname

__all__ = ["committed", "write_whole"]

NUMBERS = count()


@contextmanager
def committed(path: Path, scratch: Path) -> Iterator[Path]:
    """A name to write to, in a folder of the same file system; at the end it becomes the file, at
    once, if anything was written. After an exception nothing is left of it.
    """
    # One by one, below the corpus: one that somebody took away is not begun anew in bits.
    for folder in (scratch.parent, scratch, path.parent):
        folder.mkdir(exist_ok=True)
    # On another machine a process with the same number may be at the same file.
    temporary = scratch / f"{gethostname()}-{os.getpid()}-{next(NUMBERS)}-{path.name}"
    try:
        yield temporary
        if temporary.exists():
            sync(temporary)
            temporary.replace(path)
            sync(path.parent)
        else:
            sync(scratch)  # or else it was there, and went with its folder
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes, scratch: Path) -> None:
    with committed(path, scratch) as temporary:
        temporary.write_bytes(data)


def sync(path: Path) -> None:
    """On the disk, not only on the way there: a line that says so may follow."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
