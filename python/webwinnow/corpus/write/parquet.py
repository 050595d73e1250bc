"""Writer of Parquet: all columns, compressed, in row groups that fit into memory."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from webwinnow.corpus.write.base import SCHEMA, Writer

# Approximate bytes of a row group before compression.
GROUP_BYTES = 2**25
# Approximate bytes of a row besides its text, and of a block.
ROW_BYTES, BLOCK_BYTES = 256, 20
# Level 3 makes parts a tenth smaller, but takes longer.
COMPRESSION_LEVEL = 1
# Columns with few distinct values; a dictionary of the others would be discarded.
DICTIONARY_COLUMNS = [
    "source", "host", "site_name", "author", "date", "language", "page_type",
    "blocks.list.element.kind", "blocks.list.element.level", "blocks.list.element.score",
]  # fmt: skip
WITHOUT_STATISTICS = ("text", "blocks")


class ParquetWriter(Writer):
    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.file = pq.ParquetWriter(
            str(path),
            SCHEMA,
            compression="zstd",
            compression_level=COMPRESSION_LEVEL,
            use_dictionary=DICTIONARY_COLUMNS,
            # Minimum and maximum help to find rows, but not for texts.
            write_statistics=[name for name in SCHEMA.names if name not in WITHOUT_STATISTICS],
        )
        self.buffer: list[pa.RecordBatch] = []
        self.size = 0

    def add(self, batch: pa.RecordBatch) -> None:
        """Add rows; groups end independently of batches."""
        start = 0
        for end in self.ends(batch):
            self.buffer.append(batch.slice(start, end - start))
            self.write_group()
            start = end
        if start < batch.num_rows:
            self.buffer.append(batch.slice(start))

    def ends(self, batch: pa.RecordBatch) -> list[int]:
        """Numbers of rows after which a group is full."""
        found = []
        for end, size in enumerate(row_sizes(batch), start=1):
            self.size += size
            if self.size >= GROUP_BYTES:
                found.append(end)
                self.size = 0
        return found

    def write_group(self) -> None:
        # As one chunk, because Parquet's data pages end where chunks do.
        table = pa.Table.from_batches(self.buffer).combine_chunks().cast(SCHEMA)
        self.file.write_table(table, row_group_size=table.num_rows)
        self.buffer = []

    def finish(self) -> None:
        with self.file:
            if self.buffer:
                self.write_group()


def row_sizes(batch: pa.RecordBatch) -> Iterator[int]:
    """Approximate bytes of each row."""
    texts = pc.fill_null(pc.binary_length(batch.column("text")), 0).to_pylist()
    blocks = pc.fill_null(pc.list_value_length(batch.column("blocks")), 0).to_pylist()
    for text, count in zip(texts, blocks, strict=True):
        yield text + count * BLOCK_BYTES + ROW_BYTES
