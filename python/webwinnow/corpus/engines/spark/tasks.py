"""Functions of Spark's workers: the tasks of the local engine, from and to Arrow batches.

A worker gets a batch with the index of its shard in a list of numbers. It reads everything else
from the corpus's folder, which has the same path on all machines.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from webwinnow.corpus.workspace import Workspace
from webwinnow.errors import WebwinnowError
from webwinnow.messages import describe_error

Batches = Iterator[pa.RecordBatch]


class Accumulator(Protocol):
    """Spark's accumulator, which the driver reads while the job runs."""

    def add(self, term: Any) -> None: ...


Place = tuple[str, str]  # the corpus's folder, and the working directory of the job


def clean(batches: Batches, place: Place, numbers: list[int], results: Accumulator) -> Batches:
    from webwinnow.corpus.engines.tasks import clean_shard

    return run_shards(batches, place, numbers, results, clean_shard)


def whole(batches: Batches, place: Place, numbers: list[int], results: Accumulator) -> Batches:
    from webwinnow.corpus.engines.tasks import clean_and_finish

    return run_shards(batches, place, numbers, results, clean_and_finish)


def finish(batches: Batches, place: Place, numbers: list[int], results: Accumulator) -> Batches:
    from webwinnow.corpus.dedup.results import Repeats, TableDedupResults
    from webwinnow.corpus.engines.tasks import finish_shard

    def task(workspace: Workspace, number: int) -> dict[str, Any]:
        same, seen = rows_of(workspace, SAME, number), rows_of(workspace, SEEN, number)
        repeats = Repeats(seen["order"], seen["hash"])
        return finish_shard(
            workspace, number, TableDedupResults(same["order"], same["kind"], repeats)
        )

    return run_shards(batches, place, numbers, results, task)


def keys(batches: Batches, place: Place, numbers: list[int]) -> Batches:
    from webwinnow.corpus.dedup.duplicates import shard_keys

    for workspace, number in shards_of(batches, place, numbers):
        yield from shard_keys(workspace, number)


def ngrams(batches: Batches, place: Place, numbers: list[int]) -> Batches:
    from webwinnow.corpus.dedup.paragraphs import shard_ngrams

    for workspace, number in shards_of(batches, place, numbers):
        yield from shard_ngrams(workspace, number, rows_of(workspace, SAME, number)["order"])


def samples(batches: Batches, place: Place, numbers: list[int]) -> Batches:
    from webwinnow.corpus.sampling import sample_shard

    for workspace, number in shards_of(batches, place, numbers):
        yield from sample_shard(workspace, number)


def learn(pages: pa.Table, place: Place) -> pa.Table:
    """Learn a host's templates from its sample: one row, or none."""
    import json

    from webwinnow.corpus.sampling import RankedPage, learn_host

    host = pages.column("host")[0].as_py()
    names = ("rank", "order", "charset", "html")
    columns = (pages.column(name).to_pylist() for name in names)
    with working_directory(place[1]):
        sample = [RankedPage(*each) for each in zip(*columns, strict=True)]
        site = learn_host(load_workspace(place[0]), host, sample)
    sites = [] if site is None else [json.dumps(site.as_json())]
    return pa.table(
        {"host": pa.array([host] * len(sites), pa.string()), "site": pa.array(sites, pa.string())}
    )


def run_shards(
    batches: Batches,
    place: Place,
    numbers: list[int],
    results: Accumulator,
    task: Callable[[Workspace, int], dict[str, Any]],
) -> Batches:
    """Run a task for each shard and add its result to the accumulator.

    An unreadable input is a result, too: a retry would not help, and the other shards go on.
    """
    for workspace, number in shards_of(batches, place, numbers):
        try:
            result: dict[str, Any] = {"done": task(workspace, number)}
        except WebwinnowError as error:
            result = {"error": describe_error(error)}
        results.add(deque([(number, result)]))
        yield pa.RecordBatch.from_pydict({"number": pa.array([number], pa.int64())})


def shards_of(
    batches: Batches, place: Place, numbers: list[int]
) -> Iterator[tuple[Workspace, int]]:
    with working_directory(place[1]):
        for batch in batches:
            for row in batch.column("id").to_pylist():
                yield load_workspace(place[0]), numbers[row]


@lru_cache(maxsize=1)
def load_workspace(folder: str) -> Workspace:
    """Load the workspace once per process: it may have many shards."""
    return Workspace.load(Path(folder))


@contextmanager
def working_directory(folder: str) -> Iterator[None]:
    """Change to the job's working directory, against which inputs are resolved, if it exists."""
    before = Path.cwd()
    with suppress(OSError):
        os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


class Joined(NamedTuple):
    """Result of a join: a folder of intermediate files, partitioned by shard."""

    folder: str
    schema: pa.Schema


SAME = Joined("joined-same", pa.schema([("order", pa.int64()), ("kind", pa.int8())]))
SEEN = Joined("joined-seen", pa.schema([("order", pa.int64()), ("hash", pa.int64())]))


def rows_of(workspace: Workspace, joined: Joined, number: int) -> dict[str, np.ndarray[Any, Any]]:
    """Read a shard's rows of a join, in the order of documents."""
    files = sorted((workspace.intermediate / joined.folder / f"shard={number}").glob("*.parquet"))
    tables = [pq.ParquetFile(file).read(joined.schema.names) for file in files]
    table = pa.concat_tables(
        [joined.schema.empty_table(), *(each.cast(joined.schema) for each in tables)]
    )
    return {name: table.column(name).to_numpy() for name in joined.schema.names}
