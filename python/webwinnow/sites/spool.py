"""Pages on disk by host: a spool for pages that wait, and samples of hosts to learn from."""

import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from webwinnow._core import Page
from webwinnow.errors import InputError
from webwinnow.messages import error_reason
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.learn import DEFAULT, Learning, learn
from webwinnow.methods.goldminer.template import Site

# Level 1 shrinks pages to a quarter at little cost.
COMPRESSION = 1


class RawPage(NamedTuple):
    """A page before parsing."""

    url: str | None
    html: bytes
    charset: str | None

    def parse(self) -> Page:
        return Page(self.html, charset=self.charset)


class Spool:
    """Pages by host, in order of arrival, in a temporary file."""

    def __init__(self, folder: Path | None = None) -> None:
        try:
            self.folder = tempfile.TemporaryDirectory(prefix="webwinnow-", dir=folder)
        except OSError as error:
            where = folder or Path(tempfile.gettempdir())
            raise unwritable(where, error_reason(error)) from error
        self.path = Path(self.folder.name)
        # The file does not outlive the process, so it needs no journal and no sync.
        # One thread after another may use it.
        self.connection = sqlite3.connect(
            self.path / "pages.sqlite", isolation_level=None, check_same_thread=False
        )
        self.connection.executescript(
            """
            PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF;
            CREATE TABLE hosts (host TEXT PRIMARY KEY, pages INTEGER) WITHOUT ROWID;
            CREATE TABLE pages (
                host TEXT, number INTEGER, url BLOB, charset TEXT, html BLOB,
                PRIMARY KEY (host, number)
            ) WITHOUT ROWID;
            """
        )

    def add(self, host: str, page: RawPage) -> int:
        """Add a page; return the number of the host's pages."""
        count = self.count(host) + 1
        row = (
            host,
            count,
            encode_url(page.url),
            page.charset,
            zlib.compress(page.html, COMPRESSION),
        )
        try:
            self.connection.execute("INSERT INTO pages VALUES (?, ?, ?, ?, ?)", row)
            self.connection.execute("INSERT OR REPLACE INTO hosts VALUES (?, ?)", (host, count))
        except sqlite3.Error as error:
            raise unwritable(self.path, str(error)) from error
        return count

    def count(self, host: str) -> int:
        rows = self.connection.execute("SELECT pages FROM hosts WHERE host = ?", (host,))
        row = rows.fetchone()
        return int(row[0]) if row else 0

    def pages(self, host: str) -> Iterator[RawPage]:
        rows = self.connection.execute(
            "SELECT url, html, charset FROM pages WHERE host = ? ORDER BY number", (host,)
        )
        for url, html, charset in rows:
            yield RawPage(decode_url(url), zlib.decompress(html), charset)

    def remove(self, host: str) -> None:
        for table in ("pages", "hosts"):
            self.connection.execute(f"DELETE FROM {table} WHERE host = ?", (host,))

    def first_host(self) -> str | None:
        row = self.connection.execute("SELECT host FROM hosts LIMIT 1").fetchone()
        return str(row[0]) if row else None

    def close(self) -> None:
        self.connection.close()
        self.folder.cleanup()


# SQLite texts cannot hold surrogates, which file names that are not UTF-8 have in Python.


def encode_url(url: str | None) -> bytes | None:
    return None if url is None else url.encode("utf-8", "surrogatepass")


def decode_url(url: bytes | None) -> str | None:
    return None if url is None else url.decode("utf-8", "surrogatepass")


def unwritable(folder: Path, reason: str) -> InputError:
    return InputError(
        f"cannot write the pages that wait to {str(folder)!r} ({reason}); free space there, or set "
        "TMPDIR to another folder"
    )


class HostSamples:
    """Samples of all hosts in a collection that is read once, in any order.

    From a host with more pages than a sample, every second page is taken, then every fourth, and so
    on: old and new pages of a site may have different frames.
    """

    def __init__(self, settings: Learning = DEFAULT, *, folder: Path | None = None) -> None:
        self.settings = settings
        self.spool = Spool(folder)
        self.step: dict[str, int] = {}  # of hosts with many pages: one page in so many is taken
        self.skipped: dict[str, int] = {}  # since the last page taken

    def add(self, host: str, page: RawPage) -> None:
        if host in self.step:
            self.skipped[host] = (self.skipped[host] + 1) % self.step[host]
            if self.skipped[host]:
                return
        if self.spool.add(host, page) >= 2 * self.settings.sample:
            self.thin_out(host)

    def thin_out(self, host: str) -> None:
        """Drop every second page of a host."""
        kept = list(self.spool.pages(host))[::2]
        self.spool.remove(host)
        for page in kept:
            self.spool.add(host, page)
        self.step[host] = 2 * self.step.get(host, 1)
        # The last page was dropped, so it counts as skipped.
        self.skipped[host] = self.step[host] // 2

    def learn(self, inner: Method) -> Iterator[Site]:
        """Learn the templates of each host, in the order of names, and remove its pages."""
        while (host := self.spool.first_host()) is not None:
            yield learn(host, self.sample(host), inner, self.settings)
            self.spool.remove(host)
            self.step.pop(host, None)
            self.skipped.pop(host, None)

    def sample(self, host: str) -> Iterator[Page]:
        """Parse a sample of a host's pages, spread evenly."""
        count, size = self.spool.count(host), self.settings.sample
        chosen = set(range(count)) if count <= size else {n * count // size for n in range(size)}
        for number, page in enumerate(self.spool.pages(host)):
            if number in chosen:
                yield page.parse()

    def close(self) -> None:
        self.spool.close()
