"""The data that benchmarks and conformance tests run on, read from the archives as they come."""

from __future__ import annotations

import os
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def find_archive(name: str) -> Path | None:
    """The archive in the folder `WEBWINNOW_DATA`, or else in `data/` or `../shared/data`."""
    named = os.environ.get("WEBWINNOW_DATA")
    homes = [Path(named)] if named else [ROOT / "data", ROOT.parent / "shared" / "data"]
    return next((home / name for home in homes if (home / name).is_file()), None)


def read_members(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file in an archive."""
    with tarfile.open(archive) as tar:
        for member in tar:
            handle = tar.extractfile(member) if member.isfile() else None
            if handle is not None:
                yield member.name, handle.read()


def wcxb_pages(count: int) -> list[bytes]:
    """The first pages of WCXB's development set, by name."""
    archive = find_archive("wcxb-dev.tar.xz")
    if archive is None:
        sys.exit("no wcxb-dev.tar.xz: set WEBWINNOW_DATA to the folder that holds it")
    pages = {name: page for name, page in read_members(archive) if name.endswith(".html")}
    return [pages[name] for name in sorted(pages)[:count]]
