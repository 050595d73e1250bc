"""Templates of all hosts in a collection that can be read twice."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from webwinnow._core import Page
from webwinnow.hosts import templates_host
from webwinnow.metadata import metadata
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.learn import DEFAULT, Learning, learn
from webwinnow.methods.goldminer.store import Memory

__all__ = ["host_of_page", "survey"]


def host_of_page(url: str | None, page: Page) -> str | None:
    """The host that a page is of, by where it came from or else by what it says."""
    return templates_host(url) or templates_host(metadata(page).url)


def survey(
    pages: Callable[[], Iterable[tuple[str | None, Page]]],
    inner: Method,
    settings: Learning = DEFAULT,
) -> Memory:
    """Templates of the hosts that have pages enough. Pages of others are not held in memory."""
    hosts = Counter(host_of_page(url, page) for url, page in pages())
    found = Memory()
    waiting: dict[str, list[Page]] = defaultdict(list)
    for url, page in pages():
        host = host_of_page(url, page)
        if host is None or hosts[host] < settings.min_pages or found.get(host):
            continue
        waiting[host].append(page)
        if len(waiting[host]) == min(hosts[host], settings.sample):
            found.put(learn(host, waiting.pop(host), inner, settings))
    return found
