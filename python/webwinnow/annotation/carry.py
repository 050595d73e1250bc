"""Labels of one reading of a page, carried over to another.

A newer parser may find other runs in a page. What it finds as it was before keeps its label; what
is new has none, and the page says so. Acts of before stay on record, but cannot be undone.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.annotation.run_layout import Reading, pack_texts, unpack_texts
from webwinnow.sequence_matching import matches

__all__ = ["StoredReading", "counterparts", "over"]

NEW = -1


@dataclass(frozen=True)
class StoredReading:
    """What the labels of a page belong to."""

    number: int
    texts: list[str]
    reading: Reading

    @classmethod
    def of(cls, db: sqlite3.Connection, page: int) -> "StoredReading":
        number, texts, block, markup = db.execute(
            "SELECT number, texts, block, markup FROM reading JOIN page"
            " ON page.id = reading.page AND page.reading = reading.number WHERE page.id = ?",
            (page,),
        ).fetchone()
        return cls(number, unpack_texts(texts), Reading.unpack(block, markup))

    def is_of(self, page: Page) -> bool:
        return self.reading.is_like(Reading.of(page)) and self.texts == page.run_texts()


def over(db: sqlite3.Connection, id: int, page: Page) -> None:
    """Makes `page` the one that all labels belong to, inside of the caller's transaction."""
    stored = StoredReading.of(db, id)
    if stored.is_of(page):  # another process was faster
        return
    reading, old = Reading.of(page), counterparts(stored.texts, page.run_texts())
    words = int(page.runs.words[reading.is_visible].sum())
    number = stored.number + 1
    db.execute(
        "INSERT INTO reading VALUES (?, ?, ?, ?, ?)",
        (id, number, pack_texts(page), *reading.pack()),
    )
    db.execute("UPDATE page SET reading = ?, words = ? WHERE id = ?", (number, words, id))
    # What nobody has touched is made anew when the page is opened.
    db.execute("DELETE FROM marks WHERE page = ? AND state = 'untouched'", (id,))
    new = int((reading.is_visible & (old == NEW)).sum())
    for row in db.execute("SELECT * FROM marks WHERE page = ?", (id,)).fetchall():
        labels = np.append(np.frombuffer(row["labels"], np.uint8), np.uint8(0))[old]
        is_done = row["state"] == "done" and not reading.unlabelled_blocks(labels)
        db.execute(
            "UPDATE marks SET labels = ?, state = ?, carried = ?, change = change + 1"
            " WHERE page = ? AND annotator = ?",
            (labels.tobytes(), "done" if is_done else "begun", new, id, row["annotator"]),
        )


def counterparts(before: Sequence[str], after: Sequence[str]) -> NDArray[np.int64]:
    """For each run of after, the one of before that it was, or −1.

    >>> counterparts(["Home", "Rain", "fell."], ["Rain", "hardly", "fell."]).tolist()
    [1, -1, 2]
    """
    found = np.full(len(after), NEW, np.int64)
    for old, new in matches(before, after):
        found[new] = old
    return found
