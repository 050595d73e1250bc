"""Detect a set's layout from its files and open the set."""

import os
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from webwinnow.errors import InputError, UnknownLayout
from webwinnow.gold.datasets import archives
from webwinnow.gold.datasets.base import GoldSet
from webwinnow.gold.datasets.cleaneval import CleanEval
from webwinnow.gold.datasets.fann import Fann, is_fann
from webwinnow.gold.datasets.folder import Folder
from webwinnow.gold.datasets.krdwrd import KrdWrd
from webwinnow.gold.datasets.l3s import L3S
from webwinnow.gold.datasets.news import NewsArticles
from webwinnow.gold.datasets.readability import Readability
from webwinnow.gold.datasets.reader import LayoutFolders, Listing, Reader, walk_folders
from webwinnow.gold.datasets.wcxb import Wcxb
from webwinnow.messages import error_reason


class Layout(NamedTuple):
    reader: type[Reader]
    description: str


LAYOUTS = {
    "cleaneval": Layout(CleanEval, "CleanEval 2007, CleanPortalEval and others in their format"),
    "l3s-gn1": Layout(L3S, "L3S-GN1, news pages of 2008 with marked text"),
    "krdwrd": Layout(KrdWrd, "KrdWrd's CANOLA, pages of 2008 with marked text"),
    "wcxb": Layout(Wcxb, "WCXB, modern pages of seven types"),
    "readability": Layout(Readability, "Mozilla Readability's test pages"),
    "news-articles": Layout(NewsArticles, "news and magazine articles of 2023"),
    "fann": Layout(Fann, "texrex's training data; feature vectors, not pages"),
    "folder": Layout(Folder, "your own pages, each with its gold in the same folder"),
}
# Tried only if no other layout matches: any set may hold a page beside a text file.
FALLBACK = "folder"
# Feature vectors: detected, but not opened as a set of pages.
VECTORS = "fann"


class LocatedSet(NamedTuple):
    """A set on disk with its detected layout, not yet opened."""

    name: str
    layout: str
    folders: LayoutFolders
    remove: Callable[[], None] | None = None  # removes the temporary folder of an archive


def open_set(path: "str | os.PathLike[str]", layout: str | None = None) -> GoldSet:
    """Open the gold set in a folder or archive; `layout`, a key of LAYOUTS, skips detection.

    >>> with open_set("cleaneval.tar.xz") as pages:  # doctest: +SKIP
    ...     for page in pages:
    ...         print(page.name, len(page.text))
    """
    found = locate_set(path, layout)
    if found.layout == VECTORS:
        if found.remove:
            found.remove()
        raise InputError(
            f"{str(path)!r} holds feature vectors for the texrex network, not pages; read its files"
            " with webwinnow.gold.datasets.read_fann"
        )
    return load_set(found)


def load_set(found: LocatedSet) -> GoldSet:
    gold = GoldSet(found.name, found.layout, LAYOUTS[found.layout].reader(found.folders))
    if found.remove:
        # Runs once: on `close`, on garbage collection, or at interpreter exit.
        gold.remove = weakref.finalize(gold, found.remove)
    return gold


def locate_set(path: "str | os.PathLike[str]", layout: str | None = None) -> LocatedSet:
    """Extract an archive if needed and detect the layout; the caller must call `remove`."""
    if layout is not None and layout not in LAYOUTS:
        raise UnknownLayout(f"no layout {layout!r}; choose from {', '.join(LAYOUTS)}")
    path = Path(path)
    check_readable(path)
    if is_fann(path):
        return LocatedSet(path.name, VECTORS, {"": path})
    if path.is_dir():
        return LocatedSet(path.resolve().name or str(path), *detect(path, str(path), layout))
    folder, remove = archives.extract_archive(path)
    try:
        return LocatedSet(archives.stem_of(path), *detect(folder, str(path), layout), remove)
    except BaseException:
        remove()
        raise


def check_readable(path: Path) -> None:
    """Raise `InputError` unless the path is a folder, an archive or a file of vectors."""
    try:
        if not path.exists():
            raise InputError(f"no folder or archive {str(path)!r}; check its name")
        if path.is_dir() or is_fann(path) or (path.is_file() and archives.is_archive(path)):
            return
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error_reason(error)
        raise InputError(f"cannot read {str(path)!r} ({reason}); check its name") from error
    raise InputError(
        f"{str(path)!r} is neither a folder nor an archive; give the folder that holds the pages"
    )


def detect(root: Path, label: str, layout: str | None = None) -> tuple[str, LayoutFolders]:
    """The layout and the folders that have it; `label` names the set in messages."""
    listings = list(walk_folders(root))
    if layout is not None:
        folders = LAYOUTS[layout].reader.find_folders(listings)
        if not folders:
            expected = LAYOUTS[layout].reader.expected_files
            raise UnknownLayout(f"{label!r} does not have the layout {layout}: {expected}")
        return layout, folders
    found = candidates(listings)
    if len(found) > 1:
        raise UnknownLayout(
            f"{label!r} holds several sets, of the layouts {', '.join(found)}; open one of its"
            " folders, or name the layout"
        )
    if found:
        return found.popitem()
    known = "; ".join(f"{name}: {entry.reader.expected_files}" for name, entry in LAYOUTS.items())
    raise UnknownLayout(f"{label!r} has no known layout; known layouts are {known}")


def candidates(listings: list[Listing]) -> dict[str, LayoutFolders]:
    found = {
        name: folders
        for name, entry in LAYOUTS.items()
        if name != FALLBACK and (folders := entry.reader.find_folders(listings))
    }
    if not found and (folders := LAYOUTS[FALLBACK].reader.find_folders(listings)):
        found[FALLBACK] = folders
    return found
