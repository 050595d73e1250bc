"""Cache of opened pages and of the decisions on them."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from webwinnow._core import Decision, Page
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.metadata import Metadata, metadata

MAX_PAGES = 64
MAX_BYTES = 256 * 2**20  # of HTML; parsed pages take a few times as much
# Elements and texts of a page; their JSON takes 30 MB.
MAX_NODES = 250_000
# Enough to compare two methods, each with and without a preset.
MAX_DECISIONS = 8
# Long enough that another site cannot guess the id of a page.
ID_BYTES = 12


def parse_page(html: bytes, charset: str | None) -> Page:
    """Parse a page up to the limit; a longer page is marked as truncated."""
    return Page(html, charset=charset, max_nodes=MAX_NODES)


@dataclass(frozen=True)
class OpenedPage:
    """A page, its source, and the last decisions on it."""

    name: str  # for display
    page: Page
    url: str | None = None
    set: str | None = None  # id of its page set
    gold: GoldPage | None = None
    id: str = field(default_factory=lambda: secrets.token_urlsafe(ID_BYTES))
    _decisions: "OrderedDict[object, tuple[Decision, float]]" = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def size(self) -> int:
        return len(self.page.source)

    def metadata(self) -> Metadata:
        return metadata(self.page, url=self.url)

    def cached_decision(
        self, key: object, decide: Callable[[], tuple[Decision, float]]
    ) -> tuple[Decision, float]:
        """The cached decision for a key, or a new one: decision and text are separate requests."""
        with self._lock:
            if key in self._decisions:
                self._decisions.move_to_end(key)
                return self._decisions[key]
        found = decide()
        with self._lock:
            self._decisions[key] = found
            while len(self._decisions) > MAX_DECISIONS:
                self._decisions.popitem(last=False)
        return found


class PageCache:
    """A thread-safe LRU cache."""

    def __init__(self, *, pages: int = MAX_PAGES, size: int = MAX_BYTES) -> None:
        self.max_pages, self.max_bytes = pages, size
        self._pages: OrderedDict[str, OpenedPage] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, page: OpenedPage) -> str:
        """Add a page and return its id. The newest page stays, even if it is over the limit."""
        with self._lock:
            self._pages[page.id] = page
            while len(self._pages) > 1 and self._is_full():
                self._pages.popitem(last=False)
        return page.id

    def _is_full(self) -> bool:
        size = sum(page.size for page in self._pages.values())
        return len(self._pages) > self.max_pages or size > self.max_bytes

    def find(self, id: str) -> OpenedPage | None:
        """Find a page by id; None if it is unknown or was evicted."""
        with self._lock:
            if id in self._pages:
                self._pages.move_to_end(id)
            return self._pages.get(id)

    def recent(self) -> list[OpenedPage]:
        """All pages, most recently used first."""
        with self._lock:
            return list(reversed(self._pages.values()))
