"""Exchange rows between shards and buckets through Arrow files, in bounded memory.

A shard's file holds its rows divided into buckets by a hash, so that each bucket fits into memory
whatever the size of the corpus. A bucket's results are sorted by document, so that each shard can
read its range.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from webwinnow.corpus.record import CLEANED
from webwinnow.corpus.workspace import Workspace
from webwinnow.io.atomic import commit_file

# Bytes buffered before a write, for all buckets together.
BUFFER_BYTES = 2**26
# Rows per table in `concatenate`: sorting many small tables would take longer.
TABLE_ROWS = 2**20


def read_cleaned(
    workspace: Workspace, number: int, columns: list[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """Read the output of the task `clean` for a shard, or some of its columns."""
    fields = None
    if columns is not None:
        fields = [CLEANED.get_field_index(name) for name in columns]
    options = pa.ipc.IpcReadOptions(included_fields=fields)
    with pa.memory_map(str(workspace.file("clean", number))) as file:
        reader = pa.ipc.open_file(file, options=options)
        for place in range(reader.num_record_batches):
            yield reader.get_batch(place)


def bucket_of(hashes: NDArray[np.int64], buckets: int) -> NDArray[np.int64]:
    """Choose buckets by the upper bits; the lower bits may have been used before."""
    upper = hashes.view(np.uint64) >> np.uint64(32)
    found: NDArray[np.int64] = (upper * np.uint64(buckets) >> np.uint64(32)).astype(np.int64)
    return found


class BucketWriter:
    """Writes a shard's rows, divided into buckets.

    Each flush writes one batch per bucket, so that batch i belongs to bucket i modulo their number.
    """

    def __init__(self, path: Path, schema: pa.Schema, buckets: int) -> None:
        self.schema, self.buckets = schema, buckets
        self.writer = pa.ipc.new_file(str(path), schema)
        self.buffer: list[tuple[NDArray[np.int64], pa.RecordBatch]] = []
        self.bytes = 0

    def __enter__(self) -> "BucketWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.flush()
        self.writer.close()

    def add(self, batch: pa.RecordBatch, hashes: NDArray[np.int64]) -> None:
        """Add rows; the hash of each selects its bucket."""
        if not batch.num_rows:
            return
        self.buffer.append((bucket_of(hashes, self.buckets), batch))
        self.bytes += batch.nbytes
        if self.bytes >= BUFFER_BYTES:
            self.flush()

    def flush(self) -> None:
        if not self.buffer:
            return
        chosen = np.concatenate([each for each, _ in self.buffer])
        table = pa.Table.from_batches([batch for _, batch in self.buffer], self.schema)
        rows = np.argsort(chosen, kind="stable")
        ordered = table.take(pa.array(rows)).combine_chunks().to_batches()[0]
        borders = np.searchsorted(chosen[rows], np.arange(self.buckets + 1))
        for first, last in zip(borders[:-1].tolist(), borders[1:].tolist(), strict=True):
            self.writer.write_batch(ordered.slice(first, last - first))
        self.buffer, self.bytes = [], 0


def read_bucket(paths: Iterable[Path], number: int, buckets: int) -> Iterator[pa.RecordBatch]:
    """Read the rows of one bucket from many shards' files, in the order of the files."""
    for path in paths:
        with pa.memory_map(str(path)) as file:
            reader = pa.ipc.open_file(file)
            for place in range(number, reader.num_record_batches, buckets):
                batch = reader.get_batch(place)
                if batch.num_rows:
                    yield batch


def concatenate(batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.Table]:
    """Concatenate batches into tables of at least TABLE_ROWS rows; the last may be smaller."""
    buffer: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        buffer.append(batch)
        rows += batch.num_rows
        if rows >= TABLE_ROWS:
            yield pa.Table.from_batches(buffer, schema)
            buffer, rows = [], 0
    if buffer:
        yield pa.Table.from_batches(buffer, schema)


class SeenKeys:
    """Distinct keys seen so far, sorted; memory grows with their number only."""

    def __init__(self) -> None:
        self.keys = np.zeros(0, np.int64)

    def add(self, keys: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Add keys; return for each whether it was seen before, in this call or an earlier one."""
        distinct, first = np.unique(keys, return_index=True)
        places = np.searchsorted(self.keys, distinct)
        is_known = np.zeros(len(distinct), bool)
        inside = places < len(self.keys)
        is_known[inside] = self.keys[places[inside]] == distinct[inside]
        was_seen = np.ones(len(keys), bool)
        was_seen[first[~is_known]] = False
        # A stable sort merges the two sorted runs quickly.
        self.keys = np.sort(np.concatenate([self.keys, distinct[~is_known]]), kind="stable")
        return was_seen


def write_sorted(path: Path, scratch: Path, order: NDArray[np.int64], **columns: Any) -> None:
    """Write rows sorted by document, for `read_range`."""
    rows = np.argsort(order, kind="stable")
    arrays = {"order": order, **columns}
    batch = pa.RecordBatch.from_pydict({name: each[rows] for name, each in arrays.items()})
    with (
        commit_file(path, scratch) as draft,
        pa.ipc.new_file(str(draft), batch.schema) as writer,
    ):
        writer.write_batch(batch)


def read_range(paths: Iterable[Path], first: int, last: int) -> dict[str, NDArray[Any]]:
    """Read the rows of documents in [first, last) from files of `write_sorted`, sorted."""
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
