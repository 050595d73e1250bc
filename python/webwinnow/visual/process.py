"""A child process that runs a browser, with a time limit for every page."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from typing import Any, NamedTuple

from webwinnow.errors import WebwinnowError
from webwinnow.process import Child, ChildLost
from webwinnow.visual.styles import PageStyles

WORKER = "webwinnow.visual.worker"
# Imports and the browser's first start take seconds on a busy machine.
START_SECONDS = 60.0
# Time to close the browser before it is killed.
CLOSE_SECONDS = 5.0


class RenderedPage(NamedTuple):
    """The response of the browser to a page."""

    layout: str  # JSON, for `Layout.parse`
    picture: bytes  # PNG; empty if none was requested


class BrowserFailed(WebwinnowError):
    """The browser does not start."""


class BrowserProcess:
    """The worker process and the browser that it started."""

    def __init__(self, executable: str, *, has_sandbox: bool) -> None:
        """Start both; raises `BrowserFailed` if the browser does not start."""
        mode = "sandbox" if has_sandbox else "no sandbox"
        self.worker = Child(WORKER, executable, mode, stderr=subprocess.DEVNULL)
        self.browser = -1  # process id, once it runs
        try:
            response = self.receive(START_SECONDS)
        except ChildLost as lost:
            response = str(lost)
        if not isinstance(response, int):
            self.kill()
            raise BrowserFailed(f"{executable} does not start: {response}")
        self.browser = response

    def render(
        self, html: bytes, *, wants_picture: bool, seconds: float, styles: PageStyles | None = None
    ) -> RenderedPage:
        """Render a page; raises `ChildLost` after a timeout, which makes the process unusable.

        The time for reading style sheets, which has a limit of its own, does not count.
        """
        if styles is not None:
            styles.begin()
        self.worker.send((html, wants_picture, styles.document_url if styles else None))
        start, reading = time.monotonic(), 0.0
        while True:
            left = max(0.0, seconds + reading - (time.monotonic() - start))
            response = self.receive(left, limit=seconds)
            if not isinstance(response, str):
                return RenderedPage(*response)
            # The URL of a style sheet.
            asked = time.monotonic()
            self.worker.send(styles.read(response) if styles else None)
            reading += time.monotonic() - asked

    def receive(self, seconds: float, *, limit: float | None = None) -> Any:
        """The worker's next message; `limit` is the time limit in the error, if it differs."""
        try:
            return self.worker.receive(seconds)
        except ChildLost as lost:
            why = "crashed" if lost.is_crash else f"took longer than {limit or seconds:g} s"
            raise ChildLost(f"the browser {why}", is_crash=lost.is_crash) from None

    def close(self) -> None:
        """Close the browser; kill it if that takes too long."""
        self.worker.close(CLOSE_SECONDS)
        self.kill()

    def abandon(self) -> None:
        """In a forked child: leave the process to the parent."""
        self.worker.abandon()

    def kill(self) -> None:
        # Playwright makes the browser the leader of its own process group.
        with suppress(OSError):
            if self.browser > 0 and os.getpgid(self.browser) == self.browser:
                os.killpg(self.browser, signal.SIGKILL)
        self.worker.kill()
