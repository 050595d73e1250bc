"""One SQLite file, for many threads and several processes; what is acknowledged is on the disk."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from webwinnow.annotation.errors import Unusable
from webwinnow.annotation.schema import APPLICATION, OLDEST, VERSION, create, upgrade
from webwinnow.errors import InputError

__all__ = ["Store"]

# How long to wait for another one who writes.
PATIENCE = 30.0
# What SQLite says of a file that others hold.
BUSY = frozenset({"database is locked", "database table is locked"})
# What is wrong with the program and not with the file.
MISTAKES = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.InterfaceError)


class Store:
    """Projects, their pages and what people say of them.

    Made where there is no file; an `InputError` where there is another one. Each connection is
    lent to one thread at a time.
    """

    def __init__(self, path: "str | os.PathLike[str]") -> None:
        self.path = Path(path)
        self._idle: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._process = os.getpid()
        self._is_closed = False
        with self._connection() as connection:
            self._prepare(connection)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """All that is read inside is of one moment."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside is on the disk at the end, or nothing is."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    def close(self) -> None:
        """No thread may be inside of a transaction."""
        with self._lock:
            self._is_closed = True
            connections, self._idle = self._idle, []
        for connection in connections:
            connection.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._connection() as connection:
            connection.execute(begin)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                roll_back(connection)
                raise

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        connection = None
        try:
            connection = self._borrowed()
            yield connection
        except MISTAKES:
            raise
        except sqlite3.DatabaseError as error:
            if connection:
                connection.close()
                connection = None
            raise self._explained(error) from error
        finally:
            if connection:
                self._give_back(connection)

    def _borrowed(self) -> sqlite3.Connection:
        with self._lock:
            if self._is_closed:
                raise InputError(f"{str(self.path)!r} is closed; open it again")
            if self._process != os.getpid():
                # A connection must not be used, nor closed, on the other side of a fork.
                self._abandoned, self._idle = self._idle, []
                self._process = os.getpid()
            if self._idle:
                return self._idle.pop()
        connection = sqlite3.connect(
            self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._is_closed:
                self._idle.append(connection)
                return
        connection.close()

    def _prepare(self, connection: sqlite3.Connection) -> None:
        if self._version(connection) == VERSION:
            return
        self._write_ahead(connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have been faster.
            version = self._version(connection)
            if version is None:
                create(connection)
            elif version < VERSION:
                upgrade(connection, version)
            connection.execute("COMMIT")
        except BaseException:
            roll_back(connection)
            raise

    def _version(self, connection: sqlite3.Connection) -> int | None:
        """Of the file's tables; None where it has none yet."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not tables and not application:
            return None
        if application != APPLICATION:
            raise InputError(
                f"{str(self.path)!r} is a database of something else; give another name for the"
                " annotations"
            )
        if version > VERSION:
            raise InputError(
                f"{str(self.path)!r} was written by a newer webwinnow (its version is {version},"
                f" {VERSION} is known here); update webwinnow"
            )
        if version < OLDEST:
            raise InputError(
                f"{str(self.path)!r} was written before the first release, and cannot be brought up"
                " to date; give another name for the annotations"
            )
        return int(version)

    def _write_ahead(self, connection: sqlite3.Connection) -> None:
        """Readers do not wait for writers then. SQLite does not wait for others here by itself."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if str(error) not in BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def _explained(self, error: sqlite3.DatabaseError) -> Unusable:
        name, what = str(self.path), str(error)
        if what in BUSY:
            remedy = f"another program has held it for {PATIENCE:g} s; try again"
        elif what == "unable to open database file":
            remedy = "check that its folder is there, and your permissions"
        elif what == "file is not a database":
            remedy = "give another name for the annotations"
        elif isinstance(error, sqlite3.OperationalError):
            remedy = "check its disk and your permissions"
        else:
            remedy = f"restore a backup, or save what can be read: sqlite3 {name} .recover"
        return Unusable(f"cannot use {name!r} ({what}); {remedy}")


def roll_back(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.DatabaseError):  # what went wrong before is what has to be told
        connection.execute("ROLLBACK")
