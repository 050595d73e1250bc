"""Whose turn it is: site after site, and within a site the shallow pages first.

A depth of a site begins only when the one before it is settled. So the depth of a page is that of
the shortest path to it, whatever the order of answers, and a crawl that was interrupted finds the
same pages as one that was not.
"""

import time
from collections import defaultdict

from webwinnow.crawl.frontier import DONE, Address, Frontier

__all__ = ["Turns"]

#: Addresses of a site that may wait for another try while others are asked for.
MOST_DELAYED = 50
#: Addresses in a row without an answer that make us doubt that a site still answers.
DOUBT = 8
LONGEST_PAUSE = 60.0


class Turns:
    """Which addresses are out, and which may go out now."""

    def __init__(
        self, frontier: Frontier, *, concurrency: int, max_pages: int | None, backoff: float
    ) -> None:
        self.frontier, self.concurrency = frontier, concurrency
        self.max_pages, self.backoff = max_pages, backoff
        self.pages = frontier.count(DONE)
        # By site: addresses that are asked for, and those that wait for another try.
        self.asked: dict[str, dict[int, Address]] = defaultdict(dict)
        self.delayed: dict[str, dict[int, Address]] = defaultdict(dict)
        self.out = 0
        self.last = ""
        self.silences: dict[str, int] = {}
        self.paused: dict[str, float] = {}  # until when, on the monotonic clock
        self.doubted: dict[str, Address] = {}  # sites, and a page that they should still give
        self.given_up: dict[str, str] = {}  # sites, and the last reason

    @property
    def is_full(self) -> bool:
        """Whether the pages that are out may be all that are wanted."""
        return self.max_pages is not None and self.pages + self.out >= self.max_pages

    @property
    def has_more(self) -> bool:
        """Whether anything is left to do, now or later."""
        return bool(self.out) or not (self.is_full or self.frontier.is_empty())

    def next(self) -> Address | None:
        """An address that may be asked for now; it is out until one of the methods below."""
        if self.is_full:
            return None
        closed = {site for site in {*self.asked, *self.delayed, *self.paused} if self.is_busy(site)}
        while (site := self.frontier.next_site(self.last, closed)) is not None:
            address = self.frontier.peek(site)
            if address and not self.is_early(address):
                self.last = site
                self.frontier.take(address)
                self.asked[site][address.id] = address
                self.out += 1
                return address
            closed.add(site)
        return None

    def is_busy(self, site: str) -> bool:
        if self.paused.get(site, 0) > time.monotonic():
            return True
        self.paused.pop(site, None)
        asked, delayed = self.asked.get(site, ()), self.delayed.get(site, ())
        return len(asked) >= self.concurrency or len(delayed) >= MOST_DELAYED

    def is_early(self, address: Address) -> bool:
        """Whether a shallower page of the site is still out."""
        site = address.site
        out = (*self.asked.get(site, {}).values(), *self.delayed.get(site, {}).values())
        return any(address.depth > other.depth for other in out)

    # What an address that was out has come to

    def settled(self, address: Address, *, is_page: bool = False) -> None:
        self.pages += is_page
        for out in (self.asked, self.delayed):
            if out.get(address.site, {}).pop(address.id, None):
                self.out -= 1
            if address.site in out and not out[address.site]:
                del out[address.site]

    def delay(self, address: Address) -> None:
        """It will be asked for again."""
        self.settled(address)
        self.delayed[address.site][address.id] = address
        self.out += 1

    def resume(self, address: Address) -> bool:
        """Its time has come; False where nobody waits for it any more."""
        if address.id not in self.delayed.get(address.site, {}):
            return False
        self.settled(address)
        self.asked[address.site][address.id] = address
        self.out += 1
        return True

    # How a site behaves

    def answered(self, site: str) -> None:
        self.silences.pop(site, None)

    def silent(self, site: str, reason: str, wished: float, *, is_first: bool) -> float:
        """The site gave no answer, or told us to wait; seconds that it is left in peace.

        Only the first try for an address counts: a few that never answer are no silent site. After
        many in a row, the site is doubted; or given up, where it never gave a page to ask again.
        """
        count = self.silences[site] = self.silences.get(site, 0) + is_first
        pause = min(max(wished, self.backoff * 2.0 ** (max(count, 1) - 1)), LONGEST_PAUSE)
        self.paused[site] = max(self.paused.get(site, 0), time.monotonic() + pause)
        if is_first and count == DOUBT:
            if page := self.frontier.first_page(site):
                self.doubted[site] = page
            else:
                self.give_up(site, reason)
        return pause

    def give_up(self, site: str, reason: str) -> None:
        """Its addresses go back to those that wait, for another run."""
        self.given_up[site] = reason
        self.frontier.leave(site)
        for address in list(self.delayed.get(site, {}).values()):
            self.settled(address)
            self.frontier.give_back(address)
