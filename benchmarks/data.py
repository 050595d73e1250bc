"""The pages that benchmarks run on, read from the archives."""

from __future__ import annotations

import os
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def home() -> Path:
    """The folder of archives: `WEBWINNOW_DATA`, `data/`, or `../shared/data`."""
    named = os.environ.get("WEBWINNOW_DATA")
    homes = [Path(named)] if named else [ROOT / "data", ROOT.parent / "shared" / "data"]
    for path in homes:
        if path.is_dir():
            return path
    sys.exit("no data: set WEBWINNOW_DATA to the folder that holds the archives")


def members(archive: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file in an archive."""
    path = home() / archive
    if not path.is_file():
        sys.exit(f"{path} is missing: WEBWINNOW_DATA should name the folder that holds it")
    with tarfile.open(path) as tar:
        for member in tar:
            handle = tar.extractfile(member) if member.isfile() else None
            if handle is not None:
                yield member.name, handle.read()


def wcxb_pages(count: int) -> list[bytes]:
    """The first pages of WCXB's development set, by name."""
    pages = {name: page for name, page in members("wcxb-dev.tar.xz") if name.endswith(".html")}
    return [pages[name] for name in sorted(pages)[:count]]
