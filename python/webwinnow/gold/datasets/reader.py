"""What the readers of the layouts have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.gold.datasets.files import PAGE_SUFFIXES, Listing, Pairing, by_stem

__all__ = ["EMPTY", "PairReader", "Places", "Reader", "prefix_of"]

# Folders that have a layout, by what their pages' names begin with; "" where there is only one.
Places = dict[str, Path]

# An annotator who found nothing and one who has not begun leave the same file.
EMPTY = "the gold is empty; write what is text in the page, or remove it from the set"


class Reader(ABC):
    """A layout, opened on the folders that have it."""

    looks_like: ClassVar[str]  # for people whose set was not recognised

    def __init__(self, places: Places) -> None:
        self.problems: list[Problem] = []

    @classmethod
    @abstractmethod
    def fits(cls, folder: Listing) -> bool:
        """Whether the folder, for itself, has this layout."""

    @classmethod
    def find(cls, listings: list[Listing]) -> Places:
        """The folders that have this layout; none where the set has another one."""
        found = [listing.path for listing in listings if cls.fits(listing)]
        return {prefix_of(path, found): path for path in found}

    @abstractmethod
    def names(self) -> list[str]: ...

    @abstractmethod
    def read(self, name: str) -> GoldPage | Problem: ...


def prefix_of(path: Path, found: list[Path]) -> str:
    """Where the folder lies among those found; "" where it is the only one."""
    if len(found) == 1:
        return ""
    common = next(parent for parent in found[0].parents if all(parent in p.parents for p in found))
    return path.relative_to(common).as_posix() + "/"


class PairReader(Reader):
    """Pages in one folder, golds in another beside it, of the same names but for the suffix."""

    pages: ClassVar[str]
    golds: ClassVar[str]
    gold_suffixes: ClassVar[Iterable[str]]

    def __init__(self, places: Places) -> None:
        super().__init__(places)
        found = Pairing(problems=self.problems)
        for prefix, folder in places.items():
            found.add(
                prefix.rstrip("/") or self.pages,
                by_stem(folder / self.pages, PAGE_SUFFIXES, prefix=prefix),
                by_stem(folder / self.golds, self.gold_suffixes, prefix=prefix),
            )
        self.pairs = dict(sorted(found.pairs.items()))

    @classmethod
    def fits(cls, folder: Listing) -> bool:
        return {cls.pages, cls.golds} <= folder.folders

    def names(self) -> list[str]:
        return list(self.pairs)

    def read(self, name: str) -> GoldPage | Problem:
        page, gold = self.pairs[name]
        return self.page(name, page.read_bytes(), gold.read_bytes())

    @abstractmethod
    def page(self, name: str, html: bytes, gold: bytes) -> GoldPage | Problem: ...
