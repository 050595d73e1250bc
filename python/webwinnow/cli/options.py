"""Options and checks that several commands share."""

import errno
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from webwinnow._core import decode
from webwinnow.cli.console import ignore_closed_pipe
from webwinnow.errors import InputError
from webwinnow.messages import error_reason

Precision = Annotated[
    bool, typer.Option("--precision", help="Prefer losing text to keeping boilerplate.")
]
Recall = Annotated[
    bool, typer.Option("--recall", help="Prefer keeping boilerplate to losing text.")
]
AllowPrivate = Annotated[
    bool, typer.Option("--allow-private", help="Also fetch from hosts on private networks.")
]

MinScore = Annotated[
    float,
    typer.Option(
        metavar="S",
        min=0,
        max=1,
        help="Drop documents with an expected F1 below S, by the method's prediction "
        "(default: keep all).",
        show_default=False,
    ),
]
PageTypes = Annotated[
    str,
    typer.Option(
        metavar="TYPES",
        help="Keep only pages of these types, separated by commas, such as "
        "article,documentation (default: all).",
        show_default=False,
    ),
]


def command_group(name: str | None = None) -> typer.Typer:
    return typer.Typer(
        name=name,
        rich_markup_mode=None,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def exclusive_choice(flags: dict[str, bool], value: str | None = None) -> str | None:
    """Return the one flag that is set, or `value`; reject two different choices."""
    choices = {name for name, is_set in flags.items() if is_set} | ({value} if value else set())
    if len(choices) > 1:
        raise InputError(f"{' and '.join(sorted(choices))} exclude each other; choose one")
    return next(iter(choices), None)


def known_charset(charset: str | None) -> str | None:
    """Reject a label that the Encoding Standard lacks; Python's codecs have other names."""
    if charset is not None and decode(b"", charset)[2] != "declared":
        raise InputError(f"no encoding {charset!r}; name one of the web's, such as windows-1252")
    return charset


def split_names(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def reject_empty(values: dict[str, str | None]) -> None:
    """Reject empty values: an unset shell variable must not mean the current folder."""
    for option, value in values.items():
        if value == "":
            remedy = ", or leave it out" if option.startswith("-") else ""
            raise InputError(f"{option} has an empty value; name something{remedy}")


def reject_unwritable(files: dict[str, str]) -> None:
    """Before long work, reject output files that cannot be written or that are the same."""
    options: dict[Path, str] = {}
    for option, file in files.items():
        try:
            path = Path(file).resolve()
            check_writable(path)
        except (OSError, ValueError, RuntimeError) as error:
            raise unwritable_error(file, error) from error
        other = options.setdefault(path, option)
        if other != option:
            raise InputError(f"{other} and {option} would both write {file!r}; name another file")


def check_writable(file: Path) -> None:
    """Raise OSError if the file cannot be written; leave nothing behind."""
    from tempfile import TemporaryFile  # slow to import, and most commands do not need it

    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if file.exists() and not file.is_file():  # a pipe or a device, such as /dev/null
        return
    folder = next(parent for parent in file.parents if parent.exists())
    with TemporaryFile(dir=folder):
        pass


def unwritable_error(file: str, error: Exception) -> InputError:
    return InputError(f"cannot write {file!r} ({error_reason(error)}); name another file")


def write_result(target: str, text: str) -> None:
    """Write a text to a file, or to standard output if the target is `-`."""
    from webwinnow.io.atomic import write_atomically

    if target == "-":
        with ignore_closed_pipe():
            sys.stdout.write(text)
        return
    try:
        write_atomically(Path(target), text)
    except (OSError, ValueError, RuntimeError) as error:
        raise unwritable_error(target, error) from error
