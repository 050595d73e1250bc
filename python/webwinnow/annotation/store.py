"""The SQLite file of the annotations: schema, connections, transactions.

Many threads and several processes can use one file. When a write transaction ends, its data is on
disk.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from webwinnow.annotation.errors import StoreUnusable
from webwinnow.errors import InputError

# SQLite's application id of the file: "wwan".
APPLICATION_ID = 0x7777616E
VERSION = 2
# Files of older versions were written before the first release.
OLDEST_VERSION = 2
# Seconds to wait for another writer.
BUSY_TIMEOUT = 30.0
# SQLite's messages for a locked file.
LOCKED_MESSAGES = frozenset({"database is locked", "database table is locked"})
# Errors of this program, not of the file.
PROGRAM_ERRORS = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.InterfaceError)

# AUTOINCREMENT: an id is never reused, so a window that shows a deleted page cannot label another.
TABLES = """
CREATE TABLE project (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,           -- the name, case-folded
    created REAL NOT NULL,              -- seconds since 1970, as all times
    prelabel TEXT,                      -- the method that gives the first labels
    instructions TEXT NOT NULL DEFAULT ''
);
CREATE TABLE page (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project INTEGER NOT NULL REFERENCES project ON DELETE CASCADE,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    url TEXT,
    site TEXT NOT NULL,                 -- 'unknown' if neither URL nor page names it
    type TEXT,
    charset TEXT,                       -- as the server declared it
    title TEXT,
    words INTEGER NOT NULL,             -- visible words
    digest BLOB NOT NULL,               -- SHA-256 of the HTML
    reading INTEGER NOT NULL DEFAULT 1, -- the parse that the labels belong to
    UNIQUE (project, name),
    UNIQUE (project, digest)
);
CREATE INDEX page_by_position ON page (project, position);
CREATE TABLE html (
    page INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE,
    packed BLOB NOT NULL                -- zlib
);
CREATE TABLE reading (
    page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
    number INTEGER NOT NULL,
    texts BLOB NOT NULL,                -- run texts: JSON, zlib
    block BLOB NOT NULL,                -- by run: little-endian int32, zlib
    markup BLOB NOT NULL,               -- by run: uint8, zlib
    PRIMARY KEY (page, number)
);
CREATE TABLE annotator (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project INTEGER NOT NULL REFERENCES project ON DELETE CASCADE,
    name TEXT NOT NULL,                 -- '' is the adjudicator
    key TEXT NOT NULL,                  -- the name, case-folded
    UNIQUE (project, key)
);
CREATE TABLE marks (
    page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
    annotator INTEGER NOT NULL REFERENCES annotator ON DELETE CASCADE,
    labels BLOB NOT NULL,               -- by run: uint8
    state TEXT NOT NULL CHECK (state IN ('untouched', 'begun', 'done')),
    prelabelled TEXT,                   -- the method or gold set
    carried INTEGER,                    -- new visible runs of a later parse, or NULL
    change INTEGER NOT NULL DEFAULT 0,  -- incremented by each change
    PRIMARY KEY (page, annotator)
);
CREATE TABLE act (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
    annotator INTEGER NOT NULL REFERENCES annotator ON DELETE CASCADE,
    reading INTEGER NOT NULL,
    time REAL NOT NULL,
    changes TEXT NOT NULL,              -- JSON: [[run, old label, new label], …]
    undone INTEGER NOT NULL DEFAULT 0   -- 1: can be redone; 2: replaced by a later action
);
CREATE INDEX act_by_page ON act (page, annotator, id);
"""

# MIGRATIONS[n] upgrades the tables from version n to n + 1.
MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {}


def create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables in an open transaction, which `executescript` would commit."""
    for statement in TABLES.split(";\n"):
        if statement.strip():
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def upgrade_tables(connection: sqlite3.Connection, version: int) -> None:
    """Upgrade the tables in an open transaction."""
    for each in range(version, VERSION):
        MIGRATIONS[each](connection)
    connection.execute(f"PRAGMA user_version = {VERSION}")


class Store:
    """Projects, their pages and labels.

    Creates the file if it is missing. A file of another program raises `InputError`. The store
    lends each connection to one thread at a time.
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
    def read(self) -> Iterator[sqlite3.Connection]:
        """Open a read transaction: a consistent snapshot."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """Open a write transaction: at its end all data is on disk, or none."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    def close(self) -> None:
        """Close all connections; no thread may be inside a transaction."""
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
            connection = self._acquire()
            yield connection
        except PROGRAM_ERRORS:
            raise
        except sqlite3.DatabaseError as error:
            if connection:
                connection.close()
                connection = None
            raise self._describe(error) from error
        finally:
            if connection:
                self._release(connection)

    def _acquire(self) -> sqlite3.Connection:
        with self._lock:
            if self._is_closed:
                raise InputError(f"{str(self.path)!r} is closed; open it again")
            if self._process != os.getpid():
                # SQLite forbids using or closing a connection after a fork.
                self._abandoned, self._idle = self._idle, []
                self._process = os.getpid()
            if self._idle:
                return self._idle.pop()
        connection = sqlite3.connect(
            self.path, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
        )
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _release(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._is_closed:
                self._idle.append(connection)
                return
        connection.close()

    def _prepare(self, connection: sqlite3.Connection) -> None:
        if self._version(connection) == VERSION:
            return
        self._enable_wal(connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have created or upgraded the tables.
            version = self._version(connection)
            if version is None:
                create_tables(connection)
            elif version < VERSION:
                upgrade_tables(connection, version)
            connection.execute("COMMIT")
        except BaseException:
            roll_back(connection)
            raise

    def _version(self, connection: sqlite3.Connection) -> int | None:
        """Version of the file's tables; None for an empty file."""
        # One statement, so that all values are from before or after another process's commit.
        application, version, tables = connection.execute(
            "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)"
            " FROM pragma_application_id, pragma_user_version"
        ).fetchone()
        if not tables and not application:
            return None
        if application != APPLICATION_ID:
            raise InputError(
                f"{str(self.path)!r} is a database of another program; choose another file name for"
                " the annotations"
            )
        if version > VERSION:
            raise InputError(
                f"{str(self.path)!r} was written by a newer webwinnow (file version {version},"
                f" supported {VERSION}); update webwinnow"
            )
        if version < OLDEST_VERSION:
            raise InputError(
                f"{str(self.path)!r} was written before the first release and cannot be upgraded;"
                " choose another file name for the annotations"
            )
        return int(version)

    def _enable_wal(self, connection: sqlite3.Connection) -> None:
        """Switch to write-ahead logging, so that readers do not wait for writers.

        SQLite ignores its busy timeout for this statement, so this method retries.
        """
        deadline = time.monotonic() + BUSY_TIMEOUT
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if str(error) not in LOCKED_MESSAGES or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def _describe(self, error: sqlite3.DatabaseError) -> StoreUnusable:
        name, what = str(self.path), str(error)
        if what in LOCKED_MESSAGES:
            remedy = f"another program has locked it for {BUSY_TIMEOUT:g} s; try again"
        elif what == "unable to open database file":
            remedy = "check that its folder exists, and your permissions"
        elif what == "file is not a database":
            remedy = "choose another file name for the annotations"
        elif isinstance(error, sqlite3.OperationalError):
            remedy = "check its disk and your permissions"
        else:
            remedy = f"restore a backup, or recover the readable part: sqlite3 {name} .recover"
        return StoreUnusable(f"cannot use {name!r} ({what}); {remedy}")


def roll_back(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.DatabaseError):  # the first error is the one to report
        connection.execute("ROLLBACK")
