"""Where annotators differ, what was decided, and what holds in the end.

What holds follows from what the annotators say now, so that a page which was settled is open again
when one of them changes something.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow.annotation.annotator_labels import Marks, marks_in
from webwinnow.annotation.labels import NONE
from webwinnow.annotation.pages import COLUMNS, PageInfo, page_in, parsed
from webwinnow.annotation.projects import FINAL, project_in
from webwinnow.annotation.run_layout import Bytes, Reading
from webwinnow.annotation.store import Store

__all__ = ["Adjudication", "Difference", "Standing", "adjudication", "standing", "standings"]

NOBODY = "nobody has said that this page is done"
OPEN = "annotators differ, and nobody has decided"


@dataclass(frozen=True)
class Standing:
    """What annotators who are done say of one page, and what was decided."""

    page: PageInfo
    reading: Reading
    done: dict[str, Bytes] = field(default_factory=dict)  # labels, by annotator
    final: Bytes | None = None  # 0 where nothing was decided

    @cached_property
    def said(self) -> NDArray[np.uint8]:
        """A row for each annotator; "content" is what the markup says, so that nobody differs in
        words only."""
        rows = [self.reading.resolved(labels) for labels in self.done.values()]
        return np.array(rows, np.uint8).reshape(len(rows), len(self.reading))

    @cached_property
    def differs(self) -> NDArray[np.bool_]:
        """The runs on which annotators differ."""
        if len(self.said) < 2:
            return np.zeros(len(self.reading), bool)
        return np.asarray(np.any(self.said != self.said[0], axis=0), bool)

    @cached_property
    def is_open(self) -> NDArray[np.bool_]:
        """Those of them on which nobody has decided."""
        found: NDArray[np.bool_] = self.differs & (self.decided == NONE)
        return found

    @cached_property
    def overruled(self) -> NDArray[np.bool_]:
        """The runs of which all say the same, and something else was decided. Annotators may have
        come to agree after the decision, which holds until it is changed.
        """
        if not len(self.said):
            return np.zeros(len(self.reading), bool)
        against: NDArray[np.bool_] = (self.decided != NONE) & (self.decided != self.said[0])
        return against & ~self.differs

    @cached_property
    def decided(self) -> Bytes:
        if self.final is None:
            return np.zeros(len(self.reading), np.uint8)
        return self.reading.resolved(self.final)

    @property
    def open_blocks(self) -> int:
        return len(np.unique(self.reading.block[self.is_open]))

    @property
    def differing_blocks(self) -> int:
        return len(np.unique(self.reading.block[self.differs]))

    @property
    def overruled_blocks(self) -> int:
        return len(np.unique(self.reading.block[self.overruled]))

    @property
    def is_settled(self) -> bool:
        """Whether several are done, and nothing that they differ on is open."""
        return len(self.done) > 1 and not self.is_open.any()

    @property
    def problem(self) -> str | None:
        """Why nothing holds; particulars in brackets at its end."""
        if not self.done:
            return NOBODY
        if self.is_open.any():
            blocks = "1 block" if self.open_blocks == 1 else f"{self.open_blocks} blocks"
            return f"{OPEN} ({blocks})"
        return None

    @property
    def labels(self) -> Bytes | None:
        """What holds: what was decided, and else what all say who are done."""
        if self.problem:
            return None
        return np.where(self.decided != NONE, self.decided, self.said[0]).astype(np.uint8)


@dataclass(frozen=True)
class Difference:
    """A block on which annotators differ, or on which all of them were overruled."""

    block: int
    runs: list[int]  # that can be seen
    differs: list[int]  # those of them at issue
    text: str
    labels: dict[str, int | None]  # by annotator; None where the block has several
    by_run: dict[str, list[int]]
    final: int | None  # what was decided: 0 for nothing yet, None for several labels
    is_open: bool
    is_overruled: bool


@dataclass(frozen=True)
class Adjudication:
    standing: Standing
    differences: list[Difference]
    marks: Marks  # those of whoever decides


def adjudication(store: Store, page: int) -> Adjudication:
    """All differences on a page, those that are decided too, and decisions against all."""
    found, _ = parsed(store, page)
    with store.reading() as db:
        final = marks_in(db, page_in(db, page), FINAL)
        now = standing_in(db, page_in(db, page))
    texts = found.block_texts()
    blocks = np.unique(now.reading.block[now.differs | now.overruled]).tolist()
    return Adjudication(now, [difference(now, block, texts[block]) for block in blocks], final)


def difference(now: Standing, block: int, text: str) -> Difference:
    runs = np.flatnonzero((now.reading.block == block) & now.reading.is_visible)
    at_issue = runs[(now.differs | now.overruled)[runs]]
    final = np.zeros(len(now.reading), np.uint8) if now.final is None else now.final
    return Difference(
        block,
        runs.tolist(),
        at_issue.tolist(),
        text,
        {name: only(labels[runs]) for name, labels in now.done.items()},
        {name: labels[runs].tolist() for name, labels in now.done.items()},
        only(final[at_issue]),
        bool(now.is_open[runs].any()),
        bool(now.overruled[runs].any()),
    )


def only(labels: Bytes) -> int | None:
    return int(labels[0]) if len(labels) and (labels == labels[0]).all() else None


def standing(store: Store, page: int) -> Standing:
    with store.reading() as db:
        return standing_in(db, page_in(db, page))


def standing_in(db: sqlite3.Connection, page: PageInfo) -> Standing:
    return next(found(db, "page.id = ?", page.id))


def standings(store: Store, project: int) -> list[Standing]:
    """Of all pages of a project, in their order; the pages themselves are not read."""
    with store.reading() as db:
        project_in(db, project)
        return list(found(db, "page.project = ?", project))


def found(db: sqlite3.Connection, where: str, id: int) -> Iterator[Standing]:
    labels: dict[int, dict[str, Bytes]] = {}
    for row in db.execute(
        "SELECT marks.page, annotator.name, labels FROM marks"
        " JOIN annotator ON annotator.id = marks.annotator JOIN page ON page.id = marks.page"
        f" WHERE {where} AND (state = 'done' OR annotator.name = ?) ORDER BY annotator.id",
        (id, FINAL),
    ):
        of_page = labels.setdefault(row["page"], {})
        of_page[row["name"]] = np.frombuffer(row["labels"], np.uint8)
    columns = ", ".join(f"page.{column}" for column in COLUMNS.split(", "))
    for *fields, block, markup in db.execute(
        f"SELECT {columns}, block, markup FROM page JOIN reading"
        f" ON reading.page = page.id AND reading.number = page.reading WHERE {where}"
        " ORDER BY position",
        (id,),
    ):
        page = PageInfo(*fields)
        done = labels.get(page.id, {})
        final = done.pop(FINAL, None)
        yield Standing(page, Reading.unpack(block, markup), done, final)
