"""Read pages from files, folders, URLs and WARC files, each with the host it belongs to."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from webwinnow._core import Page
from webwinnow.clean import not_html_reason
from webwinnow.errors import WebwinnowError
from webwinnow.hosts import templates_host
from webwinnow.io import sources
from webwinnow.io.file_types import is_warc
from webwinnow.messages import describe_for_command
from webwinnow.methods.goldminer.method import page_host
from webwinnow.sites.spool import RawPage


class InputPage(NamedTuple):
    """A page, or the reason why it could not be read."""

    name: str  # for messages
    page: RawPage = RawPage(None, b"", None)
    parsed: Page | None = None
    host: str | None = None  # None if unknown
    error: str | None = None


def read_pages(
    names: Iterable[str], *, host: str | None = None, allow_private: bool = False
) -> tuple[Iterator[InputPage], int | None]:
    """Read pages; return them with their number, which is None if it is unknown before.

    `names` are files, folders, URLs and WARC files. `host` overrides the host of all pages.
    """
    names = list(names)
    archives = [name for name in names if is_warc(name)]
    others = [name for name in names if name not in archives]
    listed = sources.find_sources(others) if others else []

    def read() -> Iterator[InputPage]:
        for source in listed:
            yield read_source(source, host, allow_private)
        for name in archives:
            yield from read_archive(name, host)

    return read(), None if archives else len(listed)


def read_source(source: sources.Source, host: str | None, allow_private: bool) -> InputPage:
    try:
        raw = source.read(allow_private=allow_private)
    except WebwinnowError as error:
        return InputPage(source.name, error=describe_for_command(error))
    return parse_page(source.name, RawPage(raw.url, raw.html, raw.charset), host)


def read_archive(name: str, host: str | None) -> Iterator[InputPage]:
    # Imported here, because only archives need another package.
    from webwinnow.io.warc import pages

    try:
        for url, html, charset, _ in pages(Path(name)):
            yield parse_page(url, RawPage(url, html, charset), host)
    except WebwinnowError as error:
        yield InputPage(name, error=str(error))


def parse_page(name: str, page: RawPage, host: str | None) -> InputPage:
    parsed = page.parse()
    if not_html := not_html_reason(page.html, parsed):
        return InputPage(name, error=f"not HTML: {not_html}")
    return InputPage(name, page, parsed, host or page_host(page.url, parsed))


def parse_host(text: str) -> str | None:
    """Return the host of a URL, or of a bare host name."""
    return templates_host(text if "://" in text else f"//{text}")
