"""Labels of one annotator for one page, and the label actions that they come from."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from webwinnow._core import Page
from webwinnow.annotation.labels import labels_from_method
from webwinnow.annotation.pages import PageInfo, load_layout, load_page, parse_page
from webwinnow.annotation.projects import ADJUDICATOR, load_annotator, load_project, name_key
from webwinnow.annotation.run_layout import LabelArray
from webwinnow.annotation.store import Store
from webwinnow.messages import describe_error
from webwinnow.methods.base import Method

# Values of the column `undone` of an action.
ACTIVE, UNDONE = 0, 1
# Actions of one annotator on one page, in one of the states above.
ACTIONS = (
    "SELECT act.id, changes FROM act JOIN annotator ON annotator.id = act.annotator"
    " WHERE act.page = ? AND key = ? AND reading = ? AND undone = ? ORDER BY act.id"
)


@dataclass(frozen=True)
class AnnotatorLabels:
    """Labels of one annotator for one page."""

    page: PageInfo
    annotator: str
    labels: LabelArray  # by run
    state: str  # untouched, begun or done
    prelabelled: str | None  # the method or gold set that gave the first labels
    carried: int | None  # visible runs that are new in a later parse of the page
    change: int  # version number, incremented by each change
    can_undo: bool
    can_redo: bool
    left: int  # visible blocks without a label


@dataclass(frozen=True)
class OpenedPage:
    page: Page
    current: AnnotatorLabels
    problem: str | None = None  # the reason why the project's method did not prelabel the page


def open_page(
    store: Store, id: int, annotator: str, find_method: Callable[[str], Method] | None = None
) -> OpenedPage:
    """Load a page and its labels. The first call prelabels it with the project's method.

    If the method fails, the page has no labels.
    """
    page, info = parse_page(store, id)
    with store.read() as db:
        current = load_labels(db, load_page(db, id), annotator)
        name = load_project(db, info.project).prelabel
        is_new = labels_row(db, info, annotator) is None
    if not (name and find_method and is_new):
        return OpenedPage(page, current)
    try:
        labels = labels_from_method(page, find_method(name).for_url(info.url))
    except Exception as error:  # any failure: the page can be labelled without the method
        return OpenedPage(
            page, current, f"{name} could not label the page ({describe_error(error)})"
        )
    with store.write() as db:
        insert_labels(db, load_page(db, id), annotator, labels, name)
        return OpenedPage(page, load_labels(db, load_page(db, id), annotator))


def annotator_labels(store: Store, id: int, annotator: str) -> AnnotatorLabels:
    with store.read() as db:
        return load_labels(db, load_page(db, id), annotator)


def annotator_states(store: Store, project: int) -> dict[int, dict[str, str]]:
    """States by page id and annotator; annotators who never opened a page are left out."""
    found: dict[int, dict[str, str]] = {}
    with store.read() as db:
        for row in db.execute(
            "SELECT page, name, state FROM marks JOIN annotator ON annotator.id = marks.annotator"
            " WHERE annotator.project = ? AND name <> ? ORDER BY annotator.id",
            (project, ADJUDICATOR),
        ):
            found.setdefault(row["page"], {})[row["name"]] = row["state"]
    return found


def insert_labels(
    db: sqlite3.Connection,
    page: PageInfo,
    annotator: str,
    labels: LabelArray,
    prelabelled: str | None = None,
    state: str = "untouched",
) -> None:
    """Insert first labels; labels that the annotator already has stay."""
    annotator_id = load_annotator(db, page.project, annotator)["id"]
    db.execute(
        "INSERT OR IGNORE INTO marks (page, annotator, labels, state, prelabelled)"
        " VALUES (?, ?, ?, ?, ?)",
        (page.id, annotator_id, labels.tobytes(), state, prelabelled),
    )


def labels_row(db: sqlite3.Connection, page: PageInfo, annotator: str) -> sqlite3.Row | None:
    row: sqlite3.Row | None = db.execute(
        "SELECT marks.* FROM marks JOIN annotator ON annotator.id = marks.annotator"
        " WHERE marks.page = ? AND annotator.key = ?",
        (page.id, name_key(annotator)),
    ).fetchone()
    return row


def load_labels(db: sqlite3.Connection, page: PageInfo, annotator: str) -> AnnotatorLabels:
    """Load the labels; an annotator who has not begun has none."""
    row, layout = labels_row(db, page, annotator), load_layout(db, page)
    if row is None:
        if annotator != ADJUDICATOR:
            load_annotator(db, page.project, annotator)
        labels, columns = np.zeros(len(layout), np.uint8), ("untouched", None, None, 0)
    else:
        labels = np.frombuffer(row["labels"], np.uint8)
        columns = row["state"], row["prelabelled"], row["carried"], row["change"]
    left = layout.unlabelled_blocks(labels)
    found = AnnotatorLabels(
        page, annotator, labels, *columns, can_undo=False, can_redo=False, left=left
    )
    return with_undo_state(db, found)


def with_undo_state(db: sqlite3.Connection, labels: AnnotatorLabels) -> AnnotatorLabels:
    return replace(
        labels,
        can_undo=action_to_undo(db, labels) is not None,
        can_redo=action_to_redo(db, labels) is not None,
    )


def action_to_undo(db: sqlite3.Connection, labels: AnnotatorLabels) -> sqlite3.Row | None:
    return first_action(db, labels, ACTIVE, "DESC")


def action_to_redo(db: sqlite3.Connection, labels: AnnotatorLabels) -> sqlite3.Row | None:
    return first_action(db, labels, UNDONE, "ASC")


def first_action(
    db: sqlite3.Connection, labels: AnnotatorLabels, undone: int, order: str
) -> sqlite3.Row | None:
    row: sqlite3.Row | None = db.execute(
        f"{ACTIONS} {order} LIMIT 1", action_key(labels, undone)
    ).fetchone()
    return row


def action_key(labels: AnnotatorLabels, undone: int) -> tuple[int, str, int, int]:
    return labels.page.id, name_key(labels.annotator), labels.page.reading, undone


def labelled_runs(store: Store, id: int, annotator: str) -> list[int]:
    """Runs that the annotator labelled or confirmed; other labels come from a method."""
    with store.read() as db:
        return load_labelled_runs(db, load_labels(db, load_page(db, id), annotator))


def load_labelled_runs(db: sqlite3.Connection, labels: AnnotatorLabels) -> list[int]:
    actions = db.execute(ACTIONS, action_key(labels, ACTIVE))
    return sorted({run for row in actions for run, _, _ in json.loads(row["changes"])})
