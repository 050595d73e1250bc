"""Where templates are kept: in memory, in a folder with a file for each host, or in SQLite."""

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

__all__ = ["Database", "Folder", "Memory", "Store", "open_store"]

DATABASES = (".sqlite", ".sqlite3", ".db")
SQLITE = b"SQLite format 3\0"
# Of what was read, so many hosts are remembered.
REMEMBERED = 1024
# File names end at 255 bytes nearly everywhere.
LONGEST_NAME = 200


class Store(ABC):
    """Sites by host; one serves many threads. What was read is remembered."""

    def __init__(self) -> None:
        self._known: dict[str, Site | None] = {}
        self._lock = threading.Lock()

    def get(self, host: str) -> Site | None:
        """What is known of a host; a ModelError the first time, where that cannot be read."""
        with self._lock:
            if host not in self._known:
                # Should it be broken, it is told of once.
                self._remember(host, None)
                self._known[host] = self._read(host)
            return self._known[host]

    def put(self, site: Site) -> None:
        with self._lock:
            self._write(site)
            self._remember(site.host, site)

    def _remember(self, host: str, site: Site | None) -> None:
        while len(self._known) >= REMEMBERED and host not in self._known:
            del self._known[next(iter(self._known))]
        self._known[host] = site

    def close(self) -> None:  # noqa: B027, most hold nothing open
        """For those that hold a file open."""

    @abstractmethod
    def hosts(self) -> list[str]:
        """All there are, in order."""

    @abstractmethod
    def _read(self, host: str) -> Site | None: ...

    @abstractmethod
    def _write(self, site: Site) -> None: ...

    def __iter__(self) -> Iterator[str]:
        return iter(self.hosts())

    def __len__(self) -> int:
        return len(self.hosts())


class Memory(Store):
    """For as long as the program runs."""

    def __init__(self) -> None:
        super().__init__()
        self._sites: dict[str, Site] = {}

    def hosts(self) -> list[str]:
        return sorted(self._sites)

    def _read(self, host: str) -> Site | None:
        return self._sites.get(host)

    def _write(self, site: Site) -> None:
        self._sites[site.host] = site


class Folder(Store):
    """A file for each host, to be read and mended by people."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def hosts(self) -> list[str]:
        return sorted(filter(None, map(self.host, self.path.glob("*.json"))))

    def host(self, file: Path) -> str | None:
        """Whose file it is; nobody can tell where the name was cut off and the file is broken."""
        if len(file.stem) <= LONGEST_NAME:
            return unquote(file.stem)
        try:
            return Site.from_json(file.read_bytes(), str(file)).host
        except (OSError, ModelError):
            return None

    def file(self, host: str) -> Path:
        name = quote(host, safe="")
        if len(name) > LONGEST_NAME:
            name = name[:LONGEST_NAME] + hashlib.sha256(host.encode()).hexdigest()[:16]
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


class Database(Store):
    """One file for any number of hosts."""

    def __init__(self, path: Path, *, create: bool = True) -> None:
        super().__init__()
        self.path = path
        if not may_be_database(path):
            raise self.problem("it is something else")
        try:
            self.connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            if create:
                self.connection.execute(
                    "CREATE TABLE IF NOT EXISTS sites "
                    "(host TEXT PRIMARY KEY, site TEXT) WITHOUT ROWID"
                )
            self.connection.execute("SELECT host, site FROM sites LIMIT 1")
        except sqlite3.Error as error:
            raise self.problem(error) from error

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
            raise self.problem(error) from error

    def problem(self, reason: object) -> ModelError:
        return ModelError(f"cannot use templates in {str(self.path)!r} ({reason}); check the file")


def may_be_database(path: Path) -> bool:
    """SQLite takes a short file of any kind for an empty database, and writes over it."""
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE)) in (SQLITE, b"")
    except OSError:  # SQLite will tell, or make it
        return True


def open_store(path: Path, *, create: bool = False) -> Store:
    """The templates in a folder, or in an SQLite file; made where there are none, if `create`."""
    is_database = path.suffix.lower() in DATABASES or path.is_file()
    if not path.exists() and not create:
        raise InputError(f"no templates at {str(path)!r}; make some with: webwinnow site learn")
    try:
        (path.parent if is_database else path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make {str(path)!r} ({error_reason(error)}); check it") from error
    return Database(path, create=create) if is_database else Folder(path)
