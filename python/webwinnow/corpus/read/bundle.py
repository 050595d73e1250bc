"""Several small inputs that are one shard: a list of what each is, in lines of JSON.

A shard is a range of the list's bytes.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from webwinnow.corpus.shard import Shard
from webwinnow.errors import InputError
from webwinnow.io.atomic import write_atomically
from webwinnow.io.compression import opened
from webwinnow.messages import error_reason

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["parts", "read", "write"]

Part = tuple[str, str, int, int | None]  # reader, path, start, end


def write(place: Path, groups: Iterable[Iterable[Part]]) -> tuple[str, list[int]]:
    """The list's path, and where each group ends in it."""
    stored, ends = bytearray(), []
    for group in groups:
        stored += b"".join(json.dumps(part).encode() + b"\n" for part in group)
        ends.append(len(stored))
    digest = blake2b(stored, digest_size=8).hexdigest()
    try:
        path = place.resolve() / f"several-{digest}.jsonl"
        write_atomically(path, bytes(stored))
    except OSError as error:
        reason = error_reason(error)
        raise InputError(
            f"cannot write a list of inputs to {str(place)!r} ({reason}); name another output"
        ) from error
    return str(path), ends


def parts(shard: Shard) -> Iterator[Shard]:
    """What a shard is made of, each of one input: mostly itself."""
    if shard.reader != "several":
        yield shard
        return
    with opened(shard.path) as file:
        file.seek(shard.start)
        stored = file.read() if shard.end is None else file.read(shard.end - shard.start)
    for line in stored.splitlines():
        yield Shard(shard.number, *json.loads(line))


def read(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """All parts on end, numbered as if they were one."""
    import pyarrow.compute as pc

    from webwinnow.corpus.read import read as read_one

    before = 0
    for part in parts(shard):
        rows = 0
        for batch in read_one(part, max_bytes):
            at = batch.schema.get_field_index("order")
            yield batch.set_column(at, batch.schema.field(at), pc.add(batch.column(at), before))
            rows += batch.num_rows
        before += rows
