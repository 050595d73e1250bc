"""Pages that wait on disk until their site is known."""

import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from webwinnow.errors import InputError
from webwinnow.messages import error_reason

__all__ = ["Spool", "Waiting"]

# Pages shrink to a quarter, at a speed that nobody notices.
COMPRESSION = 1


class Waiting(NamedTuple):
    url: str | None
    html: bytes
    charset: str | None


class Spool:
    """Pages by host, in the order in which they came. Its file goes with it."""

    def __init__(self, folder: Path | None = None) -> None:
        try:
            self.folder = tempfile.TemporaryDirectory(prefix="webwinnow-", dir=folder)
        except OSError as error:
            where = folder or Path(tempfile.gettempdir())
            raise unwritable(where, error_reason(error)) from error
        self.path = Path(self.folder.name)
        # Nothing here outlives the process, so nothing needs to reach the disk.
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

    def add(self, host: str, page: Waiting) -> int:
        """How many of the host's wait now."""
        count = self.count(host) + 1
        packed = zlib.compress(page.html, COMPRESSION)
        try:
            self.connection.execute(
                "INSERT INTO pages VALUES (?, ?, ?, ?, ?)",
                (host, count, packed_name(page.url), page.charset, packed),
            )
            self.connection.execute("INSERT OR REPLACE INTO hosts VALUES (?, ?)", (host, count))
        except sqlite3.Error as error:
            raise unwritable(self.path, str(error)) from error
        return count

    def count(self, host: str) -> int:
        found = self.connection.execute("SELECT pages FROM hosts WHERE host = ?", (host,))
        row = found.fetchone()
        return int(row[0]) if row else 0

    def pages(self, host: str) -> Iterator[Waiting]:
        found = self.connection.execute(
            "SELECT url, html, charset FROM pages WHERE host = ? ORDER BY number", (host,)
        )
        for url, html, charset in found:
            yield Waiting(unpacked_name(url), zlib.decompress(html), charset)

    def forget(self, host: str) -> None:
        for table in ("pages", "hosts"):
            self.connection.execute(f"DELETE FROM {table} WHERE host = ?", (host,))

    def first_host(self) -> str | None:
        row = self.connection.execute("SELECT host FROM hosts LIMIT 1").fetchone()
        return str(row[0]) if row else None

    def close(self) -> None:
        self.connection.close()
        self.folder.cleanup()


# Names of files that are no UTF-8 have halves of characters, which SQLite takes for no text.


def packed_name(url: str | None) -> bytes | None:
    return None if url is None else url.encode("utf-8", "surrogatepass")


def unpacked_name(url: bytes | None) -> str | None:
    return None if url is None else url.decode("utf-8", "surrogatepass")


def unwritable(folder: Path, reason: str) -> InputError:
    return InputError(
        f"cannot write to {str(folder)!r} ({reason}), where pages wait; free it, or set TMPDIR to "
        "another folder"
    )
