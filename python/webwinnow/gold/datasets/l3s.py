"""L3S-GN1: news pages in which people marked every piece of text with a class."""

import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, Decision, Page, segments
from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.gold.datasets.reader import PairReader, Places
from webwinnow.io.hosts import site_of

__all__ = ["L3S"]

# 0 not content, 1 headline, 2 full text, 3 supplemental, 4 related, 5 comments.
CONTENT = (1, 2, 3)
UNMARKED = -1
SPAN = TAG_NAMES.index("span")
MARK = re.compile(r"(?:^|\s)x-nc-sel([0-5])(?:\s|$)")
MAPPING = re.compile(r"<urn:uuid:([0-9a-f-]+)>\s+(\S+)")


class L3S(PairReader):
    """The gold is what is marked as headline, full text or supplemental text, a block a line. It
    has no segments: the marks tell nothing of headings within the text, or of lists.
    """

    looks_like = "folders original/ and annotated/ (NAME.html, with spans of class x-nc-selN)"
    pages, golds, gold_suffixes = "original", "annotated", (".html",)

    def __init__(self, places: Places) -> None:
        super().__init__(places)
        self.urls: dict[str, str] = {}
        for folder in places.values():
            self.urls |= mapping(folder / "url-mapping.txt")

    def page(self, name: str, html: bytes, gold: bytes) -> GoldPage | Problem:
        text = marked_text(Page(gold))
        if not text:
            return Problem(name, "nothing in it is marked as headline, full text or supplement")
        url = self.urls.get(name.rpartition("/")[2])
        return GoldPage(name, html, text, site_of(url) or name, url=url)


def mapping(path: Path) -> dict[str, str]:
    """Names to addresses; without the file, each page is a site for itself."""
    try:
        return dict(MAPPING.findall(path.read_text("utf-8", "replace")))
    except OSError:
        return {}


def marked_text(page: Page) -> str:
    marks = marks_of(page)[page.runs.node]
    decision = Decision(page, np.isin(marks, CONTENT))
    # Not the text as it is rendered: bullets and numbers of lists are not the page's words.
    return "\n".join(segment.text for segment in segments(page, decision))


def marks_of(page: Page) -> NDArray[np.int8]:
    """For each node the class that its nearest marked span has."""
    marks = np.full(len(page.nodes), UNMARKED, np.int8)
    # In document order, so that inner spans come after, and overrule, outer ones.
    for node in np.flatnonzero(page.nodes.tag == SPAN).tolist():
        mark = MARK.search(page.attribute(node, "class") or "")
        if mark:
            marks[node : page.nodes.end[node]] = int(mark[1])
    return marks
