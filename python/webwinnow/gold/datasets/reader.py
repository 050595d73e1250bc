"""Base classes and helpers of the layout readers: file listings, page–gold pairs, JSON golds."""

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any, ClassVar, NamedTuple, TypeVar

from webwinnow._core import decode
from webwinnow.errors import InputError
from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.messages import error_reason

PAGE_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
# Names that a message lists at most.
MAX_LISTED = 10
# An empty file does not show whether the annotator found nothing or has not started.
EMPTY_GOLD = "the gold is empty; write what is text in the page, or remove it from the set"

# Folders that have a layout, by the prefix of their pages' names; "" for a single folder.
LayoutFolders = dict[str, Path]

Value = TypeVar("Value")
TYPE_NAMES: dict[type, str] = {str: "text", dict: "an object", list: "a list"}


class Listing(NamedTuple):
    """A folder and the names of its direct children, without hidden ones."""

    path: Path
    folders: frozenset[str]
    files: frozenset[str]


def walk_folders(root: Path) -> Iterator[Listing]:
    """List the folder and all folders below it in a stable order, without following links."""
    try:
        next(os.scandir(root), None)  # `os.walk` skips an unreadable folder silently
    except OSError as error:
        raise InputError(
            f"cannot read {str(root)!r} ({error_reason(error)}); check its name and permissions"
        ) from error
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        visible = frozenset(name for name in files if not name.startswith("."))
        yield Listing(Path(folder), frozenset(folders), visible)


def files_by_stem(
    folder: Path, suffixes: Iterable[str], *, prefix: str = ""
) -> Iterator[tuple[str, Path]]:
    """Regular files of the folder that have one of the suffixes, each with its stem."""
    wanted = frozenset(suffixes)
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:  # the missing files surface as pages or golds without a partner
        return
    for entry in entries:
        path = PurePath(entry.name)
        if path.suffix.lower() in wanted and not entry.name.startswith(".") and entry.is_file():
            yield prefix + path.stem, Path(entry.path)


@dataclass
class Pairing:
    """Pages and golds paired by name, and the problems of their names."""

    pairs: dict[str, tuple[Path, Path]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def add(
        self, where: str, pages: Iterable[tuple[str, Path]], golds: Iterable[tuple[str, Path]]
    ) -> None:
        """Pair pages with golds; `where` names their folder in problems."""
        page_of, gold_of = self.unique(pages, "pages"), self.unique(golds, "golds")
        self.pairs |= {name: (page_of[name], gold_of[name]) for name in page_of if name in gold_of}
        unpaired = [name for name in page_of if name not in gold_of]
        if unpaired:
            self.problems.append(Problem(where, pages_without_gold(unpaired)))
        self.problems += [
            Problem(name, "the gold has no page; add the page, or remove the gold")
            for name in gold_of
            if name not in page_of
        ]

    def unique(self, files: Iterable[tuple[str, Path]], noun: str) -> dict[str, Path]:
        """Keep the first file of each name; report the others."""
        found: dict[str, Path] = {}
        for name, path in files:
            if name in found:
                choice = f"{found[name].name} is used, {path.name} is not"
                self.problems.append(Problem(name, f"several {noun} of one name ({choice})"))
            else:
                found[name] = path
        return found


def pages_without_gold(names: list[str]) -> str:
    """One message for all pages: many sets withhold some golds on purpose."""
    listed = ", ".join(names[:MAX_LISTED]) + (" …" if len(names) > MAX_LISTED else "")
    noun = "page has" if len(names) == 1 else "pages have"
    return f"{len(names)} {noun} no gold and cannot be used ({listed})"


def decode_gold(gold: bytes) -> tuple[str, str]:
    """Text and encoding: UTF-8 if valid, UTF-16 by its byte order mark, else windows-1252."""
    try:
        return gold.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        text, encoding, _ = decode(gold, "windows-1252")
        return text, encoding


class Reader(ABC):
    """A layout, opened on the folders that have it."""

    expected_files: ClassVar[str]  # describes the layout when detection fails

    def __init__(self, folders: LayoutFolders) -> None:
        self.problems: list[Problem] = []

    @classmethod
    @abstractmethod
    def matches(cls, folder: Listing) -> bool:
        """Return whether the folder itself has this layout."""

    @classmethod
    def find_folders(cls, listings: list[Listing]) -> LayoutFolders:
        """The folders that have this layout; empty if the set has another one."""
        found = [listing.path for listing in listings if cls.matches(listing)]
        return {name_prefix(path, found): path for path in found}

    @abstractmethod
    def names(self) -> list[str]: ...

    @abstractmethod
    def read(self, name: str) -> GoldPage | Problem: ...


def name_prefix(path: Path, found: list[Path]) -> str:
    """The folder's path below the common parent of all found; "" for a single folder."""
    if len(found) == 1:
        return ""
    common = next(parent for parent in found[0].parents if all(parent in p.parents for p in found))
    return path.relative_to(common).as_posix() + "/"


class PairReader(Reader):
    """Pages in one folder, golds in a sibling folder, paired by file stem."""

    pages: ClassVar[str]
    golds: ClassVar[str]
    gold_suffixes: ClassVar[Iterable[str]]

    def __init__(self, folders: LayoutFolders) -> None:
        super().__init__(folders)
        pairing = Pairing(problems=self.problems)
        for prefix, folder in folders.items():
            pairing.add(
                prefix.rstrip("/") or self.pages,
                files_by_stem(folder / self.pages, PAGE_SUFFIXES, prefix=prefix),
                files_by_stem(folder / self.golds, self.gold_suffixes, prefix=prefix),
            )
        self.pairs = dict(sorted(pairing.pairs.items()))

    @classmethod
    def matches(cls, folder: Listing) -> bool:
        return {cls.pages, cls.golds} <= folder.folders

    def names(self) -> list[str]:
        return list(self.pairs)

    def read(self, name: str) -> GoldPage | Problem:
        page, gold = self.pairs[name]
        return self.make_page(name, page.read_bytes(), gold.read_bytes())

    @abstractmethod
    def make_page(self, name: str, html: bytes, gold: bytes) -> GoldPage | Problem: ...


class InvalidRecord(Exception):
    """A JSON gold that cannot be used; its message becomes the `Problem`."""


def parse_json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except UnicodeDecodeError as error:
        raise InvalidRecord("the gold is not UTF-8; save it as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"the gold is broken JSON ({error})") from error


def parse_record(data: bytes) -> dict[str, Any]:
    value = parse_json(data)
    if not isinstance(value, dict):
        raise InvalidRecord("the gold is not a JSON object; write {…}")
    return value


def get_field(record: dict[str, Any], key: str, kind: type[Value]) -> Value | None:
    """The field's value; None if it is missing or null."""
    value = record.get(key)
    if value is None or isinstance(value, kind):
        return value
    raise InvalidRecord(f"{key} in the gold is not {TYPE_NAMES[kind]}")
