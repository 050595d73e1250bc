"""Set up Scrapy for one crawl and run it."""

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
from webwinnow.crawl.settings import Settings
from webwinnow.crawl.spider import FrontierScheduler, PageSpider
from webwinnow.crawl.state import CrawlState

#: Seconds between two commits; a crash loses what came since the last one.
COMMIT_INTERVAL = 0.5


class CrawlProcess:
    def __init__(self, state: CrawlState, watch: Callable[[Progress], None] | None) -> None:
        self.state, self.watch = state, watch
        self.signal: int | None = None
        self.stopping: asyncio.Future[None] | None = None
        self.process: Any = AsyncCrawlerProcess(scrapy_settings(state.settings))
        self.crawler = self.process.create_crawler(PageSpider)

    @property
    def given_up(self) -> dict[str, str]:
        return dict(self.crawler.spider.queue.given_up)

    def run(self) -> None:
        task = self.process.crawl(self.crawler, state=self.state)
        self.loop = asyncio.get_event_loop()
        self.loop.call_soon(self.tick)
        handlers = self.install_handlers()
        try:
            self.process.start(install_signal_handlers=False)
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
        if task.done() and task.exception():
            raise task.exception()
        if self.crawler.spider.fatal:
            raise self.crawler.spider.fatal

    def tick(self) -> None:
        self.loop.call_later(COMMIT_INTERVAL, self.tick)
        spider = self.crawler.spider
        if spider is None:
            return
        if not spider.fatal:
            try:
                self.save_progress(spider)
            except Exception as error:
                spider.fatal = error
        if spider.fatal or self.signal is not None:
            self.stop()

    def save_progress(self, spider: PageSpider) -> None:
        spider.wake()
        self.state.commit()
        if self.state.texts and not self.state.texts.cleaning.needs_styles:
            self.state.texts.step()
        if self.watch:
            frontier = self.state.frontier
            waiting, failed = frontier.count_waiting(), frontier.count(FAILED)
            self.watch(Progress(spider.queue.pages, waiting, failed))

    def stop(self) -> None:
        """Stop after the requests in flight. Scrapy cannot stop before it runs."""
        if self.stopping is None and self.crawler.crawling and self.crawler.engine.running:
            self.stopping = asyncio.ensure_future(self.crawler.stop_async())

    def install_handlers(self) -> dict[int, Any]:
        """Handle SIGINT and SIGTERM; return the previous handlers."""
        if threading.current_thread() is not threading.main_thread():
            return {}
        return {
            number: signal.signal(number, self.interrupt)
            for number in (signal.SIGINT, signal.SIGTERM)
        }

    def interrupt(self, number: int, _frame: Any) -> None:
        if self.signal is not None:
            # The second signal: stop at once. All committed data is safe.
            os._exit(128 + number)
        self.signal = number


def scrapy_settings(given: Settings) -> dict[str, Any]:
    """Disable most of Scrapy: links, retries, redirects, decompression and deduplication must agree
    with the state of the crawl, so this package handles them.
    """
    return {
        "USER_AGENT": given.user_agent,
        "DOWNLOAD_DELAY": given.delay,
        "DOWNLOAD_DELAY_JITTER": 0.0,  # the delay is a minimum, not a mean
        "CONCURRENT_REQUESTS": given.total_concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": given.concurrency,
        "DOWNLOAD_MAXSIZE": given.max_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_VERIFY_CERTIFICATES": True,
        "SCHEDULER": FrontierScheduler,
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
