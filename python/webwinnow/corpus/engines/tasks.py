"""Tasks of a job on shards and buckets.

A task commits its files atomically and is deterministic: it may run twice, on two workers at once,
or again after an interruption.
"""

import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from webwinnow.corpus.dedup.duplicates import find_in_bucket, spread_keys
from webwinnow.corpus.dedup.exchange import read_cleaned
from webwinnow.corpus.dedup.onion import Onion
from webwinnow.corpus.dedup.paragraphs import mark_exactly, seen_in_bucket, spread_ngrams
from webwinnow.corpus.dedup.results import (
    DedupResultSource,
    FileDedupResults,
    Removed,
    drop_duplicates,
    drop_repeats,
)
from webwinnow.corpus.phrases.sample import PhraseSample
from webwinnow.corpus.read import read
from webwinnow.corpus.read.lists import parts
from webwinnow.corpus.record import CLEANED, DOCUMENTS, VISIBLE
from webwinnow.corpus.report.tally import Tally
from webwinnow.corpus.sampling import learn_bucket, spread_samples
from webwinnow.corpus.stages import stages
from webwinnow.corpus.stages.clean import Clean
from webwinnow.corpus.workspace import Workspace
from webwinnow.corpus.write import WRITERS, open_writer
from webwinnow.io.atomic import commit_bytes, commit_file

#: Schema of the tables of dropped rows.
DROPPED = pa.schema(
    [DOCUMENTS.field(name) for name in ("id", "source", "offset", "url", "drop", "detail")]
)

Report = Callable[[int], None]  # receives the number of finished rows


def clean_shard(
    workspace: Workspace, number: int, report: Report = lambda rows: None
) -> dict[str, Any]:
    """Task: write the documents of a shard, with dropped ones, before deduplication."""
    cleaning = ShardCleaning(workspace, number, report)
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with (
        commit_file(workspace.file("clean", number), workspace.scratch) as path,
        pa.ipc.new_file(str(path), CLEANED, options=options) as writer,
    ):
        for batch in cleaning.batches():
            writer.write_batch(batch)
    return cleaning.counted()


class ShardCleaning:
    """Runs the stages on a shard and counts rows, bytes, tokens and time."""

    def __init__(self, workspace: Workspace, number: int, report: Report) -> None:
        self.workspace, self.number, self.report = workspace, number, report
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.counts: Counter[str] = Counter()
        self.styles: dict[str, int] = {}  # style sheets found and missing

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yield batches of CLEANED; without keys if the settings need none."""
        settings, counts = self.workspace.settings, self.counts
        shard = self.workspace.shards[self.number]
        archives = tuple(Path(part.path) for part in parts(shard) if part.reader == "warc")
        steps = stages(settings, templates=self.workspace.templates, archives=archives)
        found = read(shard, settings.max_bytes)
        for batch in timed(found, "read", self.seconds):
            counts["rows"] += batch.num_rows
            counts["html_bytes"] += pc.sum(pc.binary_length(batch.column("html"))).as_py() or 0
            for name, step in steps.items():
                start = time.perf_counter()
                batch = step(batch)
                self.seconds[name] += time.perf_counter() - start
            counts["documents"] += batch.column("drop").null_count
            counts["tokens"] += pc.sum(batch.column("tokens")).as_py() or 0
            yield in_cleaned_order(batch)
            self.report(counts["rows"])
        if isinstance(clean := steps["clean"], Clean):
            self.styles = dict(clean.counts)

    def counted(self) -> dict[str, Any]:
        """Counts for the manifest."""
        seconds = {name: round(spent, 3) for name, spent in self.seconds.items()}
        names = ("rows", "html_bytes", "documents", "tokens")
        return {**{name: self.counts[name] for name in names}, **self.styles, "seconds": seconds}


def in_cleaned_order(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Order the columns as in CLEANED; visible texts that the settings do not need are null."""
    if VISIBLE.name not in batch.schema.names:
        nulls = pa.nulls(batch.num_rows, VISIBLE.type)
        columns, schema = [*batch.columns, nulls], batch.schema.append(VISIBLE)
        return pa.RecordBatch.from_arrays(columns, schema=schema)
    return batch.select([name for name in CLEANED.names if name in batch.schema.names])


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


def finish_shard(workspace: Workspace, number: int, results: DedupResultSource) -> dict[str, Any]:
    """Task: apply the dedup results to a cleaned shard and write its part of the corpus."""
    return write_part(workspace, number, deduplicated(workspace, number, results))


def clean_and_finish(
    workspace: Workspace, number: int, report: Report = lambda rows: None
) -> dict[str, Any]:
    """Task: clean a shard and write its part, for settings that compare no documents."""
    cleaning = ShardCleaning(workspace, number, report)
    batches = (
        Part(batch.select(DOCUMENTS.names), Removed(), batch.column("visible"))
        for batch in cleaning.batches()
    )
    written = write_part(workspace, number, batches)
    return {**cleaning.counted(), **written}


class Part(NamedTuple):
    """A batch of DOCUMENTS that are ready to be written."""

    batch: pa.RecordBatch
    removed: Removed
    visible: pa.Array  # text of the pages before cleaning


def deduplicated(workspace: Workspace, number: int, results: DedupResultSource) -> Iterator[Part]:
    onion, is_exact = Onion(), workspace.settings.onion == "exact"
    for batch in read_cleaned(workspace, number):
        visible = batch.column("visible")
        batch = batch.select(DOCUMENTS.names)
        order = batch.column("order")
        found = results.between(order[0].as_py(), order[-1].as_py() + 1)
        batch = drop_duplicates(batch, found)
        removed = Removed()
        if workspace.settings.onion:
            batch, removed = drop_repeats(batch, found, onion, is_exact=is_exact)
        yield Part(batch, removed, visible)


def write_part(workspace: Workspace, number: int, batches: Iterable[Part]) -> dict[str, Any]:
    """Write a part of the corpus, its table of dropped rows, a tally of both, and a sample for the
    phrases of the report.
    """
    tally, sample = Tally(), PhraseSample()
    suffix = WRITERS[workspace.settings.format].suffix
    part = workspace.folder / f"part-{number:06}{suffix}"
    dropped = workspace.folder / "dropped" / f"part-{number:06}.parquet"
    with (
        commit_file(dropped, workspace.scratch) as dropped_path,
        commit_file(part, workspace.scratch) as part_path,
    ):
        with (
            pq.ParquetWriter(dropped_path, DROPPED, compression="zstd") as dropped_writer,
            open_writer(workspace.settings.format, part_path) as writer,
        ):
            for batch, removed, visible in batches:
                tally.add(batch)
                sample.add(batch, visible)
                tally.repeated_blocks += removed.blocks
                tally.repeated_tokens += removed.tokens
                is_kept = batch.column("drop").is_null()
                writer.write(batch.filter(is_kept))
                rows = batch.filter(pc.invert(is_kept))
                if rows.num_rows:
                    dropped_writer.write_batch(rows.select(DROPPED.names))
        if not writer.documents:
            part_path.unlink()
            part.unlink(missing_ok=True)  # of an earlier run on a changed input
    if workspace.settings.phrases:
        sample.write(workspace, number)
    data = json.dumps(tally.as_json()).encode()
    commit_bytes(workspace.file("tally", number, ".json"), data, workspace.scratch)
    return {"written": writer.documents, "part": part.name if writer.documents else None}


def finish(workspace: Workspace, number: int, buckets: dict[str, int]) -> dict[str, Any]:
    is_exact = workspace.settings.onion == "exact"
    repeat_buckets = 1 if is_exact else buckets.get("ngrams", 0)
    results = FileDedupResults(
        workspace, key_buckets=buckets.get("keys", 0), repeat_buckets=repeat_buckets
    )
    return finish_shard(workspace, number, results)


#: A task of the local engine: workspace, number of shard or bucket, number of buckets by exchange,
#: progress report.
Task = Callable[[Workspace, int, dict[str, int], Report], "dict[str, Any] | None"]

TASKS: dict[str, Task] = {
    "sample": lambda space, number, buckets, _: spread_samples(space, number, buckets["sample"]),
    "learn": lambda space, number, buckets, _: learn_bucket(space, number, buckets["sample"]),
    "clean": lambda space, number, _, report: clean_shard(space, number, report),
    "keys": lambda space, number, buckets, _: spread_keys(space, number, buckets["keys"]),
    "same": lambda space, number, buckets, _: find_in_bucket(space, number, buckets["keys"]),
    "ngrams": lambda space, number, buckets, _: spread_ngrams(
        space, number, buckets["ngrams"], buckets.get("keys", 0)
    ),
    "seen": lambda space, number, buckets, _: seen_in_bucket(space, number, buckets["ngrams"]),
    "onion": lambda space, _, buckets, __: mark_exactly(space, buckets.get("keys", 0)),
    "whole": lambda space, number, _, report: clean_and_finish(space, number, report),
    "finish": lambda space, number, buckets, _: finish(space, number, buckets),
}
