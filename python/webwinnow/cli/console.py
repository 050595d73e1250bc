"""Standard output that somebody else reads, and may stop reading."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["drop_output", "reader_may_leave"]


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """A closed pipe, as of `| head`, ends the work in silence."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()


def drop_output() -> None:
    """Python flushes once more at its end, and would complain then."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
