"""Finding and reading the files of a set."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import NamedTuple

from webwinnow._core import decode
from webwinnow.errors import InputError
from webwinnow.gold.datasets.base import Problem
from webwinnow.messages import error_reason

__all__ = ["Listing", "Pairing", "by_stem", "decode_gold", "tree"]

PAGE_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
# How many names a message can hold.
SHOWN = 10


class Listing(NamedTuple):
    """A folder and what lies right in it, hidden things left out."""

    path: Path
    folders: frozenset[str]
    files: frozenset[str]


def tree(root: Path) -> Iterator[Listing]:
    """The folder and all below it, in a stable order; links to folders are not followed."""
    try:
        next(os.scandir(root), None)  # the walk would pass over a closed folder in silence
    except OSError as error:
        raise InputError(
            f"cannot read {str(root)!r} ({error_reason(error)}); check its name and permissions"
        ) from error
    for place, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        shown = frozenset(name for name in files if not name.startswith("."))
        yield Listing(Path(place), frozenset(folders), shown)


def by_stem(
    folder: Path, suffixes: Iterable[str], *, prefix: str = ""
) -> Iterator[tuple[str, Path]]:
    """Plain files of these kinds right in the folder, each with its name less the suffix."""
    wanted = frozenset(suffixes)
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:  # what is missing then shows in the golds or pages that are left alone
        return
    for entry in entries:
        path = PurePath(entry.name)
        if path.suffix.lower() in wanted and not entry.name.startswith(".") and entry.is_file():
            yield prefix + path.stem, Path(entry.path)


@dataclass
class Pairing:
    """Pages and golds of the same name, and what is wrong with the names."""

    pairs: dict[str, tuple[Path, Path]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def add(
        self, where: str, pages: Iterable[tuple[str, Path]], golds: Iterable[tuple[str, Path]]
    ) -> None:
        """`where` names the place in a message on what it lacks."""
        page_of, gold_of = self.first(pages, "pages"), self.first(golds, "golds")
        self.pairs |= {name: (page_of[name], gold_of[name]) for name in page_of if name in gold_of}
        alone = [name for name in page_of if name not in gold_of]
        if alone:
            self.problems.append(Problem(where, without_gold(alone)))
        self.problems += [
            Problem(name, "the gold has no page; add the page, or remove the gold")
            for name in gold_of
            if name not in page_of
        ]

    def first(self, files: Iterable[tuple[str, Path]], what: str) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for name, path in files:
            if name in found:
                taken = f"{found[name].name} is taken, {path.name} left out"
                self.problems.append(Problem(name, f"several {what} of one name ({taken})"))
            else:
                found[name] = path
        return found


def without_gold(names: list[str]) -> str:
    """One line for all of them: sets that keep some golds to themselves are nothing unusual."""
    shown = ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
    what = "page has" if len(names) == 1 else "pages have"
    return f"{len(names)} {what} no gold and cannot be used ({shown})"


def decode_gold(gold: bytes) -> tuple[str, str]:
    """Text and encoding: UTF-8 where it can be, else windows-1252, unless a mark says UTF-16."""
    try:
        return gold.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        text, encoding, _ = decode(gold, "windows-1252")
        return text, encoding
