"""Chromium, which renders pages and measures targets."""

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
from webwinnow.visual.look import Look, make_look
from webwinnow.visual.process import BrowserFailed, BrowserProcess, RenderedPage
from webwinnow.visual.styles import PageStyles

# Most pages take less than a second.
PAGE_SECONDS = 20.0
# Longer pages are truncated.
MAX_BYTES = 2**24
EXECUTABLES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


class Targets(Protocol):
    """The targets to measure: disjoint subtrees of a page."""

    @property
    def nodes(self) -> NDArray[np.integer]:
        """Root node of each target."""

    @property
    def of_run(self) -> NDArray[np.int32]:
        """Target of each run; −1 for none."""


class Browser:
    """Headless Chromium; use it in a `with` statement, or close it.

    One browser serves many pages and threads, one page at a time. A browser that crashes or hangs
    is replaced.

    seconds: time limit per page
    executable: path of Chromium; by default it is searched in PATH
    sandbox: whether Chromium uses its sandbox; by default unless the user is root
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
        self.failure: str | None = None  # why the last page was not rendered, in one line
        self.process: BrowserProcess | None = None
        self.start_error: str | None = None  # a failed start is not repeated
        self.lock = threading.Lock()

    def __enter__(self) -> "Browser":
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        """Start Chromium unless it runs; raises `BrowserFailed` if it does not start."""
        with self.lock:
            self.start()

    def close(self) -> None:
        with self.lock:
            if self.process is not None:
                self.process.close()
            self.process = None

    def forget(self) -> None:
        """In a forked child: leave the process to the parent; the next page starts another."""
        self.lock = threading.Lock()
        if self.process is not None:
            self.process.abandon()
        self.process = None

    def look(
        self,
        html: bytes | str,
        page: Page,
        targets: Targets,
        *,
        picture: bool = False,
        styles: PageStyles | None = None,
    ) -> Look | None:
        """Render `html`, the source of `page`, and measure its targets.

        Returns None and sets `failure` if the browser cannot render the page. `draw` needs a
        picture, which takes longer than all the rest. Without `styles`, the page has only the
        styles of its own source.
        """
        rendered = self.render(encode_source(html, page), wants_picture=picture, styles=styles)
        if rendered is None:
            return None
        layout = Layout.parse(rendered.layout)
        return make_look(layout, page, targets.of_run, len(targets.nodes), rendered.picture)

    def render(
        self, html: bytes, *, wants_picture: bool, styles: PageStyles | None = None
    ) -> RenderedPage | None:
        with self.lock:
            self.failure = None
            try:
                return self.render_or_retry(html, wants_picture, styles)
            except (BrowserFailed, ChildLost) as failure:
                self.failure = str(failure)
                return None

    def render_or_retry(
        self, html: bytes, wants_picture: bool, styles: PageStyles | None
    ) -> RenderedPage:
        try:
            return self.render_once(html, wants_picture, styles)
        except ChildLost as lost:
            if not lost.is_crash:
                raise
        # The previous page or the system may have ended the browser, so try once more.
        return self.render_once(html, wants_picture, styles)

    def render_once(
        self, html: bytes, wants_picture: bool, styles: PageStyles | None
    ) -> RenderedPage:
        process = self.start()
        try:
            return process.render(
                html, wants_picture=wants_picture, seconds=self.seconds, styles=styles
            )
        except BaseException:
            # Also after Ctrl-C: a pending response would be taken for that of the next page.
            process.kill()
            self.process = None
            raise

    def start(self) -> BrowserProcess:
        # A failing start takes up to a minute: too long to repeat it for each page.
        if self.start_error is not None:
            raise BrowserFailed(self.start_error)
        if self.process is None:
            try:
                self.process = BrowserProcess(self.executable, has_sandbox=self.sandbox)
            except BrowserFailed as failed:
                self.start_error = str(failed)
                raise
        return self.process


def find_chromium(executable: str | None = None) -> str:
    """Path of Chromium; raises `InputError` if it or a needed package is missing."""
    if any(find_spec(name) is None for name in ("playwright", "cv2")):
        remedy = "pip install 'webwinnow[visual]'"
        raise InputError(f"rendering pages needs more packages; run: {remedy}")
    for name in EXECUTABLES if executable is None else [executable]:
        if found := shutil.which(name):
            return found
    missing = "Chromium" if executable is None else executable
    remedy = "install chromium with your system's package manager"
    raise InputError(f"{missing} is not installed; {remedy}")


def encode_source(html: bytes | str, page: Page) -> bytes:
    """The page's source in UTF-8, decoded as our parser does."""
    text = html if isinstance(html, str) else decode(html[:MAX_BYTES], page.encoding)[0]
    return text.encode("utf-8", "replace")[:MAX_BYTES]
