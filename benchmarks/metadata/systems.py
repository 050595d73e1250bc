"""Extractors that are compared: each returns the fields of one page."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.metadata.sets import Value
from webwinnow import Page
from webwinnow.metadata import metadata

Values = dict[str, Value]
Extractor = Callable[[bytes, str | None], Values]


def webwinnow_values(html: bytes, url: str | None) -> Values:
    found = metadata(Page(html), url=url)
    return {
        "title": found.title,
        "author": found.author,
        "date": found.date,
        "site": found.site_name,
        "language": found.language,
        "tags": found.tags,
    }


def trafilatura_values(html: bytes, url: str | None) -> Values:
    from trafilatura import extract_metadata  # optional

    found = extract_metadata(html, default_url=url)
    if found is None:
        return {}
    return {
        "title": found.title,
        "author": found.author,
        "date": found.date,
        "site": found.sitename,
        "language": found.language,
        "tags": tuple(found.tags or ()),
    }


PEERS: dict[str, Extractor] = {"trafilatura": trafilatura_values}
OURS = "webwinnow"
