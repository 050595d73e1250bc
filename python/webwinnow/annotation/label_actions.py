"""Actions of annotators: label runs, undo, redo, mark a page as done.

Each change is one transaction. The action and the resulting labels are written together, and are
on disk when the call returns.
"""

import json
import sqlite3
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from webwinnow.annotation.annotator_labels import (
    ACTIVE,
    UNDONE,
    AnnotatorLabels,
    action_to_redo,
    action_to_undo,
    insert_labels,
    load_labelled_runs,
    load_labels,
    with_undo_state,
)
from webwinnow.annotation.errors import AnnotationError, Conflict, UnlabelledBlocks
from webwinnow.annotation.labels import BOILERPLATE, LABELS, NONE
from webwinnow.annotation.pages import load_layout, load_page
from webwinnow.annotation.projects import ADJUDICATOR, load_annotator
from webwinnow.annotation.run_layout import LabelArray, RunLayout
from webwinnow.annotation.store import Store
from webwinnow.messages import count_noun

# State of an undone action that a later action replaced, so that it cannot be redone.
REPLACED = 2

RunChange = tuple[int, int, int]  # run, old label, new label


@dataclass(frozen=True)
class LabelChange:
    """The labels after a change, and the runs that changed."""

    current: AnnotatorLabels
    changes: list[RunChange]


def label(
    store: Store,
    id: int,
    annotator: str,
    runs: Iterable[int],
    label: int,
    known_change: int | None = None,
) -> LabelChange:
    """Label runs in one action; invisible runs are skipped.

    `known_change` is the last change that the client has seen. If there is a later one, the call
    raises `Conflict`.
    """
    if not NONE <= label < len(LABELS):
        raise AnnotationError(f"no label {label}; use {NONE} to {len(LABELS) - 1}")
    with store.write() as db:
        before, layout = load_checked(db, id, annotator, known_change)
        chosen = np.zeros(len(layout), bool)
        chosen[checked_runs(runs, len(layout))] = True
        chosen &= layout.is_visible
        after = np.where(chosen, np.uint8(label), before.labels).astype(np.uint8)
        confirmed = confirmed_runs(db, before, chosen & (after == before.labels))
        return add_action(db, before, after, confirmed)


def confirmed_runs(
    db: sqlite3.Connection, before: AnnotatorLabels, same: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Of runs that keep their label, select those whose label came from a method until now."""
    if not (before.prelabelled and same.any()):
        return np.zeros_like(same)
    confirmed: NDArray[np.bool_] = same.copy()
    confirmed[load_labelled_runs(db, before)] = False
    return confirmed


def undo(store: Store, id: int, annotator: str, known_change: int | None = None) -> LabelChange:
    """Undo the last action, if there is one."""
    with store.write() as db:
        before, _ = load_checked(db, id, annotator, known_change)
        row = action_to_undo(db, before)
        if row is None:
            return LabelChange(before, [])
        changes = [(run, new, old) for run, old, new in json.loads(row["changes"])]
        return apply_changes(db, before, row["id"], UNDONE, changes)


def redo(store: Store, id: int, annotator: str, known_change: int | None = None) -> LabelChange:
    """Redo the action that was undone last, if there is one."""
    with store.write() as db:
        before, _ = load_checked(db, id, annotator, known_change)
        row = action_to_redo(db, before)
        if row is None:
            return LabelChange(before, [])
        changes = [(run, old, new) for run, old, new in json.loads(row["changes"])]
        return apply_changes(db, before, row["id"], ACTIVE, changes)


def finish(
    store: Store,
    id: int,
    annotator: str,
    is_done: bool = True,
    *,
    fill: bool = False,
    known_change: int | None = None,
) -> LabelChange:
    """Mark the page as done, or as not done.

    `fill` labels the remaining blocks as boilerplate. Without it, a page with unlabelled blocks
    raises `UnlabelledBlocks`.
    """
    if annotator == ADJUDICATOR:
        raise AnnotationError("the adjudicator's labels have no done state; settle the differences")
    with store.write() as db:
        before, layout = load_checked(db, id, annotator, known_change)
        changed = LabelChange(before, [])
        if is_done and before.left:
            if not fill:
                raise UnlabelledBlocks(
                    f"{count_noun(before.left, 'block')} without a label; label them, or mark them"
                    " as boilerplate",
                    before.left,
                )
            unlabelled = layout.is_visible & (before.labels == NONE)
            filled = np.where(unlabelled, np.uint8(BOILERPLATE), before.labels)
            changed = add_action(db, before, filled)
        state = "done" if is_done else "begun"
        carried = None if is_done else before.carried
        saved = save(db, replace(changed.current, state=state, carried=carried))
        return LabelChange(saved, changed.changes)


def load_checked(
    db: sqlite3.Connection, id: int, annotator: str, known_change: int | None
) -> tuple[AnnotatorLabels, RunLayout]:
    page = load_page(db, id)
    current, layout = load_labels(db, page, annotator), load_layout(db, page)
    if known_change is not None and known_change != current.change:
        raise Conflict("the labels of this page were changed elsewhere; reload them", annotator)
    return current, layout


def checked_runs(runs: Iterable[int], count: int) -> list[int]:
    chosen = list(runs)
    for run in chosen:
        if not 0 <= run < count:
            raise AnnotationError(f"no run {run}; the page has runs 0 to {count - 1}")
    return chosen


def add_action(
    db: sqlite3.Connection,
    before: AnnotatorLabels,
    labels: LabelArray,
    confirmed: "NDArray[np.bool_] | bool" = False,
) -> LabelChange:
    """Write a new action and its labels; do nothing if no run is changed or confirmed."""
    runs = np.flatnonzero((labels != before.labels) | confirmed)
    if not len(runs):
        return LabelChange(before, [])
    columns = runs.tolist(), before.labels[runs].tolist(), labels[runs].tolist()
    changes: list[RunChange] = list(zip(*columns, strict=True))
    page = before.page
    annotator = load_annotator(db, page.project, before.annotator)["id"]
    db.execute(
        "UPDATE act SET undone = ? WHERE page = ? AND annotator = ? AND undone = ?",
        (REPLACED, page.id, annotator, UNDONE),
    )
    db.execute(
        "INSERT INTO act (page, annotator, reading, time, changes) VALUES (?, ?, ?, ?, ?)",
        (page.id, annotator, page.reading, time.time(), json.dumps(changes)),
    )
    return LabelChange(save(db, replace(before, labels=labels)), changes)


def apply_changes(
    db: sqlite3.Connection,
    before: AnnotatorLabels,
    action: int,
    undone: int,
    changes: list[RunChange],
) -> LabelChange:
    """Apply the changes of an undo or redo, and store the new state of the action."""
    labels = before.labels.copy()
    for run, _, new in changes:
        labels[run] = new
    db.execute("UPDATE act SET undone = ? WHERE id = ?", (undone, action))
    return LabelChange(save(db, replace(before, labels=labels)), changes)


def save(db: sqlite3.Connection, new: AnnotatorLabels) -> AnnotatorLabels:
    """Write the labels. A page stays done only while every block has a label."""
    left = load_layout(db, new.page).unlabelled_blocks(new.labels)
    state = "done" if new.state == "done" and not left else "begun"
    new = replace(new, left=left, state=state, change=new.change + 1)
    insert_labels(db, new.page, new.annotator, new.labels)
    annotator = load_annotator(db, new.page.project, new.annotator)["id"]
    db.execute(
        "UPDATE marks SET labels = ?, state = ?, carried = ?, change = ?"
        " WHERE page = ? AND annotator = ?",
        (new.labels.tobytes(), new.state, new.carried, new.change, new.page.id, annotator),
    )
    return with_undo_state(db, new)
