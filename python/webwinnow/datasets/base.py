"""What every gold set comes down to: pages, each with the text that people found in it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

__all__ = ["GoldPage", "GoldSegment", "GoldSet", "Problem"]


class GoldSegment(NamedTuple):
    kind: str  # "heading", "paragraph" or "list item", as in `_core.KIND_NAMES`
    text: str


@dataclass(frozen=True)
class GoldPage:
    """A page and what is text in it."""

    name: str  # no two of a set are alike
    html: bytes
    text: str  # the gold as plain text, one segment a line where the set has segments
    site: str  # pages of one site never fall on both sides of a split
    type: str | None = None  # article, forum, product …, where the set tells
    url: str | None = None
    charset: str | None = None  # what the set says of the page's encoding
    segments: tuple[GoldSegment, ...] | None = None
    marked: str | None = None  # the gold in CleanEval's notation, verbatim, where the set has it


class Problem(NamedTuple):
    """Something in a set that cannot be used; the rest is."""

    name: str  # of the page or file
    what: str  # one line: what is wrong


class Source(Protocol):
    """A layout's reader, opened on one set."""

    def names(self) -> list[str]: ...
    def read(self, name: str) -> "GoldPage | Problem": ...


@dataclass
class GoldSet:
    """Pages that are read one at a time, as they are asked for."""

    name: str  # of the folder or archive
    layout: str  # its key in LAYOUTS
    source: Source
    problems: list[Problem] = field(default_factory=list)  # found so far, in order, none twice

    def names(self) -> list[str]:
        return self.source.names()

    def __len__(self) -> int:
        return len(self.names())

    def __iter__(self) -> Iterator[GoldPage]:
        """All usable pages, in the order of their names; what is not goes to `problems`."""
        for name in self.names():
            page = self.source.read(name)
            if isinstance(page, GoldPage):
                yield page
            elif page not in self.problems:
                self.problems.append(page)
