"""What the corpus as a whole says of a shard's documents: which are duplicates, which n-grams or
blocks of them occur earlier.
"""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from webwinnow.corpus.dedup.duplicates import dropped_between
from webwinnow.corpus.dedup.exchange import between
from webwinnow.corpus.workspace import Work

__all__ = ["Fates", "FatesInFiles", "FatesInTables", "Repeats", "Said"]

Orders = NDArray[np.int64]


class Repeats(NamedTuple):
    """By document, in order: n-grams that earlier ones have, or numbers of blocks that go."""

    order: Orders
    value: NDArray[np.int64]

    def of(self, order: int) -> NDArray[np.int64]:
        first, last = np.searchsorted(self.order, [order, order + 1])
        return self.value[first:last]


class Said(NamedTuple):
    duplicates: Orders  # documents
    kinds: NDArray[np.int8]  # of each, its place in KINDS
    repeats: Repeats


class Fates(Protocol):
    def between(self, first: int, last: int) -> Said:
        """Of the documents from the first to before the last, in the stable order."""


NOTHING = Repeats(np.zeros(0, np.int64), np.zeros(0, np.int64))


class FatesInTables:
    """Those of a whole shard, as joins have found them, in the order of its documents."""

    def __init__(self, duplicates: Orders, kinds: NDArray[np.int8], repeats: Repeats) -> None:
        self.said = Said(duplicates, kinds, repeats)

    def between(self, first: int, last: int) -> Said:
        said = self.said
        low, high = np.searchsorted(said.duplicates, [first, last])
        start, end = np.searchsorted(said.repeats.order, [first, last])
        return Said(
            said.duplicates[low:high],
            said.kinds[low:high],
            Repeats(said.repeats.order[start:end], said.repeats.value[start:end]),
        )


class FatesInFiles:
    """As buckets have written them. So many documents' are held at a time: there may be thousands
    of buckets, and each has to be opened for it.
    """

    WINDOW = 2**14

    def __init__(self, work: Work, *, same: int, seen: int) -> None:
        self.work, self.same, self.seen = work, same, seen
        self.first = self.last = 0
        self.held = FatesInTables(np.zeros(0, np.int64), np.zeros(0, np.int8), NOTHING)

    def between(self, first: int, last: int) -> Said:
        if first < self.first or last > self.last:
            self.first, self.last = first, max(last, first + self.WINDOW)
            self.held = self.read()
        return self.held.between(first, last)

    def read(self) -> FatesInTables:
        duplicates, kinds = dropped_between(self.work, self.same, self.first, self.last)
        kind = "blocks" if self.work.settings.onion == "exact" else "seen"
        paths = [self.work.file(kind, number) for number in range(self.seen)]
        found = between(paths, self.first, self.last)
        repeats = Repeats(found["order"], found["value"]) if found else NOTHING
        return FatesInTables(duplicates, kinds, repeats)
