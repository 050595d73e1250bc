"""The Scrapy spider: requests URLs of the frontier and records their responses."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.exceptions import DownloadCancelledError, IgnoreRequest, StopDownload

from webwinnow.crawl import reasons
from webwinnow.crawl.archive import Exchange
from webwinnow.crawl.frontier import QueuedUrl
from webwinnow.crawl.host_queue import MAX_PAUSE, HostQueue
from webwinnow.crawl.resolver import REJECTED_HOSTS
from webwinnow.crawl.responses import ASK_TO_WAIT, ResponseOutcome, ResponseReader, header
from webwinnow.crawl.state import CrawlState
from webwinnow.crawl.styles import max_styles
from webwinnow.crawl.urls import Scope
from webwinnow.io.warc.http import content_type, is_html
from webwinnow.visual.styles.page_styles import CSS, is_css

ACCEPT = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"
ACCEPT_STYLE = "text/css,*/*;q=0.1"


class PageSpider(Spider):
    name = "webwinnow"

    def __init__(self, state: CrawlState) -> None:
        super().__init__()
        self.state = state
        self.crawl_settings = given = state.settings
        self.queue = HostQueue(
            state.frontier,
            concurrency=given.concurrency,
            max_pages=given.max_pages,
            backoff=given.backoff,
        )
        scope = Scope.from_seeds(given.seeds, subdomains=given.subdomains)
        self.reader = ResponseReader(scope, given.max_bytes, given.max_depth, given.with_styles)
        self.fatal: Exception | None = None  # ends the crawl, such as a full disk

    @classmethod
    def from_crawler(cls, crawler: Any, *args: Any, **kwargs: Any) -> "PageSpider":
        spider: PageSpider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.headers_received, signal=signals.headers_received)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """Yield nothing: the scheduler provides all URLs."""
        return
        yield

    def headers_received(self, headers: Any, request: Request) -> None:
        """Stop downloads that are neither pages nor style sheets, such as videos."""
        if "queued" not in request.meta:
            return
        kind, _ = content_type((headers.get("Content-Type") or b"").decode("latin-1"))
        is_wanted = is_css if request.meta["queued"].is_style else is_html
        if not is_wanted(kind):
            raise StopDownload(fail=False)

    # Callback and errback

    def received(self, response: Any) -> None:
        self.guarded(self.settle, response.request, response)

    def failed(self, failure: Any) -> None:
        self.guarded(self.settle_failure, failure.request, failure.value)

    def guarded(self, settle: Any, request: Request, result: Any) -> None:
        """Run a callback; any exception, such as a full disk, ends the crawl.

        Nothing is written after that, since the archive may end in a partial record.
        """
        if self.fatal:
            return
        try:
            settle(request, result)
        except Exception as error:
            self.fatal = error

    def settle(self, request: Request, response: Any) -> None:
        url: QueuedUrl = request.meta["queued"]
        outcome = self.reader.read(url, response)
        if outcome.retry and outcome.retry_after is not None:
            self.settle_silence(request, outcome.retry, outcome.retry_after)
            return
        self.queue.note_response(url.site)
        if outcome.retry:
            self.retry(request, outcome.retry, 0)
        elif outcome.skip:
            self.state.frontier.mark_skipped(url, outcome.skip)
            self.queue.settle(url)
        else:
            self.record(request, response, outcome)
        self.state.frontier.add(outcome.found, max_styles=max_styles(self.queue.pages))

    def settle_failure(self, request: Request, error: Exception) -> None:
        url: QueuedUrl = request.meta["queued"]
        if isinstance(error, IgnoreRequest):
            skip: str | None = reasons.ROBOTS
        elif isinstance(error, DownloadCancelledError):
            skip = reasons.TOO_LARGE
        elif urlsplit(request.url).hostname in REJECTED_HOSTS:
            skip = reasons.PRIVATE
        else:
            skip = None
        if skip:
            self.state.frontier.mark_skipped(url, skip)
            self.queue.settle(url)
            return
        self.settle_silence(request, reasons.from_error(error), 0)

    def settle_silence(self, request: Request, reason: str, retry_after: float) -> None:
        site, is_first = request.meta["queued"].site, request.meta["tries"] == 0
        pause = self.queue.note_silence(site, reason, retry_after, is_first=is_first)
        self.retry(request, reason, pause)
        if page := self.queue.suspects.pop(site, None):
            call_later(pause, lambda: self.probe(page))

    def retry(self, request: Request, reason: str, pause: float) -> None:
        url: QueuedUrl = request.meta["queued"]
        tries: int = request.meta["tries"]
        if url.site in self.queue.given_up:
            self.queue.settle(url)
            self.state.frontier.release(url)
        elif tries >= self.crawl_settings.retries:
            self.queue.settle(url)
            self.state.frontier.mark_failed(url, reason)
            call_later(pause, self.wake)
        else:
            self.queue.delay(url)
            again = request.replace(meta={**request.meta, "tries": tries + 1})
            wait = min(max(pause, self.crawl_settings.backoff * 2**tries), MAX_PAUSE)
            call_later(wait, lambda: self.resume(again))

    # Probing a silent site with a page that it delivered before

    def probe(self, page: QueuedUrl) -> None:
        engine = self.crawler.engine
        if engine.running:
            request = engine.scheduler.request_for(page)
            engine.crawl(request.replace(callback=self.probed, errback=self.probe_failed))

    def probed(self, response: Any) -> None:
        reason = reasons.from_status(response.status) if response.status in ASK_TO_WAIT else None
        self.guarded(self.settle_probe, response.request, reason)

    def probe_failed(self, failure: Any) -> None:
        self.guarded(self.settle_probe, failure.request, reasons.from_error(failure.value))

    def settle_probe(self, request: Request, reason: str | None) -> None:
        """Give the site up if the probe failed too; else only some of its URLs are dead."""
        site = request.meta["queued"].site
        if reason:
            self.queue.give_up(site, reason)
        else:
            self.queue.note_response(site)

    # Delayed requests

    def resume(self, request: Request) -> None:
        if self.queue.resume(request.meta["queued"]) and self.crawler.engine.running:
            self.crawler.engine.crawl(request)

    def wake(self) -> None:
        """Request a URL after a pause; Scrapy itself would check every five seconds only."""
        engine = self.crawler.engine
        if engine.running and not engine.needs_backout() and (url := self.queue.next_url()):
            engine.crawl(engine.scheduler.request_for(url))

    def record(self, request: Request, response: Any, outcome: ResponseOutcome) -> None:
        url: QueuedUrl = request.meta["queued"]
        offset = self.state.archive.add(exchange_of(url, request, response, outcome))
        self.state.frontier.mark_done(url, offset)
        self.queue.settle(url, is_page=not url.is_style)


class FrontierScheduler:
    """Replaces Scrapy's queues and its duplicate filter."""

    def __init__(self, crawler: Any) -> None:
        self.spider = crawler.spider
        self.queue: HostQueue = crawler.spider.queue
        self.user_agent: str = crawler.settings["USER_AGENT"]
        self.timeout: float = crawler.settings.getfloat("WEBWINNOW_TIMEOUT")
        self.retries: list[Request] = []

    @classmethod
    def from_crawler(cls, crawler: Any) -> "FrontierScheduler":
        return cls(crawler)

    def has_pending_requests(self) -> bool:
        return bool(self.retries) or self.queue.has_more

    def enqueue_request(self, request: Request) -> bool:
        """Add a retry that is due."""
        self.retries.append(request)
        return True

    def next_request(self) -> Request | None:
        if self.retries:
            return self.retries.pop()
        url = self.queue.next_url()
        return self.request_for(url) if url else None

    def request_for(self, url: QueuedUrl) -> Request:
        headers = {
            "User-Agent": self.user_agent,
            "Accept": ACCEPT_STYLE if url.is_style else ACCEPT,
            "Accept-Encoding": "gzip, deflate",
        }
        meta = {
            "queued": url,
            "tries": 0,
            "verbatim_url": True,
            "download_slot": url.site,
            "download_timeout": self.timeout,
        }
        return Request(
            url.url,
            headers=headers,
            meta=meta,
            callback=self.spider.received,
            errback=self.spider.failed,
            dont_filter=True,
        )


def call_later(seconds: float, call: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(seconds, call)


def exchange_of(
    url: QueuedUrl, request: Request, response: Any, outcome: ResponseOutcome
) -> Exchange:
    parts = urlsplit(url.url)
    headers = headers_of(response)
    if url.is_style and not header(response, "Content-Type"):
        headers.append(("Content-Type", CSS))  # without it, readers take the record for a page
    return Exchange(
        url=url.url,
        path=f"{parts.path}?{parts.query}" if parts.query else parts.path,
        request_headers=[("Host", parts.netloc), *headers_of(request)],
        status=response.status,
        protocol=response.protocol or "HTTP/1.1",
        response_headers=headers,
        body=outcome.body or b"",
        ip=str(response.ip_address) if response.ip_address else None,
    )


def headers_of(message: Any) -> list[tuple[str, str]]:
    return [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in message.headers.items()
        for value in values
    ]
