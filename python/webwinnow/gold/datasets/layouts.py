"""Which layout a set has, told from its files, and the set opened with it."""

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
from webwinnow.gold.datasets.files import Listing, tree
from webwinnow.gold.datasets.folder import Folder
from webwinnow.gold.datasets.l3s import L3S
from webwinnow.gold.datasets.news import NewsArticles
from webwinnow.gold.datasets.readability import Readability
from webwinnow.gold.datasets.reader import Places, Reader
from webwinnow.gold.datasets.wcxb import Wcxb
from webwinnow.messages import error_reason

__all__ = ["LAYOUTS", "Found", "Layout", "find_set", "open_set", "set_of"]


class Layout(NamedTuple):
    reader: type[Reader]
    description: str


LAYOUTS = {
    "cleaneval": Layout(CleanEval, "CleanEval 2007, CleanPortalEval and others in their format"),
    "l3s-gn1": Layout(L3S, "L3S-GN1, news pages of 2008 with marked text"),
    "wcxb": Layout(Wcxb, "WCXB, modern pages of seven types"),
    "readability": Layout(Readability, "Mozilla Readability's test pages"),
    "news-articles": Layout(NewsArticles, "news and magazine articles of 2023"),
    "fann": Layout(Fann, "texrex's training data; feature vectors, not pages"),
    "folder": Layout(Folder, "your own pages, each beside its gold"),
}
# Any set may hold a page with a text file beside it: asked only where nothing else fits.
LAST = "folder"
# Known, so that it can be told from sets of pages.
VECTORS = "fann"


class Found(NamedTuple):
    """A set whose files are there to be read."""

    name: str
    layout: str
    places: Places
    remove: Callable[[], None] | None = None  # removes the temporary folder of an archive


def open_set(path: "str | os.PathLike[str]", layout: str | None = None) -> GoldSet:
    """The gold set in a folder or an archive; `layout`, a key of LAYOUTS, settles what it is.

    >>> with open_set("cleaneval.tar.xz") as pages:  # doctest: +SKIP
    ...     for page in pages:
    ...         print(page.name, len(page.text))
    """
    found = find_set(path, layout)
    if found.layout == VECTORS:
        if found.remove:
            found.remove()
        raise InputError(
            f"{str(path)!r} holds feature vectors for the texrex network, not pages; read its files"
            " with webwinnow.gold.datasets.read_fann"
        )
    return set_of(found)


def set_of(found: Found) -> GoldSet:
    gold = GoldSet(found.name, found.layout, LAYOUTS[found.layout].reader(found.places))
    if found.remove:
        # Called by `close`, when the set is let go of, or at the interpreter's exit; only once.
        gold.remove = weakref.finalize(gold, found.remove)
    return gold


def find_set(path: "str | os.PathLike[str]", layout: str | None = None) -> Found:
    """Unpacks an archive: whoever asks has to see that `remove` is called."""
    if layout is not None and layout not in LAYOUTS:
        raise UnknownLayout(f"no layout {layout!r}; choose from {', '.join(LAYOUTS)}")
    place = Path(path)
    if is_readable(place) and is_fann(place):
        return Found(place.name, VECTORS, {"": place})
    if place.is_dir():
        return Found(place.resolve().name or str(place), *detect(place, str(place), layout))
    folder, remove = archives.unpack(place)
    try:
        return Found(archives.stem_of(place), *detect(folder, str(place), layout), remove)
    except BaseException:
        remove()
        raise


def is_readable(path: Path) -> bool:
    """True for a folder, an archive and a file of vectors; an `InputError` for all else."""
    try:
        if not path.exists():
            raise InputError(f"no folder or archive {str(path)!r}; check its name")
        if path.is_dir() or is_fann(path) or (path.is_file() and archives.is_archive(path)):
            return True
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error_reason(error)
        raise InputError(f"cannot read {str(path)!r} ({reason}); check its name") from error
    raise InputError(
        f"{str(path)!r} is neither a folder nor an archive; give the folder that holds the pages"
    )


def detect(root: Path, shown: str, layout: str | None = None) -> tuple[str, Places]:
    """The layout and the folders that have it; `shown` is the set's name in messages."""
    listings = list(tree(root))
    if layout is not None:
        places = LAYOUTS[layout].reader.find(listings)
        if not places:
            looks = LAYOUTS[layout].reader.looks_like
            raise UnknownLayout(f"{shown!r} has not the layout {layout}: {looks}")
        return layout, places
    found = candidates(listings)
    if len(found) > 1:
        raise UnknownLayout(
            f"{shown!r} holds several sets, of the layouts {', '.join(found)}; open one of its"
            " folders, or say which layout is meant"
        )
    if found:
        return found.popitem()
    known = "; ".join(f"{name}: {entry.reader.looks_like}" for name, entry in LAYOUTS.items())
    raise UnknownLayout(f"{shown!r} has no layout that is known. Known are {known}")


def candidates(listings: list[Listing]) -> dict[str, Places]:
    found = {
        name: places
        for name, entry in LAYOUTS.items()
        if name != LAST and (places := entry.reader.find(listings))
    }
    if not found and (places := LAYOUTS[LAST].reader.find(listings)):
        found[LAST] = places
    return found
