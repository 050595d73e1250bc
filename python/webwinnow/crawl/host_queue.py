"""The order of requests: site by site in turn, and within a site shallow pages first.

A depth of a site starts only when all URLs of the depth before are settled. So the depth of a page
is the length of the shortest path to it, in whatever order responses arrive, and an interrupted
crawl finds the same pages as an uninterrupted one.
"""

import time
from collections import defaultdict

from webwinnow.crawl.frontier import DONE, Frontier, QueuedUrl

#: URLs of a site that may wait for a retry while others are requested.
MAX_RETRIES_WAITING = 50
#: URLs in a row without a response before a site is suspected to be down.
MAX_SILENCES = 8
MAX_PAUSE = 60.0  # seconds


class HostQueue:
    """Tracks the URLs in flight, and hands out the next one that may be requested."""

    def __init__(
        self, frontier: Frontier, *, concurrency: int, max_pages: int | None, backoff: float
    ) -> None:
        self.frontier, self.concurrency = frontier, concurrency
        self.max_pages, self.backoff = max_pages, backoff
        self.pages = frontier.count(DONE)
        # By site and id: URLs that are being requested, and URLs that wait for a retry.
        self.requested: dict[str, dict[int, QueuedUrl]] = defaultdict(dict)
        self.delayed: dict[str, dict[int, QueuedUrl]] = defaultdict(dict)
        self.in_flight = 0
        self.last_site = ""
        self.silences: dict[str, int] = {}
        self.paused: dict[str, float] = {}  # site -> end of the pause, monotonic clock
        self.suspects: dict[str, QueuedUrl] = {}  # site -> a known page to probe it with
        self.given_up: dict[str, str] = {}  # site -> last reason

    @property
    def is_full(self) -> bool:
        """True if the URLs in flight may be enough to reach `max_pages`."""
        return self.max_pages is not None and self.pages + self.in_flight >= self.max_pages

    @property
    def has_more(self) -> bool:
        """True if anything is left to do, now or later."""
        if self.in_flight:
            return True
        # The style sheets of the last pages are fetched, too.
        return self.frontier.has_waiting_style() or not (self.is_full or self.frontier.is_empty())

    def next_url(self) -> QueuedUrl | None:
        """Take a URL that may be requested now; it is in flight until `settle` or `delay`."""
        sites = {*self.requested, *self.delayed, *self.paused}
        closed = {site for site in sites if self.is_busy(site)}
        while site := self.frontier.next_site(self.last_site, closed, for_styles=self.is_full):
            url = self.frontier.peek(site)  # style sheets come first
            if url and not self.is_early(url):
                self.last_site = site
                self.frontier.take(url)
                self.requested[site][url.id] = url
                self.in_flight += 1
                return url
            closed.add(site)
        return None

    def is_busy(self, site: str) -> bool:
        if self.paused.get(site, 0) > time.monotonic():
            return True
        self.paused.pop(site, None)
        requested, delayed = self.requested.get(site, ()), self.delayed.get(site, ())
        return len(requested) >= self.concurrency or len(delayed) >= MAX_RETRIES_WAITING

    def is_early(self, url: QueuedUrl) -> bool:
        """True if a shallower page of the site is still in flight; style sheets need not wait."""
        if url.is_style:
            return False
        site = url.site
        others = (*self.requested.get(site, {}).values(), *self.delayed.get(site, {}).values())
        return any(url.depth > other.depth for other in others if not other.is_style)

    # Results of URLs in flight

    def settle(self, url: QueuedUrl, *, is_page: bool = False) -> None:
        self.pages += is_page
        for urls in (self.requested, self.delayed):
            if urls.get(url.site, {}).pop(url.id, None):
                self.in_flight -= 1
            if url.site in urls and not urls[url.site]:
                del urls[url.site]

    def delay(self, url: QueuedUrl) -> None:
        """Keep a URL for a retry."""
        self.settle(url)
        self.delayed[url.site][url.id] = url
        self.in_flight += 1

    def resume(self, url: QueuedUrl) -> bool:
        """Start the retry of a delayed URL; False if it is no longer delayed."""
        if url.id not in self.delayed.get(url.site, {}):
            return False
        self.settle(url)
        self.requested[url.site][url.id] = url
        self.in_flight += 1
        return True

    # Behaviour of sites

    def note_response(self, site: str) -> None:
        self.silences.pop(site, None)

    def note_silence(self, site: str, reason: str, retry_after: float, *, is_first: bool) -> float:
        """Pause a site that did not respond or asked to wait; return the seconds of the pause.

        Only the first attempt for a URL counts: a few dead URLs do not make a dead site. After
        `MAX_SILENCES` in a row, the site is a suspect; or given up, if it never delivered a page
        to probe it with.
        """
        count = self.silences[site] = self.silences.get(site, 0) + is_first
        pause = min(max(retry_after, self.backoff * 2.0 ** (max(count, 1) - 1)), MAX_PAUSE)
        self.paused[site] = max(self.paused.get(site, 0), time.monotonic() + pause)
        if is_first and count == MAX_SILENCES:
            if page := self.frontier.first_page(site):
                self.suspects[site] = page
            else:
                self.give_up(site, reason)
        return pause

    def give_up(self, site: str, reason: str) -> None:
        """Skip a site in this run; its delayed URLs wait for another run."""
        self.given_up[site] = reason
        self.frontier.skip_site(site)
        for url in list(self.delayed.get(site, {}).values()):
            self.settle(url)
            self.frontier.release(url)
