"""Metadata of a page: title, author, dates, language and more."""

from dataclasses import dataclass
from datetime import datetime, timezone

from webwinnow import _core
from webwinnow._core import Page


@dataclass(frozen=True)
class Metadata:
    """Metadata that a page declares; `None` where it declares none."""

    title: str | None = None
    """Without the site's name."""
    author: str | None = None
    """Several names are joined by `; `."""
    date: str | None = None
    """The day of publication, `YYYY-MM-DD` of the Gregorian calendar."""
    modified: str | None = None
    """The day of the last change, `YYYY-MM-DD`."""
    description: str | None = None
    site_name: str | None = None
    language: str | None = None
    """A tag such as `en` or `pt-BR`, as declared; it is not detected from the text."""
    url: str | None = None
    """The canonical URL, or else the URL that the page was read from."""
    image: str | None = None
    tags: tuple[str, ...] = ()


def metadata(page: Page, *, url: str | None = None) -> Metadata:
    """Read a page's metadata. `url` is the URL of the page, if known.

    Dates later than today in UTC are ignored.
    """
    today = datetime.now(timezone.utc).date()
    fields = _core.metadata(page, url, (today.year, today.month, today.day))
    return Metadata(*fields[:-1], tuple(fields[-1]))
