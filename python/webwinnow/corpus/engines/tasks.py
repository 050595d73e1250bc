"""The task that every shard ends with: what is left of its documents is written, and counted."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from webwinnow.corpus.dedup.onion import Onion
from webwinnow.corpus.dedup.verdicts import Fates
from webwinnow.corpus.record import DOCUMENTS
from webwinnow.corpus.report.tally import Tally
from webwinnow.corpus.stages.clean_shard import Cleaning, Tell, cleaned
from webwinnow.corpus.stages.repeats import Lost, without_duplicates, without_repeats
from webwinnow.corpus.workspace import Work
from webwinnow.corpus.write import WRITERS, open_writer
from webwinnow.io.atomic import commit_bytes, commit_file

__all__ = ["DROPPED", "clean_and_finish", "finish_shard"]

#: Of all that was read and is not in the corpus.
DROPPED = pa.schema(
    [DOCUMENTS.field(name) for name in ("id", "source", "offset", "url", "drop", "detail")]
)


def finish_shard(work: Work, number: int, fates: Fates) -> dict[str, Any]:
    """Task: writes what is left of a shard that was cleaned."""
    return write_part(work, number, judged(work, number, fates))


def clean_and_finish(work: Work, number: int, tell: Tell = lambda rows: None) -> dict[str, Any]:
    """Task: both at once, where the rest of the corpus has no say in a document's fate."""
    cleaning = Cleaning(work, number, tell)
    batches = ((batch.select(DOCUMENTS.names), Lost()) for batch in cleaning.batches())
    written = write_part(work, number, batches)
    return {**cleaning.done(), **written}


def write_part(
    work: Work, number: int, batches: Iterable[tuple[pa.RecordBatch, Lost]]
) -> dict[str, Any]:
    """A part of the corpus, a list of what was dropped, and a tally of both."""
    tally = Tally()
    suffix = WRITERS[work.settings.format].suffix
    part = work.folder / f"part-{number:06}{suffix}"
    lost = work.folder / "dropped" / f"part-{number:06}.parquet"
    with (
        commit_file(lost, work.scratch) as lost_path,
        commit_file(part, work.scratch) as part_path,
    ):
        with (
            pq.ParquetWriter(lost_path, DROPPED, compression="zstd") as lost_writer,
            open_writer(work.settings.format, part_path) as writer,
        ):
            for batch, gone in batches:
                tally.add(batch)
                tally.repeated_blocks += gone.blocks
                tally.repeated_tokens += gone.tokens
                is_kept = batch.column("drop").is_null()
                writer.write(batch.filter(is_kept))
                rows = batch.filter(pc.invert(is_kept))
                if rows.num_rows:
                    lost_writer.write_batch(rows.select(DROPPED.names))
        if not writer.documents:
            part_path.unlink()
            part.unlink(missing_ok=True)  # of a run that read something else
    data = json.dumps(tally.as_json()).encode()
    commit_bytes(work.file("tally", number, ".json"), data, work.scratch)
    return {"written": writer.documents, "part": part.name if writer.documents else None}


def judged(work: Work, number: int, fates: Fates) -> Iterator[tuple[pa.RecordBatch, Lost]]:
    """A shard's documents, with all that the rest of the corpus says of them."""
    onion, is_exact = Onion(), work.settings.onion == "exact"
    for batch in cleaned(work, number):
        batch = batch.select(DOCUMENTS.names)
        order = batch.column("order")
        said = fates.between(order[0].as_py(), order[-1].as_py() + 1)
        batch = without_duplicates(batch, said)
        gone = Lost()
        if work.settings.onion:
            batch, gone = without_repeats(batch, said, onion, is_exact=is_exact)
        yield batch, gone
