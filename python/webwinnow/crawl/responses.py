"""Classify responses as page, redirect, skip or retry, and extract the links of pages."""

import re
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any

from webwinnow._core import Page
from webwinnow.crawl import reasons
from webwinnow.crawl.frontier import NewUrl, QueuedUrl
from webwinnow.crawl.styles import (
    MAX_IMPORT_DEPTH,
    imports_of,
    new_styles,
    styles_of,
)
from webwinnow.crawl.urls import Scope, canonical_url, host_key
from webwinnow.io.fetch import REDIRECTS, Decompressor
from webwinnow.io.warc import HTML_TYPES, content_type
from webwinnow.visual.styles.page_styles import LIMITS, is_css

#: Statuses of temporary failures. With the first two the server asks for a pause.
ASK_TO_WAIT = frozenset({429, 503})
TEMPORARY = ASK_TO_WAIT | {408, 500, 502, 504, 520, 521, 522, 523, 524}
MAX_HOPS = 8
#: The attribute with the link target, by tag.
LINK_ATTRIBUTES = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}
NOFOLLOW = frozenset({"nofollow", "none"})
REFRESH = re.compile(r"""^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)""", re.IGNORECASE)


@dataclass(frozen=True)
class ResponseOutcome:
    """Classification of a response; exactly one of `body`, `skip` and `retry` is set."""

    body: bytes | None = None  # of a page, decompressed
    skip: str | None = None  # reason
    retry: str | None = None  # reason
    found: tuple[NewUrl, ...] = ()  # links of the page, or the redirect target
    retry_after: float | None = None  # seconds that the server asks to wait


@dataclass(frozen=True)
class ResponseReader:
    scope: Scope
    max_bytes: int
    max_depth: int
    with_styles: bool = False

    def read(self, url: QueuedUrl, response: Any) -> ResponseOutcome:
        status = response.status
        location = header(response, "Location")
        if status in REDIRECTS and location:
            return self.redirect(url, location)
        if status in TEMPORARY:
            value = header(response, "Retry-After")
            wait = parse_retry_after(value) if status in ASK_TO_WAIT else None
            return ResponseOutcome(retry=reasons.from_status(status), retry_after=wait)
        if status != 200:
            return ResponseOutcome(skip=reasons.from_status(status))
        return self.style(url, response) if url.is_style else self.page(url, response)

    def redirect(self, url: QueuedUrl, location: str) -> ResponseOutcome:
        if url.is_style:  # the page asks for the first URL, which has no record in the archive
            return ResponseOutcome(skip=reasons.STYLE_REDIRECTED)
        target = canonical_url(location, url.url)
        if target is None or not self.scope.contains(target):
            return ResponseOutcome(skip=reasons.OFF_SITE)
        if target == url.url or url.hops >= MAX_HOPS:
            return ResponseOutcome(skip=reasons.TOO_MANY_REDIRECTS)
        # The target has the depth of the redirect; the target of a seed is a seed.
        is_seed = url.depth == 0
        new = NewUrl(target, host_key(target), url.depth, url.hops + 1, is_seed)
        return ResponseOutcome(skip=reasons.REDIRECTED, found=(new,))

    def page(self, url: QueuedUrl, response: Any) -> ResponseOutcome:
        kind, charset = content_type(header(response, "Content-Type"))
        if kind and kind not in HTML_TYPES:
            return ResponseOutcome(skip=reasons.NOT_HTML)
        body = read_body(response, self.max_bytes)
        if isinstance(body, ResponseOutcome):
            return body
        page = Page(body, charset=charset)
        if page.not_html:
            return ResponseOutcome(skip=reasons.NOT_HTML)
        links = links_of(page, url.url, header(response, "X-Robots-Tag"))
        found = self.urls_in_scope(links, url.depth + 1)
        if self.with_styles:
            found += new_styles(styles_of(page, base_url(page, url.url)), url.depth)
        return ResponseOutcome(body, found=tuple(found))

    def style(self, url: QueuedUrl, response: Any) -> ResponseOutcome:
        kind, _ = content_type(header(response, "Content-Type"))
        if not is_css(kind):
            return ResponseOutcome(skip=reasons.NOT_CSS)
        body = read_body(response, LIMITS.sheet_bytes)
        if isinstance(body, ResponseOutcome):
            return body
        imports = imports_of(body.decode("utf-8", "replace"), url.url)
        is_deep = url.hops >= MAX_IMPORT_DEPTH
        found = [] if is_deep else new_styles(imports, url.depth, url.hops + 1)
        return ResponseOutcome(body, found=tuple(found))

    def urls_in_scope(self, links: list[str], depth: int) -> list[NewUrl]:
        reason = reasons.TOO_DEEP if depth > self.max_depth else None
        return [
            NewUrl(link, host_key(link), depth, reason=reason)
            for link in links
            if self.scope.contains(link)
        ]


def header(response: Any, name: str) -> str:
    """Return the last header of that name; servers write non-ASCII values as UTF-8."""
    value: bytes = response.headers.get(name) or b""
    return value.decode("utf-8", "surrogateescape")


def read_body(response: Any, limit: int) -> bytes | ResponseOutcome:
    """Decompress the body; if that fails, return the outcome with the reason."""
    try:
        body = decompressed_body(response, limit)
    except (HTTPException, zlib.error):
        return ResponseOutcome(skip=reasons.BAD_ENCODING)
    except EOFError:
        return ResponseOutcome(retry=reasons.TRUNCATED)
    return ResponseOutcome(skip=reasons.TOO_LARGE) if body is None else body


def decompressed_body(response: Any, limit: int) -> bytes | None:
    """Decompress the body; None if it is larger than the limit."""
    decompressor = Decompressor(header(response, "Content-Encoding"))
    body = decompressor.decompress(response.body, limit + 1)
    if len(body) > limit:
        return None
    if not decompressor.is_done:
        raise EOFError  # without a Content-Length nothing else reveals a truncated body
    return body


def parse_retry_after(value: str) -> float:
    """Parse a Retry-After header, seconds or a date, to seconds; 0 if it is invalid."""
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return 0.0


def links_of(page: Page, url: str, robots_header: str = "") -> list[str]:
    """Return canonical link targets in page order, without duplicates; none if nofollow is set.

    `robots_header` is the X-Robots-Tag header.
    """
    metas = list(values_of(page, "meta", "content"))
    if forbids_following(robots_header) or any(
        forbids_following(text) for node, text in metas if is_robots(page, node)
    ):
        return []
    base = base_url(page, url)
    found = {
        target_url: None
        for link in raw_links(page)
        if (target_url := canonical_url(link, base)) and target_url != url
    }
    for node, text in metas:
        if (page.attribute(node, "http-equiv") or "").strip().lower() == "refresh":
            match = REFRESH.match(text)
            target_url = canonical_url(match[1], base) if match else None
            if target_url and target_url != url:
                found[target_url] = None
    return list(found)


def base_url(page: Page, url: str) -> str:
    base = next((value for _, value in values_of(page, "base", "href")), "")
    return canonical_url(base, url) or url


def raw_links(page: Page) -> Iterator[str]:
    for attribute in ("href", "src"):
        for node, value in zip(*page.having(attribute), strict=True):
            if LINK_ATTRIBUTES.get(page.tag_name(int(node))) == attribute:
                rel = page.attribute(int(node), "rel") or ""
                if "nofollow" not in rel.lower().split():
                    yield value


def values_of(page: Page, tag: str, attribute: str) -> Iterator[tuple[int, str]]:
    for node, value in zip(*page.having(attribute), strict=True):
        if page.tag_name(int(node)) == tag:
            yield int(node), value


def is_robots(page: Page, node: int) -> bool:
    return (page.attribute(node, "name") or "").strip().lower() in {"robots", "webwinnow"}


def forbids_following(directives: str) -> bool:
    """True if robots directives forbid following links; a header may start with a robot's name."""
    words = {word.strip() for word in directives.lower().replace(":", ",").split(",")}
    return not NOFOLLOW.isdisjoint(words)
