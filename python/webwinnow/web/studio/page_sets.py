"""Sets of pages that the studio was started with: gold sets, folders of pages, single files."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from webwinnow.errors import InputError, UnknownLayout
from webwinnow.gold.datasets import GoldPage, GoldSet, Problem, archives, open_set
from webwinnow.io import sources

__all__ = ["LoadedSet", "Sets", "UnknownPage"]

#: The layout, so to say, of pages without gold.
PLAIN = "pages"


class UnknownPage(LookupError):
    """No such set, or no such page in it; the message is one line."""


class PlainPages:
    """Files of a folder, or one file: a source of pages whose gold is empty."""

    def __init__(self, root: Path) -> None:
        self.problems: list[Problem] = []
        found = sources.find_sources([str(root)])
        self.files = {name_in(root, source): source for source in found}

    def names(self) -> list[str]:
        return list(self.files)

    def read(self, name: str) -> GoldPage:
        return GoldPage(name, self.files[name].read().html, text="", site="")


def name_in(root: Path, source: sources.Source) -> str:
    """The file's place in the folder."""
    path = source.path or root
    return path.name if path == root else path.relative_to(root).as_posix()


def open_pages(path: Path) -> GoldSet:
    """A gold set where it is one; else pages without gold."""
    if path.is_file() and not archives.is_archive(path):
        return plain_set(path)
    try:
        return open_set(path)
    except UnknownLayout as error:
        # The pages can still be looked at; where there are none, the layouts are to blame.
        with suppress(InputError):
            if path.is_dir():
                return plain_set(path)
        raise error


def plain_set(path: Path) -> GoldSet:
    return GoldSet(path.name, PLAIN, PlainPages(path))


class LoadedSet:
    """Opened when it is first asked for, as an archive takes seconds to unpack."""

    def __init__(self, id: str, path: Path) -> None:
        self.id, self.path = id, path
        self.name = archives.stem_of(path.absolute())
        self._pages: GoldSet | None = None
        self._names: list[str] = []
        self._known: frozenset[str] = frozenset()
        self._problem: str | None = None
        self._lock = threading.Lock()

    def pages(self) -> GoldSet:
        """An `InputError` where it cannot be opened, which is tried anew each time."""
        with self._lock:
            if self._pages is None:
                self._pages = self._opened()
            return self._pages

    def _opened(self) -> GoldSet:
        try:
            pages = open_pages(self.path)
        except (InputError, UnknownLayout) as error:
            self._problem = str(error)
            raise
        self._names, self._problem = pages.names(), None
        self._known = frozenset(self._names)
        return pages

    def names(self) -> Sequence[str]:
        self.pages()
        return self._names

    def read(self, name: str) -> GoldPage:
        """`UnknownPage` where there is none; an `InputError` where it cannot be used."""
        pages = self.pages()
        if name not in self._known:
            raise UnknownPage(f"the set {self.name!r} has no page {name!r}; choose another")
        page = pages.read(name)
        if isinstance(page, Problem):
            raise InputError(f"{page.name}: {page.what}")
        return page

    def describe(self) -> dict[str, Any]:
        """As far as it is known by now: nothing is opened for it."""
        pages = self._pages
        return {
            "id": self.id,
            "name": self.name,
            "place": str(self.path),
            "is_open": pages is not None,
            "pages": None if pages is None else len(self._names),
            "layout": None if pages is None else pages.layout,
            "has_gold": None if pages is None else pages.layout != PLAIN,
            "problem": self._problem,
        }


class Sets:
    """By id, in the order in which they were named."""

    def __init__(self, paths: Iterable["str | Path"] = ()) -> None:
        found = [Path(path) for path in paths]
        self.sets = {loaded.id: loaded for loaded in map(LoadedSet, ids_of(found), found)}

    def list(self) -> list[dict[str, Any]]:
        return [loaded.describe() for loaded in self.sets.values()]

    def find(self, set: str) -> LoadedSet:
        try:
            return self.sets[set]
        except KeyError:
            raise UnknownPage(f"no set {set!r}; start the studio with it") from None

    def names(self, set: str, search: str = "") -> Sequence[str]:
        """Of the pages whose names have all words of the search, in order."""
        names = self.find(set).names()
        words = search.casefold().split()
        return [name for name in names if has_all(name.casefold(), words)] if words else names

    def read(self, set: str, name: str) -> GoldPage:
        return self.find(set).read(name)


def has_all(name: str, words: Iterable[str]) -> bool:
    return all(word in name for word in words)


def ids_of(paths: Iterable[Path]) -> Iterator[str]:
    """Short names that no two share, and that stay the same from one start to the next."""
    taken: set[str] = set()
    for path in paths:
        stem = "".join(c if c.isalnum() or c in "-_" else "-" for c in archives.stem_of(path))
        stem = stem.strip("-") or "set"
        number, name = 1, stem
        while name in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name)
        yield name
