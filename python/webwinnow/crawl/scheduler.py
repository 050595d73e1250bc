"""Hands addresses to Scrapy, which asks for one whenever it has a hand free."""

from typing import Any

from scrapy import Request

from webwinnow.crawl.frontier import Address
from webwinnow.crawl.host_queue import Turns

__all__ = ["TurnScheduler"]

ACCEPT = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"


class TurnScheduler:
    """In the place of Scrapy's queues, and of its memory of what it has seen."""

    def __init__(self, crawler: Any) -> None:
        self.spider = crawler.spider
        self.turns: Turns = crawler.spider.turns
        self.user_agent: str = crawler.settings["USER_AGENT"]
        self.timeout: float = crawler.settings.getfloat("WEBWINNOW_TIMEOUT")
        self.again: list[Request] = []

    @classmethod
    def from_crawler(cls, crawler: Any) -> "TurnScheduler":
        return cls(crawler)

    def has_pending_requests(self) -> bool:
        return bool(self.again) or self.turns.has_more

    def enqueue_request(self, request: Request) -> bool:
        """One that is to be tried again, now."""
        self.again.append(request)
        return True

    def next_request(self) -> Request | None:
        if self.again:
            return self.again.pop()
        address = self.turns.next()
        return self.request_for(address) if address else None

    def request_for(self, address: Address) -> Request:
        headers = {
            "User-Agent": self.user_agent,
            "Accept": ACCEPT,
            "Accept-Encoding": "gzip, deflate",
        }
        meta = {
            "address": address,
            "tries": 0,
            "verbatim_url": True,
            "download_slot": address.site,
            "download_timeout": self.timeout,
        }
        return Request(
            address.url,
            headers=headers,
            meta=meta,
            callback=self.spider.received,
            errback=self.spider.failed,
            dont_filter=True,
        )
