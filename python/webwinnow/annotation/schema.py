"""The tables, and what brings older files up to date."""

import sqlite3
from collections.abc import Callable

__all__ = ["APPLICATION", "OLDEST", "VERSION", "create", "upgrade"]

# "wwan", written where SQLite keeps what a file is for.
APPLICATION = 0x7777616E
VERSION = 2
# Older files were written before any release.
OLDEST = 2

# Numbers are never given twice: a window that shows a page which was deleted must not label
# another.
TABLES = """
CREATE TABLE project (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,           -- the name, whatever the case of its letters
    created REAL NOT NULL,              -- seconds since 1970, as all times
    prelabel TEXT,                      -- the method whose labels people begin with
    instructions TEXT NOT NULL DEFAULT ''
);
CREATE TABLE page (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project INTEGER NOT NULL REFERENCES project ON DELETE CASCADE,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    url TEXT,
    site TEXT NOT NULL,                 -- 'unknown' where nobody tells
    type TEXT,
    charset TEXT,                       -- as the server declared it
    title TEXT,
    words INTEGER NOT NULL,             -- to be seen
    digest BLOB NOT NULL,               -- SHA-256 of the HTML
    reading INTEGER NOT NULL DEFAULT 1, -- the one that labels belong to
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
    texts BLOB NOT NULL,                -- of the runs: JSON, zlib
    block BLOB NOT NULL,                -- by run: 32-bit integers, little end first, zlib
    markup BLOB NOT NULL,               -- by run: a byte each, zlib
    PRIMARY KEY (page, number)
);
CREATE TABLE annotator (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project INTEGER NOT NULL REFERENCES project ON DELETE CASCADE,
    name TEXT NOT NULL,                 -- '' decides where others differ
    key TEXT NOT NULL,                  -- as that of a project
    UNIQUE (project, key)
);
CREATE TABLE marks (
    page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
    annotator INTEGER NOT NULL REFERENCES annotator ON DELETE CASCADE,
    labels BLOB NOT NULL,               -- by run: a byte each
    state TEXT NOT NULL CHECK (state IN ('untouched', 'begun', 'done')),
    prelabelled TEXT,                   -- by which method, or set
    carried INTEGER,                    -- visible runs that a new reading brought; NULL for none
    change INTEGER NOT NULL DEFAULT 0,  -- grows by one with each change
    PRIMARY KEY (page, annotator)
);
CREATE TABLE act (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
    annotator INTEGER NOT NULL REFERENCES annotator ON DELETE CASCADE,
    reading INTEGER NOT NULL,
    time REAL NOT NULL,
    changes TEXT NOT NULL,              -- JSON: [[run, old label, new label], …]
    undone INTEGER NOT NULL DEFAULT 0   -- 1: can be done again; 2: something else was done then
);
CREATE INDEX act_by_page ON act (page, annotator, id);
"""

# What makes version n + 1 of version n, by n.
MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {}


def create(connection: sqlite3.Connection) -> None:
    """Inside of a transaction; `executescript` would end it."""
    for statement in TABLES.split(";\n"):
        if statement.strip():
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def upgrade(connection: sqlite3.Connection, version: int) -> None:
    """Likewise."""
    for each in range(version, VERSION):
        MIGRATIONS[each](connection)
    connection.execute(f"PRAGMA user_version = {VERSION}")
