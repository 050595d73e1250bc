"""Rows on their way from shards to buckets and back, in files that need little memory.

A shard's file has its rows divided into buckets by a hash, so that each bucket can be looked at
by itself, whatever the size of the corpus. What a bucket says of shards is sorted by order, so that
a shard finds its part.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow.io.atomic import commit_file

__all__ = ["Buckets", "between", "bucket", "bucket_of", "write_sorted"]

# Bytes that wait in memory before they are written, for all buckets together.
ROOM = 2**26


def bucket_of(hashes: NDArray[np.int64], buckets: int) -> NDArray[np.int64]:
    """By the upper bits: the lower ones may have chosen something else."""
    upper = hashes.view(np.uint64) >> np.uint64(32)
    found: NDArray[np.int64] = (upper * np.uint64(buckets) >> np.uint64(32)).astype(np.int64)
    return found


class Buckets:
    """Writes a shard's rows. Each time that there are enough of them, the file gets a batch for
    every bucket, so that batch i is of bucket i modulo their number.
    """

    def __init__(self, path: Path, schema: pa.Schema, buckets: int) -> None:
        self.schema, self.buckets = schema, buckets
        self.writer = pa.ipc.new_file(str(path), schema)
        self.waiting: list[tuple[NDArray[np.int64], pa.RecordBatch]] = []
        self.bytes = 0

    def __enter__(self) -> "Buckets":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.flush()
        self.writer.close()

    def add(self, batch: pa.RecordBatch, hashes: NDArray[np.int64]) -> None:
        """Rows, and a hash of each that tells its bucket."""
        if not batch.num_rows:
            return
        self.waiting.append((bucket_of(hashes, self.buckets), batch))
        self.bytes += batch.nbytes
        if self.bytes >= ROOM:
            self.flush()

    def flush(self) -> None:
        if not self.waiting:
            return
        chosen = np.concatenate([each for each, _ in self.waiting])
        table = pa.Table.from_batches([batch for _, batch in self.waiting], self.schema)
        rows = np.argsort(chosen, kind="stable")
        ordered = table.take(pa.array(rows)).combine_chunks()
        borders = np.searchsorted(chosen[rows], np.arange(self.buckets + 1))
        whole = ordered.to_batches()[0]
        for first, last in zip(borders[:-1].tolist(), borders[1:].tolist(), strict=True):
            self.writer.write_batch(whole.slice(first, last - first))
        self.waiting, self.bytes = [], 0


def bucket(paths: Iterable[Path], number: int, buckets: int) -> Iterator[pa.RecordBatch]:
    """The rows of one bucket out of many shards' files, in the order of the files."""
    for path in paths:
        with pa.memory_map(str(path)) as file:
            reader = pa.ipc.open_file(file)
            for place in range(number, reader.num_record_batches, buckets):
                batch = reader.get_batch(place)
                if batch.num_rows:
                    yield batch


def write_sorted(path: Path, scratch: Path, order: NDArray[np.int64], **columns: Any) -> None:
    """Rows in the order of documents, for `between`."""
    rows = np.argsort(order, kind="stable")
    arrays = {"order": order, **columns}
    batch = pa.RecordBatch.from_pydict({name: each[rows] for name, each in arrays.items()})
    with (
        commit_file(path, scratch) as temporary,
        pa.ipc.new_file(str(temporary), batch.schema) as to,
    ):
        to.write_batch(batch)


def between(paths: Iterable[Path], first: int, last: int) -> dict[str, NDArray[Any]]:
    """The rows of documents from the first to before the last, out of files that `write_sorted`
    has written, in the order of the documents. Only they are read.
    """
    parts: list[dict[str, NDArray[Any]]] = []
    for path in paths:
        with pa.memory_map(str(path)) as file:
            batch = pa.ipc.open_file(file).get_batch(0)
            order = batch.column("order").to_numpy()
            low, high = np.searchsorted(order, [first, last])
            if low < high or not parts:
                names = batch.schema.names
                parts.append(
                    {each: batch.column(each)[low:high].to_numpy().copy() for each in names}
                )
    names = parts[0] if parts else {}
    found = {name: np.concatenate([part[name] for part in parts]) for name in names}
    if found:
        rows = np.argsort(found["order"], kind="stable")
        found = {name: each[rows] for name, each in found.items()}
    return found
