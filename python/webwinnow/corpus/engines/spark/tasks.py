"""What Spark's workers do: the same tasks as on one machine, between Arrow batches.

A worker gets a batch with the place of its shard among those that are left. It finds everything
else in the corpus's folder, which all machines see under the same path.
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

from webwinnow.corpus.workspace import Work
from webwinnow.errors import WebwinnowError
from webwinnow.messages import describe_error

__all__ = ["Place", "clean", "finish", "keys", "learn", "ngrams", "rows_of", "samples", "whole"]

Batches = Iterator[pa.RecordBatch]


class Teller(Protocol):
    """An accumulator, which the driver reads while the job runs."""

    def add(self, term: Any) -> None: ...


Place = tuple[str, str]  # the corpus's folder, and the one that names of inputs start from


def clean(batches: Batches, place: Place, numbers: list[int], teller: Teller) -> Batches:
    from webwinnow.corpus.stages.clean_shard import clean_shard

    return each_told(batches, place, numbers, teller, clean_shard)


def whole(batches: Batches, place: Place, numbers: list[int], teller: Teller) -> Batches:
    from webwinnow.corpus.engines.tasks import clean_and_finish

    return each_told(batches, place, numbers, teller, clean_and_finish)


def finish(batches: Batches, place: Place, numbers: list[int], teller: Teller) -> Batches:
    from webwinnow.corpus.dedup.verdicts import FatesInTables, Repeats
    from webwinnow.corpus.engines.tasks import finish_shard

    def task(work: Work, number: int) -> dict[str, Any]:
        same, seen = rows_of(work, SAME, number), rows_of(work, SEEN, number)
        repeats = Repeats(seen["order"], seen["hash"])
        return finish_shard(work, number, FatesInTables(same["order"], same["kind"], repeats))

    return each_told(batches, place, numbers, teller, task)


def keys(batches: Batches, place: Place, numbers: list[int]) -> Batches:
    from webwinnow.corpus.dedup.duplicates import keys_of

    for work, number in shards_of(batches, place, numbers):
        yield from keys_of(work, number)


def ngrams(batches: Batches, place: Place, numbers: list[int]) -> Batches:
    from webwinnow.corpus.dedup.paragraphs import ngrams_of

    for work, number in shards_of(batches, place, numbers):
        yield from ngrams_of(work, number, rows_of(work, SAME, number)["order"])


def samples(batches: Batches, place: Place, numbers: list[int]) -> Batches:
    from webwinnow.corpus.sampling import sample_of

    for work, number in shards_of(batches, place, numbers):
        yield from sample_of(work, number)


def learn(pages: pa.Table, place: Place) -> pa.Table:
    """What the sample of a host teaches: a row, or none."""
    import json

    from webwinnow.corpus.sampling import Ranked, learn_host

    host = pages.column("host")[0].as_py()
    names = ("rank", "order", "charset", "html")
    columns = (pages.column(name).to_pylist() for name in names)
    with inputs_at(place):
        site = learn_host(
            work_in(place[0]), host, [Ranked(*each) for each in zip(*columns, strict=True)]
        )
    sites = [] if site is None else [json.dumps(site.as_json())]
    return pa.table(
        {"host": pa.array([host] * len(sites), pa.string()), "site": pa.array(sites, pa.string())}
    )


def each_told(
    batches: Batches,
    place: Place,
    numbers: list[int],
    teller: Teller,
    task: Callable[[Work, int], dict[str, Any]],
) -> Batches:
    """Does a task for each shard, and tells what came of it. An input that cannot be read is told
    too: trying again would not help, and the other shards need not suffer.
    """
    for work, number in shards_of(batches, place, numbers):
        try:
            answer: dict[str, Any] = {"done": task(work, number)}
        except WebwinnowError as error:
            answer = {"error": describe_error(error)}
        teller.add(deque([(number, answer)]))
        yield pa.RecordBatch.from_pydict({"number": pa.array([number], pa.int64())})


def shards_of(batches: Batches, place: Place, numbers: list[int]) -> Iterator[tuple[Work, int]]:
    with inputs_at(place):
        for batch in batches:
            for row in batch.column("id").to_pylist():
                yield work_in(place[0]), numbers[row]


@lru_cache(maxsize=1)
def work_in(folder: str) -> Work:
    """Read once by each process, for there may be many shards in it."""
    return Work.load(Path(folder))


@contextmanager
def inputs_at(place: Place) -> Iterator[None]:
    """Names of inputs mean the same as where the job was started. A machine that has no such folder
    can still open those that do not depend on it.
    """
    before = Path.cwd()
    with suppress(OSError):
        os.chdir(place[1])
    try:
        yield
    finally:
        os.chdir(before)


class Joined(NamedTuple):
    """What a join has found, in a folder of its own inside of the corpus's, divided by shards."""

    folder: str
    schema: pa.Schema


SAME = Joined("joined-same", pa.schema([("order", pa.int64()), ("kind", pa.int8())]))
SEEN = Joined("joined-seen", pa.schema([("order", pa.int64()), ("hash", pa.int64())]))


def rows_of(work: Work, joined: Joined, number: int) -> dict[str, np.ndarray[Any, Any]]:
    """A shard's rows, in the order of its documents; none where nothing was found."""
    files = sorted((work.inner / joined.folder / f"shard={number}").glob("*.parquet"))
    tables = [pq.ParquetFile(file).read(joined.schema.names) for file in files]
    table = pa.concat_tables(
        [joined.schema.empty_table(), *(each.cast(joined.schema) for each in tables)]
    )
    return {name: table.column(name).to_numpy() for name in joined.schema.names}
