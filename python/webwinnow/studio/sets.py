"""Sets of pages that the studio was started with: gold sets, folders of pages, single files."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from webwinnow import sources
from webwinnow.datasets import GoldPage, GoldSet, Problem, archives, open_set
from webwinnow.errors import InputError, UnknownLayout

__all__ = ["LoadedSet", "SetPage", "Sets", "UnknownPage"]


class UnknownPage(LookupError):
    """No such set, or no such page in it; the message is one line."""


@dataclass(frozen=True)
class SetPage:
    """A page of a set, with what people found in it where the set tells."""

    name: str
    html: bytes
    url: str | None = None
    charset: str | None = None
    site: str | None = None
    type: str | None = None
    gold: GoldPage | None = None

    @classmethod
    def of_gold(cls, page: GoldPage) -> "SetPage":
        return cls(page.name, page.html, page.url, page.charset, page.site, page.type, page)


class Pages(Protocol):
    """What a set comes down to."""

    layout: str | None  # None where there is no gold

    def names(self) -> list[str]: ...
    def read(self, name: str) -> SetPage:
        """An `InputError` where the page cannot be used."""


class WithGold:
    def __init__(self, gold: GoldSet) -> None:
        self.gold = gold
        self.layout: str | None = gold.layout
        self._names = gold.names()

    def names(self) -> list[str]:
        return self._names

    def read(self, name: str) -> SetPage:
        page = self.gold.read(name)
        if isinstance(page, Problem):
            raise InputError(f"{page.name}: {page.what}")
        return SetPage.of_gold(page)


class WithoutGold:
    layout: str | None = None

    def __init__(self, root: Path) -> None:
        found = sources.find([str(root)])
        self.files = {shown(source, root): source for source in found}

    def names(self) -> list[str]:
        return list(self.files)

    def read(self, name: str) -> SetPage:
        return SetPage(name, self.files[name].read().html)


def shown(source: sources.Source, root: Path) -> str:
    """The file's place in the folder."""
    assert source.path is not None
    inside = source.path if source.path == root else source.path.relative_to(root)
    return inside.name if source.path == root else inside.as_posix()


def open_pages(path: Path) -> Pages:
    """A gold set where it is one; else pages without gold."""
    if path.is_dir():
        try:
            return WithGold(open_set(path))
        except UnknownLayout as error:
            # The pages themselves can be looked at; where there are none, the layouts are to blame.
            with suppress(InputError):
                return WithoutGold(path)
            raise error
    if path.is_file() and not archives.is_archive(path):
        return WithoutGold(path)
    return WithGold(open_set(path))


class LoadedSet:
    """Opened when it is first asked for, as an archive takes seconds to unpack."""

    def __init__(self, id: str, path: Path) -> None:
        self.id, self.path = id, path
        self.name = archives.stem_of(path.absolute())
        self._pages: Pages | None = None
        self._known: frozenset[str] = frozenset()
        self._problem: InputError | UnknownLayout | None = None
        self._lock = threading.Lock()

    def pages(self) -> Pages:
        """The error that opening ended in is not sought anew: studios are started again."""
        with self._lock:
            if self._problem is not None:
                raise self._problem
            if self._pages is None:
                try:
                    self._pages = open_pages(self.path)
                except (InputError, UnknownLayout) as error:
                    self._problem = error
                    raise
                self._known = frozenset(self._pages.names())
            return self._pages

    def read(self, name: str) -> SetPage:
        pages = self.pages()
        if name not in self._known:
            raise UnknownPage(f"the set {self.name!r} has no page {name!r}; choose another")
        return pages.read(name)

    def describe(self) -> dict[str, Any]:
        """As far as it is known by now: nothing is opened for it."""
        pages, problem = self._pages, self._problem
        return {
            "id": self.id,
            "name": self.name,
            "place": str(self.path),
            "is_open": pages is not None,
            "pages": None if pages is None else len(self._known),
            "layout": None if pages is None else pages.layout,
            "problem": None if problem is None else str(problem),
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
        names = self.find(set).pages().names()
        words = search.casefold().split()
        return [name for name in names if has_all(name.casefold(), words)] if words else names

    def read(self, set: str, name: str) -> SetPage:
        return self.find(set).read(name)

    def pages(
        self,
        set: str,
        names: Iterable[str] | None = None,
        *,
        on_problem: Callable[[Problem], None] = lambda _: None,
    ) -> Iterator[SetPage]:
        """Those named, or all; pages that cannot be used are told of and left out."""
        loaded = self.find(set)
        for name in loaded.pages().names() if names is None else names:
            try:
                yield loaded.read(name)
            except InputError as error:
                on_problem(Problem(name, str(error)))


def has_all(name: str, words: Iterable[str]) -> bool:
    return all(word in name for word in words)


def ids_of(paths: Iterable[Path]) -> Iterator[str]:
    """Short names that no two share, and that stay the same from one start to the next."""
    taken: set[str] = set()
    for path in paths:
        stem = "".join(c if c.isalnum() or c in "-_" else "-" for c in archives.stem_of(path))
        number, name = 1, stem.strip("-") or "set"
        while name in taken:
            number += 1
            name = f"{stem.strip('-') or 'set'}-{number}"
        taken.add(name)
        yield name
