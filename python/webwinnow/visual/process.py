"""A process with a browser in it: started, asked under a time limit, ended for good."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from webwinnow.errors import WebwinnowError

__all__ = ["Answer", "BrowserFailed", "Lost", "Process"]

WORKER = "webwinnow.visual.worker"
# Imports and the browser's first start take seconds on a busy machine.
START_SECONDS = 60.0
# A browser that was asked to close gets so long before it is killed.
CLOSE_SECONDS = 5.0


class Answer(NamedTuple):
    """What the browser makes of a page."""

    layout: str  # as `Layout.of` reads it
    picture: bytes  # PNG; empty where none was asked for


class BrowserFailed(WebwinnowError):
    """A browser that does not start."""


class Lost(Exception):
    """The process has not answered and never will; the message says why."""

    def __init__(self, why: str, *, is_crash: bool) -> None:
        super().__init__(why)
        self.is_crash = is_crash


class Process:
    """The worker and the browser that it started."""

    def __init__(self, executable: str, *, has_sandbox: bool) -> None:
        """`BrowserFailed` where the browser does not start."""
        mode = "sandbox" if has_sandbox else "no sandbox"
        self.worker = subprocess.Popen(
            [sys.executable, "-m", WORKER, executable, mode],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            start_new_session=True,  # Ctrl-C is for who asks
        )
        self.pages, self.answers = pipes_of(self.worker)
        self.browser = -1  # its process number, once it runs
        try:
            told = self.answer(START_SECONDS)
        except Lost as lost:
            told = str(lost)
        if not isinstance(told, int):
            self.kill()
            raise BrowserFailed(f"{executable} does not start: {told}")
        self.browser = told

    def ask(self, html: bytes, *, wants_picture: bool, seconds: float) -> Answer:
        """`Lost` where no answer comes in time, or none at all; the process is then of no use."""
        with suppress(OSError):  # a worker that is gone will not answer, either
            self.pages.send_bytes((b"1" if wants_picture else b"0") + html)
        return Answer(*self.answer(seconds))

    def answer(self, seconds: float) -> Any:
        try:
            if self.answers.poll(seconds):
                return self.answers.recv()
        except (EOFError, OSError):
            raise Lost("the browser crashed", is_crash=True) from None
        raise Lost(f"the browser took longer than {seconds:g} s", is_crash=False)

    def close(self) -> None:
        """Lets the browser tidy up after itself, if it does so in time."""
        self.pages.close()
        with suppress(subprocess.TimeoutExpired):
            self.worker.wait(CLOSE_SECONDS)
        self.kill()

    def leave(self) -> None:
        """To the parent of this forked process, who goes on using it."""
        self.pages.close()
        self.answers.close()
        self.worker.returncode = 0  # it is no child of ours, and cannot be waited for

    def kill(self) -> None:
        # Playwright makes the browser the leader of a group of its own, with all its children.
        with suppress(OSError):
            if self.browser > 0 and os.getpgid(self.browser) == self.browser:
                os.killpg(self.browser, signal.SIGKILL)
        self.worker.kill()
        self.worker.wait()
        self.pages.close()
        self.answers.close()


def environment() -> dict[str, str]:
    """Ours, in which the worker finds what we find, and nothing that lies in the current folder
    unless we do (from Python 3.11 on).
    """
    path = os.pathsep.join(each or str(Path.cwd()) for each in sys.path)
    return {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}


def pipes_of(worker: "subprocess.Popen[bytes]") -> tuple[Connection, Connection]:
    """Our ends, as connections that can be waited for."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    pages = Connection(os.dup(worker.stdin.fileno()), readable=False)
    answers = Connection(os.dup(worker.stdout.fileno()), writable=False)
    worker.stdin.close()
    worker.stdout.close()
    return pages, answers
