"""What one annotator says of one page, and which acts it came from."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from webwinnow._core import Page
from webwinnow.annotation.labels import by_method
from webwinnow.annotation.pages import PageInfo, page_in, parsed, reading_in
from webwinnow.annotation.projects import FINAL, annotator_in, key_of, project_in
from webwinnow.annotation.run_layout import Bytes
from webwinnow.annotation.store import Store
from webwinnow.messages import describe_error
from webwinnow.methods.base import Method

__all__ = ["Marks", "Opened", "marks", "open_page", "states", "touched"]

# Of an act that can be done again.
UNDONE = 1


@dataclass(frozen=True)
class Marks:
    page: PageInfo
    annotator: str
    labels: Bytes  # by run
    state: str  # untouched, begun or done
    prelabelled: str | None  # the method, or set, whose labels the annotator began with
    carried: int | None  # visible runs that another version of the parser brought
    change: int  # grows with each change: whoever knows an older one has to look again
    can_undo: bool
    can_redo: bool
    left: int  # visible blocks without a label


@dataclass(frozen=True)
class Opened:
    page: Page
    marks: Marks
    problem: str | None = None  # why there are no labels of the project's method


def open_page(
    store: Store, id: int, annotator: str, find_method: Callable[[str], Method] | None = None
) -> Opened:
    """The page and its labels; at first, those of the project's method, which is found by name.

    A method that fails leaves the page without labels.
    """
    page, info = parsed(store, id)
    with store.reading() as db:
        now, name = marks_in(db, page_in(db, id), annotator), project_in(db, info.project).prelabel
        is_new = marks_row(db, info, annotator) is None
    if not (name and find_method and is_new):
        return Opened(page, now)
    try:
        labels = by_method(page, find_method(name).for_url(info.url))
    except Exception as error:  # whatever it is, the page can be labelled without
        return Opened(page, now, f"{name} could not label the page ({describe_error(error)})")
    with store.writing() as db:
        begin(db, page_in(db, id), annotator, labels, name)
        return Opened(page, marks_in(db, page_in(db, id), annotator))


def marks(store: Store, id: int, annotator: str) -> Marks:
    with store.reading() as db:
        return marks_in(db, page_in(db, id), annotator)


def states(store: Store, project: int) -> dict[int, dict[str, str]]:
    """By page, then by annotator; who has never opened a page is left out."""
    found: dict[int, dict[str, str]] = {}
    with store.reading() as db:
        for row in db.execute(
            "SELECT page, name, state FROM marks JOIN annotator ON annotator.id = marks.annotator"
            " WHERE annotator.project = ? AND name <> ? ORDER BY annotator.id",
            (project, FINAL),
        ):
            found.setdefault(row["page"], {})[row["name"]] = row["state"]
    return found


def begin(
    db: sqlite3.Connection,
    page: PageInfo,
    annotator: str,
    labels: Bytes,
    prelabelled: str | None = None,
    state: str = "untouched",
) -> None:
    """Unless the annotator has begun already."""
    who = annotator_in(db, page.project, annotator)["id"]
    db.execute(
        "INSERT OR IGNORE INTO marks (page, annotator, labels, state, prelabelled)"
        " VALUES (?, ?, ?, ?, ?)",
        (page.id, who, labels.tobytes(), state, prelabelled),
    )


def marks_row(db: sqlite3.Connection, page: PageInfo, annotator: str) -> sqlite3.Row | None:
    row: sqlite3.Row | None = db.execute(
        "SELECT marks.* FROM marks JOIN annotator ON annotator.id = marks.annotator"
        " WHERE marks.page = ? AND annotator.key = ?",
        (page.id, key_of(annotator)),
    ).fetchone()
    return row


def marks_in(db: sqlite3.Connection, page: PageInfo, annotator: str) -> Marks:
    """Of an annotator who has not begun, no labels."""
    row, reading = marks_row(db, page, annotator), reading_in(db, page)
    if row is None:
        if annotator != FINAL:
            annotator_in(db, page.project, annotator)
        labels, rest = np.zeros(len(reading), np.uint8), ("untouched", None, None, 0)
    else:
        labels = np.frombuffer(row["labels"], np.uint8)
        rest = row["state"], row["prelabelled"], row["carried"], row["change"]
    left = reading.unlabelled_blocks(labels)
    found = Marks(page, annotator, labels, *rest, can_undo=False, can_redo=False, left=left)
    return with_acts(db, found)


def with_acts(db: sqlite3.Connection, found: Marks) -> Marks:
    return replace(
        found,
        can_undo=last_act(db, found) is not None,
        can_redo=next_act(db, found) is not None,
    )


ACTS = (
    "SELECT act.id, changes FROM act JOIN annotator ON annotator.id = act.annotator"
    " WHERE act.page = ? AND key = ? AND reading = ? AND undone = ? ORDER BY act.id"
)


def last_act(db: sqlite3.Connection, of: Marks) -> sqlite3.Row | None:
    """The one that can be undone."""
    row: sqlite3.Row | None = db.execute(
        f"{ACTS} DESC LIMIT 1", (of.page.id, key_of(of.annotator), of.page.reading, 0)
    ).fetchone()
    return row


def next_act(db: sqlite3.Connection, of: Marks) -> sqlite3.Row | None:
    """The one that can be done again."""
    row: sqlite3.Row | None = db.execute(
        f"{ACTS} LIMIT 1", (of.page.id, key_of(of.annotator), of.page.reading, UNDONE)
    ).fetchone()
    return row


def touched(store: Store, id: int, annotator: str) -> list[int]:
    """The runs of which the annotator has said something; others may have a method's label."""
    with store.reading() as db:
        return touched_in(db, marks_in(db, page_in(db, id), annotator))


def touched_in(db: sqlite3.Connection, of: Marks) -> list[int]:
    acts = db.execute(ACTS, (of.page.id, key_of(of.annotator), of.page.reading, 0))
    return sorted({run for row in acts for run, _, _ in json.loads(row["changes"])})
