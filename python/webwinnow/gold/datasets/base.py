"""The common form of every gold set: pages with gold text, problems, samples and a digest."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import InputError
from webwinnow.messages import describe_error


class GoldSegment(NamedTuple):
    kind: str  # "heading", "paragraph" or "list item", as in `_core.KIND_NAMES`
    text: str


@dataclass(frozen=True)
class GoldPage:
    """A page and its gold text."""

    name: str  # unique within the set
    html: bytes
    text: str  # the gold as plain text, one segment a line if the set has segments
    site: str  # a split never puts pages of one site on both sides
    type: str | None = None  # article, forum, product …, if the set has types
    url: str | None = None
    charset: str | None = None  # the page's encoding according to the set
    segments: tuple[GoldSegment, ...] | None = None
    marked_text: str | None = None  # the gold in CleanEval's notation, verbatim, if the set has it
    gold_encoding: str = "utf-8"  # the encoding that the gold was decoded from
    keeps_comments: bool = False  # whether reader comments are in the gold
    # Labels of the page's runs, if annotators marked the text on the page itself.
    keep: NDArray[np.bool_] | None = field(default=None, repr=False, compare=False)


class Problem(NamedTuple):
    """A part of a set that cannot be used; the rest of the set can."""

    name: str  # of the page, file or folder
    what: str  # one line: the fault and the remedy, details in brackets at the end

    @property
    def kind(self) -> str:
        """The fault without its details: equal for all pages with the same fault."""
        return self.what.partition(" (")[0]


class Source(Protocol):
    """The reader of a layout, opened on one set."""

    @property
    def problems(self) -> list[Problem]:
        """Problems visible from the file names alone."""

    def names(self) -> list[str]: ...
    def read(self, name: str) -> "GoldPage | Problem": ...


@dataclass
class GoldSet:
    """A set whose pages are read one at a time, on demand.

    A set from an archive lives in a temporary folder. `close`, the end of a `with` block, or
    garbage collection removes the folder.
    """

    name: str  # of the folder or archive
    layout: str  # a key of LAYOUTS
    source: Source
    problems: list[Problem] = field(default_factory=list)  # found so far, in order, no duplicates
    remove: Callable[[], Any] | None = None  # removes the temporary folder
    is_closed: bool = False

    def __post_init__(self) -> None:
        self.problems.extend(self.source.problems)

    def names(self) -> list[str]:
        """Names of all pages that have a gold, in order; some may prove unusable when read."""
        return self.source.names()

    def __len__(self) -> int:
        return len(self.names())

    def __iter__(self) -> Iterator[GoldPage]:
        """All usable pages, in name order; unusable ones are added to `problems`."""
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
        except Exception as error:  # one broken page must not end the set
            return Problem(name, f"the page or its gold cannot be read ({describe_error(error)})")

    @property
    def keeps_comments(self) -> bool:
        """Whether reader comments are in the golds, by the first usable page."""
        first = next(iter(self), None)
        return first is not None and first.keeps_comments

    def close(self) -> None:
        if self.remove:
            self.remove()
            self.is_closed = True

    def __enter__(self) -> "GoldSet":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True)
class SampledSource:
    """Some pages of a set; holds a reference, so that the set's temporary folder stays."""

    gold_set: GoldSet
    chosen: list[str]

    @property
    def problems(self) -> list[Problem]:
        """None: problems of the full set do not concern the sample."""
        return []

    def names(self) -> list[str]:
        return self.chosen

    def read(self, name: str) -> GoldPage | Problem:
        return self.gold_set.source.read(name)


def sample(gold_set: GoldSet, pages: int, *, seed: int = 0) -> GoldSet:
    """Draw that many pages at random, in the set's order; all pages if the set has fewer."""
    names = gold_set.names()
    chosen = set(random.Random(seed).sample(sorted(names), min(pages, len(names))))
    drawn = [name for name in names if name in chosen]
    return GoldSet(gold_set.name, gold_set.layout, SampledSource(gold_set, drawn))


class Digest:
    """A digest of pages added one by one, in any order; stores 32 bytes per page."""

    def __init__(self) -> None:
        self.pages: list[bytes] = []

    def add(self, page: GoldPage) -> None:
        hashed = sha256()
        name = page.name.encode("utf-8", "surrogateescape")
        for part in (name, page.html, page.text.encode("utf-8", "surrogatepass")):
            # The length prefix keeps bytes from moving between parts unnoticed.
            hashed.update(len(part).to_bytes(8, "big"))
            hashed.update(part)
        self.pages.append(hashed.digest())

    def hexdigest(self) -> str:
        return sha256(b"".join(sorted(self.pages))).hexdigest()


def digest_of(pages: Iterable[GoldPage]) -> str:
    """SHA-256 over names, pages and gold texts; independent of their order."""
    digest = Digest()
    for page in pages:
        digest.add(page)
    return digest.hexdigest()
