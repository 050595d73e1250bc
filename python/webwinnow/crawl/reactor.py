"""Scrapy, set up for one crawl and run."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess

from webwinnow.crawl.frontier import FAILED
from webwinnow.crawl.resolver import PublicResolver
from webwinnow.crawl.robots import RobotsMiddleware
from webwinnow.crawl.run import Progress
from webwinnow.crawl.scheduler import TurnScheduler
from webwinnow.crawl.settings import Settings
from webwinnow.crawl.spider import PageSpider
from webwinnow.crawl.state import Ledger

__all__ = ["Run"]

#: Seconds between two commits: what a crash costs is what came since.
TICK = 0.5


class Run:
    def __init__(self, ledger: Ledger, watch: Callable[[Progress], None] | None) -> None:
        self.ledger, self.watch = ledger, watch
        self.signal: int | None = None
        self.stopping: asyncio.Future[None] | None = None
        self.process: Any = AsyncCrawlerProcess(scrapy_settings(ledger.settings))
        self.crawler = self.process.create_crawler(PageSpider)

    @property
    def given_up(self) -> dict[str, str]:
        return dict(self.crawler.spider.turns.given_up)

    def run(self) -> None:
        task = self.process.crawl(self.crawler, ledger=self.ledger)
        self.loop = asyncio.get_event_loop()
        self.loop.call_soon(self.tick)
        handlers = self.listen()
        try:
            self.process.start(install_signal_handlers=False)
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
        if task.done() and task.exception():
            raise task.exception()
        if self.crawler.spider.fatal:
            raise self.crawler.spider.fatal

    # Every now and then

    def tick(self) -> None:
        self.loop.call_later(TICK, self.tick)
        spider = self.crawler.spider
        if spider is None:
            return
        if not spider.fatal:
            try:
                self.keep_up(spider)
            except Exception as error:
                spider.fatal = error
        if spider.fatal or self.signal is not None:
            self.stop()

    def keep_up(self, spider: PageSpider) -> None:
        spider.wake()
        self.ledger.commit()
        if self.ledger.texts:
            self.ledger.texts.step()
        if self.watch:
            frontier = self.ledger.frontier
            waiting, failed = frontier.waiting(), frontier.count(FAILED)
            self.watch(Progress(spider.turns.pages, waiting, failed))

    def stop(self) -> None:
        """End once all that is asked for has been answered. Before it runs, Scrapy cannot stop."""
        if self.stopping is None and self.crawler.crawling and self.crawler.engine.running:
            self.stopping = asyncio.ensure_future(self.crawler.stop_async())

    # Ctrl-C

    def listen(self) -> dict[int, Any]:
        """The handlers that were there before."""
        if threading.current_thread() is not threading.main_thread():
            return {}
        return {
            number: signal.signal(number, self.interrupt)
            for number in (signal.SIGINT, signal.SIGTERM)
        }

    def interrupt(self, number: int, _frame: Any) -> None:
        if self.signal is not None:
            # All that is committed is safe, and the user has asked twice.
            os._exit(128 + number)
        self.signal = number


def scrapy_settings(given: Settings) -> dict[str, Any]:
    """Of Scrapy's own parts hardly any is left: what follows links, retries, redirects, unpacks
    and remembers is ours, since it has to agree with the ledger."""
    return {
        "USER_AGENT": given.user_agent,
        "DOWNLOAD_DELAY": given.delay,
        "DOWNLOAD_DELAY_JITTER": 0.0,  # the delay is a promise, not a mean
        "CONCURRENT_REQUESTS": given.total_concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": given.concurrency,
        "DOWNLOAD_MAXSIZE": given.max_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_VERIFY_CERTIFICATES": True,
        "SCHEDULER": TurnScheduler,
        "TWISTED_DNS_RESOLVER": PublicResolver,
        "DOWNLOADER_MIDDLEWARES_BASE": {},
        "DOWNLOADER_MIDDLEWARES": {} if given.ignore_robots else {RobotsMiddleware: 100},
        "SPIDER_MIDDLEWARES_BASE": {},
        "EXTENSIONS_BASE": {},
        "TELNETCONSOLE_ENABLED": False,
        "LOG_ENABLED": False,
        "STATS_DUMP": False,
        "WEBWINNOW_TIMEOUT": given.timeout,
        "WEBWINNOW_ALLOW_PRIVATE": given.allow_private,
    }
