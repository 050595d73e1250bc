"""A real browser that looks at pages."""

import os
import shutil
import threading
from importlib.util import find_spec
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page, decode
from webwinnow.errors import InputError
from webwinnow.process import ChildLost
from webwinnow.visual.layout import Layout
from webwinnow.visual.look import Look, look_of
from webwinnow.visual.process import Answer, BrowserFailed, Process

__all__ = ["Browser", "Targets", "find_chromium"]

# Most pages take less than a second.
PAGE_SECONDS = 20.0
# What a page has beyond that many bytes is not shown.
MAX_BYTES = 2**24
NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


class Targets(Protocol):
    """What to look at: disjoint subtrees of a page."""

    @property
    def nodes(self) -> NDArray[np.integer]:
        """The root of each."""

    @property
    def of_run(self) -> NDArray[np.int32]:
        """The target of each run, −1 for none."""


class Browser:
    """Chromium without a window; use it in a `with` statement, or close it.

    One browser serves many pages and threads, one page at a time. A browser that crashes or hangs
    is replaced. `executable` is where Chromium is, if not in one of the usual places; `sandbox` is
    whether Chromium is to lock itself in, which it can do for anybody but root.
    """

    def __init__(
        self,
        *,
        seconds: float = PAGE_SECONDS,
        executable: str | None = None,
        sandbox: bool | None = None,
    ) -> None:
        self.seconds = seconds
        self.executable = find_chromium(executable)
        self.sandbox = os.geteuid() != 0 if sandbox is None else sandbox
        self.failure: str | None = None  # why the last page was not seen, in one line
        self.process: Process | None = None
        self.defect: str | None = None  # why it has not started, which is not tried again
        self.lock = threading.Lock()

    def __enter__(self) -> "Browser":
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        """Starts Chromium, unless it runs; `BrowserFailed` where it does not start."""
        with self.lock:
            self.start()

    def close(self) -> None:
        with self.lock:
            if self.process is not None:
                self.process.close()
            self.process = None

    def forget(self) -> None:
        """In a forked child: the process is the parent's, and so may be the lock. The next page
        starts another.
        """
        self.lock = threading.Lock()
        if self.process is not None:
            self.process.leave()
        self.process = None

    def look(
        self, html: bytes | str, page: Page, targets: Targets, *, picture: bool = False
    ) -> Look | None:
        """What `html`, of which `page` was made, looks like; None, and a `failure`, where the
        browser cannot show it. A picture, which takes longer than all the rest, is for `draw`.
        """
        answer = self.show(text_of(html, page), wants_picture=picture)
        if answer is None:
            return None
        return look_of(
            Layout.of(answer.layout), page, targets.of_run, len(targets.nodes), answer.picture
        )

    def show(self, html: bytes, *, wants_picture: bool) -> Answer | None:
        with self.lock:
            self.failure = None
            try:
                return self.ask(html, wants_picture)
            except (BrowserFailed, ChildLost) as failure:
                self.failure = str(failure)
                return None

    def ask(self, html: bytes, wants_picture: bool) -> Answer:
        try:
            return self.ask_once(html, wants_picture)
        except ChildLost as lost:
            if not lost.is_crash:
                raise
        # It may be the page before, or the system, that ended the browser: a fresh one may do.
        return self.ask_once(html, wants_picture)

    def ask_once(self, html: bytes, wants_picture: bool) -> Answer:
        process = self.start()
        try:
            return process.ask(html, wants_picture=wants_picture, seconds=self.seconds)
        except BaseException:
            # After Ctrl-C, too: an answer that nobody took would be taken for the next page's.
            process.kill()
            self.process = None
            raise

    def start(self) -> Process:
        # A start that fails takes seconds, up to a minute: too long to try it for each page.
        if self.defect is not None:
            raise BrowserFailed(self.defect)
        if self.process is None:
            try:
                self.process = Process(self.executable, has_sandbox=self.sandbox)
            except BrowserFailed as failed:
                self.defect = str(failed)
                raise
        return self.process


def find_chromium(executable: str | None = None) -> str:
    """Where Chromium is; `InputError` where it, or a package that is needed, is missing."""
    if any(find_spec(name) is None for name in ("playwright", "cv2")):
        raise InputError("looking at pages needs more packages; pip install 'webwinnow[visual]'")
    for name in NAMES if executable is None else [executable]:
        if found := shutil.which(name):
            return found
    missing = "Chromium" if executable is None else executable
    raise InputError(f"no {missing} here; install chromium with your system's package manager")


def text_of(html: bytes | str, page: Page) -> bytes:
    """The page in UTF-8, read as our parser has read it."""
    text = html if isinstance(html, str) else decode(html[:MAX_BYTES], page.encoding)[0]
    return text.encode("utf-8", "replace")[:MAX_BYTES]
