"""Style sheets fetched from the web, by the rules of a crawl."""

import threading
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from webwinnow.errors import FetchError, WebwinnowError
from webwinnow.io.fetch import FetchLimits, fetch, parse_url
from webwinnow.io.robots import Robots
from webwinnow.visual.styles.page_styles import PAGE_HOST, StyleSheet, StyleSource, is_css

SHEET_SECONDS = 10.0
# Each may be to another host, with a robots.txt of its own.
MAX_REDIRECTS = 3
DELAY = 1.0  # seconds between two requests to a host, as in a crawl
# A host that asks for more gets no request: the page would wait too long.
MAX_DELAY = 5.0
MAX_CACHED, MAX_CACHED_BYTES = 1000, 32 * 2**20


class FetchedStyles(StyleSource):
    """Fetches style sheets; remembers them, and failures too, for the other pages of a site.

    Private IP addresses are rejected unless `allow_private`, robots.txt is obeyed, both for every
    redirect. Requests to one host are DELAY seconds apart, or as robots.txt asks.
    """

    def __init__(self, *, allow_private: bool = False, seconds: float = SHEET_SECONDS) -> None:
        self.allow_private, self.seconds = allow_private, seconds
        self.robots = Robots(allow_private=allow_private, seconds=seconds)
        # By URL: the style sheet, or why there is none.
        self.cache: OrderedDict[str, StyleSheet | str] = OrderedDict()
        self.cached_bytes = 0
        self.next_request: dict[str, float] = {}  # by host, monotonic clock
        self.lock = threading.Lock()

    def read(self, url: str, max_bytes: int) -> StyleSheet | None:
        # A file has no URL to fetch from.
        if urlsplit(url).hostname == PAGE_HOST:
            return None
        with self.lock:
            if url not in self.cache:
                self.put(url, self.attempt(url, max_bytes))
            self.cache.move_to_end(url)
            result = self.cache[url]
        if isinstance(result, str):
            raise FetchError(result)
        return result

    def attempt(self, url: str, max_bytes: int) -> StyleSheet | str:
        try:
            return self.fetch(url, max_bytes)
        except WebwinnowError as error:
            # An exception would grow by a traceback each time it is raised.
            return str(error)

    def fetch(self, url: str, max_bytes: int) -> StyleSheet:
        limits = FetchLimits(bytes=max_bytes, seconds=self.seconds, redirects=MAX_REDIRECTS)
        fetched = fetch(url, limits, allow_private=self.allow_private, before=self.wait)
        if not is_css(fetched.content_type):
            raise FetchError(f"{url!r} is {fetched.content_type}, not a style sheet")
        return StyleSheet(fetched.body, fetched.charset)

    def wait(self, url: str) -> None:
        """Check robots.txt, and wait until the host's delay is over."""
        delay = max(DELAY, self.robots.check(url))
        host = parse_url(url).host
        if delay > MAX_DELAY:
            raise FetchError(f"robots.txt of {host!r} asks for {delay:g} s between requests")
        now = time.monotonic()
        time.sleep(max(0.0, self.next_request.get(host, now) - now))
        self.next_request[host] = time.monotonic() + delay

    def put(self, url: str, result: StyleSheet | str) -> None:
        self.cache[url] = result
        self.cached_bytes += size_of(result)
        while len(self.cache) > MAX_CACHED or self.cached_bytes > MAX_CACHED_BYTES:
            _, oldest = self.cache.popitem(last=False)
            self.cached_bytes -= size_of(oldest)


def size_of(result: StyleSheet | str) -> int:
    return len(result.body) if isinstance(result, StyleSheet) else 0
