"""Wording shared by messages, tables and reports for people."""

import sys
from contextlib import suppress

from webwinnow.errors import FetchError, WebwinnowError

# Advice for users of the command when a limit of `fetch` stopped a request.
FETCH_ADVICE = {
    "allow_private": "if you trust it, add --allow-private",
    "seconds": "try again later, or save the page and give the file",
    "bytes": "save the page and give the file",
}


def count_noun(number: int, noun: str) -> str:
    """Format a count with its noun: `1 page`, `1,200 pages`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def printable(text: str) -> str:
    """Escape control characters and line breaks, so that the text prints as one line."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def describe_error(error: Exception) -> str:
    """Describe an exception in one line.

    Messages of `WebwinnowError` are written for users and stand alone. All others are prefixed
    with the name of the exception class.
    """
    message = " ".join(str(error).split())
    if isinstance(error, WebwinnowError):
        return message
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def describe_for_command(error: Exception) -> str:
    """Describe an exception in one line; the advice names options of the command."""
    if isinstance(error, FetchError) and error.setting in FETCH_ADVICE:
        return f"{error.problem}; {FETCH_ADVICE[error.setting]}"
    return describe_error(error)


def error_reason(error: BaseException | None) -> str:
    """Name the cause alone: the operating system's words for it, or else the message."""
    return getattr(error, "strerror", None) or " ".join(str(error).split())


def warn(message: str) -> None:
    """Print one line on standard error, if standard error can be written."""
    if sys.stderr:
        with suppress(OSError):
            print(f"webwinnow: {message}", file=sys.stderr)


def warn_about(name: str, message: str) -> None:
    """Print a message about an input, with the input's name unless the message contains it."""
    name = name if name.isprintable() else repr(name)
    warn(message if name in message else f"{name}: {message}")
