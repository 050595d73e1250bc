"""What one annotator says of one page, act by act, with undo and redo.

Every change is one transaction: the act and the labels that follow from it are written together,
and are on the disk when the call returns.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.annotation.errors import AnnotationError, Conflict, Unfinished
from webwinnow.annotation.labels import BOILERPLATE, LABELS, NONE, by_method
from webwinnow.annotation.pages import PageInfo, page_in, parsed, reading_in
from webwinnow.annotation.projects import FINAL, annotator_in, project_in
from webwinnow.annotation.reading import Bytes, Reading
from webwinnow.annotation.store import Store
from webwinnow.clean import one_line
from webwinnow.methods.base import Method

__all__ = [
    "Changed",
    "Marks",
    "Opened",
    "finish",
    "label",
    "marks",
    "open_page",
    "redo",
    "states",
    "touched",
    "undo",
]

# An act that can be done again, and one that cannot since something else was done in its place.
UNDONE, GONE = 1, 2

Change = tuple[int, int, int]  # run, label before, label after


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


@dataclass(frozen=True)
class Changed:
    marks: Marks
    changes: list[Change]


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
        labels = by_method(page, find_method(name).at(info.url))
    except Exception as error:  # whatever it is, the page can be labelled without
        return Opened(page, now, f"{name} could not label the page ({one_line(error)})")
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


def label(
    store: Store, id: int, annotator: str, runs: Iterable[int], label: int, known: int | None = None
) -> Changed:
    """Gives the runs a label, in one act; those that cannot be seen are passed over.

    `known` is the change that the annotator has seen last: a `Conflict` where there are later ones.
    """
    if not NONE <= label < len(LABELS):
        raise AnnotationError(f"no label {label}; there are {len(LABELS)}, from {NONE} on")
    with store.writing() as db:
        before, reading = checked(db, id, annotator, known)
        chosen = np.zeros(len(reading), bool)
        chosen[checked_runs(runs, len(reading))] = True
        chosen &= reading.is_visible
        after = np.where(chosen, np.uint8(label), before.labels).astype(np.uint8)
        return act(db, before, after, confirmed_in(db, before, chosen & (after == before.labels)))


def confirmed_in(db: sqlite3.Connection, now: Marks, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of runs that keep their label those whose label is the method's still: to say the same is to
    say something, then.
    """
    if not (now.prelabelled and kept.any()):
        return np.zeros_like(kept)
    kept = kept.copy()
    kept[touched_in(db, now)] = False
    return kept


def undo(store: Store, id: int, annotator: str, known: int | None = None) -> Changed:
    """The last act, if there is one."""
    with store.writing() as db:
        before, _ = checked(db, id, annotator, known)
        row = last_act(db, before)
        if row is None:
            return Changed(before, [])
        changes = [(run, new, old) for run, old, new in json.loads(row["changes"])]
        return turned(db, before, row["id"], UNDONE, changes)


def redo(store: Store, id: int, annotator: str, known: int | None = None) -> Changed:
    """The act that was undone last, if there is one."""
    with store.writing() as db:
        before, _ = checked(db, id, annotator, known)
        row = next_act(db, before)
        if row is None:
            return Changed(before, [])
        changes = [(run, old, new) for run, old, new in json.loads(row["changes"])]
        return turned(db, before, row["id"], 0, changes)


def finish(
    store: Store,
    id: int,
    annotator: str,
    is_done: bool = True,
    *,
    fill: bool = False,
    known: int | None = None,
) -> Changed:
    """Says that the page is done, or not yet. `Unfinished` where blocks have no label, unless they
    are to be filled with boilerplate.
    """
    if annotator == FINAL:
        raise AnnotationError("what is settled follows from the labels; nobody has to say it")
    with store.writing() as db:
        now, reading = checked(db, id, annotator, known)
        changed = Changed(now, [])
        if is_done and now.left:
            if not fill:
                blocks = "1 block has" if now.left == 1 else f"{now.left} blocks have"
                raise Unfinished(
                    f"{blocks} no label yet; label them, or take them for boilerplate", now.left
                )
            rest = reading.is_visible & (now.labels == NONE)
            changed = act(db, now, np.where(rest, np.uint8(BOILERPLATE), now.labels))
        state = "done" if is_done else "begun"
        carried = None if is_done else now.carried
        saved = save(db, replace(changed.marks, state=state, carried=carried))
        return Changed(saved, changed.changes)


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


def checked(
    db: sqlite3.Connection, id: int, annotator: str, known: int | None
) -> tuple[Marks, Reading]:
    page = page_in(db, id)
    now, reading = marks_in(db, page, annotator), reading_in(db, page)
    if known is not None and known != now.change:
        what = "the labels of this page were changed elsewhere; look at them again"
        raise Conflict(what, annotator)
    return now, reading


def checked_runs(runs: Iterable[int], count: int) -> list[int]:
    chosen = list(runs)
    for run in chosen:
        if not 0 <= run < count:
            raise AnnotationError(f"no run {run}; the page has {count}, from 0 on")
    return chosen


def marks_row(db: sqlite3.Connection, page: PageInfo, annotator: str) -> sqlite3.Row | None:
    row: sqlite3.Row | None = db.execute(
        "SELECT marks.* FROM marks JOIN annotator ON annotator.id = marks.annotator"
        " WHERE marks.page = ? AND annotator.name = ?",
        (page.id, annotator),
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
    " WHERE act.page = ? AND name = ? AND reading = ? AND undone = ? ORDER BY act.id"
)


def last_act(db: sqlite3.Connection, of: Marks) -> sqlite3.Row | None:
    """The one that can be undone."""
    row: sqlite3.Row | None = db.execute(
        f"{ACTS} DESC LIMIT 1", (of.page.id, of.annotator, of.page.reading, 0)
    ).fetchone()
    return row


def next_act(db: sqlite3.Connection, of: Marks) -> sqlite3.Row | None:
    """The one that can be done again."""
    row: sqlite3.Row | None = db.execute(
        f"{ACTS} LIMIT 1", (of.page.id, of.annotator, of.page.reading, UNDONE)
    ).fetchone()
    return row


def touched(store: Store, id: int, annotator: str) -> list[int]:
    """The runs of which the annotator has said something; others may have a method's label."""
    with store.reading() as db:
        return touched_in(db, marks_in(db, page_in(db, id), annotator))


def touched_in(db: sqlite3.Connection, of: Marks) -> list[int]:
    acts = db.execute(ACTS, (of.page.id, of.annotator, of.page.reading, 0))
    return sorted({run for row in acts for run, _, _ in json.loads(row["changes"])})


def act(
    db: sqlite3.Connection,
    before: Marks,
    labels: Bytes,
    confirmed: "NDArray[np.bool_] | bool" = False,
) -> Changed:
    """Writes a new act and what follows from it; nothing where nothing changes or is confirmed."""
    runs = np.flatnonzero((labels != before.labels) | confirmed)
    if not len(runs):
        return Changed(before, [])
    columns = runs.tolist(), before.labels[runs].tolist(), labels[runs].tolist()
    changes: list[Change] = list(zip(*columns, strict=True))
    page, who = before.page, annotator_in(db, before.page.project, before.annotator)["id"]
    db.execute(
        "UPDATE act SET undone = ? WHERE page = ? AND annotator = ? AND undone = ?",
        (GONE, page.id, who, UNDONE),
    )
    db.execute(
        "INSERT INTO act (page, annotator, reading, time, changes) VALUES (?, ?, ?, ?, ?)",
        (page.id, who, page.reading, time.time(), json.dumps(changes)),
    )
    return Changed(save(db, replace(before, labels=labels)), changes)


def turned(
    db: sqlite3.Connection, before: Marks, act: int, undone: int, changes: list[Change]
) -> Changed:
    """Undoes an act or does it again: `changes` say what that means."""
    labels = before.labels.copy()
    for run, _, new in changes:
        labels[run] = new
    db.execute("UPDATE act SET undone = ? WHERE id = ?", (undone, act))
    return Changed(save(db, replace(before, labels=labels)), changes)


def save(db: sqlite3.Connection, new: Marks) -> Marks:
    """Writes the labels as they are now. A page stays done only while nothing is left."""
    left = reading_in(db, new.page).unlabelled_blocks(new.labels)
    state = "done" if new.state == "done" and not left else "begun"
    new = replace(new, left=left, state=state, change=new.change + 1)
    begin(db, new.page, new.annotator, new.labels)
    who = annotator_in(db, new.page.project, new.annotator)["id"]
    db.execute(
        "UPDATE marks SET labels = ?, state = ?, carried = ?, change = ?"
        " WHERE page = ? AND annotator = ?",
        (new.labels.tobytes(), new.state, new.carried, new.change, new.page.id, who),
    )
    return with_acts(db, new)
