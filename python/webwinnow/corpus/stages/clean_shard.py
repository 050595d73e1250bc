"""The task that every shard begins with: its pages become documents, each by itself."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from webwinnow.corpus.read import read
from webwinnow.corpus.stages import stages
from webwinnow.corpus.stages.keys import KEYED
from webwinnow.corpus.workspace import Work
from webwinnow.io.atomic import commit_file

__all__ = ["Cleaning", "clean_shard", "cleaned"]

Tell = Callable[[int], None]


def clean_shard(work: Work, number: int, tell: Tell = lambda rows: None) -> dict[str, Any]:
    """Task: writes a shard's documents, dropped ones too; `tell` hears how many rows are done."""
    cleaning = Cleaning(work, number, tell)
    packed = pa.ipc.IpcWriteOptions(compression="lz4")
    with (
        commit_file(work.file("clean", number), work.scratch) as path,
        pa.ipc.new_file(str(path), KEYED, options=packed) as writer,
    ):
        for batch in cleaning.batches():
            writer.write_batch(batch)
    return cleaning.done()


class Cleaning:
    """A shard on its way through the stages, and what is counted on the way."""

    def __init__(self, work: Work, number: int, tell: Tell) -> None:
        self.work, self.number, self.tell = work, number, tell
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.counts: Counter[str] = Counter()

    def batches(self) -> Iterator[pa.RecordBatch]:
        """In the schema KEYED; where no keys are asked for, in that of DOCUMENTS."""
        settings, counts = self.work.settings, self.counts
        steps = stages(settings, templates=self.work.templates)
        found = read(self.work.shards[self.number], settings.max_bytes)
        for batch in timed(found, "read", self.seconds):
            counts["rows"] += batch.num_rows
            counts["html_bytes"] += pc.sum(pc.binary_length(batch.column("html"))).as_py() or 0
            for name, step in steps.items():
                start = time.perf_counter()
                batch = step(batch)
                self.seconds[name] += time.perf_counter() - start
            counts["documents"] += batch.column("drop").null_count
            counts["tokens"] += pc.sum(batch.column("tokens")).as_py() or 0
            yield batch
            self.tell(counts["rows"])

    def done(self) -> dict[str, Any]:
        seconds = {name: round(spent, 3) for name, spent in self.seconds.items()}
        names = ("rows", "html_bytes", "documents", "tokens")
        return {**{name: self.counts[name] for name in names}, "seconds": seconds}


def timed(
    batches: Iterator[pa.RecordBatch], name: str, seconds: defaultdict[str, float]
) -> Iterator[pa.RecordBatch]:
    while True:
        start = time.perf_counter()
        batch = next(batches, None)
        seconds[name] += time.perf_counter() - start
        if batch is None:
            return
        yield batch


def cleaned(work: Work, number: int, columns: list[str] | None = None) -> Iterator[pa.RecordBatch]:
    """What `clean_shard` wrote, or some of its columns."""
    fields = None if columns is None else [KEYED.get_field_index(name) for name in columns]
    options = pa.ipc.IpcReadOptions(included_fields=fields)
    with pa.memory_map(str(work.file("clean", number))) as file:
        reader = pa.ipc.open_file(file, options=options)
        for place in range(reader.num_record_batches):
            yield reader.get_batch(place)
