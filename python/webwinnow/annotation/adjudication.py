"""Differences between annotators, the adjudicator's decisions, and the resulting labels of a page.

The result is computed from the current labels. If an annotator changes a settled page, it can
become unsettled again.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow.annotation.annotator_labels import AnnotatorLabels, load_labels
from webwinnow.annotation.labels import NONE
from webwinnow.annotation.pages import COLUMNS, PageInfo, load_page, parse_page
from webwinnow.annotation.projects import ADJUDICATOR, load_project
from webwinnow.annotation.run_layout import LabelArray, RunLayout
from webwinnow.annotation.store import Store
from webwinnow.messages import count_noun

NOT_DONE = "no annotator has marked this page as done"
UNSETTLED = "annotators differ, and the difference is not settled"


@dataclass(frozen=True)
class PageStatus:
    """Labels of one page by annotators who are done with it, and the adjudicator's labels."""

    page: PageInfo
    layout: RunLayout
    done: dict[str, LabelArray] = field(default_factory=dict)  # labels, by annotator
    final: LabelArray | None = None  # the adjudicator's labels; 0 for undecided runs

    @cached_property
    def resolved(self) -> NDArray[np.uint8]:
        """A row of labels for each annotator, with the markup's kind in place of "content"."""
        rows = [self.layout.resolve(labels) for labels in self.done.values()]
        return np.array(rows, np.uint8).reshape(len(rows), len(self.layout))

    @cached_property
    def differs(self) -> NDArray[np.bool_]:
        """Mask of the runs on which annotators differ."""
        if len(self.resolved) < 2:
            return np.zeros(len(self.layout), bool)
        return np.asarray(np.any(self.resolved != self.resolved[0], axis=0), bool)

    @cached_property
    def is_open(self) -> NDArray[np.bool_]:
        """Mask of the differing runs without a decision."""
        found: NDArray[np.bool_] = self.differs & (self.decided == NONE)
        return found

    @cached_property
    def overruled(self) -> NDArray[np.bool_]:
        """Mask of the runs on which all annotators agree, against the decision.

        This happens if they come to agree after the decision, which holds until it is changed.
        """
        if not len(self.resolved):
            return np.zeros(len(self.layout), bool)
        against: NDArray[np.bool_] = (self.decided != NONE) & (self.decided != self.resolved[0])
        return against & ~self.differs

    @cached_property
    def decided(self) -> LabelArray:
        if self.final is None:
            return np.zeros(len(self.layout), np.uint8)
        return self.layout.resolve(self.final)

    @property
    def open_blocks(self) -> int:
        return len(np.unique(self.layout.block[self.is_open]))

    @property
    def differing_blocks(self) -> int:
        return len(np.unique(self.layout.block[self.differs]))

    @property
    def overruled_blocks(self) -> int:
        return len(np.unique(self.layout.block[self.overruled]))

    @property
    def is_settled(self) -> bool:
        """True if several annotators are done and every difference is decided."""
        return len(self.done) > 1 and not self.is_open.any()

    @property
    def problem(self) -> str | None:
        """Reason why the page has no final labels, with details in brackets at the end."""
        if not self.done:
            return NOT_DONE
        if self.is_open.any():
            return f"{UNSETTLED} ({count_noun(self.open_blocks, 'block')})"
        return None

    @property
    def labels(self) -> LabelArray | None:
        """Final labels: the decision if there is one, else the annotators' common label."""
        if self.problem:
            return None
        return np.where(self.decided != NONE, self.decided, self.resolved[0]).astype(np.uint8)


@dataclass(frozen=True)
class Difference:
    """A block on which annotators differ, or on which the decision overrules all of them."""

    block: int
    runs: list[int]  # visible runs
    differs: list[int]  # runs that differ or are overruled
    text: str
    labels: dict[str, int | None]  # by annotator; None for several labels
    by_run: dict[str, list[int]]
    final: int | None  # the decision: 0 for none yet, None for several labels
    is_open: bool
    is_overruled: bool


@dataclass(frozen=True)
class Adjudication:
    status: PageStatus
    differences: list[Difference]
    current: AnnotatorLabels  # the adjudicator's


def find_differences(store: Store, page: int) -> Adjudication:
    """Find all differences on a page, decided or not, and all overruling decisions."""
    parsed, _ = parse_page(store, page)
    with store.read() as db:
        info = load_page(db, page)
        current, status = load_labels(db, info, ADJUDICATOR), load_status(db, info)
    texts = parsed.block_texts()
    blocks = np.unique(status.layout.block[status.differs | status.overruled]).tolist()
    differences = [block_difference(status, block, texts[block]) for block in blocks]
    return Adjudication(status, differences, current)


def block_difference(status: PageStatus, block: int, text: str) -> Difference:
    runs = np.flatnonzero((status.layout.block == block) & status.layout.is_visible)
    at_issue = runs[(status.differs | status.overruled)[runs]]
    final = np.zeros(len(status.layout), np.uint8) if status.final is None else status.final
    return Difference(
        block,
        runs.tolist(),
        at_issue.tolist(),
        text,
        {name: common_label(labels[runs]) for name, labels in status.done.items()},
        {name: labels[runs].tolist() for name, labels in status.done.items()},
        common_label(final[at_issue]),
        bool(status.is_open[runs].any()),
        bool(status.overruled[runs].any()),
    )


def common_label(labels: LabelArray) -> int | None:
    return int(labels[0]) if len(labels) and (labels == labels[0]).all() else None


def page_status(store: Store, page: int) -> PageStatus:
    with store.read() as db:
        return load_status(db, load_page(db, page))


def load_status(db: sqlite3.Connection, page: PageInfo) -> PageStatus:
    return next(select_statuses(db, "page.id = ?", page.id))


def page_statuses(store: Store, project: int) -> list[PageStatus]:
    """Status of all pages of a project, in their order, without parsing the pages."""
    with store.read() as db:
        load_project(db, project)
        return list(select_statuses(db, "page.project = ?", project))


def select_statuses(db: sqlite3.Connection, where: str, id: int) -> Iterator[PageStatus]:
    labels: dict[int, dict[str, LabelArray]] = {}
    for row in db.execute(
        "SELECT marks.page, annotator.name, labels FROM marks"
        " JOIN annotator ON annotator.id = marks.annotator JOIN page ON page.id = marks.page"
        f" WHERE {where} AND (state = 'done' OR annotator.name = ?) ORDER BY annotator.id",
        (id, ADJUDICATOR),
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
        final = done.pop(ADJUDICATOR, None)
        yield PageStatus(page, RunLayout.decompress(block, markup), done, final)
