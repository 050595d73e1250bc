"""Find duplicate and near-duplicate documents.

Every document has keys: a hash of its text, and 16 MinHash values. It is a duplicate or
near-duplicate if an earlier document has the same key, whether that document is kept or not. So
the result depends only on the order of documents, not on the order of work.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow.corpus.dedup.exchange import (
    BucketWriter,
    SeenKeys,
    concatenate,
    read_bucket,
    read_cleaned,
    read_range,
    write_sorted,
)
from webwinnow.corpus.workspace import Workspace
from webwinnow.io.atomic import commit_file

#: Kinds of keys, strongest first: the strongest kind of a document is its drop reason.
KINDS = ("duplicate", "near-duplicate")
KEYS = pa.schema([("key", pa.int64()), ("kind", pa.int8()), ("order", pa.int64())])

Duplicates = tuple[NDArray[np.int64], NDArray[np.int8]]  # documents, and the kind of each


def shard_keys(workspace: Workspace, number: int) -> Iterator[pa.RecordBatch]:
    """Yield the keys of a shard's documents, without dropped ones."""
    for batch in read_cleaned(workspace, number, ["order", "drop", "text_key", "bands"]):
        batch = batch.filter(batch.column("drop").is_null())
        order = batch.column("order").to_numpy()
        if workspace.settings.duplicates:
            yield keys_batch(batch.column("text_key").to_numpy(zero_copy_only=False), 0, order)
        if workspace.settings.near_duplicates:
            bands = batch.column("bands")
            counts = bands.value_lengths().fill_null(0).to_numpy()
            yield keys_batch(bands.flatten().to_numpy(), 1, np.repeat(order, counts))


def keys_batch(key: NDArray[np.int64], kind: int, order: NDArray[np.int64]) -> pa.RecordBatch:
    kinds = np.full(len(key), kind, np.int8)
    return pa.RecordBatch.from_arrays(
        [pa.array(key.astype(np.int64)), pa.array(kinds), pa.array(order)], schema=KEYS
    )


def spread_keys(workspace: Workspace, number: int, buckets: int) -> None:
    """Task: divide a shard's keys into buckets."""
    with (
        commit_file(workspace.file("keys", number), workspace.scratch) as path,
        BucketWriter(path, KEYS, buckets) as writer,
    ):
        for batch in shard_keys(workspace, number):
            writer.add(batch, batch.column("key").to_numpy())


def find_in_bucket(workspace: Workspace, number: int, buckets: int) -> None:
    """Task: find the duplicates among the keys of a bucket."""
    paths = [workspace.file("keys", shard.number) for shard in workspace.shards]
    order, kind = find_duplicates(read_bucket(paths, number, buckets))
    write_sorted(workspace.file("same", number), workspace.scratch, order, kind=kind)


def find_duplicates(batches: Iterable[pa.RecordBatch]) -> Duplicates:
    """Find the documents that share a key with an earlier one, each once with its strongest kind.

    Rows must come in the order of documents.
    """
    seen = [SeenKeys() for _ in KINDS]
    orders, kinds = [np.zeros(0, np.int64)], [np.zeros(0, np.int8)]
    for table in concatenate(batches, KEYS):
        key, kind, order = (table.column(name).to_numpy() for name in KEYS.names)
        for number, keys in enumerate(seen):
            of_kind = kind == number
            was_seen = keys.add(key[of_kind])
            orders.append(order[of_kind][was_seen])
            kinds.append(kind[of_kind][was_seen])
    return strongest_kinds(np.concatenate(orders), np.concatenate(kinds))


def strongest_kinds(order: NDArray[np.int64], kind: NDArray[np.int8]) -> Duplicates:
    rows = np.lexsort((kind, order))
    order, kind = order[rows], kind[rows]
    is_first = np.append(True, order[1:] != order[:-1])[: len(order)]
    return order[is_first], kind[is_first]


def read_duplicates(workspace: Workspace, buckets: int, first: int, last: int) -> Duplicates:
    """Read the duplicates among the documents in [first, last) from all buckets."""
    paths = [workspace.file("same", number) for number in range(buckets)]
    found = read_range(paths, first, last)
    if not found:
        return np.zeros(0, np.int64), np.zeros(0, np.int8)
    return strongest_kinds(found["order"], found["kind"])
