"""L3S-GN1: news pages in which annotators marked every piece of text with a class."""

import re
from pathlib import Path

import numpy as np

from webwinnow._core import Page
from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.gold.datasets.marks import BoolArray, kept_text, node_marks
from webwinnow.gold.datasets.reader import LayoutFolders, PairReader
from webwinnow.hosts import site_of

# 0 not content, 1 headline, 2 full text, 3 supplemental, 4 related, 5 comments.
CONTENT = (1, 2, 3)
MARK = re.compile(r"(?:^|\s)x-nc-sel([0-5])(?:\s|$)")
URL_MAPPING = re.compile(r"<urn:uuid:([0-9a-f-]+)>\s+(\S+)")


class L3S(PairReader):
    """The gold is the text marked as headline, full text or supplemental text, a block a line.

    It has no segments: the classes mark neither headings inside the text nor lists.
    """

    expected_files = "folders original/ and annotated/ (NAME.html, with spans of class x-nc-selN)"
    pages, golds, gold_suffixes = "original", "annotated", (".html",)

    def __init__(self, folders: LayoutFolders) -> None:
        super().__init__(folders)
        self.urls: dict[str, str] = {}
        for folder in folders.values():
            self.urls |= read_urls(folder / "url-mapping.txt")

    def make_page(self, name: str, html: bytes, gold: bytes) -> GoldPage | Problem:
        text = content_text(Page(gold))
        if not text:
            return Problem(name, "nothing in it is marked as headline, full text or supplement")
        url = self.urls.get(name.rpartition("/")[2])
        return GoldPage(name, html, text, site_of(url) or name, url=url)


def read_urls(path: Path) -> dict[str, str]:
    """URLs by page name; empty without the file, and then each page is its own site."""
    try:
        return dict(URL_MAPPING.findall(path.read_text("utf-8", "replace")))
    except OSError:
        return {}


def content_text(page: Page) -> str:
    return kept_text(page, content_runs(page))


def content_runs(page: Page) -> BoolArray:
    """Mark the runs that annotators marked as content."""
    return np.isin(node_marks(page, MARK)[page.runs.node], CONTENT)
