"""Pages in, text out: one page, or any number of them over threads."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from webwinnow._core import Decision, Page
from webwinnow.document import DEFAULT_OPTIONS, Document
from webwinnow.errors import InputError, UnknownFormat
from webwinnow.formats import FORMATS, RenderOptions, render
from webwinnow.messages import describe_error, error_reason
from webwinnow.metadata import metadata
from webwinnow.methods.registry import load_shared
from webwinnow.parallel import map_ordered

if TYPE_CHECKING:
    from webwinnow.methods.base import Method

__all__ = ["DEFAULT_METHOD", "Recipe", "clean", "clean_many", "extract"]

DEFAULT_METHOD = "winnow"

# A str is always HTML, never the name of a file.
Html: TypeAlias = "bytes | bytearray | memoryview | str | os.PathLike[str]"
Item: TypeAlias = "Html | tuple[str | None, Html]"


def clean(
    html: Html,
    *,
    method: "str | Method" = DEFAULT_METHOD,
    to: str = "text",
    url: str | None = None,
    options: RenderOptions = DEFAULT_OPTIONS,
) -> str:
    """The text of a page, given as bytes, a str of HTML, or a `Path` to read.

    >>> clean("<nav><a href=/>Home</a></nav><p>It rained.")
    'It rained.\\n'
    """
    return extract(html, method=method, to=to, url=url, options=options).text


def extract(
    html: Html,
    *,
    url: str | None = None,
    method: "str | Method" = DEFAULT_METHOD,
    to: str = "text",
    options: RenderOptions = DEFAULT_OPTIONS,
    charset: str | None = None,
    with_metadata: bool = False,
) -> Document:
    """The text of a page, with its metadata and how it was told from the rest.

    `charset` is what the server declared; `with_metadata` puts the metadata into the text too,
    where the format is JSON, XML, TEI or vertical. A page without text is no error: see
    `Document.reason`.
    """
    return Recipe(of_name(method), to, options, charset, with_metadata).document(html, url)


def clean_many(
    items: Iterable[Item],
    *,
    method: "str | Method" = DEFAULT_METHOD,
    to: str = "text",
    options: RenderOptions = DEFAULT_OPTIONS,
    with_metadata: bool = False,
    threads: int | None = None,
) -> Iterator[Document]:
    """A document for each item, in order; items are what `clean` takes, or (url, html) pairs.

    Items are taken up a few at a time, as documents are read, so that memory stays flat over any
    number of pages. A page that fails gives a document with an `error`, and the rest goes on.
    `threads` defaults to the number of processors.
    """
    recipe = Recipe(of_name(method), to, options, with_metadata=with_metadata)
    return map_ordered(recipe.attempt, items, threads=threads, size=size_of)


@dataclass(frozen=True)
class Recipe:
    """How texts are made: all that a run over many pages has in common."""

    method: "Method"
    to: str = "text"
    options: RenderOptions = DEFAULT_OPTIONS
    charset: str | None = None
    with_metadata: bool = False

    def __post_init__(self) -> None:
        if self.to not in FORMATS:
            raise UnknownFormat(f"no format {self.to!r}; choose from {', '.join(FORMATS)}")

    def document(self, html: Html, url: str | None = None) -> Document:
        return self.of_page(self.page(html), url)

    def page(self, html: Html) -> Page:
        return Page(read(html), charset=self.charset)

    def of_page(self, page: Page, url: str | None) -> Document:
        method = self.method.for_url(url)
        decision = method.decide(page)
        found = metadata(page, url=url) if self.with_metadata else None
        text = render(page, decision, to=self.to, options=self.options, metadata=found)
        reason = None if decision.kept else why_empty(page, method)
        return Document(text, self.to, url, page, decision, reason=reason)

    def attempt(self, item: Item) -> Document:
        """The item's document, come what may."""
        url = None
        try:
            url, html = item if isinstance(item, tuple) else (None, item)
            page = self.page(html)
            return self.of_page(page, url)
        except Exception as error:  # whatever a method raises must not end the batch
            return Document("", self.to, url, error=describe_error(error))


def size_of(item: Item) -> int:
    """Bytes that the item takes, about; 0 where nobody can tell."""
    html = item[-1] if isinstance(item, tuple) and item else item
    if isinstance(html, memoryview):
        return html.nbytes
    if isinstance(html, (bytes, bytearray, str)):
        return len(html)
    return size_of_file(html) if isinstance(html, os.PathLike) else 0


def size_of_file(path: "os.PathLike[str]") -> int:
    try:
        return Path(path).stat().st_size
    except (OSError, ValueError):  # reading it will tell
        return 0


def of_name(method: "str | Method") -> "Method":
    return load_shared(method) if isinstance(method, str) else method


def read(html: Html) -> bytes | str:
    if isinstance(html, (bytes, str)):
        return html
    if isinstance(html, os.PathLike):
        return read_file(Path(html))
    # What is left is bytes in another form, or something that `Page` refuses in clear words.
    return bytes(html) if isinstance(html, (bytearray, memoryview)) else html


def read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"no file {str(path)!r}; check its name") from error
    except IsADirectoryError as error:
        raise InputError(f"{str(path)!r} is a folder; give the files in it") from error
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error_reason(error)
        remedy = "permissions" if isinstance(error, PermissionError) else "name and its disk"
        raise InputError(f"cannot read {str(path)!r} ({reason}); check its {remedy}") from error


def why_empty(page: Page, method: "Method") -> str:
    if page.not_html:
        return f"not HTML: {page.not_html}"
    if not Decision.visible(page).kept:
        return "the page has no visible text"
    return method.explain_empty(page)
