"""Paragraphs that occur in earlier documents: Onion, free of the order of the work.

An n-gram is seen if an earlier document has it that is no duplicate as a whole, or if it came
before in the same document. So all that has to be known of a document is which of its n-grams
occur earlier, and that is a join on hashes.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow.corpus.dedup.exchange import Buckets, bucket, write_sorted
from webwinnow.corpus.dedup.onion import Onion
from webwinnow.corpus.dedup.seen_keys import Earlier, gathered
from webwinnow.corpus.stages.blocks import Blocks
from webwinnow.corpus.stages.clean_shard import cleaned
from webwinnow.corpus.workspace import Work
from webwinnow.io.atomic import commit_file

__all__ = ["NGRAMS", "ngrams_of", "seen_before", "seen_ngrams", "spread_ngrams"]

NGRAMS = pa.schema([("hash", pa.int64()), ("order", pa.int64())])


def ngrams_of(work: Work, number: int, dropped: NDArray[np.int64]) -> Iterator[pa.RecordBatch]:
    """The n-grams of a shard's documents but those dropped, each once a document."""
    onion = Onion()
    for batch in cleaned(work, number, ["order", "drop", "text", "blocks"]):
        order = batch.column("order").to_numpy()
        is_kept = batch.column("drop").is_null().to_numpy(zero_copy_only=False)
        rows = np.flatnonzero(is_kept & ~np.isin(order, dropped)).tolist()
        texts, blocks = batch.column("text").to_pylist(), Blocks(batch.column("blocks"))
        found = [onion.ngrams(blocks.texts(row, texts[row])) for row in rows]
        if not found:
            continue
        counts = [len(each) for each in found]
        hashes = np.concatenate(found).view(np.int64)
        yield pa.RecordBatch.from_arrays(
            [pa.array(hashes), pa.array(np.repeat(order[rows], counts))], schema=NGRAMS
        )


def spread_ngrams(work: Work, number: int, buckets: int, dropped: NDArray[np.int64]) -> None:
    """Task: a shard's n-grams, divided into buckets."""
    with (
        commit_file(work.file("ngrams", number), work.scratch) as path,
        Buckets(path, NGRAMS, buckets) as to,
    ):
        for batch in ngrams_of(work, number, dropped):
            to.add(batch, batch.column("hash").to_numpy())


def seen_ngrams(work: Work, number: int, buckets: int) -> None:
    """Task: for each document the n-grams of a bucket that earlier ones have."""
    paths = [work.file("ngrams", shard.number) for shard in work.shards]
    order, hashes = seen_before(bucket(paths, number, buckets))
    write_sorted(work.file("seen", number), work.scratch, order, value=hashes)


def seen_before(
    batches: Iterable[pa.RecordBatch],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Documents and n-grams, without the first document that has each. Rows come in the order of
    documents.
    """
    earlier = Earlier()
    orders, found = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for table in gathered(batches, NGRAMS):
        hashes, order = (table.column(name).to_numpy() for name in NGRAMS.names)
        is_later = earlier.has(hashes)
        orders.append(order[is_later])
        found.append(hashes[is_later])
    return np.concatenate(orders), np.concatenate(found)
