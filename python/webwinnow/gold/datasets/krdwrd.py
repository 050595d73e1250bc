"""KrdWrd's CANOLA: pages in which annotators marked every piece of text."""

import re
from collections.abc import Iterator
from pathlib import Path

from webwinnow._core import TAG_NAMES, Page
from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.gold.datasets.marks import UNMARKED, kept_text, move_labels, node_marks
from webwinnow.gold.datasets.reader import (
    PAGE_SUFFIXES,
    LayoutFolders,
    Listing,
    Reader,
    files_by_stem,
)
from webwinnow.hosts import site_of

# 1 boilerplate, 2 uncertain, 3 content; by the majority of the annotators.
CONTENT = 3
MARK = re.compile(r"(?:^|\s)krdwrd-tag-([123])(?:\s|$)")
# Text nodes stand in <kw> elements of their own; some marks are classes of the page's elements.
KW_TAG = re.compile(rb"</?kw(?:\s[^>]*)?>", re.I)
CLASS_MARK = re.compile(rb"""(\bclass=["'][^"'>]*?)\s*\bkrdwrd-tag-\d+\b""", re.I)
EMPTY_CLASS = re.compile(rb"""\sclass=(?:""|'')""", re.I)
BASE = TAG_NAMES.index("base")
CHARSET = "utf-8"
# The start of a file has a mark if the file has any.
HEAD_BYTES = 1 << 20


class KrdWrd(Reader):
    """The gold is the text marked as content, a block a line; uncertain text is not in it.

    Annotators kept reader comments. They saw all of a page, so a page without content has an empty
    gold. The page is the file without the marks. Its runs are labelled by the marks.
    """

    expected_files = "NAME.html with text in <kw class=krdwrd-tag-N>"

    def __init__(self, folders: LayoutFolders) -> None:
        super().__init__(folders)
        self.paths = {
            name: path
            for prefix, folder in folders.items()
            for name, path in files_by_stem(folder, PAGE_SUFFIXES, prefix=prefix)
        }

    @classmethod
    def matches(cls, folder: Listing) -> bool:
        return next((has_marks(path) for path in page_files(folder)), False)

    def names(self) -> list[str]:
        return sorted(self.paths)

    def read(self, name: str) -> GoldPage | Problem:
        source = self.paths[name].read_bytes()
        marked = Page(source, charset=CHARSET)
        marks = node_marks(marked, MARK)[marked.runs.node]
        if (marks == UNMARKED).all():
            return Problem(
                name, "nothing in it is marked; wrap its text in <kw class=krdwrd-tag-N>"
            )
        keep = marks == CONTENT
        html = remove_marks(source)
        return GoldPage(
            name,
            html,
            kept_text(marked, keep),
            site_of(base_url(marked)) or name,
            charset=CHARSET,
            keeps_comments=True,
            keep=move_labels(marked, keep, Page(html, charset=CHARSET)),
        )


def page_files(folder: Listing) -> Iterator[Path]:
    """Pages of a folder in name order."""
    for name in sorted(folder.files):
        if Path(name).suffix.lower() in PAGE_SUFFIXES:
            yield folder.path / name


def has_marks(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return b"krdwrd-tag-" in file.read(HEAD_BYTES)
    except OSError:  # the reader of another layout reports it
        return False


def remove_marks(html: bytes) -> bytes:
    """The page as it was before it was marked."""
    return EMPTY_CLASS.sub(b"", CLASS_MARK.sub(rb"\1", KW_TAG.sub(b"", html)))


def base_url(page: Page) -> str | None:
    """The URL in the page's <base>, which the annotation tool added."""
    bases = (page.nodes.tag == BASE).nonzero()[0]
    return page.attribute(int(bases[0]), "href") if len(bases) else None
