"""Samples of all hosts in a collection that is read once, whatever the order of its pages."""

from collections.abc import Iterator
from pathlib import Path

from webwinnow._core import Page
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.learn import DEFAULT, Learning, learn
from webwinnow.methods.goldminer.template import Site
from webwinnow.sites.spool import Spool, Waiting

__all__ = ["Gathered"]


class Gathered:
    """Pages by host. Of a host with more of them than a sample has, every second is kept, or every
    fourth, and so on: old pages of a site and new ones may have other frames.
    """

    def __init__(self, settings: Learning = DEFAULT, *, spool: Path | None = None) -> None:
        self.settings = settings
        self.waiting = Spool(spool)
        self.every: dict[str, int] = {}  # of hosts with many pages: how many come to one kept
        self.skipped: dict[str, int] = {}  # since the last kept

    def add(self, host: str, page: Waiting) -> None:
        if host in self.every:
            self.skipped[host] = (self.skipped[host] + 1) % self.every[host]
            if self.skipped[host]:
                return
        if self.waiting.add(host, page) >= 2 * self.settings.sample:
            self.thin_out(host)

    def thin_out(self, host: str) -> None:
        kept = list(self.waiting.pages(host))[::2]
        self.waiting.forget(host)
        for page in kept:
            self.waiting.add(host, page)
        self.every[host] = 2 * self.every.get(host, 1)
        # The last page was not kept, so it is the first that is skipped.
        self.skipped[host] = self.every[host] // 2

    def learn(self, inner: Method) -> Iterator[Site]:
        """What each host's pages show, in the order of their names. A host is forgotten then."""
        while (host := self.waiting.first_host()) is not None:
            yield learn(host, self.sample(host), inner, self.settings)
            self.waiting.forget(host)
            self.every.pop(host, None)
            self.skipped.pop(host, None)

    def sample(self, host: str) -> Iterator[Page]:
        """As many pages as a sample has, evenly spread over those that are kept."""
        count, most = self.waiting.count(host), self.settings.sample
        chosen = set(range(count)) if count <= most else {n * count // most for n in range(most)}
        for number, page in enumerate(self.waiting.pages(host)):
            if number in chosen:
                yield Page(page.html, charset=page.charset)

    def close(self) -> None:
        self.waiting.close()
