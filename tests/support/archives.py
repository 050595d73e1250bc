"""Data archives, for tests that skip without them."""

from collections.abc import Iterator

import pytest

from benchmarks.data import find_archive, read_members


def read_archive(archive: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file in an archive; skips the test if the archive is missing."""
    path = find_archive(archive)
    if path is None:
        pytest.skip(f"{archive} is missing; set WEBWINNOW_DATA to the folder that holds it")
    yield from read_members(path)
