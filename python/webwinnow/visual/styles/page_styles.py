"""The style sheets of one page, within limits, and a record of those that were not found."""

import time
from dataclasses import dataclass
from typing import NamedTuple, Protocol
from urllib.parse import quote, urlsplit, urlunsplit

from webwinnow.errors import WebwinnowError

#: The browser shows every page under this reserved host name (RFC 2606).
PAGE_HOST = "page.invalid"
CSS = "text/css"
SCHEMES = frozenset({"http", "https"})
# Characters of a path or query that stay as they are; with `%`, so that nothing is quoted twice.
URL_CHARACTERS = "%!$&'()*+,/:;=?@~"
MAX_URL = 8000  # a longer path and query are left out


@dataclass(frozen=True)
class StyleLimits:
    """Limits on the style sheets of one page; beyond them, a style sheet counts as missing."""

    sheets: int = 100  # also ends endless chains of @import
    sheet_bytes: int = 2 * 2**20
    bytes: int = 8 * 2**20  # of all style sheets of the page
    seconds: float = 60.0  # for reading all of them


LIMITS = StyleLimits()


class StyleSheet(NamedTuple):
    body: bytes
    charset: str | None = None  # declared by the server


class StyleSource(Protocol):
    """A place where style sheets are found."""

    def prepare(self) -> None:
        """Do what takes long and is of no single page; called before each page."""
        return

    def read(self, url: str, max_bytes: int) -> StyleSheet | None:
        """Return the style sheet at a URL; None if it is not there.

        Raises `WebwinnowError` with the reason if it cannot be read. A larger one may be truncated
        after one byte more than `max_bytes`.
        """


class PageStyles:
    """The style sheets of one page.

    url: URL of the page, for relative URLs; a file has a path on the host PAGE_HOST
    sources: searched in this order
    """

    def __init__(self, url: str, *sources: StyleSource, limits: StyleLimits = LIMITS) -> None:
        self.url = url if is_valid(url) else f"http://{PAGE_HOST}/"
        self.sources, self.limits = sources, limits
        self.forget()

    def begin(self) -> None:
        """Start a rendering of the page. The sources prepare now, before its time counts."""
        for source in self.sources:
            source.prepare()
        self.forget()

    def forget(self) -> None:
        """Forget what an earlier rendering of the page requested."""
        self.found: dict[str, int] = {}  # bytes by URL
        self.missing: dict[str, str] = {}  # reason by URL
        self.bytes, self.seconds = 0, 0.0

    @property
    def document_url(self) -> str:
        """The URL under which the browser shows the page: its own, but for the host."""
        parts = urlsplit(self.url)
        path, query = (quote(text, URL_CHARACTERS, errors="replace") for text in parts[2:4])
        if len(path) + len(query) > MAX_URL:
            path = query = ""
        return urlunsplit((parts.scheme, PAGE_HOST, path or "/", query, ""))

    def real_url(self, url: str) -> str:
        """Return the URL of a style sheet, given the one that the browser requests."""
        parts, page = urlsplit(url), urlsplit(self.url)
        if parts.netloc != PAGE_HOST:
            return url
        return urlunsplit((page.scheme, page.netloc, parts.path, parts.query, ""))

    def read(self, url: str) -> StyleSheet | None:
        """Return the style sheet that the browser requests, and record whether it was found."""
        start = time.monotonic()
        try:
            url = self.real_url(url)
            sheet = self.find(url)
        except (WebwinnowError, OSError, ValueError) as error:
            sheet = None
            self.missing[url] = str(error)
        self.seconds += time.monotonic() - start
        if sheet is not None:
            self.missing.pop(url, None)
            self.found[url] = len(sheet.body)
            self.bytes += len(sheet.body)
        return sheet

    def find(self, url: str) -> StyleSheet | None:
        """Search the sources; raise `StyleMissing` if the style sheet is in none of them."""
        limits = self.limits
        if urlsplit(url).scheme not in SCHEMES:
            raise StyleMissing("not http or https")
        if len(self.found) + len(self.missing) >= limits.sheets:
            raise StyleMissing(f"the page has over {limits.sheets} style sheets")
        if self.seconds > limits.seconds:
            raise StyleMissing(f"its style sheets took over {limits.seconds:g} s")
        most = min(limits.sheet_bytes, limits.bytes - self.bytes)
        reason = "not found"
        for source in self.sources:
            try:
                # The same limit for all pages: a source may cache its result.
                sheet = source.read(url, limits.sheet_bytes)
            except (WebwinnowError, OSError, ValueError) as error:
                reason = str(error)
                continue
            if sheet is not None and len(sheet.body) > most:
                raise StyleMissing(f"larger than {most:,} bytes")
            if sheet is not None:
                return sheet
        raise StyleMissing(reason)

    def __repr__(self) -> str:
        total = len(self.found) + len(self.missing)
        return f"<PageStyles of {self.url}: {len(self.found)} of {total} found>"


def is_valid(url: str) -> bool:
    try:
        return urlsplit(url).scheme in SCHEMES
    except ValueError:
        return False


def is_css(kind: str | None) -> bool:
    """Accept the media type of style sheets and a missing one, as browsers do."""
    return not kind or kind == CSS


class StyleMissing(WebwinnowError):
    """A style sheet is in no source, or over a limit; the message is the reason."""
