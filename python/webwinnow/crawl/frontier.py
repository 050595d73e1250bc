"""The frontier: all URLs of a crawl and their states, in one SQLite file.

`commit` writes all changes at once, together with the committed sizes of archive and texts.
"""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from webwinnow.crawl.reasons import NOT_HTML, TOO_DEEP, TOO_MANY_STYLES
from webwinnow.errors import InputError

VERSION = 2
# States of a URL; TAKEN: requested and not settled yet; DONE and STYLED: a page or a style sheet in
# the archive.
WAITING, TAKEN, DONE, FAILED, SKIPPED, STYLED = range(6)

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
    is_clean INTEGER NOT NULL DEFAULT 0,
    is_style INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS waiting_in_order ON address (site, is_style DESC, depth, failures, id)
WHERE state = {WAITING};
CREATE INDEX IF NOT EXISTS waiting_style ON address (site) WHERE state = {WAITING} AND is_style;
CREATE INDEX IF NOT EXISTS unclean ON address (place) WHERE state = {DONE} AND NOT is_clean;
CREATE INDEX IF NOT EXISTS failed ON address (state) WHERE state = {FAILED};
CREATE TABLE IF NOT EXISTS site (
    name TEXT PRIMARY KEY,
    waiting INTEGER NOT NULL,
    is_left INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS open_site ON site (name) WHERE waiting > 0 AND NOT is_left;
CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value);
"""
ADD = """
INSERT INTO address (url, site, depth, hops, is_seed, state, reason, is_style)
VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
# A page linked to it first. Other URLs that wait as pages stay pages, so that no page is lost.
TAKE_AS_STYLE = f"""
UPDATE address SET is_style = 1 WHERE url = ? AND (
    state = {SKIPPED} AND reason IN ('{NOT_HTML}', '{TOO_MANY_STYLES}')
    OR state = {WAITING} AND NOT is_style AND (url GLOB '*.css' OR url GLOB '*.css[?]*')
)
"""
COUNT_STYLES = f"""
SELECT count(*) FROM address WHERE is_style
AND NOT (state = {SKIPPED} AND reason = '{TOO_MANY_STYLES}')
"""
# Version 1 had no style sheets.
MIGRATE = [
    "ALTER TABLE address ADD COLUMN is_style INTEGER NOT NULL DEFAULT 0",
    "DROP INDEX IF EXISTS waiting",
]
SHORTEN = f"""
UPDATE address SET depth = :depth WHERE url = :url AND depth > :depth
AND (state = {WAITING} OR state = {SKIPPED} AND reason = '{TOO_DEEP}')
"""
REVIVE = f"UPDATE address SET state = {WAITING}, reason = NULL WHERE state = {SKIPPED}"
COUNT_WAITING = """
INSERT INTO site (name, waiting) VALUES (?, 1)
ON CONFLICT (name) DO UPDATE SET waiting = waiting + 1
"""
NEXT_OF_SITE = f"""
SELECT id, url, site, depth, hops, is_style FROM address
WHERE site = ? AND state = {WAITING} ORDER BY is_style DESC, depth, failures, id LIMIT 1
"""
FIRST_PAGE = f"""
SELECT id, url, site, depth, hops FROM address
WHERE site = ? AND state = {DONE} ORDER BY id LIMIT 1
"""
NEXT_SITE = "SELECT name FROM site WHERE waiting > 0 AND NOT is_left AND name > ? ORDER BY name"
# CROSS JOIN: SQLite must start from the few style sheets, not from all sites.
NEXT_STYLE_SITE = f"""
SELECT DISTINCT address.site FROM address CROSS JOIN site ON site.name = address.site
WHERE address.state = {WAITING} AND address.is_style AND NOT site.is_left AND address.site > ?
ORDER BY address.site
"""
UNCLEAN = f"""
SELECT url, place FROM address WHERE state = {DONE} AND NOT is_clean AND place > ?
ORDER BY place LIMIT ?
"""
RECOUNT = f"""
INSERT INTO site (name, waiting)
SELECT site, count(*) FROM address WHERE state = {WAITING} GROUP BY site
"""


class QueuedUrl(NamedTuple):
    """A URL of the frontier."""

    id: int
    url: str
    site: str
    depth: int  # links from a seed
    hops: int  # redirects, or style sheets that import it, before it
    is_style: int = 0  # a style sheet, not a page


class NewUrl(NamedTuple):
    """A URL to add to the frontier."""

    url: str
    site: str
    depth: int
    hops: int = 0
    is_seed: bool = False
    reason: str | None = None  # skip it at once for this reason
    is_style: bool = False


class Frontier:
    def __init__(self, path: Path) -> None:
        self.path, self.changes = path, 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.db = sqlite3.connect(path, timeout=0, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise self.input_error(error) from error
        try:
            # The lock is held until the end: two crawls must not write the same archive.
            self.db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self.db.execute("BEGIN IMMEDIATE")
            self.migrate()
            # Style sheets that were requested or will be.
            self.styles = int(self.db.execute(COUNT_STYLES).fetchone()[0])
        except sqlite3.Error as error:
            self.db.close()
            raise self.input_error(error) from error
        except BaseException:
            self.db.close()
            raise

    def input_error(self, error: OSError | sqlite3.Error) -> InputError:
        state = repr(str(self.path))
        if "locked" in str(error):
            what = f"{state} is in use by another crawl; wait for its end, or name another output"
        elif isinstance(error, OSError | sqlite3.OperationalError):
            what = f"cannot write {state} ({error}); free some space, or name another output"
        elif "not a database" in str(error):
            what = f"{state} is not the state of a crawl ({error}); name another output"
        else:
            what = f"{state} is damaged ({error}); restore a copy, or name another output"
        return InputError(what)

    def migrate(self) -> None:
        version = self.stored_version()
        for statement in MIGRATE if version == 1 else []:
            self.db.execute(statement)
        for statement in SCHEMA.split(";"):
            self.db.execute(statement)
        if version in {None, 1}:
            self.set_fact("version", VERSION)
        elif version != VERSION:
            raise InputError(
                f"{str(self.path)!r} belongs to another version of webwinnow; resume with that "
                "version, or name another output"
            )

    def stored_version(self) -> str | int | None:
        """The version of the file; None for a new file."""
        query = "SELECT 1 FROM sqlite_master WHERE name = 'fact'"
        return self.get_fact("version") if self.db.execute(query).fetchone() else None

    # Facts: the identity of the crawl, and the committed sizes of its files

    def get_fact(self, name: str) -> str | int | None:
        row = self.db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def set_fact(self, name: str, value: str | int) -> None:
        self.db.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, value))

    # Adding URLs

    def add(self, urls: Iterable[NewUrl], *, max_styles: int | None = None) -> None:
        """Add new URLs; a known URL that was never requested gets the smaller depth.

        New style sheets are skipped if the crawl has `max_styles` already.
        """
        for new in urls:
            if new.is_style and max_styles is not None and self.styles >= max_styles:
                new = new._replace(reason=TOO_MANY_STYLES)
            state = SKIPPED if new.reason else WAITING
            row = (*new[:5], state, new.reason, new.is_style)
            is_new = self.db.execute(ADD, row).rowcount
            waits = is_new or (self.take_as_style(new) if new.is_style else self.shorten(new))
            if waits and state == WAITING:
                self.db.execute(COUNT_WAITING, (new.site,))
            if is_new and new.is_style and not new.reason:
                self.styles += 1

    def take_as_style(self, new: NewUrl) -> int:
        """Request a known URL as a style sheet; return 1 if it was skipped and now waits, else 0.

        A link in a page may have led to it before, or the crawl had too many style sheets.
        """
        if new.reason or not self.db.execute(TAKE_AS_STYLE, (new.url,)).rowcount:
            return 0
        self.styles += 1
        return self.db.execute(f"{REVIVE} AND url = ?", (new.url,)).rowcount

    def shorten(self, new: NewUrl) -> int:
        """Reduce the depth of a known URL; return 1 if it was too deep and now waits, else 0."""
        path = {"url": new.url, "depth": new.depth}
        if not self.db.execute(SHORTEN, path).rowcount or new.reason:
            return 0
        return self.db.execute(f"{REVIVE} AND url = ?", (new.url,)).rowcount

    def recover(self, again: Iterable[str], *, max_depth: int) -> None:
        """Prepare another run: taken and failed URLs wait again.

        So do URLs skipped for one of the reasons `again`, and those within the new `max_depth`.
        """
        self.db.execute(f"UPDATE address SET state = {WAITING} WHERE state IN ({TAKEN}, {FAILED})")
        for reason in again:
            self.db.execute(f"{REVIVE} AND reason = ?", (reason,))
        self.db.execute(f"{REVIVE} AND reason = ? AND depth <= ?", (TOO_DEEP, max_depth))
        self.db.execute("DELETE FROM site")
        self.db.execute(RECOUNT)

    # Taking URLs

    def next_site(self, after: str, busy: set[str], *, for_styles: bool = False) -> str | None:
        """Return the next site in round-robin order that has a waiting URL and is not busy.

        With `for_styles`, the site has a waiting style sheet.
        """
        query = NEXT_STYLE_SITE if for_styles else NEXT_SITE
        for start in (after, ""):
            for (name,) in self.db.execute(query, (start,)):
                if name not in busy:
                    return str(name)
        return None

    def peek(self, site: str) -> QueuedUrl | None:
        """Return the site's next URL: style sheets first, so that a limited number of pages has its
        own, then shallow pages, so that endless paths come last.
        """
        row = self.db.execute(NEXT_OF_SITE, (site,)).fetchone()
        return QueuedUrl(*row) if row else None

    def first_page(self, site: str) -> QueuedUrl | None:
        """Return the first page that the site delivered."""
        row = self.db.execute(FIRST_PAGE, (site,)).fetchone()
        return QueuedUrl(*row) if row else None

    def take(self, url: QueuedUrl) -> None:
        self.set_state(url, TAKEN)
        self.db.execute("UPDATE site SET waiting = waiting - 1 WHERE name = ?", (url.site,))

    def release(self, url: QueuedUrl) -> None:
        self.set_state(url, WAITING)
        self.db.execute(COUNT_WAITING, (url.site,))

    def skip_site(self, site: str) -> None:
        """Request no more URLs of this site in this run."""
        self.db.execute("UPDATE site SET is_left = 1 WHERE name = ?", (site,))

    # Results

    def mark_done(self, url: QueuedUrl, offset: int) -> None:
        """Store the offset of the page or style sheet in the archive."""
        self.db.execute(
            "UPDATE address SET state = ?, place = ?, reason = NULL WHERE id = ?",
            (STYLED if url.is_style else DONE, offset, url.id),
        )

    def mark_failed(self, url: QueuedUrl, reason: str) -> None:
        self.set_state(url, FAILED, reason)
        self.db.execute("UPDATE address SET failures = failures + 1 WHERE id = ?", (url.id,))

    def mark_skipped(self, url: QueuedUrl, reason: str) -> None:
        self.set_state(url, SKIPPED, reason)

    def set_state(self, url: QueuedUrl, state: int, reason: str | None = None) -> None:
        self.db.execute(
            "UPDATE address SET state = ?, reason = ? WHERE id = ?", (state, reason, url.id)
        )

    # Texts

    def pages_without_text(self, after: int, count: int) -> list[tuple[str, int]]:
        """Return URL and offset of pages without a text, after an offset of the archive."""
        return self.db.execute(UNCLEAN, (after, count)).fetchall()

    def mark_cleaned(self, urls: Iterable[str]) -> None:
        self.db.executemany("UPDATE address SET is_clean = 1 WHERE url = ?", [(u,) for u in urls])

    # Counts

    def count(self, state: int) -> int:
        # The literal state lets SQLite use the partial index of failed URLs.
        query = f"SELECT count(*) FROM address WHERE state = {state:d}"
        return int(self.db.execute(query).fetchone()[0])

    def count_waiting(self) -> int:
        return int(self.db.execute("SELECT coalesce(sum(waiting), 0) FROM site").fetchone()[0])

    def has_waiting_style(self) -> bool:
        """True if a style sheet is left to take in this run."""
        return self.next_site("", set(), for_styles=True) is not None

    def is_empty(self) -> bool:
        """True if no URL is left to take in this run."""
        return self.db.execute(NEXT_SITE + " LIMIT 1", ("",)).fetchone() is None

    def count_reasons(self, state: int) -> dict[str, int]:
        """Count the URLs of a state by reason, the most frequent first."""
        return dict(
            self.db.execute(
                "SELECT reason, count(*) AS n FROM address WHERE state = ? "
                "GROUP BY reason ORDER BY n DESC, reason",
                (state,),
            )
        )

    def failed_seeds(self, but: str) -> list[tuple[str, str]]:
        """Return seeds without a page and the reason, except for the reason `but`."""
        return self.db.execute(
            "SELECT url, reason FROM address WHERE is_seed AND state IN (?, ?) AND reason <> ?",
            (FAILED, SKIPPED, but),
        ).fetchall()

    @property
    def is_changed(self) -> bool:
        """True if there are changes to commit."""
        return self.db.total_changes != self.changes

    def commit(self) -> None:
        self.changes = self.db.total_changes
        self.db.execute("COMMIT")
        self.db.execute("BEGIN IMMEDIATE")

    def close(self) -> None:
        """Close the file; uncommitted changes are lost."""
        self.db.close()
