"""Where texts go: one file each, written whole or not at all."""

import os
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from webwinnow.errors import InputError
from webwinnow.sources import Source

NUMBERS = count()


def targets(sources: list[Source], output: str, suffix: str, *, is_folder: bool) -> list[Path]:
    """A file for each source: the output itself, or one inside it that mirrors the source's place.

    Sources that would share a file get numbers: `a.txt`, `a-2.txt`.
    """
    if not is_folder:
        return [Path(output)]
    folder = Path(output)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{output!r} is a file, but several texts need a folder; name another")
    taken: set[str] = set()
    return [apart(folder / source.stem, suffix, taken) for source in sources]


def apart(stem: Path, suffix: str, taken: set[str]) -> Path:
    for number in count(1):
        target = stem.with_name(f"{stem.name}{'' if number == 1 else f'-{number}'}{suffix}")
        # Some file systems hold `A.txt` and `a.txt` to be one.
        key = str(target).casefold()
        if key not in taken:
            taken.add(key)
            return target
    raise AssertionError("count() does not end")


def refuse_overwriting(sources: Iterable[Source], files: Iterable[Path]) -> None:
    """An `InputError` where a text would take the place of a page."""
    pages = {os.path.realpath(source.path) for source in sources if source.path}
    for file in files:
        if os.path.realpath(file) in pages:
            raise InputError(f"{str(file)!r} would be overwritten by a text; name another output")


def write(path: Path, text: str) -> None:
    """Through a temporary file beside it, so that nobody ever sees half a text."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():  # a pipe or a device, such as /dev/null
        path.write_text(text, "utf-8")
        return
    temporary = path.with_name(f".webwinnow-{os.getpid()}-{next(NUMBERS)}.tmp")
    try:
        temporary.write_text(text, "utf-8")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
