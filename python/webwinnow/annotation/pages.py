"""The pages of a project: what comes in, what is told of them, what is read again."""

import sqlite3
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256

from webwinnow._core import Page
from webwinnow.annotation import carry
from webwinnow.annotation.carry import StoredReading
from webwinnow.annotation.errors import AnnotationError, NotThere, Taken, TooLarge
from webwinnow.annotation.projects import LONGEST_NAME, checked_name, project_in
from webwinnow.annotation.run_layout import Reading, pack_texts
from webwinnow.annotation.store import Store
from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.io.hosts import site_of
from webwinnow.messages import describe_error
from webwinnow.metadata import metadata

__all__ = [
    "MOST_BYTES",
    "UNKNOWN_SITE",
    "Added",
    "PageInfo",
    "add_page",
    "add_pages",
    "change_page",
    "delete_page",
    "page_info",
    "page_infos",
    "parsed",
]

# Texts between two tags: more than lists in a browser can take.
MOST_RUNS = 250_000
MOST_BYTES = 32 * 2**20
# Of all pages of which nobody tells the site: they may be of one, so no split parts them.
UNKNOWN_SITE = "unknown"
# Not the HTML, which is large.
COLUMNS = "id, project, name, position, url, site, type, charset, title, words, reading"


@dataclass(frozen=True)
class PageInfo:
    id: int
    project: int
    name: str
    position: int
    url: str | None
    site: str
    type: str | None
    charset: str | None
    title: str | None
    words: int  # to be seen
    reading: int  # grows where another version of the parser cuts the page differently


@dataclass
class Added:
    """What became of pages that were to be added."""

    pages: list[int] = field(default_factory=list)  # their numbers
    same: int = 0  # were there already
    refused: list[Problem] = field(default_factory=list)  # pages, and golds of pages


def add_page(store: Store, project: int, page: GoldPage) -> int:
    """The number of the new page; its gold is left aside. `Taken` where the project has the page.

    A name that another page has gets a number behind it.
    """
    found = checked(page)
    digest, reading = sha256(page.html).digest(), Reading.of(found)
    texts, (block, markup) = pack_texts(found), reading.pack()
    packed, words = zlib.compress(page.html), int(found.runs.words[reading.is_visible].sum())
    url = "".join((page.url or "").split()) or None  # as browsers read it
    told = metadata(found, url=url)
    rest = url, page.type, page.charset, told.title
    with store.writing() as db:
        project_in(db, project)
        refuse_twice(db, project, digest)
        name = free_name(db, project, checked_name(page.name[:LONGEST_NAME], "page"))
        (position,) = db.execute(
            "SELECT coalesce(max(position), 0) + 1 FROM page WHERE project = ?", (project,)
        ).fetchone()
        site = page.site or site_of(url) or site_of(told.url) or UNKNOWN_SITE
        made = db.execute(
            "INSERT INTO page (project, name, position, site, words, digest, url, type, charset,"
            " title) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (project, name, position, site, words, digest, *rest),
        )
        db.execute("INSERT INTO html VALUES (?, ?)", (made.lastrowid, packed))
        db.execute(
            "INSERT INTO reading VALUES (?, 1, ?, ?, ?)", (made.lastrowid, texts, block, markup)
        )
        return int(made.lastrowid or 0)


def add_pages(
    store: Store,
    project: int,
    pages: Iterable[GoldPage],
    *,
    also: Callable[[int, GoldPage], None] | None = None,
) -> Added:
    """One by one: what is added stays, whatever becomes of the rest. `also` is done to each, and to
    those that were there already.
    """
    added = Added()
    for page in pages:
        try:
            number = add_or_find(store, project, page, added)
            if also:
                also(number, page)
        except (NotThere, OSError):
            raise
        except AnnotationError as error:
            added.refused.append(Problem(page.name, describe_error(error)))
    return added


def add_or_find(store: Store, project: int, page: GoldPage, added: Added) -> int:
    try:
        number = add_page(store, project, page)
    except Taken as error:
        if error.page is None:
            raise
        added.same += 1
        return error.page
    added.pages.append(number)
    return number


def checked(page: GoldPage) -> Page:
    if len(page.html) > MOST_BYTES:
        raise TooLarge(
            f"the page {page.name!r} has {len(page.html) / 2**20:.1f} MB; {MOST_BYTES >> 20} are"
            " allowed"
        )
    found = Page(page.html, charset=page.charset)
    if len(found.runs) > MOST_RUNS:
        raise TooLarge(
            f"the page {page.name!r} has {len(found.runs):,} texts; {MOST_RUNS:,} are allowed"
        )
    if found.not_html:
        raise AnnotationError(f"{page.name!r} is not HTML, it is {found.not_html}")
    if not Reading.of(found).is_visible.any():
        raise AnnotationError(f"the page {page.name!r} has no visible text; nothing to label")
    return found


def refuse_twice(db: sqlite3.Connection, project: int, digest: bytes) -> None:
    row = db.execute(
        "SELECT id, name FROM page WHERE project = ? AND digest = ?", (project, digest)
    ).fetchone()
    if row:
        raise Taken(f"the project has this page already, as {row['name']!r}", row["id"])


def free_name(db: sqlite3.Connection, project: int, name: str) -> str:
    free, number = name, 1
    while db.execute(
        "SELECT 1 FROM page WHERE project = ? AND name = ?", (project, free)
    ).fetchone():
        number += 1
        free = f"{name} ({number})"
    return free


def change_page(store: Store, id: int, *, site: str) -> PageInfo:
    """A site may be told by any address on it."""
    site = site_of(site) or checked_name(site, "site").casefold()
    with store.writing() as db:
        page_in(db, id)
        db.execute("UPDATE page SET site = ? WHERE id = ?", (site, id))
        return page_in(db, id)


def delete_page(store: Store, id: int) -> None:
    """With all that was said of it."""
    with store.writing() as db:
        page_in(db, id)
        db.execute("DELETE FROM page WHERE id = ?", (id,))


def page_infos(store: Store, project: int) -> list[PageInfo]:
    """In the order in which they came."""
    with store.reading() as db:
        project_in(db, project)
        rows = db.execute(
            f"SELECT {COLUMNS} FROM page WHERE project = ? ORDER BY position", (project,)
        )
        return [PageInfo(**row) for row in rows]


def page_info(store: Store, id: int) -> PageInfo:
    with store.reading() as db:
        return page_in(db, id)


def page_in(db: sqlite3.Connection, id: int) -> PageInfo:
    row = db.execute(f"SELECT {COLUMNS} FROM page WHERE id = ?", (id,)).fetchone()
    if row is None:
        raise NotThere(f"no page has the number {id}; it may have been deleted")
    return PageInfo(**row)


def reading_in(db: sqlite3.Connection, page: PageInfo) -> Reading:
    """As the page was when it was labelled last; the page itself is not read."""
    row = db.execute(
        "SELECT block, markup FROM reading WHERE page = ? AND number = ?", (page.id, page.reading)
    ).fetchone()
    return Reading.unpack(*row)


def parsed(store: Store, id: int) -> tuple[Page, PageInfo]:
    """The page, to which the labels in the store belong from now on.

    Where this version of the parser cuts it into other runs, they are carried over first.
    """
    with store.reading() as db:
        info = page_in(db, id)
        (packed,) = db.execute("SELECT packed FROM html WHERE page = ?", (id,)).fetchone()
        stored = StoredReading.of(db, id)
    page = Page(zlib.decompress(packed), charset=info.charset)
    if stored.is_of(page):
        return page, info
    with store.writing() as db:
        page_in(db, id)
        carry.over(db, id, page)
        return page, page_in(db, id)
