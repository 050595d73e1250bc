"""What an answer means: a page, a way to elsewhere, something to skip, or to try again."""

import time
import zlib
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any

from webwinnow._core import Page
from webwinnow.crawl import reasons
from webwinnow.crawl.frontier import Address, Waiting
from webwinnow.crawl.links import links_of
from webwinnow.crawl.urls import Scope, canonical, site_of
from webwinnow.io.fetch import REDIRECTS, Unpacker
from webwinnow.io.warc import HTML_TYPES, content_type

__all__ = ["TELL_TO_WAIT", "Answer", "Reader"]

#: The server may do better next time. With the first two it asks for a pause.
TELL_TO_WAIT = frozenset({429, 503})
PASSING = TELL_TO_WAIT | {408, 500, 502, 504, 520, 521, 522, 523, 524}
MAX_HOPS = 8


@dataclass(frozen=True)
class Answer:
    """Exactly one of `body`, `skip` and `retry` is set."""

    body: bytes | None = None  # of a page, unpacked
    skip: str | None = None
    retry: str | None = None
    found: tuple[Waiting, ...] = ()  # where the page, or the redirect, leads to
    wait: float | None = None  # seconds of peace that the server asks for


@dataclass(frozen=True)
class Reader:
    scope: Scope
    max_bytes: int
    max_depth: int

    def read(self, address: Address, response: Any) -> Answer:
        status = response.status
        location = header(response, "Location")
        if status in REDIRECTS and location:
            return self.redirect(address, location)
        if status in PASSING:
            wait = retry_after(header(response, "Retry-After")) if status in TELL_TO_WAIT else None
            return Answer(retry=reasons.of_status(status), wait=wait)
        if status != 200:
            return Answer(skip=reasons.of_status(status))
        return self.page(address, response)

    def redirect(self, address: Address, location: str) -> Answer:
        target = canonical(location, address.url)
        if target is None or not self.scope.holds(target):
            return Answer(skip=reasons.OFF_SITE)
        if target == address.url or address.hops >= MAX_HOPS:
            return Answer(skip=reasons.LOOPS)
        # As deep as what led here; a seed's errand goes on with where it redirects to.
        is_seed = address.depth == 0
        there = Waiting(target, site_of(target), address.depth, address.hops + 1, is_seed)
        return Answer(skip=reasons.REDIRECTED, found=(there,))

    def page(self, address: Address, response: Any) -> Answer:
        kind, charset = content_type(header(response, "Content-Type"))
        if kind and kind not in HTML_TYPES:
            return Answer(skip=reasons.NOT_HTML)
        try:
            body = unpacked(response, self.max_bytes)
        except (HTTPException, zlib.error):
            return Answer(skip=reasons.PACKED)
        except EOFError:
            return Answer(retry=reasons.BROKEN_OFF)
        if body is None:
            return Answer(skip=reasons.TOO_LARGE)
        page = Page(body, charset=charset)
        if page.not_html:
            return Answer(skip=reasons.NOT_HTML)
        links = links_of(page, address.url, header(response, "X-Robots-Tag"))
        return Answer(body, found=tuple(self.wanted(links, address.depth + 1)))

    def wanted(self, links: list[str], depth: int) -> list[Waiting]:
        reason = reasons.TOO_DEEP if depth > self.max_depth else None
        return [
            Waiting(link, site_of(link), depth, reason=reason)
            for link in links
            if self.scope.holds(link)
        ]


def header(response: Any, name: str) -> str:
    """The last one where there are several; where not ASCII, servers write UTF-8."""
    value: bytes = response.headers.get(name) or b""
    return value.decode("utf-8", "surrogateescape")


def unpacked(response: Any, limit: int) -> bytes | None:
    """None where it is larger than the limit."""
    unpacker = Unpacker(header(response, "Content-Encoding"))
    body = unpacker.unpack(response.body, limit + 1)
    if len(body) > limit:
        return None
    if not unpacker.is_done:
        # Where the server gave no length, nothing else tells.
        raise EOFError
    return body


def retry_after(value: str) -> float:
    """Seconds, from a number of them or a date; 0 where there is none to read."""
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return 0.0
