"""Stores of site templates: in memory, in a folder with one file per host, or in SQLite."""

import hashlib
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

from webwinnow.errors import InputError, ModelError
from webwinnow.io.atomic import write_atomically
from webwinnow.messages import error_reason
from webwinnow.methods.goldminer.template import Site

DATABASE_SUFFIXES = (".sqlite", ".sqlite3", ".db")
SQLITE_HEADER = b"SQLite format 3\0"
# Hosts in the cache.
MAX_CACHED = 1024
# Most file systems limit names to 255 bytes.
MAX_NAME_LENGTH = 200


class Store(ABC):
    """Sites by host, with a cache; threads can share a store."""

    def __init__(self) -> None:
        self._cache: dict[str, Site | None] = {}
        self._lock = threading.Lock()

    def get(self, host: str) -> Site | None:
        """Return the site of a host; raise ModelError on the first read of a broken one."""
        with self._lock:
            if host not in self._cache:
                # A broken site raises once and is then missing.
                self._add_to_cache(host, None)
                self._cache[host] = self._read(host)
            return self._cache[host]

    def put(self, site: Site) -> None:
        with self._lock:
            self._write(site)
            self._add_to_cache(site.host, site)

    def _add_to_cache(self, host: str, site: Site | None) -> None:
        while len(self._cache) >= MAX_CACHED and host not in self._cache:
            del self._cache[next(iter(self._cache))]
        self._cache[host] = site

    def close(self) -> None:  # noqa: B027, most stores have no open file
        """Close open files."""

    @abstractmethod
    def hosts(self) -> list[str]:
        """Return all hosts, sorted."""

    @abstractmethod
    def _read(self, host: str) -> Site | None: ...

    @abstractmethod
    def _write(self, site: Site) -> None: ...

    def __iter__(self) -> Iterator[str]:
        return iter(self.hosts())

    def __len__(self) -> int:
        return len(self.hosts())


class MemoryStore(Store):
    """Keeps sites in memory."""

    def __init__(self) -> None:
        super().__init__()
        self._sites: dict[str, Site] = {}

    def hosts(self) -> list[str]:
        return sorted(self._sites)

    def _read(self, host: str) -> Site | None:
        return self._sites.get(host)

    def _write(self, site: Site) -> None:
        self._sites[site.host] = site


class FolderStore(Store):
    """One JSON file per host, which people can read and edit."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def hosts(self) -> list[str]:
        return sorted(filter(None, map(self.host, self.path.glob("*.json"))))

    def host(self, file: Path) -> str | None:
        """Return the host of a file; None for a shortened name and a broken file."""
        if len(file.stem) <= MAX_NAME_LENGTH:
            return unquote(file.stem)
        try:
            return Site.from_json(file.read_bytes(), str(file)).host
        except (OSError, ModelError):
            return None

    def file(self, host: str) -> Path:
        name = quote(host, safe="")
        if len(name) > MAX_NAME_LENGTH:
            name = name[:MAX_NAME_LENGTH] + hashlib.sha256(host.encode()).hexdigest()[:16]
        return self.path / f"{name}.json"

    def _read(self, host: str) -> Site | None:
        file = self.file(host)
        try:
            return Site.from_json(file.read_bytes(), str(file))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise InputError(
                f"cannot read {str(file)!r} ({error_reason(error)}); check it"
            ) from error

    def _write(self, site: Site) -> None:
        file = self.file(site.host)
        try:
            write_atomically(file, site.as_json() + "\n")
        except OSError as error:
            raise InputError(
                f"cannot write {str(file)!r} ({error_reason(error)}); check it"
            ) from error


class SqliteStore(Store):
    """One SQLite file for any number of hosts."""

    def __init__(self, path: Path, *, create: bool = True) -> None:
        super().__init__()
        self.path = path
        if not may_be_sqlite(path):
            raise self.error("it is no SQLite file")
        try:
            self.connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            if create:
                self.connection.execute(
                    "CREATE TABLE IF NOT EXISTS sites "
                    "(host TEXT PRIMARY KEY, site TEXT) WITHOUT ROWID"
                )
            self.connection.execute("SELECT host, site FROM sites LIMIT 1")
        except sqlite3.Error as error:
            raise self.error(error) from error

    def close(self) -> None:
        self.connection.close()

    def hosts(self) -> list[str]:
        return [host for (host,) in self.run("SELECT host FROM sites ORDER BY host")]

    def _read(self, host: str) -> Site | None:
        for (text,) in self.run("SELECT site FROM sites WHERE host = ?", host):
            return Site.from_json(text, f"{host} in {str(self.path)!r}")
        return None

    def _write(self, site: Site) -> None:
        self.run("INSERT OR REPLACE INTO sites VALUES (?, ?)", site.host, site.as_json())

    def run(self, statement: str, *values: str) -> list[tuple[str, ...]]:
        try:
            return self.connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise self.error(error) from error

    def error(self, reason: object) -> ModelError:
        return ModelError(f"cannot use templates in {str(self.path)!r} ({reason}); check the file")


def may_be_sqlite(path: Path) -> bool:
    """Return whether a file is SQLite or empty; SQLite would overwrite any short file."""
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE_HEADER)) in (SQLITE_HEADER, b"")
    except OSError:  # SQLite reports it, or creates the file
        return True


def open_store(path: Path, *, create: bool = False) -> Store:
    """Open a folder or SQLite file of templates; create it if there is none and `create` is set."""
    is_database = path.suffix.lower() in DATABASE_SUFFIXES or path.is_file()
    if not path.exists() and not create:
        raise InputError(f"no templates at {str(path)!r}; learn some with: webwinnow site learn")
    try:
        (path.parent if is_database else path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make {str(path)!r} ({error_reason(error)}); check it") from error
    return SqliteStore(path, create=create) if is_database else FolderStore(path)
