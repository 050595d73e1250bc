"""Documents without the duplicates among them, and without blocks that occur earlier."""

from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow._core import document_keys
from webwinnow.corpus.dedup import Marks, Onion
from webwinnow.corpus.duplicates import KINDS
from webwinnow.corpus.fates import Said
from webwinnow.corpus.record import BLOCK, BLOCKS
from webwinnow.corpus.stages.blocks import Blocks, cut
from webwinnow.corpus.stages.columns import dropped, is_alive, with_columns

__all__ = ["Lost", "blocks_that_go", "without_duplicates", "without_repeats"]


class Lost(NamedTuple):
    blocks: int = 0
    tokens: int = 0


def without_duplicates(batch: pa.RecordBatch, said: Said) -> pa.RecordBatch:
    order = batch.column("order").to_numpy()
    for kind, reason in enumerate(KINDS):
        rows = np.isin(order, said.duplicates[said.kinds == kind])
        batch = dropped(batch, rows, reason)
    return batch


def without_repeats(
    batch: pa.RecordBatch, said: Said, onion: Onion, *, is_exact: bool
) -> tuple[pa.RecordBatch, Lost]:
    """What is repeated of a document are n-grams that earlier ones have; where Onion has worked
    exactly before, they are the blocks that go.
    """
    texts, blocks = batch.column("text").to_pylist(), Blocks(batch.column("blocks"))
    tokens, order = (batch.column(name).to_pylist() for name in ("tokens", "order"))
    left = Left(batch.column("blocks"))
    for row in np.flatnonzero(is_alive(batch)).tolist():
        own, repeated = blocks.texts(row, texts[row]), said.repeats.of(order[row])
        judge = listed if is_exact else onion_says
        goes, tokens_in_those = judge(own, repeated, onion)
        tokens[row] -= tokens_in_those
        start, end = blocks.of(row)
        if goes.any():
            texts[row], start, end = cut(texts[row], start, end, ~goes)
        left.add(row, ~goes, start, end)
    was = sum(batch.column("tokens").drop_null().to_pylist())
    lost = Lost(left.lost, was - sum(each for each in tokens if each is not None))
    batch = with_columns(batch, text=texts, tokens=tokens, blocks=left.column())
    is_empty = np.array([each == 0 for each in tokens], bool)
    return dropped(batch, is_empty, "repeated"), lost


Judgement = tuple[NDArray[np.bool_], int]  # for each block whether it goes, and tokens in those


def onion_says(own: list[str], seen: NDArray[np.int64], onion: Onion) -> Judgement:
    marks = onion.judged(own, np.sort(seen.view(np.uint64)))
    goes = np.zeros(len(own), bool)
    goes[blocks_that_go(marks)] = True
    return goes, int(marks.tokens[goes].sum())


def blocks_that_go(marks: Marks) -> NDArray[np.int64]:
    """Onion's duplicates. A short document would go as a stub even if nothing of it is repeated:
    here it stays.
    """
    return np.flatnonzero(marks.duplicate & marks.repeated.any())


def listed(own: list[str], numbers: NDArray[np.int64], _: Onion) -> Judgement:
    goes = np.zeros(len(own), bool)
    goes[numbers] = True
    return goes, sum(document_keys([own[number]])[2] for number in numbers.tolist())


class Left:
    """The blocks that are left of the rows of a batch, at their new places."""

    def __init__(self, blocks: pa.ListArray) -> None:
        self.blocks = blocks
        self.counts = np.array([len(each) if each.is_valid else 0 for each in blocks], np.int64)
        self.keep = np.ones(self.counts.sum(), bool)
        self.first = np.append(0, np.cumsum(self.counts))
        values = blocks.flatten()
        self.values = values
        self.start, self.end = (values.field(name).to_numpy().copy() for name in ("start", "end"))

    @property
    def lost(self) -> int:
        return int((~self.keep).sum())

    def add(
        self,
        row: int,
        keep: NDArray[np.bool_],
        start: NDArray[np.int32],
        end: NDArray[np.int32],
    ) -> None:
        first, last = self.first[row], self.first[row + 1]
        self.keep[first:last] = keep
        places = first + np.flatnonzero(keep)
        self.start[places], self.end[places] = start, end

    def column(self) -> pa.ListArray:
        kept = self.values.filter(pa.array(self.keep))
        columns = {name: kept.field(name) for name in (field.name for field in BLOCK)}
        columns["start"] = pa.array(self.start[self.keep])
        columns["end"] = pa.array(self.end[self.keep])
        inside = pa.StructArray.from_arrays(list(columns.values()), fields=list(BLOCK))
        before = np.append(0, np.cumsum(self.keep))
        offsets = pa.array(before[self.first].astype(np.int32))
        return pa.ListArray.from_arrays(offsets, inside, type=BLOCKS, mask=self.blocks.is_null())
