"""What the service is told when it starts."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from webwinnow.methods import METHODS

if TYPE_CHECKING:
    from webwinnow.web.catalogue import Catalogue

__all__ = ["Settings"]

MEGABYTE = 2**20
#: A page a time and seconds for each, behind which all others would wait.
BROWSED = frozenset({"fiasco-visual"})


@dataclass(frozen=True)
class Settings:
    """Where to listen, whom to let in, and how much to take on.

    Workers are processes; all numbers below are for each of them.
    """

    host: str = "127.0.0.1"
    port: int = 8080
    token: str | None = None  # what clients have to show; None lets everyone in
    allow_fetch: bool = False  # fetch addresses that clients give
    allow_private: bool = False  # … from hosts of a private network too
    max_body: int = 32 * MEGABYTE  # bytes of a request, unpacked
    time_limit: float = 30.0  # seconds for a request, reading it included
    concurrency: int = os.cpu_count() or 1  # pages in work at once
    queue: int = 64  # requests that wait for their turn; more are refused
    max_pages: int = 1000  # in one batch
    fetches: int = 16  # addresses fetched at once
    methods: tuple[str, ...] | None = None  # offered to clients; None: all that need no browser

    @property
    def max_waiting(self) -> int:
        """Bytes of all bodies held at once."""
        return 8 * self.max_body

    def catalogue(self) -> "Catalogue":
        """Of the methods that clients may choose from."""
        from webwinnow.web.catalogue import Catalogue

        return Catalogue(self.methods or [name for name in METHODS if name not in BROWSED])


def shared_out(workers: int | None, concurrency: int | None) -> tuple[int, int]:
    """Processes, and pages at once in each: at least two, as all clients may happen to be connected
    to the same one.
    """
    processors = os.cpu_count() or 1
    workers = workers or processors
    return workers, concurrency or max(2, -(-processors // workers))
