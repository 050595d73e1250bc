"""What writers have in common: they are opened, given batches, and closed."""

from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import pyarrow as pa

from webwinnow import __version__
from webwinnow.corpus.record import DOCUMENTS
from webwinnow.corpus.write.documents import Document, documents

__all__ = ["SCHEMA", "LineWriter", "Writer"]

# What is of no use outside of the work on a corpus: of what was dropped there is another table.
INTERNAL = frozenset({"order", "drop", "detail"})
#: Grows by one when a column changes its meaning or goes; new columns may come without.
VERSION = 1
#: Of the documents that are written.
SCHEMA = pa.schema(
    [field for field in DOCUMENTS if field.name not in INTERNAL],
    metadata={"webwinnow": __version__, "webwinnow.schema": str(VERSION)},
)
# zstd does not promise the same bytes for the same text in other pieces.
PIECE = 2**20


class Writer(ABC):
    """One file of documents.

    documents: how many were written
    bytes: how large the file is, once it is closed
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.documents = 0
        self.bytes = 0

    def __enter__(self) -> "Writer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            # What went wrong first is what should be heard of; the file is not to be used.
            with suppress(OSError, pa.ArrowException, ValueError):
                self.finish()
            return
        self.finish()
        self.bytes = self.path.stat().st_size

    def write(self, batch: pa.RecordBatch) -> None:
        """Documents, in their order; none may be dropped."""
        if batch.column("drop").null_count < batch.num_rows:
            raise ValueError("a batch with dropped rows; filter them out before it is written")
        self.add(batch.select(SCHEMA.names))
        self.documents += batch.num_rows

    @abstractmethod
    def add(self, batch: pa.RecordBatch) -> None: ...

    @abstractmethod
    def finish(self) -> None: ...


class LineWriter(Writer):
    """A format that is text, one document after another."""

    head = ""
    foot = ""
    compression: str | None = None

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.file = pa.output_stream(str(path), compression=self.compression)
        self.waiting = bytearray(self.head.encode())

    @abstractmethod
    def written(self, document: Document) -> str: ...

    def add(self, batch: pa.RecordBatch) -> None:
        for document in documents(batch):
            self.waiting += self.written(document).encode()
            while len(self.waiting) >= PIECE:
                self.file.write(bytes(self.waiting[:PIECE]))
                del self.waiting[:PIECE]

    def finish(self) -> None:
        with self.file:
            self.file.write(bytes(self.waiting) + self.foot.encode())
