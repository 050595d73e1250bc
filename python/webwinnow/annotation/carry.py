"""Labels of one reading of a page, carried over to another.

A newer parser may find other runs in a page. What it finds as it was before keeps its label; what
is new has none, and the page says so. Acts of before stay on record, but cannot be undone.
"""

import sqlite3
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.annotation.reading import Reading, pack_texts, unpack_texts
from webwinnow.scores.in_order import matcher

__all__ = ["StoredReading", "counterparts", "over"]

NEW = -1
# difflib may take time by pairs of runs, and more: of so many, less than a second.
MOST_PAIRS = 1 << 20


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
    old, new = 0, 0
    # Runs that are like no other one cut the page into pieces that are short enough to compare.
    for anchor in [*anchors(before, after), (len(before), len(after))]:
        piece = before[old : anchor[0]], after[new : anchor[1]]
        for start, place, size in equal_parts(*piece):
            found[new + place : new + place + size] = np.arange(old + start, old + start + size)
        old, new = anchor
    return found


def anchors(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Runs that both have once, with the same neighbours, in an order that both share."""
    ours, theirs = once(before), once(after)
    pairs = [(place, theirs[key]) for key, place in ours.items() if key in theirs]
    # The longest rising row of places (patience sorting): by its last place, and who comes before.
    ends: list[int] = []
    at: list[int] = []
    previous: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        at[length : length + 1] = [number]
        previous.append(at[length - 1] if length else NEW)
    chain, number = [], at[-1] if at else NEW
    while number != NEW:
        chain.append(pairs[number])
        number = previous[number]
    return chain[::-1]


def once(texts: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Places, in order, of runs that are like no other one when their neighbours are looked at."""
    around = ["", *texts, ""]
    keys = list(zip(around, around[1:], around[2:], strict=False))
    counts = Counter(keys)
    return {key: place for place, key in enumerate(keys) if counts[key] == 1}


def equal_parts(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Start in both, and size; of long pieces only what they have in common at their ends."""
    head = shared(before, after)
    tail = shared(before[head:][::-1], after[head:][::-1])
    yield 0, 0, head
    yield len(before) - tail, len(after) - tail, tail
    middle = before[head : len(before) - tail], after[head : len(after) - tail]
    if 0 < len(middle[0]) * len(middle[1]) <= MOST_PAIRS:
        for start, place, size in matcher()(None, *middle).get_matching_blocks():
            yield head + start, head + place, size


def shared(first: Sequence[str], second: Sequence[str]) -> int:
    """How many they have in common from their beginning on."""
    pairs = zip(first, second, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))
