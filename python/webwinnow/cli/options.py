"""What commands have in common: how they end, and what they ask of their options."""

import errno
import os
from pathlib import Path
from typing import Annotated

import typer

from webwinnow._core import decode
from webwinnow.errors import InputError
from webwinnow.messages import error_reason

__all__ = [
    "FAILED",
    "INTERRUPTED",
    "MISUSED",
    "TERMINATED",
    "Precision",
    "Recall",
    "known",
    "only_one",
    "refuse_empty",
    "refuse_outputs",
    "unwritable",
]

#: Options that several commands have.
Precision = Annotated[
    bool, typer.Option("--precision", help="Rather lose text than keep boilerplate.")
]
Recall = Annotated[bool, typer.Option("--recall", help="Rather keep boilerplate than lose text.")]

FAILED, MISUSED, INTERRUPTED, TERMINATED = 1, 2, 130, 143


def only_one(choices: dict[str, bool], given: str | None = None) -> str | None:
    """The one choice that was made; two different ones contradict each other."""
    made = {name for name, is_made in choices.items() if is_made} | ({given} if given else set())
    if len(made) > 1:
        raise InputError(f"{' and '.join(sorted(made))} exclude each other; choose one")
    return next(iter(made), None)


def known(charset: str | None) -> str | None:
    """The label, if browsers know it: Python's codecs are other ones."""
    if charset is not None and decode(b"", charset)[2] != "declared":
        raise InputError(f"no encoding {charset!r}; name one of the web's, such as windows-1252")
    return charset


def refuse_empty(given: dict[str, str | None]) -> None:
    """A variable that a script forgot to set must not come to mean the current folder."""
    for option, value in given.items():
        if value == "":
            remedy = ", or leave it out" if option.startswith("-") else ""
            raise InputError(f"{option} has an empty value; name something{remedy}")


def refuse_outputs(given: dict[str, str]) -> None:
    """Files that cannot be written, or that are the same, before anything long begins."""
    taken: dict[Path, str] = {}
    for option, file in given.items():
        try:
            path = Path(file).resolve()
            try_writing(path)
        except (OSError, ValueError, RuntimeError) as error:
            raise unwritable(file, error) from error
        other = taken.setdefault(path, option)
        if other != option:
            raise InputError(f"{other} and {option} would both write {file!r}; name another file")


def try_writing(file: Path) -> None:
    """Leaves nothing behind; folders that are missing are made when the file is written."""
    from tempfile import TemporaryFile  # slow to import, and not needed by most commands

    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if file.exists() and not file.is_file():  # a pipe or a device, such as /dev/null
        return
    folder = next(parent for parent in file.parents if parent.exists())
    with TemporaryFile(dir=folder):
        pass


def unwritable(file: str, error: Exception) -> InputError:
    reason = error_reason(error)
    return InputError(f"cannot write {file!r} ({reason}); name another file")
