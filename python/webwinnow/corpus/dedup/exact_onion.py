"""Onion as it was published: what is kept depends on what was kept before.

So documents go through it one after the other, in the stable order, on one machine.
"""

from array import array
from collections.abc import Iterator

import numpy as np

from webwinnow.corpus.dedup.duplicates import dropped_between
from webwinnow.corpus.dedup.exchange import write_sorted
from webwinnow.corpus.dedup.onion import Onion
from webwinnow.corpus.record import order_of
from webwinnow.corpus.stages.blocks import Blocks
from webwinnow.corpus.stages.clean_shard import cleaned
from webwinnow.corpus.stages.repeats import blocks_that_go
from webwinnow.corpus.workspace import Work

__all__ = ["exact_onion"]


def exact_onion(work: Work, same: int) -> None:
    """Task: the blocks of the whole corpus that go. Two passes, for a tenth of the memory, which
    grows with what is repeated.
    """
    onion = Onion()
    onion.survey((own for _, own in documents(work, same)), folder=work.inner)
    orders, blocks = array("q"), array("q")
    for order, own in documents(work, same):
        goes = blocks_that_go(onion.add(own)).tolist()
        orders.extend([order] * len(goes))
        blocks.extend(goes)
    write_sorted(
        work.file("blocks", 0),
        work.scratch,
        np.frombuffer(orders, np.int64),
        value=np.frombuffer(blocks, np.int64),
    )


def documents(work: Work, same: int) -> Iterator[tuple[int, list[str]]]:
    """All that are no duplicates as a whole, with their paragraphs."""
    for shard in work.shards:
        first, last = order_of(shard.number, 0), order_of(shard.number + 1, 0)
        dropped, _ = dropped_between(work, same, first, last)
        for batch in cleaned(work, shard.number, ["order", "drop", "text", "blocks"]):
            order = batch.column("order").to_numpy()
            is_kept = batch.column("drop").is_null().to_numpy(zero_copy_only=False)
            texts, blocks = batch.column("text").to_pylist(), Blocks(batch.column("blocks"))
            for row in np.flatnonzero(is_kept & ~np.isin(order, dropped)).tolist():
                yield int(order[row]), blocks.texts(row, texts[row])
