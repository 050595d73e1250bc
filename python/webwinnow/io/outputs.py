"""Output files of texts: one path for each source, written atomically."""

import os
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from webwinnow.errors import InputError
from webwinnow.io.atomic import write_atomically
from webwinnow.io.sources import Source
from webwinnow.messages import error_reason


def output_paths(sources: list[Source], output: str, suffix: str, *, is_folder: bool) -> list[Path]:
    """Return a file for each source: `output` itself, or a file in it at the source's stem.

    Sources with the same stem get numbers: `a.txt`, `a-2.txt`.
    """
    if not is_folder:
        return [Path(output)]
    folder = Path(output)
    if is_other_file(folder):
        raise InputError(f"{output!r} is a file, but several texts need a folder; name another")
    paths = UniquePaths()
    return [paths.add(folder / source.stem, suffix) for source in sources]


def is_other_file(path: Path) -> bool:
    try:
        return path.exists() and not path.is_dir()
    except OSError:  # no permission, or the name is too long: writing raises the error
        return False


class UniquePaths:
    """Paths that differ even where the file system ignores case (`A.txt`, `a.txt`)."""

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.numbers: dict[str, int] = {}  # the last number of each stem

    def add(self, stem: Path, suffix: str) -> Path:
        name = str(stem).casefold()
        for number in count(self.numbers.get(name, 0) + 1):
            path = stem.with_name(f"{stem.name}{'' if number == 1 else f'-{number}'}{suffix}")
            key = str(path).casefold()
            if key not in self.keys:
                self.keys.add(key)
                self.numbers[name] = number
                return path
        raise AssertionError("count() does not end")


def reject_overwriting(sources: Iterable[Source], files: Iterable[Path]) -> None:
    """Raise `InputError` if a text would overwrite a page."""
    pages = {os.path.realpath(source.path) for source in sources if source.path}
    for file in files:
        if os.path.realpath(file) in pages:
            raise InputError(f"{str(file)!r} would be overwritten by a text; name another output")


def write_output(path: Path, text: str) -> None:
    """Write a text file atomically; raise `InputError` if that fails."""
    try:
        write_atomically(path, text)
    # ValueError: a zero byte in the name; RuntimeError: a loop of links.
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(
            f"cannot write {str(path)!r} ({error_reason(error)}); name another output with -o"
        ) from error
