"""News and magazine articles of 2023, cleaned by hand: one JSON file for all golds."""

from pathlib import Path
from typing import Any

from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.gold.datasets.files import PAGE_SUFFIXES, Listing, by_stem, without_gold
from webwinnow.gold.datasets.reader import EMPTY, Places, Reader
from webwinnow.gold.datasets.records import BadRecord, field_of, values_in
from webwinnow.io.hosts import site_of
from webwinnow.messages import error_reason

__all__ = ["NewsArticles"]

GOLDS = "articles.json"


class NewsArticles(Reader):
    """The gold is the article's text, to which the title does not belong: hardly any has it."""

    looks_like = "a file articles.json (a list, with text and html_file) and a folder html/"

    def __init__(self, places: Places) -> None:
        super().__init__(places)
        self.articles: dict[str, tuple[Path, dict[str, Any]]] = {}
        for prefix, folder in places.items():
            self.index(prefix, folder)

    @classmethod
    def fits(cls, folder: Listing) -> bool:
        return GOLDS in folder.files and "html" in folder.folders

    def index(self, prefix: str, folder: Path) -> None:
        # Only what lies in the folder is read, whatever the JSON file says.
        pages = {path.name: (name, path) for name, path in page_files(prefix, folder)}
        for number, article in enumerate(self.listed(prefix, folder), 1):
            file = article.get("html_file") if isinstance(article, dict) else None
            if not isinstance(file, str):
                where = f"{prefix}{GOLDS}, entry {number}"
                self.problems.append(Problem(where, "the entry names no html_file"))
            elif file in pages:
                name, path = pages.pop(file)
                self.articles[name] = (path, article)
            else:
                what = "the gold has no page, or several golds have one page"
                self.problems.append(Problem(prefix + file, what))
        if pages:
            alone = sorted(name for name, _ in pages.values())
            self.problems.append(Problem(prefix.rstrip("/") or "html", without_gold(alone)))

    def listed(self, prefix: str, folder: Path) -> list[Any]:
        try:
            articles = values_in((folder / GOLDS).read_bytes())
            if isinstance(articles, list):
                return articles
            what = "the gold is no JSON list; write […]"
        except OSError as error:
            what = f"the gold cannot be read ({error_reason(error)})"
        except BadRecord as error:
            what = str(error)
        self.problems.append(Problem(prefix + GOLDS, what))
        return []

    def names(self) -> list[str]:
        return sorted(self.articles)

    def read(self, name: str) -> GoldPage | Problem:
        path, article = self.articles[name]
        try:
            text = (field_of(article, "text", str) or "").strip()
            url = field_of(article, "link", str)
            site = site_of(url) or site_of(field_of(article, "site", str)) or name
        except BadRecord as error:
            return Problem(name, str(error))
        if not text:
            return Problem(name, EMPTY)
        return GoldPage(name, path.read_bytes(), text, site, url=url)


def page_files(prefix: str, folder: Path) -> list[tuple[str, Path]]:
    return list(by_stem(folder / "html", PAGE_SUFFIXES, prefix=prefix))
