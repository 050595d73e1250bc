"""Between Scrapy and the ledger: an answer comes in, and is written down."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.exceptions import DownloadCancelledError, IgnoreRequest, StopDownload

from webwinnow.crawl import reasons
from webwinnow.crawl.archive import Exchange
from webwinnow.crawl.frontier import Address
from webwinnow.crawl.host_queue import LONGEST_PAUSE, Turns
from webwinnow.crawl.resolver import REFUSED
from webwinnow.crawl.responses import TELL_TO_WAIT, Answer, Reader
from webwinnow.crawl.state import Ledger
from webwinnow.crawl.urls import Scope
from webwinnow.io.warc import HTML_TYPES, content_type

__all__ = ["PageSpider"]


class PageSpider(Spider):
    name = "webwinnow"

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self.ledger = ledger
        self.given = given = ledger.settings
        self.turns = Turns(
            ledger.frontier,
            concurrency=given.concurrency,
            max_pages=given.max_pages,
            backoff=given.backoff,
        )
        scope = Scope.of(given.seeds, subdomains=given.subdomains)
        self.reader = Reader(scope, given.max_bytes, given.max_depth)
        self.fatal: Exception | None = None  # what ended the crawl, such as a full disk

    @classmethod
    def from_crawler(cls, crawler: Any, *args: Any, **kwargs: Any) -> "PageSpider":
        spider: PageSpider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.headers_received, signal=signals.headers_received)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """Nothing: all addresses come from the scheduler."""
        return
        yield

    def headers_received(self, headers: Any, request: Request) -> None:
        """Bodies that are no pages, such as films, are not waited for."""
        kind, _ = content_type((headers.get("Content-Type") or b"").decode("latin-1"))
        if kind and kind not in HTML_TYPES and "address" in request.meta:
            raise StopDownload(fail=False)

    # Callback and errback

    def received(self, response: Any) -> None:
        self.guarded(self.settle, response.request, response)

    def failed(self, failure: Any) -> None:
        self.guarded(self.settle_failure, failure.request, failure.value)

    def guarded(self, settle: Any, request: Request, result: Any) -> None:
        """Whatever goes wrong here, such as a full disk, ends the crawl rather than be logged.

        Nothing is written after that: the archive may end in half a record.
        """
        if self.fatal:
            return
        try:
            settle(request, result)
        except Exception as error:
            self.fatal = error

    def settle(self, request: Request, response: Any) -> None:
        address: Address = request.meta["address"]
        answer = self.reader.read(address, response)
        if answer.retry and answer.wait is not None:
            self.settle_silence(request, answer.retry, answer.wait)
            return
        self.turns.answered(address.site)
        if answer.retry:
            self.try_again(request, answer.retry, 0)
        elif answer.skip:
            self.ledger.frontier.skipped(address, answer.skip)
            self.turns.settled(address)
        else:
            self.record(request, response, answer)
        self.ledger.frontier.add(answer.found)

    def settle_failure(self, request: Request, error: Exception) -> None:
        address: Address = request.meta["address"]
        if isinstance(error, IgnoreRequest):
            skip: str | None = reasons.ROBOTS
        elif isinstance(error, DownloadCancelledError):
            skip = reasons.TOO_LARGE
        elif urlsplit(request.url).hostname in REFUSED:
            skip = reasons.PRIVATE
        else:
            skip = None
        if skip:
            self.ledger.frontier.skipped(address, skip)
            self.turns.settled(address)
            return
        self.settle_silence(request, reasons.of_error(error), 0)

    def settle_silence(self, request: Request, reason: str, wished: float) -> None:
        site, is_first = request.meta["address"].site, request.meta["tries"] == 0
        pause = self.turns.silent(site, reason, wished, is_first=is_first)
        self.try_again(request, reason, pause)
        if page := self.turns.doubted.pop(site, None):
            later(pause, lambda: self.probe(page))

    def try_again(self, request: Request, reason: str, pause: float) -> None:
        address: Address = request.meta["address"]
        tries: int = request.meta["tries"]
        if address.site in self.turns.given_up:
            self.turns.settled(address)
            self.ledger.frontier.give_back(address)
        elif tries >= self.given.retries:
            self.turns.settled(address)
            self.ledger.frontier.failed(address, reason)
            later(pause, self.wake)
        else:
            self.turns.delay(address)
            again = request.replace(meta={**request.meta, "tries": tries + 1})
            wait = min(max(pause, self.given.backoff * 2**tries), LONGEST_PAUSE)
            later(wait, lambda: self.resume(again))

    # Whether a site that is silent gives a page that it gave before

    def probe(self, page: Address) -> None:
        engine = self.crawler.engine
        if engine.running:
            request = engine.scheduler.request_for(page)
            engine.crawl(request.replace(callback=self.probed, errback=self.probe_failed))

    def probed(self, response: Any) -> None:
        reason = reasons.of_status(response.status) if response.status in TELL_TO_WAIT else None
        self.guarded(self.settle_probe, response.request, reason)

    def probe_failed(self, failure: Any) -> None:
        self.guarded(self.settle_probe, failure.request, reasons.of_error(failure.value))

    def settle_probe(self, request: Request, reason: str | None) -> None:
        """Addresses that never answer must not keep us from the others, in this run or the next."""
        site = request.meta["address"].site
        if reason:
            self.turns.give_up(site, reason)
        else:
            self.turns.answered(site)

    # Later

    def resume(self, request: Request) -> None:
        if self.turns.resume(request.meta["address"]) and self.crawler.engine.running:
            self.crawler.engine.crawl(request)

    def wake(self) -> None:
        """After a pause, Scrapy would look for addresses every five seconds only."""
        engine = self.crawler.engine
        if engine.running and not engine.needs_backout() and (address := self.turns.next()):
            engine.crawl(engine.scheduler.request_for(address))

    def record(self, request: Request, response: Any, answer: Answer) -> None:
        address: Address = request.meta["address"]
        place = self.ledger.archive.add(exchange_of(address.url, request, response, answer))
        self.ledger.frontier.done(address, place)
        self.turns.settled(address, is_page=True)


def later(seconds: float, call: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(seconds, call)


def exchange_of(url: str, request: Request, response: Any, answer: Answer) -> Exchange:
    parts = urlsplit(url)
    asked = [("Host", parts.netloc), *headers_of(request)]
    return Exchange(
        url=url,
        path=f"{parts.path}?{parts.query}" if parts.query else parts.path,
        asked=asked,
        status=response.status,
        protocol=response.protocol or "HTTP/1.1",
        answered=headers_of(response),
        body=answer.body or b"",
        ip=str(response.ip_address) if response.ip_address else None,
    )


def headers_of(message: Any) -> list[tuple[str, str]]:
    return [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in message.headers.items()
        for value in values
    ]
