"""Pages of any source that sites are learned from, with the host that each is of."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from webwinnow._core import Page
from webwinnow.errors import WebwinnowError
from webwinnow.io import sources
from webwinnow.hosts import templates_host
from webwinnow.messages import describe_for_command
from webwinnow.sites.spool import Waiting
from webwinnow.sites.survey import host_of_page

__all__ = ["Incoming", "incoming", "named_host"]

WARC_SUFFIXES = (".warc", ".warc.gz", ".warc.lz4")


class Incoming(NamedTuple):
    """A page, or why there is none."""

    name: str  # as the user knows it
    page: Waiting = Waiting(None, b"", None)
    parsed: Page | None = None
    host: str | None = None  # None where nobody can tell
    error: str | None = None


def incoming(
    names: Iterable[str], *, host: str | None = None, allow_private: bool = False
) -> tuple[Iterator[Incoming], int | None]:
    """The pages behind names of files, folders, addresses and WARC files, and how many there are,
    if that can be told before. `host` is what to take for the host of all.
    """
    names = list(names)
    archives = [name for name in names if name.lower().endswith(WARC_SUFFIXES)]
    others = [name for name in names if name not in archives]
    found = sources.find_sources(others) if others else []

    def read() -> Iterator[Incoming]:
        for source in found:
            yield of_source(source, host, allow_private)
        for name in archives:
            yield from of_archive(name, host)

    return read(), None if archives else len(found)


def of_source(source: sources.Source, host: str | None, allow_private: bool) -> Incoming:
    try:
        raw = source.read(allow_private=allow_private)
    except WebwinnowError as error:
        return Incoming(source.name, error=describe_for_command(error))
    return looked_at(source.name, Waiting(raw.url, raw.html, raw.charset), host)


def of_archive(name: str, host: str | None) -> Iterator[Incoming]:
    # Imported here: only archives need another package.
    from webwinnow.io.warc import pages

    try:
        for url, html, charset, _ in pages(Path(name)):
            yield looked_at(url, Waiting(url, html, charset), host)
    except WebwinnowError as error:
        yield Incoming(name, error=str(error))


def looked_at(name: str, page: Waiting, host: str | None) -> Incoming:
    parsed = Page(page.html, charset=page.charset)
    if parsed.not_html:
        return Incoming(name, error=f"not HTML: {parsed.not_html}")
    return Incoming(name, page, parsed, host or host_of_page(page.url, parsed))


def named_host(given: str) -> str | None:
    """The host that somebody means by an address, or by the host itself."""
    return templates_host(given if "://" in given else f"//{given}")
