"""Standard streams, warnings and exit statuses of the command."""

import errno
import io
import os
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

from webwinnow import parallel
from webwinnow.messages import warn

# Exit statuses; the last two follow the shell's convention of 128 plus the signal.
FAILED, MISUSED, INTERRUPTED, TERMINATED = 1, 2, 130, 143
# Seconds that a thread has to finish the file it is writing.
EXIT_GRACE = 0.5


class ClosedOutput(io.TextIOBase):
    """Replaces a closed standard output; raises OSError when something is printed."""

    def write(self, _text: str, /) -> int:
        raise OSError(errno.EBADF, "it is closed")


def set_up_streams() -> None:
    """Print UTF-8 in every locale, and each Python warning as one line."""
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    warnings.showwarning = print_warning


def print_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a Python warning as one line, without its place in the source."""
    warn(" ".join(str(message).split()))


def stderr_is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def ignore_closed_pipe() -> Iterator[None]:
    """End the block silently when the reader of standard output has closed it (`| head`)."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()


def discard_output() -> None:
    """Redirect standard output to the null device; Python flushes it once more at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def exit_now(status: int) -> NoReturn:
    """Exit without waiting for slow requests; threads get time to finish writing a file."""
    for thread in threading.enumerate():
        if thread.name.startswith(parallel.THREAD_NAME):
            thread.join(EXIT_GRACE)
    if sys.stderr:
        sys.stderr.flush()
    os._exit(status)
