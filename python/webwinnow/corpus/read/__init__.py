"""Pages out of whatever a crawl left behind."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from webwinnow.corpus.shard import Shard
from webwinnow.errors import InputError
from webwinnow.messages import error_reason

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["READERS", "read"]

Reader = Callable[[Shard, int], "Iterator[pa.RecordBatch]"]

#: By name, where each is: a function from a shard and the most bytes of a page to batches of PAGES.
READERS = {
    "warc": "webwinnow.corpus.read.warc:read",
    "arc": "webwinnow.corpus.read.arc:read",
    "cdx": "webwinnow.corpus.read.cdx:read",
    "folder": "webwinnow.corpus.read.files:read_folder",
    "zip": "webwinnow.corpus.read.files:read_zip",
    "tar": "webwinnow.corpus.read.files:read_tar",
    "jsonl": "webwinnow.corpus.read.jsonl:read_jsonl",
    "parquet": "webwinnow.corpus.read.jsonl:read_parquet",
    "several": "webwinnow.corpus.read.bundle:read",
}


def read(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """All that is in a shard, in batches of PAGES: pages, and what was skipped, with its reason.

    What is broken inside of a file is a row with `drop`; an `InputError` where there is no such
    file, or it cannot be opened.
    """
    module, _, name = READERS[shard.reader].partition(":")
    reader: Reader = getattr(import_module(module), name)
    return named(reader(shard, max_bytes), shard.path)


def named(batches: "Iterator[pa.RecordBatch]", path: str) -> "Iterator[pa.RecordBatch]":
    """A disk that fails while it is read is the input's, not the output's."""
    try:
        yield from batches
    except OSError as error:
        reason = error_reason(error)
        raise InputError(f"cannot read {path!r} ({reason}); check its disk") from error
