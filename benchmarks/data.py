"""Archives with the data of benchmarks and conformance tests."""

from __future__ import annotations

import os
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from webwinnow.gold.datasets import GoldSet, open_set

ROOT = Path(__file__).resolve().parent.parent
# The gold sets that the shipped models of classic methods are trained on.
TRAINING_SETS = ("wcxb-dev", "cleaneval", "news-articles", "readability")
# Those of the default method.
WINNOW_SETS = (
    "wcxb-dev",
    "cleaneval",
    "news-articles",
    "news-articles-2",
    "readability",
    "fundus",
)


def find_archive(name: str) -> Path | None:
    """The archive in the folder `WEBWINNOW_DATA`, or else in `data/` or `../shared/data`."""
    folder = os.environ.get("WEBWINNOW_DATA")
    folders = [Path(folder)] if folder else [ROOT / "data", ROOT.parent / "shared" / "data"]
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def require_archive(name: str) -> Path:
    """The archive; exits with the remedy if it is missing."""
    archive = find_archive(name)
    if archive is None:
        sys.exit(f"no {name}: set WEBWINNOW_DATA to the folder that holds it")
    return archive


def open_sets(stack: ExitStack, names: Sequence[str] = TRAINING_SETS) -> list[GoldSet]:
    """Open gold sets by name; the stack closes them."""
    return [stack.enter_context(open_set(require_archive(f"{name}.tar.xz"))) for name in names]


def read_members(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file in an archive."""
    with tarfile.open(archive) as tar:
        for member in tar:
            handle = tar.extractfile(member) if member.isfile() else None
            if handle is not None:
                yield member.name, handle.read()


def wcxb_pages(count: int) -> list[bytes]:
    """The first pages of WCXB's development set, by name."""
    archive = require_archive("wcxb-dev.tar.xz")
    pages = {name: page for name, page in read_members(archive) if name.endswith(".html")}
    return [pages[name] for name in sorted(pages)[:count]]
