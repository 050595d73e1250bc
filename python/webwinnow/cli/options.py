"""What commands have in common: how they end, and what they ask of their options."""

from webwinnow._core import decode
from webwinnow.errors import InputError

__all__ = ["FAILED", "INTERRUPTED", "MISUSED", "known", "only_one", "refuse_empty"]

FAILED, MISUSED, INTERRUPTED = 1, 2, 130


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
            raise InputError(f"{option} has an empty value; name something, or leave it out")
