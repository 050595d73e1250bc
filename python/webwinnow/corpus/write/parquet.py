"""Parquet: all columns, packed, in groups of rows that fit into memory."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from webwinnow.corpus.write.base import SCHEMA, Writer

__all__ = ["ParquetWriter"]

# Of a group of rows before it is packed, about.
GROUP = 2**25
# What a row takes, besides its text, and what each of its blocks does, about.
ROW, BLOCK = 256, 20
# Level 3 makes parts a tenth smaller, and takes longer.
LEVEL = 1
# Columns whose values come again and again; a dictionary of the others would be thrown away.
REPEATING = [
    "source", "host", "site_name", "author", "date", "language", "page_type",
    "blocks.list.element.kind", "blocks.list.element.level", "blocks.list.element.score",
]  # fmt: skip
UNSORTABLE = ("text", "blocks")


class ParquetWriter(Writer):
    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.file = pq.ParquetWriter(
            str(path),
            SCHEMA,
            compression="zstd",
            compression_level=LEVEL,
            use_dictionary=REPEATING,
            # Least and greatest values help to find rows, but texts are not looked up by order.
            write_statistics=[name for name in SCHEMA.names if name not in UNSORTABLE],
        )
        self.waiting: list[pa.RecordBatch] = []
        self.size = 0

    def add(self, batch: pa.RecordBatch) -> None:
        """A group ends with the row that fills it, wherever batches end."""
        start = 0
        for end in self.ends(batch):
            self.waiting.append(batch.slice(start, end - start))
            self.write_group()
            start = end
        if start < batch.num_rows:
            self.waiting.append(batch.slice(start))

    def ends(self, batch: pa.RecordBatch) -> list[int]:
        """Behind which rows a group is full."""
        found = []
        for end, size in enumerate(sizes(batch), start=1):
            self.size += size
            if self.size >= GROUP:
                found.append(end)
                self.size = 0
        return found

    def write_group(self) -> None:
        # In one piece, since Parquet's own pages end where pieces do.
        table = pa.Table.from_batches(self.waiting).combine_chunks().cast(SCHEMA)
        self.file.write_table(table, row_group_size=table.num_rows)
        self.waiting = []

    def finish(self) -> None:
        with self.file:
            if self.waiting:
                self.write_group()


def sizes(batch: pa.RecordBatch) -> Iterator[int]:
    """Of each row, about."""
    texts = pc.fill_null(pc.binary_length(batch.column("text")), 0).to_pylist()
    blocks = pc.fill_null(pc.list_value_length(batch.column("blocks")), 0).to_pylist()
    for text, count in zip(texts, blocks, strict=True):
        yield text + count * BLOCK + ROW
