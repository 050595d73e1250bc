"""Texts that are too short to be worth a place."""

import pyarrow as pa
import pyarrow.compute as pc

from webwinnow.corpus.stages.columns import dropped

__all__ = ["Length"]


class Length:
    def __init__(self, min_chars: int) -> None:
        self.min_chars = min_chars

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        lengths = pc.fill_null(pc.utf8_length(batch.column("text")), 0)
        return dropped(batch, lengths.to_numpy() < self.min_chars, "short")
