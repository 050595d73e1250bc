"""Read pages of crawl archives, folders and tables."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from webwinnow.corpus.workspace import Shard
from webwinnow.errors import InputError
from webwinnow.messages import error_reason

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["READERS", "read"]

Reader = Callable[[Shard, int], "Iterator[pa.RecordBatch]"]

#: Name to "module:function"; a reader takes a shard and the maximum size of a page in bytes, and
#: yields batches of PAGES.
READERS = {
    "warc": "webwinnow.corpus.read.warc:read",
    "arc": "webwinnow.corpus.read.arc:read",
    "cdx": "webwinnow.corpus.read.cdx:read",
    "folder": "webwinnow.corpus.read.files:read_folder",
    "zip": "webwinnow.corpus.read.files:read_zip",
    "tar": "webwinnow.corpus.read.files:read_tar",
    "jsonl": "webwinnow.corpus.read.jsonl:read_jsonl",
    "parquet": "webwinnow.corpus.read.parquet:read_parquet",
    "several": "webwinnow.corpus.read.lists:read_bundle",
}


def read(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Read all pages of a shard in batches of PAGES.

    A broken record is a row with a reason in `drop`. Raises `InputError` if the file cannot be
    opened or its disk fails.
    """
    module, _, name = READERS[shard.reader].partition(":")
    reader: Reader = getattr(import_module(module), name)
    try:
        yield from reader(shard, max_bytes)
    except OSError as error:
        reason = error_reason(error)
        raise InputError(f"cannot read {shard.path!r} ({reason}); check its disk") from error
