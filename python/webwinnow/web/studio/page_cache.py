"""Pages that somebody looks at, in memory; those not looked at for longest are let go of."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from webwinnow._core import Decision, Page
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.metadata import Metadata, metadata

__all__ = ["Opened", "OpenedPage", "parse"]

PAGES = 64
BYTES = 256 * 2**20  # of sources; what is parsed takes a few times as much
# Elements and texts of a page; what browsers are told of all of them takes 30 MB.
ITEMS = 250_000
# Of two methods, each with and without a preset, on a page that is compared back and forth.
DECISIONS = 8
# Bytes that cannot be guessed, so that no other site can ask for somebody's page.
ID_BYTES = 12


def parse(html: bytes, charset: str | None) -> Page:
    """Within bounds; what lies beyond them is missing, and the page says so."""
    return Page(html, charset=charset, max_nodes=ITEMS)


@dataclass(frozen=True)
class OpenedPage:
    """A page, where it came from, and what was decided of it lately."""

    name: str  # for people
    page: Page
    url: str | None = None
    set: str | None = None  # the set that it is of
    gold: GoldPage | None = None
    id: str = field(default_factory=lambda: secrets.token_urlsafe(ID_BYTES))
    _decisions: "OrderedDict[object, tuple[Decision, float]]" = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def size(self) -> int:
        return len(self.page.source)

    def metadata(self) -> Metadata:
        return metadata(self.page, url=self.url)

    def decided(
        self, key: object, decide: Callable[[], tuple[Decision, float]]
    ) -> tuple[Decision, float]:
        """What `decide` gives, or gave for the same key: the text is asked for after the tints."""
        with self._lock:
            if key in self._decisions:
                self._decisions.move_to_end(key)
                return self._decisions[key]
        found = decide()
        with self._lock:
            self._decisions[key] = found
            while len(self._decisions) > DECISIONS:
                self._decisions.popitem(last=False)
        return found


class Opened:
    """Any thread may open and find pages."""

    def __init__(self, *, pages: int = PAGES, size: int = BYTES) -> None:
        self.most_pages, self.most_bytes = pages, size
        self._pages: OrderedDict[str, OpenedPage] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, page: OpenedPage) -> str:
        """The page's id. The page stays, whatever its size, until others have come."""
        with self._lock:
            self._pages[page.id] = page
            while len(self._pages) > 1 and self._is_full():
                self._pages.popitem(last=False)
        return page.id

    def _is_full(self) -> bool:
        size = sum(page.size for page in self._pages.values())
        return len(self._pages) > self.most_pages or size > self.most_bytes

    def find(self, id: str) -> OpenedPage | None:
        """None where there is no such page, or no more."""
        with self._lock:
            if id in self._pages:
                self._pages.move_to_end(id)
            return self._pages.get(id)

    def recent(self) -> list[OpenedPage]:
        """The last one looked at comes first."""
        with self._lock:
            return list(reversed(self._pages.values()))
