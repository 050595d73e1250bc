"""Pages of a project: add, list, change, delete, parse."""

import sqlite3
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256

from webwinnow._core import Page
from webwinnow.annotation.errors import AlreadyExists, AnnotationError, NotFound, PageTooLarge
from webwinnow.annotation.projects import MAX_NAME, checked_name, load_project
from webwinnow.annotation.run_layout import (
    RunLayout,
    StoredLayout,
    compress_texts,
    transfer_labels,
)
from webwinnow.annotation.store import Store
from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.hosts import site_of
from webwinnow.messages import describe_error
from webwinnow.metadata import metadata

# More runs than a list in a browser can show.
MAX_RUNS = 250_000
MAX_PAGE_BYTES = 32 * 2**20
# Site of all pages without a known one. They may share a site, so a split keeps them together.
UNKNOWN_SITE = "unknown"
# All but the HTML, which is large.
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
    words: int  # visible words
    reading: int  # incremented when a new parser version finds other runs


@dataclass
class AddedPages:
    """Result of adding pages."""

    pages: list[int] = field(default_factory=list)  # ids of the new pages
    same: int = 0  # pages that the project already had
    rejected: list[Problem] = field(default_factory=list)  # pages, or their gold


def add_page(store: Store, project: int, page: GoldPage) -> int:
    """Add a page without its gold; return its id. A page that the project has raises
    `AlreadyExists`. A name that is taken gets a number.
    """
    found = parse_checked(page)
    digest, layout = sha256(page.html).digest(), RunLayout.of(found)
    texts, (block, markup) = compress_texts(found), layout.compress()
    compressed, words = zlib.compress(page.html), int(found.runs.words[layout.is_visible].sum())
    url = "".join((page.url or "").split()) or None  # as browsers do
    found_metadata = metadata(found, url=url)
    optional = url, page.type, page.charset, found_metadata.title
    with store.write() as db:
        load_project(db, project)
        reject_duplicate(db, project, digest)
        name = free_name(db, project, checked_name(page.name[:MAX_NAME], "page"))
        (position,) = db.execute(
            "SELECT coalesce(max(position), 0) + 1 FROM page WHERE project = ?", (project,)
        ).fetchone()
        site = page.site or site_of(url) or site_of(found_metadata.url) or UNKNOWN_SITE
        row = db.execute(
            "INSERT INTO page (project, name, position, site, words, digest, url, type, charset,"
            " title) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (project, name, position, site, words, digest, *optional),
        )
        db.execute("INSERT INTO html VALUES (?, ?)", (row.lastrowid, compressed))
        db.execute(
            "INSERT INTO reading VALUES (?, 1, ?, ?, ?)", (row.lastrowid, texts, block, markup)
        )
        return int(row.lastrowid or 0)


def add_pages(
    store: Store,
    project: int,
    pages: Iterable[GoldPage],
    *,
    after_each: Callable[[int, GoldPage], None] | None = None,
) -> AddedPages:
    """Add pages in one transaction each, so that a rejected page does not affect the others.

    `after_each` is called with the id of each page, new or already in the project.
    """
    added = AddedPages()
    for page in pages:
        try:
            number = add_or_find(store, project, page, added)
            if after_each:
                after_each(number, page)
        except (NotFound, OSError):
            raise
        except AnnotationError as error:
            added.rejected.append(Problem(page.name, describe_error(error)))
    return added


def add_or_find(store: Store, project: int, page: GoldPage, added: AddedPages) -> int:
    try:
        number = add_page(store, project, page)
    except AlreadyExists as error:
        if error.page is None:
            raise
        added.same += 1
        return error.page
    added.pages.append(number)
    return number


def parse_checked(page: GoldPage) -> Page:
    if len(page.html) > MAX_PAGE_BYTES:
        raise PageTooLarge(
            f"the page {page.name!r} has {len(page.html) / 2**20:.1f} MB; at most"
            f" {MAX_PAGE_BYTES >> 20} MB are allowed"
        )
    found = Page(page.html, charset=page.charset)
    if len(found.runs) > MAX_RUNS:
        raise PageTooLarge(
            f"the page {page.name!r} has {len(found.runs):,} runs; at most {MAX_RUNS:,} are allowed"
        )
    if found.not_html:
        raise AnnotationError(f"{page.name!r} is {found.not_html}, not HTML")
    if not RunLayout.of(found).is_visible.any():
        raise AnnotationError(f"the page {page.name!r} has no visible text to label")
    return found


def reject_duplicate(db: sqlite3.Connection, project: int, digest: bytes) -> None:
    row = db.execute(
        "SELECT id, name FROM page WHERE project = ? AND digest = ?", (project, digest)
    ).fetchone()
    if row:
        raise AlreadyExists(f"the project already has this page, as {row['name']!r}", row["id"])


def free_name(db: sqlite3.Connection, project: int, name: str) -> str:
    free, number = name, 1
    while db.execute(
        "SELECT 1 FROM page WHERE project = ? AND name = ?", (project, free)
    ).fetchone():
        number += 1
        free = f"{name} ({number})"
    return free


def change_page(store: Store, id: int, *, site: str) -> PageInfo:
    """Set the site of a page; `site` may be a URL of the site."""
    site = site_of(site) or checked_name(site, "site").casefold()
    with store.write() as db:
        load_page(db, id)
        db.execute("UPDATE page SET site = ? WHERE id = ?", (site, id))
        return load_page(db, id)


def delete_page(store: Store, id: int) -> None:
    """Delete a page with all its labels."""
    with store.write() as db:
        load_page(db, id)
        db.execute("DELETE FROM page WHERE id = ?", (id,))


def page_infos(store: Store, project: int) -> list[PageInfo]:
    """Pages of a project, in the order of their addition."""
    with store.read() as db:
        load_project(db, project)
        rows = db.execute(
            f"SELECT {COLUMNS} FROM page WHERE project = ? ORDER BY position", (project,)
        )
        return [PageInfo(**row) for row in rows]


def page_info(store: Store, id: int) -> PageInfo:
    with store.read() as db:
        return load_page(db, id)


def load_page(db: sqlite3.Connection, id: int) -> PageInfo:
    row = db.execute(f"SELECT {COLUMNS} FROM page WHERE id = ?", (id,)).fetchone()
    if row is None:
        raise NotFound(f"no page has the id {id}; it may have been deleted")
    return PageInfo(**row)


def load_layout(db: sqlite3.Connection, page: PageInfo) -> RunLayout:
    """Load the layout that the labels belong to, without parsing the page."""
    row = db.execute(
        "SELECT block, markup FROM reading WHERE page = ? AND number = ?", (page.id, page.reading)
    ).fetchone()
    return RunLayout.decompress(*row)


def parse_page(store: Store, id: int) -> tuple[Page, PageInfo]:
    """Parse a stored page.

    If this version of the parser finds other runs, transfer the stored labels to them first.
    """
    with store.read() as db:
        info = load_page(db, id)
        (compressed,) = db.execute("SELECT packed FROM html WHERE page = ?", (id,)).fetchone()
        stored = StoredLayout.load(db, id)
    page = Page(zlib.decompress(compressed), charset=info.charset)
    if stored.matches(page):
        return page, info
    with store.write() as db:
        load_page(db, id)
        transfer_labels(db, id, page)
        return page, load_page(db, id)
