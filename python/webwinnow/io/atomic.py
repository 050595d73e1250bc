"""Atomic file writing: a file is complete or it does not exist.

Each file is written as a draft in the same file system and then renamed. `write_atomically` and
`replace_atomically` protect readers from half-written files. `commit_file` and `commit_bytes` also
sync file and folder, so that the file survives a power failure.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from socket import gethostname

NUMBERS = count()


def write_atomically(path: Path, data: bytes | str) -> None:
    """Write a file and create missing parent folders; text is encoded as UTF-8.

    Links are followed, so that their target is replaced. Pipes and devices are written directly.
    """
    data = data.encode("utf-8") if isinstance(data, str) else data
    path = path.resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:  # the system's "File exists" would mislead
        raise NotADirectoryError(f"{path.parent.name!r} is not a folder") from None
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    with replace_atomically(path) as draft:
        draft.write_bytes(data)


@contextmanager
def replace_atomically(path: Path) -> Iterator[Path]:
    """Yield a draft beside `path`; rename it to `path` unless an exception is raised."""
    with draft_file(path.parent) as draft:
        yield draft
        draft.replace(path)


@contextmanager
def commit_file(path: Path, scratch: Path) -> Iterator[Path]:
    """Yield a draft in `scratch`; at the end sync it and rename it to `path`.

    If the caller writes no draft, no file is committed. Only the last level of each folder is
    created: a corpus folder that was deleted during a run is not recreated in parts.
    """
    for folder in (scratch.parent, scratch, path.parent):
        folder.mkdir(exist_ok=True)
    with draft_file(scratch) as draft:
        yield draft
        if draft.exists():
            sync(draft)
            draft.replace(path)
            sync(path.parent)
        else:
            sync(scratch)  # raises if the folder was deleted together with the draft


def commit_bytes(path: Path, data: bytes, scratch: Path) -> None:
    """Write a file as `commit_file` does."""
    with commit_file(path, scratch) as draft:
        draft.write_bytes(data)


@contextmanager
def draft_file(folder: Path) -> Iterator[Path]:
    """Yield a new path in `folder`; delete the file at the end if it was not renamed."""
    # Processes on different machines may share the folder and have the same id.
    draft = folder / f".webwinnow-{gethostname()}-{os.getpid()}-{next(NUMBERS)}.tmp"
    try:
        yield draft
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def remove_drafts(folder: Path, process: int) -> None:
    """Delete the drafts that a killed process of this machine left in `folder`."""
    for draft in folder.glob(f".webwinnow-{gethostname()}-{process}-*.tmp"):
        draft.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Flush a file or folder to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
