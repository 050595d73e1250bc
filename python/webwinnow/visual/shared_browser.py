"""One browser per process, with a cache of measures.

Methods render pages from any thread, and an evaluation renders the same pages several times.
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
from webwinnow.visual.styles import PageStyles

# The measures of a page take 10 KB, those of a large page a megabyte.
MAX_ENTRIES, MAX_BYTES = 4096, 2**26
DIGEST_BYTES = 16


class MeasureCache:
    """A least-recently-used cache of measures by page key."""

    def __init__(self, entries: int = MAX_ENTRIES, size: int = MAX_BYTES) -> None:
        self.entries = entries
        self.size = size
        self.used = 0  # bytes
        self.entries_by_key: OrderedDict[bytes, FloatArray] = OrderedDict()
        self.lock = threading.Lock()

    def get(self, key: bytes) -> FloatArray | None:
        with self.lock:
            if key in self.entries_by_key:
                self.entries_by_key.move_to_end(key)
            return self.entries_by_key.get(key)

    def put(self, key: bytes, measures: FloatArray) -> None:
        with self.lock:
            if key in self.entries_by_key:  # another thread was faster
                return
            self.entries_by_key[key] = measures
            self.used += measures.nbytes
            while len(self.entries_by_key) > self.entries or self.used > self.size:
                _, oldest = self.entries_by_key.popitem(last=False)
                self.used -= oldest.nbytes


class SharedBrowser:
    """The browser and the cache of this process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.browser: Browser | None = None
        self.cache = MeasureCache()

    def close(self) -> None:
        if self.browser is not None:
            self.browser.close()

    def forget(self) -> None:
        """In a forked child: replace locks, which threads of the parent may hold."""
        self.lock = threading.Lock()
        self.cache = MeasureCache()
        if self.browser is not None:
            self.browser.forget()


SHARED = SharedBrowser()
atexit.register(SHARED.close)
os.register_at_fork(after_in_child=SHARED.forget)


def shared_browser() -> Browser:
    """The browser of this process, which starts with its first page and is closed at exit.

    A forked process gets its own. Raises `InputError` as `check_browser` does.
    """
    with SHARED.lock:
        if SHARED.browser is None:
            SHARED.browser = Browser()
        return SHARED.browser


def measure_targets(
    html: bytes | str, page: Page, targets: Targets, styles: PageStyles | None = None
) -> FloatArray | None:
    """Measures of `Browser.look`, read-only; None if the page cannot be rendered.

    They are cached, unless the page has style sheets, whose content may change.
    """
    if styles is not None:
        return measure_uncached(html, page, targets, styles)
    key = page_key(html, page, targets)
    cached = SHARED.cache.get(key)
    if cached is not None:
        return cached
    measures = measure_uncached(html, page, targets)
    if measures is not None:
        SHARED.cache.put(key, measures)
    return measures


def measure_uncached(
    html: bytes | str, page: Page, targets: Targets, styles: PageStyles | None = None
) -> FloatArray | None:
    try:
        look = shared_browser().look(html, page, targets, styles=styles)
    except Exception:  # a broken page or library must not end a batch
        return None
    if look is None:
        return None
    look.measures.setflags(write=False)
    return look.measures


def check_browser() -> None:
    """Raise `InputError` if Chromium or a needed package is missing, or Chromium does not start."""
    try:
        shared_browser().open()
    except BrowserFailed as failed:
        raise InputError(f"{failed}; check that it runs, or use the method fiasco") from failed


def page_key(html: bytes | str, page: Page, targets: Targets) -> bytes:
    """A digest of the source, its encoding, and the targets."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    if isinstance(html, str):
        digest.update(b"text " + html.encode("utf-8", "surrogatepass"))
    else:
        digest.update(f"{page.encoding} ".encode() + html)
    # A subset of a page has the source of the whole page.
    runs = page.runs
    digest.update(f" {len(html)} {len(targets.nodes)} {len(runs)} {len(page.text)} ".encode())
    digest.update(page.text)
    for column in (runs.start, runs.node, targets.of_run):
        digest.update(column.tobytes())
    return digest.digest()
