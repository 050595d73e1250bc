"""The texts of a crawl as JSON Lines, cleaned in a thread.

The frontier knows the pages without a text. They are read from the archive, in its order, no matter
which run fetched them.
"""

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from webwinnow.clean import extract
from webwinnow.crawl.archive import open_for_append, sync
from webwinnow.crawl.frontier import Frontier
from webwinnow.document import Document
from webwinnow.io import warc
from webwinnow.messages import describe_error

if TYPE_CHECKING:
    from webwinnow.methods.base import Method
    from webwinnow.visual.styles import StyleSource

#: Pages per batch of the thread.
BATCH_SIZE = 20


class Cleaning(Protocol):
    """Cleans pages, at once or later: a method may have to learn the site first."""

    @property
    def needs_styles(self) -> bool:
        """True if it needs the style sheets of the pages; it then starts after the crawl."""

    def add(self, url: str, html: bytes, charset: str | None = None) -> list[Document]:
        """Add a page; return the documents that are ready, in the order of their pages."""

    def finish(self) -> Iterator[Document]:
        """Return all documents that are left."""


class PageByPage:
    """Cleans each page independently of its site; `styles` has their style sheets."""

    def __init__(self, method: "Method", styles: "StyleSource | None" = None) -> None:
        self.method, self.styles = method, styles

    @property
    def needs_styles(self) -> bool:
        return self.method.needs_styles

    def add(self, url: str, html: bytes, charset: str | None = None) -> list[Document]:
        return [extract(html, url=url, charset=charset, method=self.method, styles=self.styles)]

    def finish(self) -> Iterator[Document]:
        return iter(())


class Texts:
    """A file of texts, truncated to the size that the last run committed."""

    def __init__(
        self, path: Path, end: int, archive: Path, frontier: Frontier, cleaning: Cleaning
    ) -> None:
        self.archive, self.frontier, self.cleaning = archive, frontier, cleaning
        self.last_offset = -1  # of the pages submitted to the thread
        self.thread = ThreadPoolExecutor(1, "cleaning")
        self.batch: Future[list[Document]] | None = None
        self.file = open_for_append(path, end)

    @property
    def end(self) -> int:
        return self.file.tell()

    def step(self) -> bool:
        """Write the finished batch and submit the next; False if there is nothing to do."""
        if self.batch and not self.batch.done():
            return True
        if self.batch:
            ready, self.batch = self.batch.result(), None
            self.write(ready)
        pages = self.frontier.pages_without_text(self.last_offset, BATCH_SIZE)
        if pages:
            self.last_offset = pages[-1][1]
            self.batch = self.thread.submit(self.clean, pages)
        return bool(pages)

    def clean(self, pages: list[tuple[str, int]]) -> list[Document]:
        """Clean pages; runs in the thread."""
        ready = []
        for url, offset in pages:
            try:
                page = warc.page_at(self.archive, offset)
                ready += self.cleaning.add(url, page.html, page.charset)
            except Exception as error:  # no exception of one page may end the crawl
                ready.append(Document("", "text", url, error=describe_error(error)))
        return ready

    def write_rest(self) -> Iterator[None]:
        """Write the texts of all pages without one, and yield after each batch."""
        while self.step():
            if self.batch:
                self.batch.exception()  # waits
            yield
        held: list[Document] = []
        for document in self.cleaning.finish():
            held.append(document)
            if len(held) == BATCH_SIZE:
                self.write(held)
                held = []
                yield
        self.write(held)
        yield

    def write(self, documents: Iterable[Document]) -> None:
        urls = []
        for document in documents:
            self.file.write(line_of(document))
            urls.append(document.url or "")
        self.frontier.mark_cleaned(urls)

    def flush(self) -> None:
        sync(self.file)

    def close(self) -> None:
        """Close the file and drop the current batch; the next run cleans its pages."""
        self.thread.shutdown(wait=False, cancel_futures=True)
        self.file.close()


def line_of(document: Document) -> bytes:
    fields = {
        "url": document.url,
        "title": document.title,
        "text": document.text,
        "reason": document.reason,
        "error": document.error,
        "styles": count_styles(document),
    }
    known = {name: value for name, value in fields.items() if value is not None}
    # A URL may contain lone surrogates, which UTF-8 cannot encode.
    return json.dumps(known, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def count_styles(document: Document) -> dict[str, int] | None:
    styles = document.styles
    return {"found": len(styles.found), "missing": len(styles.missing)} if styles else None
