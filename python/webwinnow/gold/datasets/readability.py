"""Mozilla Readability's test pages: a folder for each page, with the article wanted of it."""

import re
from functools import cached_property

from webwinnow._core import Decision, Page, segments
from webwinnow.gold.datasets.base import GoldPage, GoldSegment, Problem
from webwinnow.gold.datasets.files import Listing
from webwinnow.gold.datasets.reader import EMPTY, Places, Reader
from webwinnow.gold.datasets.sites import joined
from webwinnow.io.hosts import site_of
from webwinnow.metadata import metadata

__all__ = ["Readability"]

SOURCE, EXPECTED = "source.html", "expected.html"
NUMBER = re.compile(r"-\d+$")


class Readability(Reader):
    """The gold is all that is visible in the article wanted, with its headings and lists."""

    looks_like = "a folder for each page, with source.html and expected.html"

    def __init__(self, places: Places) -> None:
        super().__init__(places)
        self.folders = {
            prefix.rstrip("/") or folder.name: folder for prefix, folder in places.items()
        }

    @classmethod
    def fits(cls, folder: Listing) -> bool:
        return {SOURCE, EXPECTED} <= folder.files

    def names(self) -> list[str]:
        return sorted(self.folders)

    @cached_property
    def urls(self) -> dict[str, str | None]:
        """What the pages call their own addresses."""
        return {name: self.url_of(name) for name in self.names()}

    @cached_property
    def sites(self) -> dict[str, str]:
        """nytimes-1 and nytimes-2 are of one site, whether or not both tell their addresses."""
        return joined(
            {
                name: [site for site in (site_of(url), NUMBER.sub("", name)) if site]
                for name, url in self.urls.items()
            }
        )

    def url_of(self, name: str) -> str | None:
        try:
            return metadata(Page((self.folders[name] / SOURCE).read_bytes())).url
        except OSError:  # told of when the page is read
            return None

    def read(self, name: str) -> GoldPage | Problem:
        folder = self.folders[name]
        wanted = Page((folder / EXPECTED).read_bytes())
        found = segments(wanted, Decision.visible(wanted))
        if not found:
            return Problem(name, EMPTY)
        return GoldPage(
            name,
            (folder / SOURCE).read_bytes(),
            # Not the text as it is rendered: bullets and numbers of lists are not the page's words.
            "\n".join(segment.text for segment in found),
            self.sites[name],
            url=self.urls[name],
            segments=tuple(GoldSegment(segment.kind, segment.text) for segment in found),
        )
