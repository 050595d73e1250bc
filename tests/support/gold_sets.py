"""Small gold sets in memory, for tests."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from webwinnow.gold.datasets.base import GoldPage, GoldSet, Problem


@dataclass
class ListSource:
    """A source that records which pages were read."""

    pages: Sequence[GoldPage | Problem]
    read_names: list[str] = field(default_factory=list)

    @property
    def problems(self) -> list[Problem]:
        return []

    def names(self) -> list[str]:
        return [page.name for page in self.pages]

    def read(self, name: str) -> GoldPage | Problem:
        self.read_names.append(name)
        return next(page for page in self.pages if page.name == name)


def page(
    name: str,
    gold: str = "It rained all night.",
    html: str = "<p>It rained all night.",
    *,
    site: str | None = None,
    type: str | None = None,
    marked_text: str | None = None,
) -> GoldPage:
    return GoldPage(name, html.encode(), gold, site or name, type=type, marked_text=marked_text)


def gold_set(*pages: GoldPage | Problem) -> GoldSet:
    return GoldSet("tiny", "folder", ListSource(pages))
