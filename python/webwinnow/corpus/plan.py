"""What a corpus is made of, divided into shards: the same for the same inputs, always.

How many workers there are, and which engine, is no part of it.
"""

import json
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from webwinnow.corpus.inputs import Archive, find, status_of
from webwinnow.corpus.read.lists import Listed
from webwinnow.corpus.shard import Shard
from webwinnow.corpus.sharding import gathered, piece_size, pieces
from webwinnow.corpus.url_lists import check, is_addresses, selected
from webwinnow.errors import InputError
from webwinnow.messages import error_reason

__all__ = ["Input", "Plan", "plan"]


@dataclass(frozen=True)
class Input:
    """A file as it was when the plan was made, or some loose pages of a folder."""

    path: str  # no two have the same: for pages, that of the list of them
    bytes: int
    mtime_ns: int  # of pages, that of the newest
    folder: str | None = None  # that the pages are in
    digest: str | None = None  # of names, sizes and times of the pages

    @property
    def name(self) -> str:
        """As the user knows it."""
        return self.path if self.folder is None else self.folder


@dataclass(frozen=True)
class Plan:
    shards: list[Shard]
    inputs: list[Input]

    def digest(self) -> str:
        """Another one where an input was added, changed or renamed, or the order is another.

        Where lists of pages are is no part of it.
        """
        inputs = [(each.name, each.bytes, each.mtime_ns, each.digest) for each in self.inputs]
        return blake2b(json.dumps(inputs).encode(), digest_size=16).hexdigest()


def plan(
    inputs: Sequence[str], *, folder: Path, cdx: str | None = None, output: Path | None = None
) -> Plan:
    """Shards of all pages behind the names: files of any kind that is read, and folders.

    `folder` is where lists are written that the shards refer to; it must last as long as the plan
    does. Lists of addresses among the inputs are looked up in `cdx`. What is below `output` is no
    input, though it may be in a folder that is one.
    """
    found = list(find(inputs, folder, output))
    origins = [input_of(each) for each in found]
    named = {each.path for each in origins}
    check([each for each in found if isinstance(each, Archive) and is_addresses(each)], cdx)
    if cdx is not None:
        status = status_of(cdx)
        origins.append(Input(cdx, status.st_size, status.st_mtime_ns))
        found = [looked_up(each, cdx, folder) for each in found]
    size = piece_size(sum(each.bytes for each in origins))
    for each in found:
        if isinstance(each, Archive) and each.kind.reader == "cdx":
            origins += behind(each, each.path if each.path in named or cdx is None else cdx)
    cut = [[*pieces(each, size)] for each in found]
    shards = [Shard(number, *piece) for number, piece in enumerate(gathered(cut, size, folder))]
    if not shards:
        raise InputError(f"no pages in {inputs[0]!r}{' or the others' if inputs[1:] else ''}")
    return Plan(shards, [*{each.path: each for each in origins}.values()])


def looked_up(each: Archive | Listed, cdx: str, folder: Path) -> Archive | Listed:
    if isinstance(each, Archive) and is_addresses(each):
        return selected(each, cdx, folder)
    return each


def behind(index: Archive, name: str) -> Iterator[Input]:
    """Archives that a CDX names, each once; an `InputError` where one cannot be read."""
    from webwinnow.corpus.read.cdx import archives_in

    for path in archives_in(Path(index.path)):
        try:
            status = Path(path).stat()
            if not (stat.S_ISREG(status.st_mode) and os.access(path, os.R_OK)):
                raise ValueError("no file that can be read")
        except (OSError, ValueError) as error:
            reason = error_reason(error)
            raise InputError(
                f"cannot read {path!r} ({reason}), which {name!r} names; put it there, or next to "
                "the CDX"
            ) from error
        yield Input(path, status.st_size, status.st_mtime_ns)


def input_of(each: Archive | Listed) -> Input:
    if isinstance(each, Archive):
        return Input(each.path, each.bytes, each.mtime_ns)
    return Input(each.path, sum(each.sizes), each.newest, each.folder, each.digest)
