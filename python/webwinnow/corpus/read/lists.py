"""List files that shards refer to: the pages of a folder, and bundles of small inputs.

A page list spares each shard a search of the folder. It starts with the folder's name; the names
of its pages follow, each terminated by a NUL byte. A bundle lists several small inputs that form
one shard, as JSON Lines. In both, a shard is a byte range of the list.
"""

import json
import os
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from webwinnow.corpus.workspace import Shard
from webwinnow.errors import InputError
from webwinnow.io.atomic import draft_file, write_atomically
from webwinnow.io.compression import open_input
from webwinnow.messages import error_reason

if TYPE_CHECKING:
    import pyarrow as pa

Part = tuple[str, str, int, int | None]  # reader, path, start, end


@dataclass
class PageList:
    """A written page list, with the facts that a plan needs."""

    folder: str
    path: str = ""  # absolute
    start: int = 0  # of the first name in the list
    ends: "array[int]" = field(default_factory=lambda: array("Q"))  # of each name
    sizes: "array[int]" = field(default_factory=lambda: array("Q"))  # of each page in bytes
    newest: int = 0  # latest modification time in nanoseconds
    digest: str = ""  # of names, sizes and times


def write_page_list(place: Path, folder: str, pages: Iterable[tuple[str, int, int]]) -> PageList:
    """Write a list of pages: relative name, size in bytes, and time in nanoseconds of each.

    The file name contains the digest of the list, so that a changed folder never overwrites the
    list of another plan.
    """
    found, digest = PageList(folder), blake2b(digest_size=16)
    try:
        place.mkdir(parents=True, exist_ok=True)
        with draft_file(place) as draft:
            with draft.open("wb") as file:
                file.write(os.fsencode(folder) + b"\0")
                found.start = at = file.tell()
                for name, size, time in pages:
                    stored = os.fsencode(name) + b"\0"
                    file.write(stored)
                    at += len(stored)
                    found.ends.append(at)
                    found.sizes.append(size)
                    found.newest = max(found.newest, time)
                    digest.update(b"%s%d %d\0" % (stored, size, time))
            digest.update(os.fsencode(folder))
            found.digest = digest.hexdigest()
            # Absolute: a later run may start in another folder.
            found.path = str(draft.replace(place.resolve() / f"pages-{found.digest[:16]}.list"))
    except OSError as error:
        raise cannot_write("page list", place, error) from error
    return found


def read_folder_name(path: str) -> str:
    with open_input(path) as file:
        return os.fsdecode(file.read(2**16).partition(b"\0")[0])


def page_names(path: str, start: int, end: int | None) -> Iterator[str]:
    stored = read_range(path, start, end)
    return (os.fsdecode(name) for name in stored.split(b"\0") if name)


def write_bundle(place: Path, groups: Iterable[Iterable[Part]]) -> tuple[str, list[int]]:
    """Write groups of small inputs; return the path, and the end of each group in the file."""
    stored, ends = bytearray(), []
    for group in groups:
        stored += b"".join(json.dumps(part).encode() + b"\n" for part in group)
        ends.append(len(stored))
    digest = blake2b(stored, digest_size=8).hexdigest()
    try:
        path = place.resolve() / f"several-{digest}.jsonl"
        write_atomically(path, bytes(stored))
    except OSError as error:
        raise cannot_write("list of inputs", place, error) from error
    return str(path), ends


def parts(shard: Shard) -> Iterator[Shard]:
    """Yield the inputs of a bundle as shards; any other shard is its only part."""
    if shard.reader != "several":
        yield shard
        return
    for line in read_range(shard.path, shard.start, shard.end).splitlines():
        yield Shard(shard.number, *json.loads(line))


def read_bundle(shard: Shard, max_bytes: int) -> "Iterator[pa.RecordBatch]":
    """Read the inputs of a bundle in order, numbered consecutively."""
    import pyarrow.compute as pc

    from webwinnow.corpus.read import read

    before = 0
    for part in parts(shard):
        rows = 0
        for batch in read(part, max_bytes):
            at = batch.schema.get_field_index("order")
            yield batch.set_column(at, batch.schema.field(at), pc.add(batch.column(at), before))
            rows += batch.num_rows
        before += rows


def read_range(path: str, start: int, end: int | None) -> bytes:
    with open_input(path) as file:
        file.seek(start)
        return file.read() if end is None else file.read(end - start)


def cannot_write(what: str, place: Path, error: OSError) -> InputError:
    return InputError(
        f"cannot write a {what} to {str(place)!r} ({error_reason(error)}); choose another output"
    )
