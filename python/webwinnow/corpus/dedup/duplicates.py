"""Documents that have the text of an earlier one, or nearly so.

Every document has keys: a hash of its text, and sixteen of its MinHash values. It is a duplicate,
or a near-duplicate, where an earlier document has the same key, be that kept or not: so the result
depends on the order of documents alone, not on that of the work.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow.corpus.dedup.exchange import Buckets, between, bucket, write_sorted
from webwinnow.corpus.dedup.seen_keys import Earlier, gathered
from webwinnow.corpus.stages.clean_shard import cleaned
from webwinnow.corpus.workspace import Work
from webwinnow.io.atomic import commit_file

__all__ = ["KEYS", "KINDS", "dropped_between", "keys_of", "later_ones", "same_keys", "spread_keys"]

#: Kinds of keys, the stronger first: a document that is both is dropped for that.
KINDS = ("duplicate", "near-duplicate")
KEYS = pa.schema([("key", pa.int64()), ("kind", pa.int8()), ("order", pa.int64())])


def keys_of(work: Work, number: int) -> Iterator[pa.RecordBatch]:
    """The keys of all documents of a shard that are not dropped yet."""
    for batch in cleaned(work, number, ["order", "drop", "text_key", "bands"]):
        batch = batch.filter(batch.column("drop").is_null())
        order = batch.column("order").to_numpy()
        if work.settings.duplicates:
            yield keys_batch(batch.column("text_key").to_numpy(zero_copy_only=False), 0, order)
        if work.settings.near_duplicates:
            bands = batch.column("bands")
            counts = bands.value_lengths().fill_null(0).to_numpy()
            yield keys_batch(bands.flatten().to_numpy(), 1, np.repeat(order, counts))


def keys_batch(key: NDArray[np.int64], kind: int, order: NDArray[np.int64]) -> pa.RecordBatch:
    kinds = np.full(len(key), kind, np.int8)
    return pa.RecordBatch.from_arrays(
        [pa.array(key.astype(np.int64)), pa.array(kinds), pa.array(order)], schema=KEYS
    )


def spread_keys(work: Work, number: int, buckets: int) -> None:
    """Task: a shard's keys, divided into buckets."""
    with (
        commit_file(work.file("keys", number), work.scratch) as path,
        Buckets(path, KEYS, buckets) as to,
    ):
        for batch in keys_of(work, number):
            to.add(batch, batch.column("key").to_numpy())


def same_keys(work: Work, number: int, buckets: int) -> None:
    """Task: the documents whose keys in a bucket are those of earlier ones."""
    paths = [work.file("keys", shard.number) for shard in work.shards]
    order, kind = later_ones(bucket(paths, number, buckets))
    write_sorted(work.file("same", number), work.scratch, order, kind=kind)


def later_ones(batches: Iterable[pa.RecordBatch]) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """Each document with a key that an earlier one has, once, with the strongest kind of it. Rows
    come in the order of documents.
    """
    earlier = [Earlier() for _ in KINDS]
    orders, kinds = [np.zeros(0, np.int64)], [np.zeros(0, np.int8)]
    for table in gathered(batches, KEYS):
        key, kind, order = (table.column(name).to_numpy() for name in KEYS.names)
        for number, keys in enumerate(earlier):
            of_kind = kind == number
            is_later = keys.has(key[of_kind])
            orders.append(order[of_kind][is_later])
            kinds.append(kind[of_kind][is_later])
    return strongest(np.concatenate(orders), np.concatenate(kinds))


def strongest(
    order: NDArray[np.int64], kind: NDArray[np.int8]
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    rows = np.lexsort((kind, order))
    order, kind = order[rows], kind[rows]
    is_first = np.append(True, order[1:] != order[:-1])[: len(order)]
    return order[is_first], kind[is_first]


def dropped_between(
    work: Work, buckets: int, first: int, last: int
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """The duplicates among documents from the first to before the last, and the kind of each."""
    paths = [work.file("same", number) for number in range(buckets)]
    found = between(paths, first, last)
    if not found:
        return np.zeros(0, np.int64), np.zeros(0, np.int8)
    return strongest(found["order"], found["kind"])
