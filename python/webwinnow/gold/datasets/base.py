"""What every gold set comes down to: pages, each with the text that people found in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from webwinnow.errors import InputError
from webwinnow.messages import describe_error

__all__ = ["GoldPage", "GoldSegment", "GoldSet", "Problem", "Source"]


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
    gold_encoding: str = "utf-8"  # what the gold was read as


class Problem(NamedTuple):
    """Something in a set that cannot be used; the rest is."""

    name: str  # of the page, file or folder
    what: str  # one line: what is wrong, what to try; particulars in brackets at its end

    @property
    def kind(self) -> str:
        """What is wrong without the particulars: alike for all pages with the same trouble."""
        return self.what.partition(" (")[0]


class Source(Protocol):
    """A layout's reader, opened on one set."""

    @property
    def problems(self) -> list[Problem]:
        """What the files' names alone show."""

    def names(self) -> list[str]: ...
    def read(self, name: str) -> "GoldPage | Problem": ...


@dataclass
class GoldSet:
    """Pages that are read one at a time, as they are asked for.

    A set from an archive lives in a temporary folder, which goes with `close`, at the end of a
    `with` block, or when nobody holds the set any more.
    """

    name: str  # of the folder or archive
    layout: str  # its key in LAYOUTS
    source: Source
    problems: list[Problem] = field(default_factory=list)  # found so far, in order, none twice
    remove: Callable[[], Any] | None = None  # removes the temporary folder
    is_closed: bool = False

    def __post_init__(self) -> None:
        self.problems.extend(self.source.problems)

    def names(self) -> list[str]:
        """Of all pages that have a gold, in order; some may turn out to be unusable."""
        return self.source.names()

    def __len__(self) -> int:
        return len(self.names())

    def __iter__(self) -> Iterator[GoldPage]:
        """All usable pages, in the order of their names; what is not goes to `problems`."""
        if self.is_closed:
            raise InputError(f"the set {self.name!r} is closed; open it again")
        for name in self.names():
            page = self.read(name)
            if isinstance(page, GoldPage):
                yield page
            elif page not in self.problems:
                self.problems.append(page)

    def read(self, name: str) -> "GoldPage | Problem":
        try:
            return self.source.read(name)
        except Exception as error:  # one page, whatever is wrong with it, must not end the set
            return Problem(name, f"the page or its gold cannot be read ({describe_error(error)})")

    def close(self) -> None:
        if self.remove:
            self.remove()
            self.is_closed = True

    def __enter__(self) -> "GoldSet":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
