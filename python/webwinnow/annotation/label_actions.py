"""What annotators do: label, undo, do again, say that a page is done.

Every change is one transaction: the act and the labels that follow from it are written together,
and are on the disk when the call returns.
"""

import json
import sqlite3
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from webwinnow.annotation.annotator_labels import (
    UNDONE,
    Marks,
    begin,
    last_act,
    marks_in,
    next_act,
    touched_in,
    with_acts,
)
from webwinnow.annotation.errors import AnnotationError, Conflict, Unfinished
from webwinnow.annotation.labels import BOILERPLATE, LABELS, NONE
from webwinnow.annotation.pages import page_in, reading_in
from webwinnow.annotation.projects import FINAL, annotator_in
from webwinnow.annotation.run_layout import Bytes, Reading
from webwinnow.annotation.store import Store

__all__ = ["Changed", "finish", "label", "redo", "undo"]

# An act that was undone and cannot be done again, since something else was done in its place.
GONE = 2

Change = tuple[int, int, int]  # run, label before, label after


@dataclass(frozen=True)
class Changed:
    marks: Marks
    changes: list[Change]


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
