"""Mozilla Readability's test pages: one folder per page, with the expected article."""

import re
from functools import cached_property

from webwinnow._core import Decision, Page, segments
from webwinnow.gold.datasets.base import GoldPage, GoldSegment, Problem
from webwinnow.gold.datasets.reader import EMPTY_GOLD, LayoutFolders, Listing, Reader
from webwinnow.gold.folds import merge_sites
from webwinnow.hosts import site_of
from webwinnow.metadata import metadata

SOURCE, EXPECTED = "source.html", "expected.html"
NUMBER = re.compile(r"-\d+$")


class Readability(Reader):
    """The gold is the visible text of the expected article, with its headings and lists."""

    expected_files = "a folder for each page, with source.html and expected.html"

    def __init__(self, folders: LayoutFolders) -> None:
        super().__init__(folders)
        self.folders = {
            prefix.rstrip("/") or folder.name: folder for prefix, folder in folders.items()
        }

    @classmethod
    def matches(cls, folder: Listing) -> bool:
        return {SOURCE, EXPECTED} <= folder.files

    def names(self) -> list[str]:
        return sorted(self.folders)

    @cached_property
    def urls(self) -> dict[str, str | None]:
        """URLs that the pages declare for themselves."""
        return {name: self.url_of(name) for name in self.names()}

    @cached_property
    def sites(self) -> dict[str, str]:
        """Site of each page: nytimes-1 and nytimes-2 share one, even if one declares no URL."""
        return merge_sites(
            {
                name: [site for site in (site_of(url), NUMBER.sub("", name)) if site]
                for name, url in self.urls.items()
            }
        )

    def url_of(self, name: str) -> str | None:
        try:
            return metadata(Page((self.folders[name] / SOURCE).read_bytes())).url
        except OSError:  # `read` reports it
            return None

    def read(self, name: str) -> GoldPage | Problem:
        folder = self.folders[name]
        expected = Page((folder / EXPECTED).read_bytes())
        found = segments(expected, Decision.visible(expected))
        if not found:
            return Problem(name, EMPTY_GOLD)
        return GoldPage(
            name,
            (folder / SOURCE).read_bytes(),
            # Not the rendered text: list bullets and numbers are not words of the page.
            "\n".join(segment.text for segment in found),
            self.sites[name],
            url=self.urls[name],
            segments=tuple(GoldSegment(segment.kind, segment.text) for segment in found),
        )
