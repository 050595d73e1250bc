"""Where the outside world's data lies: archives or the folders unpacked from them."""

import os
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HOMES = [ROOT / "data", ROOT.parent / "shared" / "data"]


def data_home() -> Path | None:
    """The folder of archives: `WEBWINNOW_DATA`, `data/`, or `../shared/data`."""
    named = os.environ.get("WEBWINNOW_DATA")
    homes = [Path(named)] if named else HOMES
    return next((home for home in homes if home.is_dir()), None)


def members(archive: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file in an archive; skips the test where the archive is absent."""
    home = data_home()
    path = home / archive if home else None
    if path is None or not path.is_file():
        pytest.skip(f"{archive} is not here; set WEBWINNOW_DATA to the folder that holds it")
    with tarfile.open(path) as tar:
        for member in tar:
            handle = tar.extractfile(member) if member.isfile() else None
            if handle is not None:
                yield member.name, handle.read()
