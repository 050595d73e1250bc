"""Onion, after Pomikálek (Removing Boilerplate and Duplicate Content from Web Corpora, 2011).

Keeps the first of each repeated text in a stream of documents; `docs/deduplication.md` has the full
definition. Differs: n-grams are hashed; characters of scripts without spaces are tokens; input is
lists of paragraphs, not vertical files.
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

Unit: TypeAlias = Literal["paragraph", "document"]
Tokens: TypeAlias = Literal["auto", "words", "characters"]
Item = TypeVar("Item")

# Bytes for the first of two passes. More memory only saves disk seeks.
MEMORY = 2**26
MIN_MEMORY = 2**20
# The core counts with 32 bits.
MAX_NUMBER = 2**32 - 1


@dataclass(frozen=True, eq=False)
class Marks:
    """Onion's result for a document; columns have one value for each paragraph."""

    duplicate: "NDArray[np.bool_]"  # drop this paragraph
    tokens: "NDArray[np.uint64]"
    repeated: "NDArray[np.uint64]"  # tokens in n-grams seen before

    @property
    def shares(self) -> "NDArray[np.float64]":
        """Share of each paragraph's tokens that are repeated; 0.0 for an empty paragraph.

        A duplicate below the threshold is a stub between other duplicates.
        """
        import numpy as np

        return self.repeated / np.maximum(self.tokens, 1)

    @property
    def is_dropped(self) -> bool:
        """True if all tokens of the document are in duplicates."""
        return not self.tokens[~self.duplicate].any()

    def kept(self, paragraphs: Iterable[str]) -> list[str]:
        """Paragraphs of the document that are no duplicates."""
        pairs = zip(paragraphs, self.duplicate.tolist(), strict=True)
        return [paragraph for paragraph, is_duplicate in pairs if not is_duplicate]


class Onion:
    """Marks repeated text in a stream of documents.

    A paragraph is a duplicate if more than `threshold` of its tokens are in `n`-grams that occurred
    before. With `smoothing`, up to `stub` tokens between duplicates, or between a duplicate and an
    edge of the document, are duplicates too. With `unit` "document", whole documents are marked.

    `tokens`: "words" are separated by white space; "characters" are all characters except white
    space; "auto" splits words of scripts without spaces, such as Chinese, Japanese or Thai, into
    characters. Threads may share an Onion; it marks one document at a time.

    The seen n-grams are a set of hashes in memory (`src/ngrams/seen.rs`); `save` and `load` use a
    file.
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
        self.n = check_integer("n", n, least=1)
        self.threshold = check_share("threshold", threshold)
        self.stub = check_integer("stub", stub, least=0)
        self.smoothing = check_choice("smoothing", smoothing, (True, False))
        self.unit = check_choice("unit", unit, get_args(Unit))
        self.tokens = check_choice("tokens", tokens, get_args(Tokens))
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
        """Number of stored n-grams."""
        return len(self._core)

    def __bool__(self) -> bool:
        return True  # even without n-grams

    def add(self, paragraphs: Sequence[str]) -> Marks:
        """Mark the next document; store the n-grams of its kept text."""
        return Marks(*self._core.add(paragraphs))

    def ngrams(self, paragraphs: Sequence[str]) -> "NDArray[np.uint64]":
        """Sorted distinct hashes of a document's n-grams; nothing is stored."""
        return _core.ngram_hashes(paragraphs, self.n, tokens=self.tokens)

    def mark_with_seen(self, paragraphs: Sequence[str], seen: "NDArray[np.uint64]") -> Marks:
        """Mark a document given the sorted n-grams `seen` in earlier documents.

        The Onion's own n-grams are not used, and nothing is stored. With `seen` from all documents
        before, including dropped text, this is Onion's order-free form.
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
        """Run the first of two passes, over all documents that will be added.

        The second pass then stores only n-grams that occur twice, which takes much less memory.
        This pass takes about `memory` bytes, and up to 8 bytes of disk per token, in a file in
        `folder` (default: the system's folder for temporary files).
        """
        if len(self) or self._is_surveyed:
            raise InputError("cannot survey after documents were added; use a new Onion")
        folder = Path(folder) if folder is not None else Path(tempfile.gettempdir())
        memory = check_integer("memory", memory, least=MIN_MEMORY, most=2**62)
        survey = _core.Survey(self.n, tokens=self.tokens, memory=memory, folder=folder)
        for document in documents:
            with convert_disk_errors(folder):
                survey.add(document)
        with convert_disk_errors(folder):
            self._core = self._new(survey)
        self._is_surveyed = True

    @property
    def has_seen_its_survey(self) -> bool:
        """True if the added documents have the n-grams of the survey, or without a survey."""
        return self._core.matches_survey

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Write the stored n-grams to a file, atomically."""
        path = Path(path)
        try:
            with replace_atomically(path) as draft:
                self._core.save(draft)
        except (OSError, ValueError) as error:
            reason = error_reason(error)
            raise InputError(f"cannot save n-grams to {str(path)!r}: {reason}") from error

    def load(self, path: "str | os.PathLike[str]") -> None:
        """Add the n-grams of a file, saved with the same `n` and `tokens`; other settings may
        differ.
        """
        try:
            self._core.load(Path(path))
        except (OSError, ValueError) as error:
            reason = error_reason(error)
            raise InputError(f"cannot load n-grams from {str(path)!r}: {reason}") from error


@contextmanager
def convert_disk_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(
            f"cannot store n-grams in {str(folder)!r} ({error_reason(error)}); "
            "choose a folder with 8 bytes of free space per token"
        ) from error


@dataclass(frozen=True)
class Kept(Generic[Item]):
    """A document with text that is not repeated."""

    item: Item  # the input
    paragraphs: list[str]  # without duplicates
    marks: Marks  # of all paragraphs


def dedup(
    documents: "Iterable[Item] | Callable[[], Iterable[Item]]",
    onion: Onion | None = None,
    *,
    paragraphs: "Callable[[Item], Sequence[str]] | None" = None,
    passes: Literal[1, 2] = 1,
    memory: int = MEMORY,
    folder: "str | os.PathLike[str] | None" = None,
) -> Iterator[Kept[Item]]:
    """Yield the documents without repeated paragraphs, in order; drop those without other text.

    A document is a list of paragraphs, or an object that `paragraphs` converts to one. A given
    `onion` keeps its n-grams. Two `passes` give the same result in less memory. They read the
    documents twice, so these must be a list or a function that opens them; `memory` and `folder`
    are those of `Onion.survey`.

    >>> [kept.paragraphs for kept in dedup([["a b c"], ["a b c", "d e"]], Onion(n=3, stub=0))]
    [['a b c'], ['d e']]
    """
    onion = Onion() if onion is None else onion
    texts = cast("Callable[[Item], Sequence[str]]", paragraphs or identity)
    if check_choice("passes", passes, (1, 2)) == 1:
        return one_pass(open_documents(documents), onion, texts)
    check_reusable(documents)
    return two_passes(documents, onion, texts, memory, folder)


def identity(item: Any) -> Any:
    return item


def open_documents(documents: "Iterable[Item] | Callable[[], Iterable[Item]]") -> Iterable[Item]:
    return documents() if callable(documents) else documents


def check_reusable(documents: object) -> None:
    if isinstance(documents, Iterator):
        raise InputError(
            f"two passes read the documents twice, but a {type(documents).__name__} can be read "
            "only once; give a list, or a function that opens the documents"
        )


def one_pass(
    documents: Iterable[Item], onion: Onion, paragraphs: Callable[[Item], Sequence[str]]
) -> Iterator[Kept[Item]]:
    for item in documents:
        texts = paragraphs(item)
        marks = onion.add(texts)
        if not marks.is_dropped:
            yield Kept(item, marks.kept(texts), marks)


def two_passes(
    documents: "Iterable[Item] | Callable[[], Iterable[Item]]",
    onion: Onion,
    paragraphs: Callable[[Item], Sequence[str]],
    memory: int,
    folder: "str | os.PathLike[str] | None",
) -> Iterator[Kept[Item]]:
    onion.survey(map(paragraphs, open_documents(documents)), memory=memory, folder=folder)
    yield from one_pass(open_documents(documents), onion, paragraphs)
    if not onion.has_seen_its_survey:
        raise InputError(
            "the second pass read other documents than the first; "
            "give a function that opens the same documents each time"
        )


def check_integer(name: str, value: int, *, least: int, most: int = MAX_NUMBER) -> int:
    if not is_a(value, Integral) or not least <= value <= most:
        raise UnknownSetting(f"cannot take {name}={value!r}; give an integer of at least {least}")
    return int(value)


def check_share(name: str, value: float) -> float:
    if not is_a(value, Real) or not 0 <= value <= 1:
        raise UnknownSetting(f"cannot take {name}={value!r}; give a number from 0 to 1")
    return float(value)


def is_a(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


Choice = TypeVar("Choice")


def check_choice(name: str, value: Choice, choices: tuple[Choice, ...]) -> Choice:
    if value not in choices:
        known = ", ".join(map(repr, choices))
        raise UnknownSetting(f"cannot take {name}={value!r}; choose from {known}")
    return value
