"""A minimal job and its tasks for tests of the Spark engine.

A shard's documents are JSON with ready keys and n-grams, so that nothing has to be cleaned and the
expected parts follow from a simple definition.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypedDict

import numpy as np
import pyarrow as pa

import webwinnow
from webwinnow.corpus.dedup.duplicates import KEYS
from webwinnow.corpus.dedup.paragraphs import NGRAMS
from webwinnow.corpus.engines.spark import tasks
from webwinnow.corpus.engines.spark.tasks import Accumulator, Batches, Place
from webwinnow.corpus.record import order_of
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.workspace import JOB_FILE, Shard, Workspace
from webwinnow.errors import InputError
from webwinnow.io.atomic import commit_bytes


class Document(TypedDict):
    keys: list[tuple[int, int]]  # kind and key
    ngrams: list[int]


@dataclass
class ToyJob:
    """The part of a job that the engine uses."""

    workspace: Workspace
    done: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    noted: list[tuple[str, int]] = field(default_factory=list)

    def unfinished(self, task: str, numbers: Iterable[int]) -> list[int]:
        return [number for number in numbers if (task, number) not in self.done]

    def record(self, task: str, number: int, done: dict[str, Any]) -> None:
        self.done[task, number] = done
        self.noted.append((task, number))

    def describe_change(self, number: int) -> str | None:
        return None

    def delete_intermediate(self, kind: str) -> None:
        pass


def documents(seed: int, shards: int, each: int, vocabulary: int = 40) -> list[list[Document]]:
    """Generate documents with few distinct keys and n-grams, so that many repeat."""
    random = Random(seed)

    def document() -> Document:
        bands = [(1, random.randrange(-vocabulary * 8, vocabulary * 8)) for _ in range(3)]
        ngrams = [random.randrange(-vocabulary, vocabulary) for _ in range(random.randrange(6))]
        return {"keys": [(0, random.randrange(vocabulary)), *bands], "ngrams": ngrams}

    return [[document() for _ in range(random.randrange(each + 1))] for _ in range(shards)]


def toy_job(
    folder: Path, shards: list[list[Document]], settings: Settings, base: Path = Path("/")
) -> ToyJob:
    """Write a job; input names are relative to `base`."""
    named = []
    folder.mkdir()
    for number, each in enumerate(shards):
        path = folder / f"input-{number}.json"
        path.write_text(json.dumps(each))
        name = path if base == Path("/") else path.relative_to(base)
        named.append(Shard(number, "toy", str(name), size=100))
    workspace = Workspace(folder, settings, tuple(named))
    workspace.intermediate.mkdir()
    (folder / JOB_FILE).write_text(json.dumps(workspace.as_json()))
    return ToyJob(workspace)


def clean(batches: Batches, place: Place, numbers: list[int], results: Accumulator) -> Batches:
    return tasks.run_shards(batches, place, numbers, results, clean_toy)


def clean_toy(workspace: Workspace, number: int) -> dict[str, Any]:
    is_first = count_start(workspace, "clean", number) == 1
    try:
        data = Path(workspace.shards[number].path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {workspace.shards[number].path!r}") from error
    if data.startswith(b"slow"):
        _, seconds, data = data.split(maxsplit=2)
        time.sleep(float(seconds) if is_first else 0)
    if data.startswith(b"fail"):
        raise RuntimeError("task failed")
    commit_bytes(workspace.file("clean", number, ".json"), data, workspace.scratch)
    package = str(Path(webwinnow.__file__).resolve())
    return {"documents": len(json.loads(data)), "package": package}


def grandparent() -> int:
    """Process id of Spark's executor, the grandparent of Python workers."""
    stat = Path(f"/proc/{os.getppid()}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[1])


def count_start(workspace: Workspace, task: str, number: int) -> int:
    """Record a start of a task in a file that names the executor; return the number of starts."""
    folder = workspace.folder / "started"
    folder.mkdir(exist_ok=True)
    (folder / f"{task}-{number}-{grandparent()}-{time.monotonic_ns()}").touch()
    return started(workspace, task)[number]


def started(workspace: Workspace, task: str) -> "Counter[int]":
    names = (each.name.split("-") for each in (workspace.folder / "started").iterdir())
    return Counter(int(name[1]) for name in names if name[0] == task)


def cleaned_toys(workspace: Workspace, number: int) -> Iterator[tuple[int, Document]]:
    documents = json.loads(workspace.file("clean", number, ".json").read_bytes())
    for place, document in enumerate(documents):
        yield order_of(number, place), document


def keys(batches: Batches, place: Place, numbers: list[int]) -> Batches:
    for workspace, number in tasks.shards_of(batches, place, numbers):
        for order, document in cleaned_toys(workspace, number):
            rows = [{"key": key, "kind": kind, "order": order} for kind, key in document["keys"]]
            yield pa.RecordBatch.from_pylist(rows, schema=KEYS)


def ngrams(batches: Batches, place: Place, numbers: list[int]) -> Batches:
    for workspace, number in tasks.shards_of(batches, place, numbers):
        is_first = count_start(workspace, "ngrams", number) == 1
        if is_first and (workspace.folder / f"slow-ngrams-{number}").exists():
            time.sleep(60)
        dropped = tasks.rows_of(workspace, tasks.SAME, number)["order"]
        for order, document in cleaned_toys(workspace, number):
            if order not in dropped:
                rows = [{"hash": each, "order": order} for each in set(document["ngrams"])]
                yield pa.RecordBatch.from_pylist(rows, schema=NGRAMS)


def finish(batches: Batches, place: Place, numbers: list[int], results: Accumulator) -> Batches:
    return tasks.run_shards(batches, place, numbers, results, finish_toy)


def finish_toy(workspace: Workspace, number: int) -> dict[str, Any]:
    count_start(workspace, "finish", number)
    same = tasks.rows_of(workspace, tasks.SAME, number)
    seen = tasks.rows_of(workspace, tasks.SEEN, number)
    assert np.all(np.diff(same["order"]) > 0)
    found = part(
        list(zip(same["order"].tolist(), same["kind"].tolist(), strict=True)),
        list(zip(seen["order"].tolist(), seen["hash"].tolist(), strict=True)),
    )
    commit_bytes(workspace.folder / f"part-{number:06}.json", found, workspace.scratch)
    return {}


def part(same: list[tuple[int, int]], seen: list[tuple[int, int]]) -> bytes:
    return json.dumps({"same": same, "seen": seen}).encode()


def expected_parts(shards: list[list[Document]], settings: Settings) -> list[bytes]:
    """Compute the expected parts one document after the other."""
    known: set[tuple[int, int]] = set()
    known_ngrams: set[int] = set()
    parts = []
    for number, documents in enumerate(shards):
        same, seen = [], []
        for place, document in enumerate(documents):
            order = order_of(number, place)
            keys = [(kind, key) for kind, key in document["keys"]]
            kinds = [kind for kind, key in keys if (kind, key) in known]
            known.update(keys)
            if kinds and (settings.duplicates or settings.near_duplicates):
                same.append((order, min(kinds)))
                continue
            if settings.onion:
                own = set(document["ngrams"])
                seen += [(order, each) for each in sorted(own & known_ngrams)]
                known_ngrams |= own
        parts.append(part(same, seen))
    return parts
