"""A store with one project, for tests."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from webwinnow._core import Decision, Page
from webwinnow.annotation import Store, add_annotator, add_page, create_project, finish, label
from webwinnow.annotation.run_layout import RunLayout
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.methods.base import Method

# Runs: 0 menu, 1 heading, 2 to 4 a paragraph with a bold word, 5 and 6 list items, 7 footer.
HTML = (
    "<nav>Home</nav><h1>Rain</h1><p>It rained <b>all</b> night.</p>"
    "<ul><li>One boat sank.<li>Two did not.</ul><footer>All rights reserved.</footer>"
)
RUNS = 8
STORY = range(1, 7)


class SampleProject:
    """A project with the annotators Ann and Ben."""

    def __init__(self, folder: Path, *, prelabel: str | None = None) -> None:
        self.store = Store(folder / "annotations.db")
        self.project = create_project(self.store, "News", prelabel=prelabel).id
        for name in ("Ann", "Ben"):
            add_annotator(self.store, self.project, name)

    def add(self, name: str = "rain", html: str | bytes = HTML, **fields: str | None) -> int:
        data = html.encode() if isinstance(html, str) else html
        page = GoldPage(name, data, "", fields.pop("site", None) or "", **fields)  # type: ignore[arg-type]
        return add_page(self.store, self.project, page)

    def label(self, page: int, annotator: str, runs: Iterable[int], to: int) -> None:
        label(self.store, page, annotator, runs, to)

    def done(self, page: int, annotator: str, content: Iterable[int] = STORY, to: int = 2) -> None:
        """Label these runs as content and the rest as boilerplate, and mark the page as done."""
        label(self.store, page, annotator, content, to)
        finish(self.store, page, annotator, fill=True)


class FixedMethod(Method):
    """Keeps the first two visible runs, as headings."""

    def decide(self, page: Page) -> Decision:
        keep = np.cumsum(RunLayout.of(page).is_visible) <= 2
        return Decision(
            page, keep & RunLayout.of(page).is_visible, kind=np.zeros(len(keep), np.uint8)
        )
