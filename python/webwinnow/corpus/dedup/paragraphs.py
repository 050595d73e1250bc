"""Find repeated paragraphs over all shards with Onion, in two forms.

Order-free: an n-gram is seen if an earlier document has it that is no duplicate as a whole, or if
it occurred before in the same document. All that a document needs is the set of its n-grams that
occur earlier, which is a join on hashes.

Exact, as published: kept text depends on text kept before, so documents pass through one Onion in
the stable order, on one machine.
"""

from array import array
from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow.corpus.dedup.duplicates import read_duplicates
from webwinnow.corpus.dedup.exchange import (
    BucketWriter,
    SeenKeys,
    concatenate,
    read_bucket,
    read_cleaned,
    write_sorted,
)
from webwinnow.corpus.dedup.onion import Onion
from webwinnow.corpus.dedup.results import dropped_blocks
from webwinnow.corpus.record import order_of
from webwinnow.corpus.stages.columns import BlockColumn
from webwinnow.corpus.workspace import Workspace
from webwinnow.io.atomic import commit_file

NGRAMS = pa.schema([("hash", pa.int64()), ("order", pa.int64())])


def paragraphs(
    workspace: Workspace, number: int, duplicates: NDArray[np.int64]
) -> Iterator[list[tuple[int, list[str]]]]:
    """Yield, per batch, order and paragraphs of a shard's kept documents except duplicates."""
    for batch in read_cleaned(workspace, number, ["order", "drop", "text", "blocks"]):
        order = batch.column("order").to_numpy()
        is_kept = batch.column("drop").is_null().to_numpy(zero_copy_only=False)
        texts, blocks = batch.column("text").to_pylist(), BlockColumn(batch.column("blocks"))
        rows = np.flatnonzero(is_kept & ~np.isin(order, duplicates)).tolist()
        yield [(int(order[row]), blocks.texts(row, texts[row])) for row in rows]


def shard_ngrams(
    workspace: Workspace, number: int, duplicates: NDArray[np.int64]
) -> Iterator[pa.RecordBatch]:
    """Yield the distinct n-grams of each document of a shard, except duplicates."""
    onion = Onion()
    for documents in paragraphs(workspace, number, duplicates):
        if not documents:
            continue
        found = [onion.ngrams(texts) for _, texts in documents]
        orders = np.repeat([order for order, _ in documents], [len(each) for each in found])
        hashes = np.concatenate(found).view(np.int64)
        yield pa.RecordBatch.from_arrays([pa.array(hashes), pa.array(orders)], schema=NGRAMS)


def spread_ngrams(workspace: Workspace, number: int, buckets: int, key_buckets: int) -> None:
    """Task: divide a shard's n-grams into buckets."""
    duplicates = shard_duplicates(workspace, number, key_buckets)
    with (
        commit_file(workspace.file("ngrams", number), workspace.scratch) as path,
        BucketWriter(path, NGRAMS, buckets) as writer,
    ):
        for batch in shard_ngrams(workspace, number, duplicates):
            writer.add(batch, batch.column("hash").to_numpy())


def shard_duplicates(workspace: Workspace, number: int, key_buckets: int) -> NDArray[np.int64]:
    first, last = order_of(number, 0), order_of(number + 1, 0)
    return read_duplicates(workspace, key_buckets, first, last)[0]


def seen_in_bucket(workspace: Workspace, number: int, buckets: int) -> None:
    """Task: find for each document the n-grams of a bucket that earlier documents have."""
    paths = [workspace.file("ngrams", shard.number) for shard in workspace.shards]
    order, hashes = find_seen_ngrams(read_bucket(paths, number, buckets))
    write_sorted(workspace.file("seen", number), workspace.scratch, order, value=hashes)


def find_seen_ngrams(
    batches: Iterable[pa.RecordBatch],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Find documents and n-grams, except the first document that has each n-gram.

    Rows must come in the order of documents.
    """
    seen = SeenKeys()
    orders, found = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for table in concatenate(batches, NGRAMS):
        hashes, order = (table.column(name).to_numpy() for name in NGRAMS.names)
        was_seen = seen.add(hashes)
        orders.append(order[was_seen])
        found.append(hashes[was_seen])
    return np.concatenate(orders), np.concatenate(found)


def mark_exactly(workspace: Workspace, key_buckets: int) -> None:
    """Task: find the repeated blocks of the whole corpus with exact Onion.

    Two passes take a tenth of the memory of one, which grows with the amount of repeated text.
    """

    def documents() -> Iterator[tuple[int, list[str]]]:
        for shard in workspace.shards:
            duplicates = shard_duplicates(workspace, shard.number, key_buckets)
            for batch in paragraphs(workspace, shard.number, duplicates):
                yield from batch

    onion = Onion()
    onion.survey((texts for _, texts in documents()), folder=workspace.intermediate)
    orders, numbers = array("q"), array("q")
    for order, texts in documents():
        dropped = dropped_blocks(onion.add(texts)).tolist()
        orders.extend([order] * len(dropped))
        numbers.extend(dropped)
    write_sorted(
        workspace.file("blocks", 0),
        workspace.scratch,
        np.frombuffer(orders, np.int64),
        value=np.frombuffer(numbers, np.int64),
    )
