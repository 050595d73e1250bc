"""The texts of a crawl, as JSON lines. Cleaning follows the archive, in a thread of its own.

The frontier knows which pages of the archive have no text yet; they are read from there, in the
order of the archive, whether they were fetched a second ago or by a run that was killed.
"""

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from webwinnow.clean import extract
from webwinnow.crawl.append_file import open_at, to_disk
from webwinnow.crawl.frontier import Frontier
from webwinnow.document import Document
from webwinnow.io import warc
from webwinnow.messages import describe_error

if TYPE_CHECKING:
    from webwinnow.methods.base import Method

__all__ = ["Cleaning", "PageByPage", "Texts"]

#: Pages that the thread is given at once.
PART = 20


class Cleaning(Protocol):
    """Makes documents of pages, at once or later: a site may have to be known first."""

    def add(self, url: str, html: bytes, charset: str | None = None) -> list[Document]:
        """Those that have become ready, in the order in which their pages were added."""

    def finish(self) -> Iterator[Document]:
        """All that were held back."""


class PageByPage:
    """Each page for itself, whatever site it is of."""

    def __init__(self, method: "Method") -> None:
        self.method = method

    def add(self, url: str, html: bytes, charset: str | None = None) -> list[Document]:
        return [extract(html, url=url, charset=charset, method=self.method)]

    def finish(self) -> Iterator[Document]:
        return iter(())


class Texts:
    """Opened at the byte that the last run had committed, as the archive is."""

    def __init__(
        self, path: Path, end: int, archive: Path, frontier: Frontier, cleaning: Cleaning
    ) -> None:
        self.archive, self.frontier, self.cleaning = archive, frontier, cleaning
        self.fed = -1  # the place of the last page that the thread was given
        self.thread = ThreadPoolExecutor(1, "cleaning")
        self.part: Future[list[Document]] | None = None
        self.file = open_at(path, end)

    @property
    def end(self) -> int:
        return self.file.tell()

    def step(self) -> bool:
        """Write what the thread has ready and give it more; False where there is nothing to do."""
        if self.part and not self.part.done():
            return True
        if self.part:
            ready, self.part = self.part.result(), None
            self.write(ready)
        pages = self.frontier.unclean(self.fed, PART)
        if pages:
            self.fed = pages[-1][1]
            self.part = self.thread.submit(self.clean, pages)
        return bool(pages)

    def clean(self, pages: list[tuple[str, int]]) -> list[Document]:
        """In the thread."""
        ready = []
        for url, place in pages:
            try:
                page = warc.page_at(self.archive, place)
                ready += self.cleaning.add(url, page.html, page.charset)
            except (
                Exception
            ) as error:  # one page, whatever is wrong with it, must not end the crawl
                ready.append(Document("", "text", url, error=describe_error(error)))
        return ready

    def rest(self) -> Iterator[None]:
        """Write the texts of all pages that have none yet, and pause after each part."""
        while self.step():
            if self.part:
                self.part.exception()  # waits
            yield
        held: list[Document] = []
        for document in self.cleaning.finish():
            held.append(document)
            if len(held) == PART:
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
        self.frontier.cleaned(urls)

    def flush(self) -> None:
        to_disk(self.file)

    def close(self) -> None:
        """What the thread is at is given up: its pages have no text, and the next run sees that."""
        self.thread.shutdown(wait=False, cancel_futures=True)
        self.file.close()


def line_of(document: Document) -> bytes:
    fields = {
        "url": document.url,
        "title": document.title,
        "text": document.text,
        "reason": document.reason,
        "error": document.error,
    }
    told = {name: value for name, value in fields.items() if value is not None}
    # A lone surrogate, which an address can hold, is no UTF-8.
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
