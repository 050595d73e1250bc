"""The runs of a page that its labels belong to, and the transfer of labels to a new parse.

Labels are stored by run number. Another version of the parser may split a page into other runs, so
the store keeps the layout of the runs at the time of labelling (table `reading`). A newer parse
takes over the labels of all runs with the same text; new runs have no label, and the page reports
their number. Earlier actions stay on record but cannot be undone.
"""

import json
import sqlite3
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Decision, Page
from webwinnow.sequence_matching import matches

LabelArray = NDArray[np.uint8]

# Content of the kind that the markup gives, and the first label with a kind of its own.
CONTENT, HEADING = 2, 3
UNMATCHED = -1


@dataclass(frozen=True)
class RunLayout:
    """Block and markup kind of each run."""

    block: NDArray[np.int32]  # −1 for scripts, styles and comments
    markup: LabelArray  # the label that "content" stands for; 0 for invisible runs

    @classmethod
    def of(cls, page: Page) -> "RunLayout":
        visible, block = Decision.visible(page), page.runs.block
        # A block has the kind of its first run.
        kind = np.append(visible.kind[page.blocks.first], np.uint8(0))[block]
        markup = np.where(visible.keep & (block >= 0), kind + HEADING, 0).astype(np.uint8)
        return cls(block, markup)

    @classmethod
    def decompress(cls, block: bytes, markup: bytes) -> "RunLayout":
        blocks = np.frombuffer(zlib.decompress(block), "<i4").astype(np.int32, copy=False)
        return cls(blocks, np.frombuffer(zlib.decompress(markup), np.uint8))

    def compress(self) -> tuple[bytes, bytes]:
        block = zlib.compress(self.block.astype("<i4").tobytes())
        return block, zlib.compress(self.markup.tobytes())

    def __len__(self) -> int:
        return len(self.markup)

    def equals(self, other: "RunLayout") -> bool:
        return np.array_equal(self.block, other.block) and np.array_equal(self.markup, other.markup)

    @cached_property
    def is_visible(self) -> NDArray[np.bool_]:
        return self.markup > 0

    def resolve(self, labels: LabelArray) -> LabelArray:
        """Replace "content" by the kind of the markup; invisible runs get 0."""
        resolved = np.where(labels == CONTENT, self.markup, labels)
        return np.where(self.is_visible, resolved, 0).astype(np.uint8)

    def unlabelled_blocks(self, labels: LabelArray) -> int:
        """Count the blocks that have a visible run without a label."""
        return len(np.unique(self.block[self.is_visible & (labels == 0)]))


def compress_texts(page: Page) -> bytes:
    """Compress the run texts; the parser has already replaced lone surrogates."""
    return zlib.compress(json.dumps(page.run_texts(), ensure_ascii=False).encode())


@dataclass(frozen=True)
class StoredLayout:
    """The run texts and layout that the stored labels of a page belong to."""

    number: int
    texts: list[str]
    layout: RunLayout

    @classmethod
    def load(cls, db: sqlite3.Connection, page: int) -> "StoredLayout":
        number, texts, block, markup = db.execute(
            "SELECT number, texts, block, markup FROM reading JOIN page"
            " ON page.id = reading.page AND page.reading = reading.number WHERE page.id = ?",
            (page,),
        ).fetchone()
        return cls(number, json.loads(zlib.decompress(texts)), RunLayout.decompress(block, markup))

    def matches(self, page: Page) -> bool:
        return self.layout.equals(RunLayout.of(page)) and self.texts == page.run_texts()


def transfer_labels(db: sqlite3.Connection, id: int, page: Page) -> None:
    """Transfer all labels of a stored page to its new parse, inside the caller's transaction."""
    stored = StoredLayout.load(db, id)
    if stored.matches(page):  # another process was faster
        return
    layout, old_runs = RunLayout.of(page), match_runs(stored.texts, page.run_texts())
    words = int(page.runs.words[layout.is_visible].sum())
    number = stored.number + 1
    db.execute(
        "INSERT INTO reading VALUES (?, ?, ?, ?, ?)",
        (id, number, compress_texts(page), *layout.compress()),
    )
    db.execute("UPDATE page SET reading = ?, words = ? WHERE id = ?", (number, words, id))
    # `open_page` prelabels the page again for annotators who have not labelled anything.
    db.execute("DELETE FROM marks WHERE page = ? AND state = 'untouched'", (id,))
    new_runs = int((layout.is_visible & (old_runs == UNMATCHED)).sum())
    for row in db.execute("SELECT * FROM marks WHERE page = ?", (id,)).fetchall():
        labels = np.append(np.frombuffer(row["labels"], np.uint8), np.uint8(0))[old_runs]
        is_done = row["state"] == "done" and not layout.unlabelled_blocks(labels)
        db.execute(
            "UPDATE marks SET labels = ?, state = ?, carried = ?, change = change + 1"
            " WHERE page = ? AND annotator = ?",
            (labels.tobytes(), "done" if is_done else "begun", new_runs, id, row["annotator"]),
        )


def match_runs(before: Sequence[str], after: Sequence[str]) -> NDArray[np.int64]:
    """Return, for each run of `after`, its number in `before`, or −1.

    >>> match_runs(["Home", "Rain", "fell."], ["Rain", "hardly", "fell."]).tolist()
    [1, -1, 2]
    """
    found = np.full(len(after), UNMATCHED, np.int64)
    for old, new in matches(before, after):
        found[new] = old
    return found
