"""Read the rows of a shard, for tests."""

from pathlib import Path
from typing import Any

from webwinnow.corpus.read import read
from webwinnow.corpus.record import PAGES
from webwinnow.corpus.workspace import Shard

MOST = 1000


def rows_of(shard: Shard, max_bytes: int = MOST) -> list[dict[str, Any]]:
    found = []
    for batch in read(shard, max_bytes):
        assert batch.schema == PAGES
        found += batch.to_pylist()
    for row in found:
        assert (row["drop"] is None) == (row["html"] is not None)
        assert row["html"] is None or len(row["html"]) <= max_bytes
    return found


def rows(
    reader: str, path: Path, start: int = 0, end: int | None = None, max_bytes: int = MOST
) -> list[dict[str, Any]]:
    return rows_of(Shard(0, reader, str(path), start, end), max_bytes)
