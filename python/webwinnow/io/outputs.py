"""Where texts go: one file each, written whole or not at all."""

import os
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from webwinnow.errors import InputError
from webwinnow.io.atomic import write_atomically
from webwinnow.io.sources import Source
from webwinnow.messages import error_reason


def targets(sources: list[Source], output: str, suffix: str, *, is_folder: bool) -> list[Path]:
    """A file for each source: the output itself, or one inside it that mirrors the source's place.

    Sources that would share a file get numbers: `a.txt`, `a-2.txt`.
    """
    if not is_folder:
        return [Path(output)]
    folder = Path(output)
    if is_no_folder(folder):
        raise InputError(f"{output!r} is a file, but several texts need a folder; name another")
    names = Names()
    return [names.apart(folder / source.stem, suffix) for source in sources]


def is_no_folder(path: Path) -> bool:
    try:
        return path.exists() and not path.is_dir()
    except OSError:  # closed to us, or too long a name: writing will tell
        return False


class Names:
    """Files that are spoken for."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self.used: dict[str, int] = {}  # the last number of each stem

    def apart(self, stem: Path, suffix: str) -> Path:
        # Some file systems hold `A.txt` and `a.txt` to be one.
        name = str(stem).casefold()
        for number in count(self.used.get(name, 0) + 1):
            target = stem.with_name(f"{stem.name}{'' if number == 1 else f'-{number}'}{suffix}")
            key = str(target).casefold()
            if key not in self.taken:
                self.taken.add(key)
                self.used[name] = number
                return target
        raise AssertionError("count() does not end")


def refuse_overwriting(sources: Iterable[Source], files: Iterable[Path]) -> None:
    """An `InputError` where a text would take the place of a page."""
    pages = {os.path.realpath(source.path) for source in sources if source.path}
    for file in files:
        if os.path.realpath(file) in pages:
            raise InputError(f"{str(file)!r} would be overwritten by a text; name another output")


def write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text)
    # ValueError: a zero byte in the name; RuntimeError: links in a circle.
    except (OSError, ValueError, RuntimeError) as error:
        reason = error_reason(error)
        raise InputError(
            f"cannot write {str(path)!r} ({reason}); name another output with -o"
        ) from error
