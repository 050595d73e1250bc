"""All addresses of a crawl and what became of them, in one SQLite file.

Nothing is on disk before `commit`, and all of it is then, with how far archive and texts reach.
"""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from webwinnow.errors import InputError

__all__ = ["Address", "Frontier", "Waiting"]

VERSION = 1
# States of an address. Taken are those handed out and not yet settled.
WAITING, TAKEN, DONE, FAILED, SKIPPED = range(5)

SCHEMA = f"""
CREATE TABLE IF NOT EXISTS address (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    site TEXT NOT NULL,
    depth INTEGER NOT NULL,
    hops INTEGER NOT NULL,
    is_seed INTEGER NOT NULL DEFAULT 0,
    state INTEGER NOT NULL DEFAULT {WAITING},
    failures INTEGER NOT NULL DEFAULT 0,
    reason TEXT,
    place INTEGER,
    is_clean INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS waiting ON address (site, depth, failures, id) WHERE state = {WAITING};
CREATE INDEX IF NOT EXISTS unclean ON address (place) WHERE state = {DONE} AND NOT is_clean;
CREATE TABLE IF NOT EXISTS site (
    name TEXT PRIMARY KEY,
    waiting INTEGER NOT NULL,
    is_left INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS open_site ON site (name) WHERE waiting > 0 AND NOT is_left;
CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value);
"""
ADD = """
INSERT INTO address (url, site, depth, hops, is_seed, state, reason) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING
"""
COUNT_WAITING = """
INSERT INTO site (name, waiting) VALUES (?, 1)
ON CONFLICT (name) DO UPDATE SET waiting = waiting + 1
"""
NEXT_OF_SITE = f"""
SELECT id, url, site, depth, hops FROM address
WHERE site = ? AND state = {WAITING} ORDER BY depth, failures, id LIMIT 1
"""
NEXT_SITE = "SELECT name FROM site WHERE waiting > 0 AND NOT is_left AND name > ? ORDER BY name"
UNCLEAN = f"""
SELECT url, place FROM address WHERE state = {DONE} AND NOT is_clean AND place > ?
ORDER BY place LIMIT ?
"""
RECOUNT = f"""
INSERT INTO site (name, waiting)
SELECT site, count(*) FROM address WHERE state = {WAITING} GROUP BY site
"""


class Address(NamedTuple):
    """One to be asked for."""

    id: int
    url: str
    site: str
    depth: int  # links from a seed
    hops: int  # redirects that led here


class Waiting(NamedTuple):
    """One to be added."""

    url: str
    site: str
    depth: int
    hops: int = 0
    is_seed: bool = False
    reason: str | None = None  # why it is skipped at once


class Frontier:
    def __init__(self, path: Path) -> None:
        self.path, self.changes = path, 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.db = sqlite3.connect(path, timeout=0, isolation_level=None)
            # Two crawls must not write the same archive: the lock is held until the end.
            self.db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self.db.execute("BEGIN IMMEDIATE")
        except (OSError, sqlite3.OperationalError) as error:
            raise self.problem(error) from error
        except sqlite3.DatabaseError as error:
            raise InputError(
                f"{str(path)!r} is not the state of a crawl ({error}); name another output"
            ) from error
        self.migrate()

    def problem(self, error: Exception) -> InputError:
        if "locked" in str(error):
            what = f"{str(self.path)!r} is in use by another crawl; wait for its end"
            return InputError(f"{what}, or name another output")
        return InputError(f"cannot write {str(self.path)!r} ({error}); name another output")

    def migrate(self) -> None:
        for statement in SCHEMA.split(";"):
            self.db.execute(statement)
        version = self.fact("version")
        if version is None:
            self.remember("version", VERSION)
        elif version != VERSION:
            raise InputError(
                f"{str(self.path)!r} is of another version of webwinnow; go on with that one, "
                "or name another output"
            )

    # Facts: how far other files reach, and whose state this is

    def fact(self, name: str) -> str | int | None:
        row = self.db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def remember(self, name: str, value: str | int) -> None:
        self.db.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, value))

    # Addresses in

    def add(self, addresses: Iterable[Waiting]) -> None:
        """Those that are new; one that is known stays as it is."""
        for new in addresses:
            state = SKIPPED if new.reason else WAITING
            row = (new.url, new.site, new.depth, new.hops, new.is_seed, state, new.reason)
            if self.db.execute(ADD, row).rowcount and state == WAITING:
                self.db.execute(COUNT_WAITING, (new.site,))

    def recover(self, again: Iterable[str], *, max_depth: int, too_deep: str) -> None:
        """Begin another run: what was taken or failed waits again, as does what was skipped for
        one of the reasons `again`, or as `too_deep` where that is no longer so."""
        self.db.execute(f"UPDATE address SET state = {WAITING} WHERE state IN ({TAKEN}, {FAILED})")
        revive = f"UPDATE address SET state = {WAITING}, reason = NULL WHERE state = {SKIPPED}"
        for reason in again:
            self.db.execute(f"{revive} AND reason = ?", (reason,))
        self.db.execute(f"{revive} AND reason = ? AND depth <= ?", (too_deep, max_depth))
        self.db.execute("DELETE FROM site")
        self.db.execute(RECOUNT)

    # Addresses out

    def next_site(self, after: str, busy: set[str]) -> str | None:
        """The next site in turn that has an address waiting, and is not busy."""
        for start in (after, ""):
            for (name,) in self.db.execute(NEXT_SITE, (start,)):
                if name not in busy:
                    return str(name)
        return None

    def peek(self, site: str) -> Address | None:
        """The site's next address: shallow ones first, so that endless paths come last."""
        row = self.db.execute(NEXT_OF_SITE, (site,)).fetchone()
        return Address(*row) if row else None

    def take(self, address: Address) -> None:
        self.settle(address, TAKEN)
        self.db.execute("UPDATE site SET waiting = waiting - 1 WHERE name = ?", (address.site,))

    def give_back(self, address: Address) -> None:
        self.settle(address, WAITING)
        self.db.execute(COUNT_WAITING, (address.site,))

    def leave(self, site: str) -> None:
        """Nothing more of this site in this run."""
        self.db.execute("UPDATE site SET is_left = 1 WHERE name = ?", (site,))

    # What became of them

    def done(self, address: Address, place: int) -> None:
        """Its page begins at this byte of the archive."""
        self.db.execute(
            f"UPDATE address SET state = {DONE}, place = ?, reason = NULL WHERE id = ?",
            (place, address.id),
        )

    def failed(self, address: Address, reason: str) -> None:
        self.settle(address, FAILED, reason)
        self.db.execute("UPDATE address SET failures = failures + 1 WHERE id = ?", (address.id,))

    def skipped(self, address: Address, reason: str) -> None:
        self.settle(address, SKIPPED, reason)

    def settle(self, address: Address, state: int, reason: str | None = None) -> None:
        self.db.execute(
            "UPDATE address SET state = ?, reason = ? WHERE id = ?", (state, reason, address.id)
        )

    # Texts

    def unclean(self, after: int, count: int) -> list[tuple[str, int]]:
        """Address and place of pages past a place of the archive whose text is not yet written."""
        return self.db.execute(UNCLEAN, (after, count)).fetchall()

    def cleaned(self, urls: Iterable[str]) -> None:
        self.db.executemany("UPDATE address SET is_clean = 1 WHERE url = ?", [(u,) for u in urls])

    # Counts

    def count(self, state: int) -> int:
        return int(
            self.db.execute("SELECT count(*) FROM address WHERE state = ?", (state,)).fetchone()[0]
        )

    def waiting(self) -> int:
        return int(self.db.execute("SELECT coalesce(sum(waiting), 0) FROM site").fetchone()[0])

    def is_empty(self) -> bool:
        """Whether no address is left to take in this run."""
        return self.db.execute(NEXT_SITE + " LIMIT 1", ("",)).fetchone() is None

    def reasons(self, state: int) -> dict[str, int]:
        """How many addresses of the state there are, by reason; the most frequent first."""
        return dict(
            self.db.execute(
                "SELECT reason, count(*) AS n FROM address WHERE state = ? "
                "GROUP BY reason ORDER BY n DESC, reason",
                (state,),
            )
        )

    def fruitless_seeds(self, but: str) -> list[tuple[str, str]]:
        """Seeds that came to nothing and why, `but` those for that reason."""
        return self.db.execute(
            "SELECT url, reason FROM address WHERE is_seed AND state IN (?, ?) AND reason <> ?",
            (FAILED, SKIPPED, but),
        ).fetchall()

    @property
    def is_changed(self) -> bool:
        """Whether there is anything to commit."""
        return self.db.total_changes != self.changes

    def commit(self) -> None:
        self.changes = self.db.total_changes
        self.db.execute("COMMIT")
        self.db.execute("BEGIN IMMEDIATE")

    def close(self) -> None:
        """What was not committed is lost."""
        self.db.close()
