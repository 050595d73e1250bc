"""Asks each host's robots.txt before its first page, after RFC 9309.

Scrapy has a middleware of its own for this, which takes a robots.txt that cannot be had for leave
to crawl everything; the RFC says that it forbids everything, until it can be had.
"""

import asyncio
from collections import OrderedDict
from typing import Any
from urllib.parse import urlsplit

from protego import Protego
from scrapy import Request
from scrapy.exceptions import DownloadCancelledError, IgnoreRequest
from scrapy.http.request import NO_CALLBACK

from webwinnow.crawl import reasons
from webwinnow.crawl.urls import canonical, site_of
from webwinnow.io.fetch import REDIRECTS

__all__ = ["RobotsMiddleware"]

#: Hosts whose rules are kept; others are asked again when their turn comes.
KEPT = 1000
MAX_BYTES = 512 * 2**10  # the least that the RFC has a robot read
MAX_REDIRECTS = 5
#: A host that asks for a longer pause between requests gets this one.
LONGEST_DELAY = 30.0


class RobotsMiddleware:
    def __init__(self, crawler: Any) -> None:
        self.crawler = crawler
        settings = crawler.settings
        self.agent: str = settings["USER_AGENT"]
        self.delay: float = settings.getfloat("DOWNLOAD_DELAY")
        self.timeout: float = settings.getfloat("WEBWINNOW_TIMEOUT")
        self.rules: OrderedDict[str, asyncio.Task[Protego]] = OrderedDict()

    @classmethod
    def from_crawler(cls, crawler: Any) -> "RobotsMiddleware":
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        if request.meta.get("is_robots"):
            return
        parts = urlsplit(request.url)
        host = f"{parts.scheme}://{parts.netloc}"
        rules = await self.rules_of(host)
        if not rules.can_fetch(request.url, self.agent):
            raise IgnoreRequest(reasons.ROBOTS)

    async def rules_of(self, host: str) -> Protego:
        if host not in self.rules:
            self.rules[host] = asyncio.ensure_future(self.ask(host))
            if len(self.rules) > KEPT:
                self.rules.popitem(last=False)
        asked = self.rules[host]
        try:
            return await asyncio.shield(asked)
        except Exception:
            # Whoever comes next asks again.
            if self.rules.get(host) is asked:
                del self.rules[host]
            raise

    async def ask(self, host: str) -> Protego:
        response = await self.fetch(f"{host}/robots.txt")
        if response.status >= 500 or response.status == 429:
            raise Unread
        text = response.body[:MAX_BYTES] if 200 <= response.status < 300 else b""
        rules = Protego.parse(text.decode("utf-8-sig", "ignore"))
        self.slow_down(site_of(host), rules.crawl_delay(self.agent))
        return rules

    async def fetch(self, url: str) -> Any:
        for _ in range(MAX_REDIRECTS + 1):
            meta = {
                "is_robots": True,
                "download_slot": site_of(url),
                "download_timeout": self.timeout,
                "download_maxsize": 2**20,
            }
            headers = {"User-Agent": self.agent, "Accept": "text/plain, */*;q=0.5"}
            request = Request(url, headers=headers, meta=meta, callback=NO_CALLBACK)
            try:
                response = await self.crawler.engine.download_async(request)
            except DownloadCancelledError as error:  # a huge one
                raise Unread from error
            location = response.headers.get("Location")
            target = canonical(location.decode("latin-1"), url) if location else None
            if response.status not in REDIRECTS or target is None:
                return response
            url = target
        return response

    def slow_down(self, site: str, wished: float | None) -> None:
        if wished is None or wished <= self.delay:
            return
        delay = min(float(wished), LONGEST_DELAY)
        downloader = self.crawler.engine.downloader
        # For the time when the slot is made anew, after it was idle for long; and for now.
        downloader.per_slot_settings[site] = {"delay": delay}
        if site in downloader.slots:
            downloader.slots[site].delay = delay


class Unread(Exception):
    """A robots.txt that may be had later."""
