"""Clean the pages of crawls with one or more methods, for a search of phrases in their texts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from webwinnow._core import Page, lines
from webwinnow.clean import not_html_reason
from webwinnow.corpus.phrases.search import TextDocument
from webwinnow.corpus.phrases.spool import Spool
from webwinnow.corpus.plan import plan
from webwinnow.corpus.read import read
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.workspace import Shard
from webwinnow.hosts import host_of
from webwinnow.methods.base import Method
from webwinnow.parallel import map_ordered

Progress = Callable[[int], None]  # receives the number of finished pages


class RawPage(NamedTuple):
    name: str
    url: str | None
    charset: str | None
    html: bytes


class Cleaned(NamedTuple):
    """Texts of a page by each method; None if the page is not HTML or a method failed."""

    page: RawPage
    texts: list[str] | None


def clean_pages(
    inputs: Sequence[str],
    methods: Mapping[str, Method],
    folder: Path,
    progress: Progress = lambda pages: None,
) -> dict[str, Spool]:
    """Clean all pages of the inputs with each method; temporary files are written to `folder`.

    A page is left out if it is not HTML, or if a method fails on it. A page of which a method keeps
    nothing stays, as an empty text, so that all methods have the same documents.
    """
    shards = plan(inputs, folder=folder / "lists").shards
    adapted = [method.for_collection(lambda: parsed(shards)) for method in methods.values()]
    spools = {name: Spool(folder / f"{place}.arrow") for place, name in enumerate(methods)}

    def clean(page: RawPage) -> Cleaned:
        return Cleaned(page, texts_of(page, adapted))

    cleaned = map_ordered(clean, raw_pages(shards), size=lambda page: len(page.html))
    for number, (page, texts) in enumerate(cleaned, 1):
        for spool, text in zip(spools.values(), texts or (), strict=False):
            spool.add(TextDocument(text, host_of(page.url), page.url or page.name))
        progress(number)
    for spool in spools.values():
        spool.close()
    return spools


def texts_of(raw: RawPage, methods: Sequence[Method]) -> list[str] | None:
    try:
        page = Page(raw.html, charset=raw.charset)
        if not_html_reason(raw.html, page):
            return None
        decisions = (method.for_url(raw.url).decide(page) for method in methods)
        return [lines(page, decision)[0] for decision in decisions]
    except Exception:  # one page must not end the search
        return None


def parsed(shards: Sequence[Shard]) -> Iterator[tuple[str | None, Page]]:
    for page in raw_pages(shards):
        yield page.url, Page(page.html, charset=page.charset)


def raw_pages(shards: Sequence[Shard]) -> Iterator[RawPage]:
    names = ("source", "offset", "url", "charset", "html")
    for shard in shards:
        for batch in read(shard, Settings.max_bytes):
            for source, offset, url, charset, html in zip(
                *(batch.column(name) for name in names), strict=True
            ):
                if html.is_valid:
                    place = "" if offset.as_py() is None else f":{offset.as_py()}"
                    yield RawPage(
                        f"{source.as_py()}{place}", url.as_py(), charset.as_py(), html.as_py()
                    )
