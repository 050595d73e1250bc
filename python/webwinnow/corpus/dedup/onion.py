"""Onion, after Pomikálek (Removing Boilerplate and Duplicate Content from Web Corpora, 2011).

Of text that repeats in a stream of documents, the first is kept. `docs/deduplication.md` has the
definition word for word. Differs: n-grams are hashed; characters of scripts that are written
without spaces are tokens; no vertical files are read, documents come as lists of paragraphs.
"""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from numbers import Integral, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, cast, get_args

from webwinnow import _core
from webwinnow.errors import InputError, UnknownSetting
from webwinnow.io.atomic import replace_atomically
from webwinnow.messages import error_reason

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Kept", "Marks", "Onion", "dedup"]

Unit: TypeAlias = Literal["paragraph", "document"]
Tokens: TypeAlias = Literal["auto", "words", "characters"]
Item = TypeVar("Item")

# Bytes for the first of two passes. More only spares the disk some seeking.
MEMORY = 2**26
LEAST_MEMORY = 2**20
# What the core counts in.
MOST = 2**32 - 1


@dataclass(frozen=True, eq=False)
class Marks:
    """What Onion says of a document; columns have one value for each paragraph."""

    duplicate: "NDArray[np.bool_]"  # to be dropped
    tokens: "NDArray[np.uint64]"
    repeated: "NDArray[np.uint64]"  # those of the tokens that are in n-grams seen before

    @property
    def shares(self) -> "NDArray[np.float64]":
        """Share of each paragraph's tokens that are repeated; 0.0 for an empty one.

        Above the threshold a paragraph is a duplicate by itself, else as a stub between others.
        """
        import numpy as np

        return self.repeated / np.maximum(self.tokens, 1)

    @property
    def is_dropped(self) -> bool:
        """Whether nothing is left of the document: no token outside of duplicates."""
        return not self.tokens[~self.duplicate].any()

    def kept(self, paragraphs: Iterable[str]) -> list[str]:
        """Those of the document's paragraphs that are no duplicates."""
        pairs = zip(paragraphs, self.duplicate.tolist(), strict=True)
        return [paragraph for paragraph, is_duplicate in pairs if not is_duplicate]


class Onion:
    """A stream of documents, of which repeated text is marked.

    A paragraph is a duplicate when more than `threshold` of its tokens are in `n`-grams that occur
    before. With `smoothing`, at most `stub` tokens between duplicates, or between one and an edge
    of the document, are duplicates too. By `unit` "document", whole documents are.

    `tokens` are what stands between white space ("words"), all other characters ("characters"),
    or ("auto") words in which each character of a script without spaces, as Chinese, Japanese or
    Thai, is a token. Threads may share it: one document is judged at a time.
    """

    def __init__(
        self,
        *,
        n: int = 7,
        threshold: float = 0.5,
        stub: int = 20,
        smoothing: bool = True,
        unit: Unit = "paragraph",
        tokens: Tokens = "auto",
    ) -> None:
        self.n = whole("n", n, least=1)
        self.threshold = share("threshold", threshold)
        self.stub = whole("stub", stub, least=0)
        self.smoothing = one_of("smoothing", smoothing, (True, False))
        self.unit = one_of("unit", unit, get_args(Unit))
        self.tokens = one_of("tokens", tokens, get_args(Tokens))
        self._core = self._new()
        self._is_surveyed = False

    def _new(self, survey: _core.Survey | None = None) -> _core.Onion:
        return _core.Onion(
            self.n,
            self.threshold,
            self.stub,
            smoothing=self.smoothing,
            by_document=self.unit == "document",
            tokens=self.tokens,
            survey=survey,
        )

    def __len__(self) -> int:
        """How many n-grams are remembered."""
        return len(self._core)

    def __bool__(self) -> bool:
        return True  # an onion that has seen nothing is one nevertheless

    def add(self, paragraphs: Sequence[str]) -> Marks:
        """Marks of the next document, of which what is kept is remembered."""
        return Marks(*self._core.add(paragraphs))

    def ngrams(self, paragraphs: Sequence[str]) -> "NDArray[np.uint64]":
        """Hashes of the document's n-grams, each once, in rising order; nothing is remembered."""
        return _core.ngram_hashes(paragraphs, self.n, tokens=self.tokens)

    def judged(self, paragraphs: Sequence[str], seen: "NDArray[np.uint64]") -> Marks:
        """Marks of a document that follows documents with the n-grams `seen`, in rising order; what
        the Onion itself remembers does not count, and nothing is remembered.

        For documents that are judged apart: with `seen` from all documents before, dropped text
        included, the marks are those of Onion's order-free form.
        """
        columns = _core.mark_duplicates(
            paragraphs,
            seen,
            self.n,
            self.threshold,
            self.stub,
            smoothing=self.smoothing,
            by_document=self.unit == "document",
            tokens=self.tokens,
        )
        return Marks(*columns)

    def survey(
        self,
        documents: Iterable[Sequence[str]],
        *,
        memory: int = MEMORY,
        folder: "str | os.PathLike[str] | None" = None,
    ) -> None:
        """The first of two passes, over all documents that will be added: from now on only n-grams
        that occur in them twice are remembered, which takes much less memory.

        It takes about `memory` bytes itself, and 8 bytes of disk for each token, at most, in a file
        in `folder`, by default the system's for temporary files.
        """
        if len(self) or self._is_surveyed:
            raise InputError("a survey comes before all documents; make a new Onion for it")
        folder = Path(folder) if folder is not None else Path(tempfile.gettempdir())
        memory = whole("memory", memory, least=LEAST_MEMORY, most=2**62)
        survey = _core.Survey(self.n, tokens=self.tokens, memory=memory, folder=folder)
        for document in documents:
            with writing_to(folder):
                survey.add(document)
        with writing_to(folder):
            self._core = self._new(survey)
        self._is_surveyed = True

    @property
    def has_seen_its_survey(self) -> bool:
        """Whether the documents added are, as far as n-grams tell, those of the survey; True
        without one.
        """
        return self._core.matches_survey

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the n-grams that are remembered to a file, whole or not at all."""
        path = Path(path)
        try:
            with replace_atomically(path) as draft:
                self._core.save(draft)
        except (OSError, ValueError) as error:
            reason = error_reason(error)
            raise InputError(f"cannot save n-grams to {str(path)!r}: {reason}") from error

    def load(self, path: "str | os.PathLike[str]") -> None:
        """Adds the n-grams of a file to those that are remembered. It must have been saved with
        the same `n` and `tokens`; the other settings may differ.
        """
        try:
            self._core.load(Path(path))
        except (OSError, ValueError) as error:
            reason = error_reason(error)
            raise InputError(f"cannot load n-grams from {str(path)!r}: {reason}") from error


@contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(
            f"cannot keep n-grams in {str(folder)!r} ({error_reason(error)}); "
            "name a folder with room for 8 bytes a token"
        ) from error


@dataclass(frozen=True)
class Kept(Generic[Item]):
    """A document of which something is left."""

    item: Item  # as it was given
    paragraphs: list[str]  # what is left
    marks: Marks  # of all of its paragraphs


def dedup(
    documents: "Iterable[Item] | Callable[[], Iterable[Item]]",
    onion: Onion | None = None,
    *,
    paragraphs: "Callable[[Item], Sequence[str]] | None" = None,
    passes: Literal[1, 2] = 1,
    memory: int = MEMORY,
    folder: "str | os.PathLike[str] | None" = None,
) -> Iterator[Kept[Item]]:
    """The documents without their duplicates, in order; those left with nothing are dropped.

    A document is a list of paragraphs, or anything that `paragraphs` makes one of. An `onion` goes
    on where it stopped. With two `passes` the results are the same, the memory less: documents are
    read twice, so they must be a list or the like, or a function that opens them; `memory` and
    `folder` are those of `Onion.survey`.

    >>> [kept.paragraphs for kept in dedup([["a b c"], ["a b c", "d e"]], Onion(n=3, stub=0))]
    [['a b c'], ['d e']]
    """
    onion = Onion() if onion is None else onion
    texts = cast("Callable[[Item], Sequence[str]]", paragraphs or itself)
    if one_of("passes", passes, (1, 2)) == 1:
        return stream(opened(documents), onion, texts)
    refuse_once_only(documents)
    return twice(documents, onion, texts, memory, folder)


def itself(item: Any) -> Any:
    return item


def opened(documents: "Iterable[Item] | Callable[[], Iterable[Item]]") -> Iterable[Item]:
    return documents() if callable(documents) else documents


def refuse_once_only(documents: object) -> None:
    if isinstance(documents, Iterator):
        raise InputError(
            f"a {type(documents).__name__} can be read only once, and two passes read twice; "
            "give a list, or a function that opens the documents"
        )


def stream(
    documents: Iterable[Item], onion: Onion, paragraphs: Callable[[Item], Sequence[str]]
) -> Iterator[Kept[Item]]:
    for item in documents:
        texts = paragraphs(item)
        marks = onion.add(texts)
        if not marks.is_dropped:
            yield Kept(item, marks.kept(texts), marks)


def twice(
    documents: "Iterable[Item] | Callable[[], Iterable[Item]]",
    onion: Onion,
    paragraphs: Callable[[Item], Sequence[str]],
    memory: int,
    folder: "str | os.PathLike[str] | None",
) -> Iterator[Kept[Item]]:
    onion.survey(map(paragraphs, opened(documents)), memory=memory, folder=folder)
    yield from stream(opened(documents), onion, paragraphs)
    if not onion.has_seen_its_survey:
        raise InputError(
            "the second pass met other documents than the first; "
            "give a function that opens the same ones each time"
        )


def whole(name: str, value: int, *, least: int, most: int = MOST) -> int:
    if not is_a(value, Integral) or not least <= value <= most:
        raise UnknownSetting(f"cannot take {name}={value!r}; give a whole number from {least} on")
    return int(value)


def share(name: str, value: float) -> float:
    if not is_a(value, Real) or not 0 <= value <= 1:
        raise UnknownSetting(f"cannot take {name}={value!r}; give a number from 0 to 1")
    return float(value)


def is_a(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


Choice = TypeVar("Choice")


def one_of(name: str, value: Choice, choices: tuple[Choice, ...]) -> Choice:
    if value not in choices:
        known = ", ".join(map(repr, choices))
        raise UnknownSetting(f"cannot take {name}={value!r}; choose from {known}")
    return value
