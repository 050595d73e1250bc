"""Base class of the writers of a corpus's parts, and the schema of written documents."""

from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import pyarrow as pa

from webwinnow import __version__
from webwinnow.corpus.record import DOCUMENTS

# Columns for internal use; dropped rows have a table of their own.
INTERNAL = frozenset({"order", "drop", "detail"})
#: Increases when a column changes its meaning or is removed, but not when one is added.
VERSION = 1
#: Schema of written documents.
SCHEMA = pa.schema(
    [field for field in DOCUMENTS if field.name not in INTERNAL],
    metadata={"webwinnow": __version__, "webwinnow.schema": str(VERSION)},
)


class Writer(ABC):
    """Writes one file of documents.

    documents: number written
    bytes: size of the closed file
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
            # The first error is raised; the file is discarded.
            with suppress(OSError, pa.ArrowException, ValueError):
                self.finish()
            return
        self.finish()
        self.bytes = self.path.stat().st_size

    def write(self, batch: pa.RecordBatch) -> None:
        """Write documents in order; the batch must not contain dropped rows."""
        if batch.column("drop").null_count < batch.num_rows:
            raise ValueError("the batch contains dropped rows; filter them out before writing")
        self.add(batch.select(SCHEMA.names))
        self.documents += batch.num_rows

    @abstractmethod
    def add(self, batch: pa.RecordBatch) -> None: ...

    @abstractmethod
    def finish(self) -> None: ...
