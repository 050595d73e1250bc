"""Obey robots.txt (RFC 9309): fetch it before the first page of a host.

Scrapy's own middleware allows everything if robots.txt is unavailable; the RFC then forbids
everything until it is available.
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
from webwinnow.crawl.urls import canonical_url, host_key
from webwinnow.io.fetch import REDIRECTS
from webwinnow.io.robots import CACHED_HOSTS, RobotsUnavailable, parse_rules

MAX_REDIRECTS = 5
#: Upper bound of a Crawl-delay, in seconds.
MAX_DELAY = 30.0


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
            self.rules[host] = asyncio.ensure_future(self.fetch_rules(host))
            if len(self.rules) > CACHED_HOSTS:
                self.rules.popitem(last=False)
        task = self.rules[host]
        try:
            return await asyncio.shield(task)
        except Exception:
            # The next request of the host fetches the rules again.
            if self.rules.get(host) is task:
                del self.rules[host]
            raise

    async def fetch_rules(self, host: str) -> Protego:
        response = await self.fetch(f"{host}/robots.txt")
        rules = parse_rules(response.status, response.body)
        self.slow_down(host_key(host), rules.crawl_delay(self.agent))
        return rules

    async def fetch(self, url: str) -> Any:
        for _ in range(MAX_REDIRECTS + 1):
            meta = {
                "is_robots": True,
                "download_slot": host_key(url),
                "download_timeout": self.timeout,
                "download_maxsize": 2**20,
            }
            headers = {"User-Agent": self.agent, "Accept": "text/plain, */*;q=0.5"}
            request = Request(url, headers=headers, meta=meta, callback=NO_CALLBACK)
            try:
                response = await self.crawler.engine.download_async(request)
            except DownloadCancelledError as error:  # too large
                raise RobotsUnavailable from error
            location = response.headers.get("Location")
            target = canonical_url(location.decode("latin-1"), url) if location else None
            if response.status not in REDIRECTS or target is None:
                return response
            url = target
        return response

    def slow_down(self, site: str, crawl_delay: float | None) -> None:
        if crawl_delay is None or crawl_delay <= self.delay:
            return
        delay = min(float(crawl_delay), MAX_DELAY)
        downloader = self.crawler.engine.downloader
        # For slots created later, after a long idle time, and for the current one.
        downloader.per_slot_settings[site] = {"delay": delay}
        if site in downloader.slots:
            downloader.slots[site].delay = delay
