"""One browser for all of a process, and a memory of what it has seen.

Methods look at pages from any thread, and evaluations have several of them look at the same pages,
several times.
"""

import atexit
import os
import threading
from collections import OrderedDict
from hashlib import blake2b

from webwinnow._core import Page
from webwinnow.errors import InputError
from webwinnow.visual.browser import Browser, Targets
from webwinnow.visual.layout import FloatArray
from webwinnow.visual.process import BrowserFailed

__all__ = ["check_browser", "measure_targets", "shared_browser"]

# Measures of a page take 10 KB, those of a large one a megabyte.
MAX_ENTRIES, MAX_BYTES = 4096, 2**26
DIGEST_BYTES = 16


class Memo:
    """Measures by keys; those that were used longest ago go first."""

    def __init__(self, entries: int = MAX_ENTRIES, size: int = MAX_BYTES) -> None:
        self.entries = entries
        self.size = size
        self.used = 0  # bytes
        self.known: OrderedDict[bytes, FloatArray] = OrderedDict()
        self.lock = threading.Lock()

    def get(self, key: bytes) -> FloatArray | None:
        with self.lock:
            if key in self.known:
                self.known.move_to_end(key)
            return self.known.get(key)

    def put(self, key: bytes, measures: FloatArray) -> None:
        with self.lock:
            if key in self.known:  # by another thread, in the meantime
                return
            self.known[key] = measures
            self.used += measures.nbytes
            while len(self.known) > self.entries or self.used > self.size:
                _, oldest = self.known.popitem(last=False)
                self.used -= oldest.nbytes


class Shared:
    """What a process has once."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.browser: Browser | None = None
        self.memo = Memo()

    def close(self) -> None:
        if self.browser is not None:
            self.browser.close()

    def forget(self) -> None:
        """In a forked child, where locks may be held by threads that it does not have."""
        self.lock = threading.Lock()
        self.memo = Memo()
        if self.browser is not None:
            self.browser.forget()


SHARED = Shared()
atexit.register(SHARED.close)
os.register_at_fork(after_in_child=SHARED.forget)


def shared_browser() -> Browser:
    """The one browser of this process, which starts with its first page and is closed at exit; a
    forked process has its own. `InputError` as `check_browser` raises it.
    """
    with SHARED.lock:
        if SHARED.browser is None:
            SHARED.browser = Browser()
        return SHARED.browser


def measure_targets(html: bytes | str, page: Page, targets: Targets) -> FloatArray | None:
    """The measures of `Browser.look`, not to be changed; None where the page cannot be shown, for
    whatever reason. Of pages seen before they are known.
    """
    key = key_of(html, page, targets)
    known = SHARED.memo.get(key)
    if known is not None:
        return known
    try:
        look = shared_browser().look(html, page, targets)
    except Exception:  # a page, or a library that is broken, must not end a batch
        return None
    if look is None:
        return None
    look.measures.setflags(write=False)
    SHARED.memo.put(key, look.measures)
    return look.measures


def check_browser() -> None:
    """`InputError`, with the remedy, where Chromium or a package that is needed is missing, or
    Chromium does not start.
    """
    try:
        shared_browser().open()
    except BrowserFailed as failed:
        raise InputError(f"{failed}; see that it runs, or take the method fiasco") from failed


def key_of(html: bytes | str, page: Page, targets: Targets) -> bytes:
    """Equal only for pages that are shown alike and have the same targets."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    if isinstance(html, str):
        digest.update(b"text " + html.encode("utf-8", "surrogatepass"))
    else:
        digest.update(f"{page.encoding} ".encode() + html)
    # Of parts of a page, too, which have its source.
    runs = page.runs
    digest.update(f" {len(html)} {len(targets.nodes)} {len(runs)} {len(page.text)} ".encode())
    digest.update(page.text)
    for column in (runs.start, runs.node, targets.of_run):
        digest.update(column.tobytes())
    return digest.digest()
