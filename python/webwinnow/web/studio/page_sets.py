"""Page sets of the command line: gold sets, folders of pages, single files."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from webwinnow.errors import InputError, UnknownLayout
from webwinnow.gold.datasets import GoldPage, GoldSet, Problem, archives, open_set
from webwinnow.io import sources

# Layout name of pages without gold.
WITHOUT_GOLD = "pages"


class UnknownPage(InputError):
    """No such set, or no such page in it."""


class FolderPages:
    """The files of a folder, or one file, as pages with empty gold."""

    def __init__(self, root: Path) -> None:
        self.problems: list[Problem] = []
        found = sources.find_sources([str(root)])
        self.files = {relative_name(root, source): source for source in found}

    def names(self) -> list[str]:
        return list(self.files)

    def read(self, name: str) -> GoldPage:
        return GoldPage(name, self.files[name].read().html, text="", site="")


def relative_name(root: Path, source: sources.Source) -> str:
    """Path of a file relative to the folder."""
    path = source.path or root
    return path.name if path == root else path.relative_to(root).as_posix()


def open_pages(path: Path) -> GoldSet:
    """Open a gold set; if the path is none, its pages without gold."""
    if path.is_file() and not archives.is_archive(path):
        return set_without_gold(path)
    try:
        return open_set(path)
    except UnknownLayout as error:
        # Pages can be viewed without gold. If there are none, report the unknown layout.
        with suppress(InputError):
            if path.is_dir():
                return set_without_gold(path)
        raise error


def set_without_gold(path: Path) -> GoldSet:
    return GoldSet(path.name, WITHOUT_GOLD, FolderPages(path))


class PageSet:
    """A set that is opened on first use: an archive takes seconds to decompress."""

    def __init__(self, id: str, path: Path) -> None:
        self.id, self.path = id, path
        self.name = archives.stem_of(path.absolute())
        self._pages: GoldSet | None = None
        self._names: list[str] = []
        self._name_set: frozenset[str] = frozenset()
        self._problem: str | None = None
        self._lock = threading.Lock()

    def pages(self) -> GoldSet:
        """Open the set; an `InputError` if this fails, and the next call tries again."""
        with self._lock:
            if self._pages is None:
                self._pages = self._open()
            return self._pages

    def _open(self) -> GoldSet:
        try:
            pages = open_pages(self.path)
        except (InputError, UnknownLayout) as error:
            self._problem = str(error)
            raise
        self._names, self._problem = pages.names(), None
        self._name_set = frozenset(self._names)
        return pages

    def names(self) -> Sequence[str]:
        self.pages()
        return self._names

    def read(self, name: str) -> GoldPage:
        """Read a page; `UnknownPage` if there is none, `InputError` if it is unusable."""
        pages = self.pages()
        if name not in self._name_set:
            raise UnknownPage(f"the set {self.name!r} has no page {name!r}; choose another")
        page = pages.read(name)
        if isinstance(page, Problem):
            raise InputError(f"{page.name}: {page.what}")
        return page

    def describe(self) -> dict[str, Any]:
        """Describe the set without opening it."""
        pages = self._pages
        return {
            "id": self.id,
            "name": self.name,
            "place": str(self.path),
            "is_open": pages is not None,
            "pages": None if pages is None else len(self._names),
            "layout": None if pages is None else pages.layout,
            "has_gold": None if pages is None else pages.layout != WITHOUT_GOLD,
            "problem": self._problem,
        }


class PageSets:
    """Page sets by id, in the order of the command line."""

    def __init__(self, paths: Iterable["str | Path"] = ()) -> None:
        found = [Path(path) for path in paths]
        self.sets = {each.id: each for each in map(PageSet, unique_ids(found), found)}

    def list(self) -> list[dict[str, Any]]:
        return [each.describe() for each in self.sets.values()]

    def find(self, set: str) -> PageSet:
        try:
            return self.sets[set]
        except KeyError:
            raise UnknownPage(f"no set {set!r}; name it when you start the studio") from None

    def names(self, set: str, search: str = "") -> Sequence[str]:
        """Names of the pages, in order, that contain all words of the search."""
        names = self.find(set).names()
        words = search.casefold().split()
        return [name for name in names if contains_all(name.casefold(), words)] if words else names

    def read(self, set: str, name: str) -> GoldPage:
        return self.find(set).read(name)


def contains_all(name: str, words: Iterable[str]) -> bool:
    return all(word in name for word in words)


def unique_ids(paths: Iterable[Path]) -> Iterator[str]:
    """Short unique ids that are the same at each start."""
    used: set[str] = set()
    for path in paths:
        stem = "".join(c if c.isalnum() or c in "-_" else "-" for c in archives.stem_of(path))
        stem = stem.strip("-") or "set"
        number, name = 1, stem
        while name in used:
            number += 1
            name = f"{stem}-{number}"
        used.add(name)
        yield name
