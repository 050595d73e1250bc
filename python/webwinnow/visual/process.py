"""A child process that runs a browser, with a time limit for every page."""

import os
import signal
import subprocess
from contextlib import suppress
from typing import Any, NamedTuple

from webwinnow.errors import WebwinnowError
from webwinnow.process import Child, ChildLost

__all__ = ["Answer", "BrowserFailed", "Process"]

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


class Process:
    """The worker and the browser that it started."""

    def __init__(self, executable: str, *, has_sandbox: bool) -> None:
        """`BrowserFailed` where the browser does not start."""
        mode = "sandbox" if has_sandbox else "no sandbox"
        self.worker = Child(WORKER, executable, mode, stderr=subprocess.DEVNULL)
        self.browser = -1  # its process number, once it runs
        try:
            told = self.answer(START_SECONDS)
        except ChildLost as lost:
            told = str(lost)
        if not isinstance(told, int):
            self.kill()
            raise BrowserFailed(f"{executable} does not start: {told}")
        self.browser = told

    def ask(self, html: bytes, *, wants_picture: bool, seconds: float) -> Answer:
        """Raises `ChildLost` if no answer comes in time; the process is then of no use."""
        self.worker.send((html, wants_picture))
        return Answer(*self.answer(seconds))

    def answer(self, seconds: float) -> Any:
        try:
            return self.worker.receive(seconds)
        except ChildLost as lost:
            why = "crashed" if lost.is_crash else str(lost)
            raise ChildLost(f"the browser {why}", is_crash=lost.is_crash) from None

    def close(self) -> None:
        """Close the browser in order, if it does so in time."""
        self.worker.close(CLOSE_SECONDS)
        self.kill()

    def leave(self) -> None:
        self.worker.abandon()

    def kill(self) -> None:
        # Playwright makes the browser the leader of a group of its own, with all its children.
        with suppress(OSError):
            if self.browser > 0 and os.getpgid(self.browser) == self.browser:
                os.killpg(self.browser, signal.SIGKILL)
        self.worker.kill()
