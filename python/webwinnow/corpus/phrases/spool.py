"""Store texts in a temporary file, since a search reads them several times."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from webwinnow.corpus.phrases.search import TextDocument

SCHEMA = pa.schema([("text", pa.large_string()), ("host", pa.string()), ("name", pa.string())])
# Characters and documents of a batch.
BATCH_CHARS, BATCH_ROWS = 2**22, 1024


class Spool:
    """A file of documents: `add` all, `close`, then read them by calling the object.

    skipped: pages without a document, by reason
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.skipped: Counter[str] = Counter()
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        self.writer = pa.ipc.new_file(str(path), SCHEMA, options=options)
        self.buffer: list[TextDocument] = []
        self.chars = 0

    def add(self, document: TextDocument) -> None:
        self.buffer.append(document)
        self.chars += len(document.text)
        if self.chars >= BATCH_CHARS or len(self.buffer) >= BATCH_ROWS:
            self.flush()

    def flush(self) -> None:
        if self.buffer:
            columns = zip(*self.buffer, strict=True)
            arrays = [
                pa.array(each, kind) for each, kind in zip(columns, SCHEMA.types, strict=True)
            ]
            self.writer.write_batch(pa.RecordBatch.from_arrays(arrays, schema=SCHEMA))
        self.buffer, self.chars = [], 0

    def close(self) -> None:
        self.flush()
        self.writer.close()

    def __call__(self) -> Iterator[TextDocument]:
        with pa.memory_map(str(self.path)) as file:
            reader = pa.ipc.open_file(file)
            for place in range(reader.num_record_batches):
                columns = (column.to_pylist() for column in reader.get_batch(place).columns)
                yield from map(TextDocument, *columns)
