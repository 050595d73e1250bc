"""Documents without the duplicates among them, and without blocks that occur earlier."""

from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow._core import document_keys
from webwinnow.corpus.dedup.duplicates import KINDS
from webwinnow.corpus.dedup.onion import Marks, Onion
from webwinnow.corpus.dedup.verdicts import Said
from webwinnow.corpus.stages.blocks import Blocks, Moved, cut
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
    left = Moved(blocks)
    for row in np.flatnonzero(is_alive(batch)).tolist():
        own, repeated = blocks.texts(row, texts[row]), said.repeats.of(order[row])
        judge = listed if is_exact else onion_says
        goes, tokens_in_those = judge(own, repeated, onion)
        tokens[row] -= tokens_in_those
        start, end = blocks.of(row)
        if goes.any():
            texts[row], start, end = cut(texts[row], start, end, ~goes)
        left.move(row, start, end, ~goes)
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
