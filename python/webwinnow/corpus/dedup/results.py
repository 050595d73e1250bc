"""Cross-shard dedup results for one shard, and how they apply to its documents."""

from typing import NamedTuple, Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow._core import document_keys
from webwinnow.corpus.dedup.duplicates import KINDS, read_duplicates
from webwinnow.corpus.dedup.exchange import read_range
from webwinnow.corpus.dedup.onion import Marks, Onion
from webwinnow.corpus.stages.columns import (
    BlockColumn,
    BlockEditor,
    drop_rows,
    is_kept,
    keep_blocks,
    with_columns,
)
from webwinnow.corpus.workspace import Workspace

Orders = NDArray[np.int64]


class Repeats(NamedTuple):
    """Repeated text by document, sorted by order: hashes of n-grams that earlier documents have,
    or, for exact Onion, numbers of repeated blocks.
    """

    order: Orders
    value: NDArray[np.int64]

    def of(self, order: int) -> NDArray[np.int64]:
        first, last = np.searchsorted(self.order, [order, order + 1])
        return self.value[first:last]


class DedupResults(NamedTuple):
    """Dedup results for a range of documents."""

    duplicates: Orders  # documents
    kinds: NDArray[np.int8]  # index into KINDS of each
    repeats: Repeats


class DedupResultSource(Protocol):
    def between(self, first: int, last: int) -> DedupResults:
        """Return the results for the documents in [first, last) of the stable order."""


NO_REPEATS = Repeats(np.zeros(0, np.int64), np.zeros(0, np.int64))


class TableDedupResults:
    """Dedup results of a whole shard in memory, sorted by order."""

    def __init__(self, duplicates: Orders, kinds: NDArray[np.int8], repeats: Repeats) -> None:
        self.all = DedupResults(duplicates, kinds, repeats)

    def between(self, first: int, last: int) -> DedupResults:
        duplicates, kinds, repeats = self.all
        low, high = np.searchsorted(duplicates, [first, last])
        start, end = np.searchsorted(repeats.order, [first, last])
        return DedupResults(
            duplicates[low:high],
            kinds[low:high],
            Repeats(repeats.order[start:end], repeats.value[start:end]),
        )


class FileDedupResults:
    """Dedup results in the files of all buckets, read for WINDOW documents at a time: there may be
    thousands of buckets, and each read opens all of their files.
    """

    WINDOW = 2**14

    def __init__(self, workspace: Workspace, *, key_buckets: int, repeat_buckets: int) -> None:
        self.workspace = workspace
        self.key_buckets, self.repeat_buckets = key_buckets, repeat_buckets
        self.first = self.last = 0
        self.window = TableDedupResults(np.zeros(0, np.int64), np.zeros(0, np.int8), NO_REPEATS)

    def between(self, first: int, last: int) -> DedupResults:
        if first < self.first or last > self.last:
            self.first, self.last = first, max(last, first + self.WINDOW)
            self.window = self.read()
        return self.window.between(first, last)

    def read(self) -> TableDedupResults:
        workspace, first, last = self.workspace, self.first, self.last
        duplicates, kinds = read_duplicates(workspace, self.key_buckets, first, last)
        kind = "blocks" if workspace.settings.onion == "exact" else "seen"
        paths = [workspace.file(kind, number) for number in range(self.repeat_buckets)]
        found = read_range(paths, first, last)
        repeats = Repeats(found["order"], found["value"]) if found else NO_REPEATS
        return TableDedupResults(duplicates, kinds, repeats)


class Removed(NamedTuple):
    """Amount of repeated text removed from kept and dropped documents."""

    blocks: int = 0
    tokens: int = 0


def drop_duplicates(batch: pa.RecordBatch, results: DedupResults) -> pa.RecordBatch:
    order = batch.column("order").to_numpy()
    for kind, reason in enumerate(KINDS):
        rows = np.isin(order, results.duplicates[results.kinds == kind])
        batch = drop_rows(batch, rows, reason)
    return batch


def drop_repeats(
    batch: pa.RecordBatch, results: DedupResults, onion: Onion, *, is_exact: bool
) -> tuple[pa.RecordBatch, Removed]:
    """Remove repeated blocks, and drop documents without other text."""
    texts, blocks = batch.column("text").to_pylist(), BlockColumn(batch.column("blocks"))
    tokens, order = (batch.column(name).to_pylist() for name in ("tokens", "order"))
    edited = BlockEditor(blocks)
    for row in np.flatnonzero(is_kept(batch)).tolist():
        own, repeated = blocks.texts(row, texts[row]), results.repeats.of(order[row])
        if is_exact:
            dropped, dropped_tokens = mark_numbers(own, repeated)
        else:
            dropped, dropped_tokens = mark_order_free(own, repeated, onion)
        tokens[row] -= dropped_tokens
        start, end = blocks.of(row)
        if dropped.any():
            texts[row], start, end = keep_blocks(texts[row], start, end, ~dropped)
        edited.set_row(row, start, end, ~dropped)
    before = sum(batch.column("tokens").drop_null().to_pylist())
    removed = Removed(edited.removed, before - sum(each for each in tokens if each is not None))
    batch = with_columns(batch, text=texts, tokens=tokens, blocks=edited.column())
    is_empty = np.array([each == 0 for each in tokens], bool)
    return drop_rows(batch, is_empty, "repeated"), removed


DroppedBlocks = tuple[NDArray[np.bool_], int]  # mask of blocks to drop, and their tokens


def mark_order_free(own: list[str], seen: NDArray[np.int64], onion: Onion) -> DroppedBlocks:
    marks = onion.mark_with_seen(own, np.sort(seen.view(np.uint64)))
    dropped = np.zeros(len(own), bool)
    dropped[dropped_blocks(marks)] = True
    return dropped, int(marks.tokens[dropped].sum())


def mark_numbers(own: list[str], numbers: NDArray[np.int64]) -> DroppedBlocks:
    dropped = np.zeros(len(own), bool)
    dropped[numbers] = True
    return dropped, sum(document_keys([own[number]])[2] for number in numbers.tolist())


def dropped_blocks(marks: Marks) -> NDArray[np.int64]:
    """Numbers of the blocks that Onion marks as duplicates.

    Onion drops any short document as a stub; here it stays if nothing in it is repeated.
    """
    return np.flatnonzero(marks.duplicate & marks.repeated.any())
