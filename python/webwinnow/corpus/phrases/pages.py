"""Clean the pages of crawls with one or more methods, for a search of phrases in their texts."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from webwinnow._core import Page, lines
from webwinnow.clean import not_html_reason
from webwinnow.corpus.phrases.output import describe_skipped
from webwinnow.corpus.phrases.search import TextDocument
from webwinnow.corpus.phrases.spool import Spool
from webwinnow.corpus.plan import plan
from webwinnow.corpus.read import read
from webwinnow.corpus.record import REASONS
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.workspace import Shard
from webwinnow.errors import InputError
from webwinnow.hosts import host_of
from webwinnow.messages import describe_error
from webwinnow.methods.base import Method
from webwinnow.parallel import map_ordered

Progress = Callable[[int], None]  # receives the number of finished pages
BROKEN, FAILED, NOT_HTML = "broken", "failed", REASONS["type"]


class RawPage(NamedTuple):
    name: str
    url: str | None
    charset: str | None
    html: bytes
    drop: str | None = None  # reason why a record has no HTML


class Cleaned(NamedTuple):
    """Texts of a page by each method, or the reason to skip it."""

    texts: Sequence[str] = ()
    skipped: str | None = None
    detail: str = ""


def clean_pages(
    inputs: Sequence[str],
    methods: Mapping[str, Method],
    folder: Path,
    progress: Progress = lambda pages: None,
) -> dict[str, Spool]:
    """Clean all pages of the inputs with each method; temporary files are written to `folder`.

    A page is skipped and counted if it is broken or not HTML, or if a method fails on it. A page of
    which a method keeps nothing stays, as an empty text, so that all methods have the same
    documents. Raises `InputError` if all pages are skipped.
    """
    shards = plan(inputs, folder=folder / "lists").shards
    adapted = [method.for_collection(lambda: parsed(shards)) for method in methods.values()]
    spools = {name: Spool(folder / f"{place}.arrow") for place, name in enumerate(methods)}

    def clean(page: RawPage) -> tuple[RawPage, Cleaned]:
        return page, texts_of(page, adapted)

    results = map_ordered(clean, raw_pages(shards), size=lambda page: len(page.html))
    skipped: Counter[str] = Counter()
    detail = ""
    number = 0
    for number, (page, cleaned) in enumerate(results, 1):
        if cleaned.skipped:
            skipped[cleaned.skipped] += 1
            detail = detail or cleaned.detail
        else:
            for spool, text in zip(spools.values(), cleaned.texts, strict=True):
                spool.add(TextDocument(text, host_of(page.url), page.url or page.name))
        progress(number)
    for spool in spools.values():
        spool.skipped = skipped
        spool.close()
    reject_all_skipped(inputs, number, skipped, detail)
    return spools


def reject_all_skipped(
    inputs: Sequence[str], pages: int, skipped: Counter[str], detail: str
) -> None:
    if pages and pages == skipped.total():
        reasons = describe_skipped(skipped, "page")
        first = f" (first failure: {detail})" if detail else ""
        raise InputError(f"no page of {' '.join(inputs)!r} can be used; {reasons}{first}")


def texts_of(raw: RawPage, methods: Sequence[Method]) -> Cleaned:
    if raw.drop:
        return Cleaned(skipped=raw.drop)
    try:
        page = Page(raw.html, charset=raw.charset)
        if not_html_reason(raw.html, page):
            return Cleaned(skipped=NOT_HTML)
        decisions = (method.for_url(raw.url).decide(page) for method in methods)
        return Cleaned([lines(page, decision)[0] for decision in decisions])
    except Exception as error:  # one page must not end the search
        return Cleaned(skipped=FAILED, detail=describe_error(error))


def parsed(shards: Sequence[Shard]) -> Iterator[tuple[str | None, Page]]:
    for page in raw_pages(shards):
        if not page.drop:
            yield page.url, Page(page.html, charset=page.charset)


def raw_pages(shards: Sequence[Shard]) -> Iterator[RawPage]:
    """Yield the pages of shards, and records without HTML."""
    names = ("source", "offset", "url", "charset", "html", "drop")
    for shard in shards:
        for batch in read(shard, Settings.max_bytes):
            for source, offset, url, charset, html, drop in zip(
                *(batch.column(name) for name in names), strict=True
            ):
                place = "" if offset.as_py() is None else f":{offset.as_py()}"
                yield RawPage(
                    f"{source.as_py()}{place}",
                    url.as_py(),
                    charset.as_py(),
                    html.as_py() or b"",
                    None if html.is_valid else reason_of(drop.as_py()),
                )


def reason_of(drop: str | None) -> str:
    """Reason to skip a record without HTML, for people."""
    return BROKEN if drop in {None, BROKEN} else REASONS.get(drop, drop)
