"""The outside world's data, for tests that skip where it is absent."""

from collections.abc import Iterator

import pytest

from benchmarks.data import find_archive, read_members


def members(archive: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file in an archive; skips the test where the archive is absent."""
    path = find_archive(archive)
    if path is None:
        pytest.skip(f"{archive} is not here; set WEBWINNOW_DATA to the folder that holds it")
    yield from read_members(path)
