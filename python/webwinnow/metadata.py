"""What a page says of itself: title, author, dates, language and more."""

from dataclasses import dataclass
from datetime import datetime, timezone

from webwinnow import _core
from webwinnow._core import Page


@dataclass(frozen=True)
class Metadata:
    """`None` stands for what the page does not say."""

    title: str | None = None
    """Without the site's name."""
    author: str | None = None
    """Several are joined by `; `."""
    date: str | None = None
    """The day of publication, `YYYY-MM-DD`."""
    modified: str | None = None
    """The day of the last change, `YYYY-MM-DD`."""
    description: str | None = None
    site_name: str | None = None
    language: str | None = None
    """A tag such as `en` or `pt-BR`, as declared: the text itself is not looked at."""
    url: str | None = None
    """The canonical address; where the page declares none, the one it was read from."""
    image: str | None = None
    tags: tuple[str, ...] = ()


def metadata(page: Page, *, url: str | None = None) -> Metadata:
    """Read a page's metadata. `url` is where the page came from, if that is known.

    No date is later than today in UTC.
    """
    today = datetime.now(timezone.utc).date()
    fields = _core.metadata(page, url, (today.year, today.month, today.day))
    return Metadata(*fields[:-1], tuple(fields[-1]))
