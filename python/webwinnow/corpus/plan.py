"""What a corpus is made of, divided into shards: the same for the same inputs, always.

How many workers there are, and which engine, is no part of it.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from webwinnow.corpus.addresses import check, is_addresses, selected
from webwinnow.corpus.divide import piece_size, pieces
from webwinnow.corpus.inputs import Archive, find, status_of
from webwinnow.corpus.read.lists import Listed
from webwinnow.corpus.shard import Shard
from webwinnow.errors import InputError

__all__ = ["Input", "Plan", "plan"]


@dataclass(frozen=True)
class Input:
    """A file as it was when the plan was made, or the loose pages of a folder."""

    path: str
    bytes: int
    mtime_ns: int  # of a folder, that of its newest page
    digest: str | None = None  # of a folder: names, sizes and times of its pages


@dataclass(frozen=True)
class Plan:
    shards: list[Shard]
    inputs: list[Input]

    def digest(self) -> str:
        """Another one where an input was added, changed or renamed, or the order is another."""
        inputs = json.dumps([asdict(each) for each in self.inputs])
        return blake2b(inputs.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    def as_json(self) -> dict[str, Any]:
        return {
            "shards": [shard.as_json() for shard in self.shards],
            "inputs": [asdict(each) for each in self.inputs],
        }

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> "Plan":
        shards = [Shard.of_json(each) for each in values["shards"]]
        return cls(shards, [Input(**each) for each in values["inputs"]])


def plan(inputs: Sequence[str], *, folder: Path, cdx: str | None = None) -> Plan:
    """Shards of all pages behind the names: files of any kind that is read, and folders.

    `folder` is where lists are written that the shards refer to; it must last as long as the plan
    does. Lists of addresses among the inputs are looked up in `cdx`.
    """
    found = list(find(inputs, folder))
    origins = [input_of(each) for each in found]
    check([each for each in found if isinstance(each, Archive) and is_addresses(each)], cdx)
    if cdx is not None:
        status = status_of(cdx)
        origins.append(Input(cdx, status.st_size, status.st_mtime_ns))
        found = [looked_up(each, cdx, folder) for each in found]
    size = piece_size(sum(each.bytes for each in origins))
    cut = (piece for each in found for piece in pieces(each, size))
    shards = [Shard(number, *piece) for number, piece in enumerate(cut)]
    if not shards:
        raise InputError(f"no pages in {inputs[0]!r}{' or the others' if inputs[1:] else ''}")
    return Plan(shards, origins)


def looked_up(each: Archive | Listed, cdx: str, folder: Path) -> Archive | Listed:
    if isinstance(each, Archive) and is_addresses(each):
        return selected(each, cdx, folder)
    return each


def input_of(each: Archive | Listed) -> Input:
    if isinstance(each, Archive):
        return Input(each.path, each.bytes, each.mtime_ns)
    return Input(each.folder, sum(each.sizes), each.newest, each.digest)
