"""Settings of the service."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from webwinnow.methods import METHODS
from webwinnow.web.bodies import MEGABYTE

if TYPE_CHECKING:
    from webwinnow.web.catalogue import Catalogue

# Methods that start a browser take seconds per page, one page at a time.
BROWSER_METHODS = frozenset({"fiasco-visual"})


@dataclass(frozen=True)
class Settings:
    """Host, access and limits; all limits are per worker process."""

    host: str = "127.0.0.1"
    port: int = 8080
    token: str | None = None  # bearer token; None admits every client
    allow_fetch: bool = False  # fetch URLs that clients send
    allow_private: bool = False  # also from hosts of private networks
    max_body: int = 32 * MEGABYTE  # bytes of a request, decompressed
    time_limit: float = 30.0  # seconds for a request, including reading it
    concurrency: int = os.cpu_count() or 1  # pages cleaned at once
    queue: int = 64  # waiting requests; more are rejected
    max_pages: int = 1000  # pages of a batch
    fetches: int = 16  # URLs fetched at once
    methods: tuple[str, ...] | None = None  # offered methods; None: all that need no browser

    @property
    def max_waiting(self) -> int:
        """Bytes of all bodies held at once."""
        return 8 * self.max_body

    def catalogue(self) -> "Catalogue":
        from webwinnow.web.catalogue import Catalogue

        return Catalogue(self.methods or [name for name in METHODS if name not in BROWSER_METHODS])


def split_capacity(workers: int | None, concurrency: int | None) -> tuple[int, int]:
    """Number of processes, and pages at once in each.

    Each process gets at least two: all clients may be connected to the same process.
    """
    processors = os.cpu_count() or 1
    workers = workers or processors
    return workers, concurrency or max(2, -(-processors // workers))
