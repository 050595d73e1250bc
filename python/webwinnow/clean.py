"""Clean pages: one page, or any number of them over threads."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from webwinnow._core import Decision, Page, find_wall
from webwinnow.document import DEFAULT_OPTIONS, Document
from webwinnow.errors import UnknownFormat
from webwinnow.formats import FORMATS, RenderOptions, render
from webwinnow.io.sources import file_size, read_file
from webwinnow.messages import describe_error
from webwinnow.metadata import metadata
from webwinnow.methods.registry import load_shared
from webwinnow.parallel import map_ordered
from webwinnow.selection import Selection

if TYPE_CHECKING:
    from webwinnow.methods.base import Method
    from webwinnow.visual.styles import PageStyles, StyleSource

DEFAULT_METHOD = "winnow"
EVERYTHING = Selection()

# A str is always HTML, never a file name.
Html: TypeAlias = "bytes | bytearray | memoryview | str | os.PathLike[str]"
Item: TypeAlias = "Html | tuple[str | None, Html]"

# Control characters that the MIME Sniffing standard calls binary. Pages have a stray one at most;
# of random bytes every tenth is one.
BINARY_BYTES = bytes({*range(0x20)} - {*b"\t\n\f\r\x1b"})
BINARY_SAMPLE, MAX_BINARY_SHARE = 4096, 0.02


def clean(
    html: Html,
    *,
    method: "str | Method" = DEFAULT_METHOD,
    to: str = "text",
    url: str | None = None,
    options: RenderOptions = DEFAULT_OPTIONS,
) -> str:
    """Extract the text of a page, given as bytes, a str of HTML, or a `Path` to read.

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
    styles: "StyleSource | None" = None,
    selection: Selection = EVERYTHING,
) -> Document:
    """Extract the text of a page, with its metadata and the method's decision.

    `charset` is the server's declaration. `with_metadata` adds the metadata to the text, if the
    format is JSON, XML, TEI or vertical. A method that renders pages takes their style sheets from
    `styles`, and those of a `Path` also from files in its folder. `selection` drops pages by
    expected quality and type. A page without text is no error: see `Document.reason`.
    """
    cleaner = PageCleaner(as_method(method), to, options, charset, with_metadata, styles, selection)
    return cleaner.document(html, url)


def clean_many(
    items: Iterable[Item],
    *,
    method: "str | Method" = DEFAULT_METHOD,
    to: str = "text",
    options: RenderOptions = DEFAULT_OPTIONS,
    with_metadata: bool = False,
    threads: int | None = None,
    selection: Selection = EVERYTHING,
) -> Iterator[Document]:
    """Yield a document for each item, in order; items are inputs of `clean` or (url, html) pairs.

    Items are taken as documents are read, so that memory stays flat over any number of pages. A
    page that fails yields a document with an `error`. `threads` defaults to the number of
    processors. `selection` drops pages: their documents have no text, but a `reason`.
    """
    cleaner = PageCleaner(
        as_method(method), to, options, with_metadata=with_metadata, selection=selection
    )
    return map_ordered(cleaner.attempt, items, threads=threads, size=item_size)


class Extraction(NamedTuple):
    """A parsed page and the method's decision on it."""

    page: Page
    decision: Decision
    not_html: str | None = None  # type of an input that is not HTML
    reason: str | None = None  # why nothing is kept, in one line
    dropped: str | None = None  # "score" or "page-type" if the selection drops the page


def decide(
    html: bytes | str,
    method: "Method",
    *,
    url: str | None = None,
    charset: str | None = None,
    styles: "PageStyles | None" = None,
    selection: Selection = EVERYTHING,
) -> Extraction:
    """Parse a page and decide on its content.

    Nothing is kept of inputs that are not HTML, and of pages that the selection drops.
    """
    page = Page(html, charset=charset)
    if not_html := not_html_reason(html, page):
        return Extraction(page, keep_nothing(page), not_html, f"not HTML: {not_html}")
    method = (method.with_styles(styles) if styles else method).for_url(url)
    decision = method.decide(page)
    if not decision.kept:
        return Extraction(page, decision, reason=describe_empty(page, method))
    if rejection := selection.rejects(decision):
        dropped, reason = rejection
        return Extraction(page, keep_nothing(page, decision), reason=reason, dropped=dropped)
    return Extraction(page, decision)


def not_html_reason(html: bytes | str, page: Page) -> str | None:
    """Type of an input that is not HTML, such as a PDF or binary data; None for HTML."""
    if page.not_html or isinstance(html, str) or (page.encoding or "").startswith("UTF-16"):
        return page.not_html
    sample = html[:BINARY_SAMPLE]
    binary = len(sample) - len(sample.translate(None, BINARY_BYTES))
    return "binary data" if binary > MAX_BINARY_SHARE * len(sample) else None


def keep_nothing(page: Page, decided: Decision | None = None) -> Decision:
    """Return a decision without text, with the score and page type of the method's decision."""
    import numpy as np

    score, page_type = (decided.confidence, decided.page_type) if decided else (None, None)
    keep = np.zeros(len(page.runs), bool)
    return Decision(page, keep, confidence=score, page_type=page_type)


def describe_empty(page: Page, method: "Method") -> str:
    """Explain in one line why nothing of a page is kept."""
    if page.not_html:
        return f"not HTML: {page.not_html}"
    if not Decision.visible(page).kept:
        return find_wall(page) or "the page has no visible text"
    return method.explain_empty(page)


@dataclass(frozen=True)
class PageCleaner:
    """Cleans pages with one method and one output format."""

    method: "Method"
    to: str = "text"
    options: RenderOptions = DEFAULT_OPTIONS
    charset: str | None = None
    with_metadata: bool = False
    styles: "StyleSource | None" = None  # for pages with a URL, and after the files beside a page
    selection: Selection = EVERYTHING

    def __post_init__(self) -> None:
        self.selection.check(self.method)
        if self.to not in FORMATS:
            raise UnknownFormat(f"no format {self.to!r}; choose from {', '.join(FORMATS)}")

    def document(
        self, html: Html, url: str | None = None, styles: "PageStyles | None" = None
    ) -> Document:
        """Clean a page; `styles` replaces the style sheets that are found by its path or URL."""
        styles = styles or self.styles_of(html, url)
        page, decision, not_html, reason, dropped = decide(
            read_html(html),
            self.method,
            url=url,
            charset=self.charset,
            styles=styles,
            selection=self.selection,
        )
        fields = metadata(page, url=url) if self.with_metadata else None
        text = render(page, decision, to=self.to, options=self.options, metadata=fields)
        return Document(
            text,
            self.to,
            url,
            page,
            decision,
            reason=reason,
            not_html=not_html,
            dropped=dropped,
            styles=styles,
        )

    def styles_of(self, html: Html, url: str | None) -> "PageStyles | None":
        """Return the style sheets of a page; None if there are none, or the method needs none."""
        is_file = isinstance(html, os.PathLike)
        if not self.method.needs_styles or not (is_file or (url and self.styles)):
            return None
        # Imported here: only one method renders pages.
        from webwinnow.visual.styles import PageStyles
        from webwinnow.visual.styles.folder import styles_beside

        sources = [self.styles] if self.styles else []
        if isinstance(html, os.PathLike):
            return styles_beside(Path(html), None, *sources)
        return PageStyles(url or "", *sources)

    def attempt(self, item: Item) -> Document:
        """Clean an item; an exception becomes the document's `error`."""
        url = None
        try:
            url, html = item if isinstance(item, tuple) else (None, item)
            return self.document(html, url)
        except Exception as error:  # a method's failure must not end the batch
            return Document("", self.to, url, error=describe_error(error))


def item_size(item: Item) -> int:
    """Approximate size of an item in bytes; 0 if unknown."""
    html = item[-1] if isinstance(item, tuple) and item else item
    if isinstance(html, memoryview):
        return html.nbytes
    if isinstance(html, (bytes, bytearray, str)):
        return len(html)
    return file_size(html) if isinstance(html, os.PathLike) else 0


def as_method(method: "str | Method") -> "Method":
    return load_shared(method) if isinstance(method, str) else method


def read_html(html: Html) -> bytes | str:
    if isinstance(html, (bytes, str)):
        return html
    if isinstance(html, os.PathLike):
        return read_file(Path(html))
    # `Page` rejects other types with a clear message.
    return bytes(html) if isinstance(html, (bytearray, memoryview)) else html
