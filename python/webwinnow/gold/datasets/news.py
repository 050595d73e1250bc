"""News and magazine articles of 2023, cleaned by hand: one JSON file for all golds."""

from pathlib import Path
from typing import Any

from webwinnow.gold.datasets.base import GoldPage, Problem
from webwinnow.gold.datasets.reader import (
    EMPTY_GOLD,
    PAGE_SUFFIXES,
    InvalidRecord,
    LayoutFolders,
    Listing,
    Reader,
    files_by_stem,
    get_field,
    pages_without_gold,
    parse_json,
)
from webwinnow.hosts import site_of
from webwinnow.messages import error_reason

GOLD_FILE = "articles.json"


class NewsArticles(Reader):
    """The gold is the article's text without its title, which hardly any gold includes."""

    expected_files = "a file articles.json (a list, with text and html_file) and a folder html/"

    def __init__(self, folders: LayoutFolders) -> None:
        super().__init__(folders)
        self.articles: dict[str, tuple[Path, dict[str, Any]]] = {}
        for prefix, folder in folders.items():
            self.index(prefix, folder)

    @classmethod
    def matches(cls, folder: Listing) -> bool:
        return GOLD_FILE in folder.files and "html" in folder.folders

    def index(self, prefix: str, folder: Path) -> None:
        # Only files of the folder are read: the JSON file may name any path.
        files = files_by_stem(folder / "html", PAGE_SUFFIXES, prefix=prefix)
        pages = {path.name: (name, path) for name, path in files}
        for number, article in enumerate(self.read_articles(prefix, folder), 1):
            file = article.get("html_file") if isinstance(article, dict) else None
            if not isinstance(file, str):
                where = f"{prefix}{GOLD_FILE}, entry {number}"
                self.problems.append(Problem(where, "the entry names no html_file"))
            elif file in pages:
                name, path = pages.pop(file)
                self.articles[name] = (path, article)
            else:
                what = "the gold has no page, or several golds have one page"
                self.problems.append(Problem(prefix + file, what))
        if pages:
            unpaired = sorted(name for name, _ in pages.values())
            where = prefix.rstrip("/") or "html"
            self.problems.append(Problem(where, pages_without_gold(unpaired)))

    def read_articles(self, prefix: str, folder: Path) -> list[Any]:
        try:
            articles = parse_json((folder / GOLD_FILE).read_bytes())
            if isinstance(articles, list):
                return articles
            what = "the gold is not a JSON list; write […]"
        except OSError as error:
            what = f"the gold cannot be read ({error_reason(error)})"
        except InvalidRecord as error:
            what = str(error)
        self.problems.append(Problem(prefix + GOLD_FILE, what))
        return []

    def names(self) -> list[str]:
        return sorted(self.articles)

    def read(self, name: str) -> GoldPage | Problem:
        path, article = self.articles[name]
        try:
            text = (get_field(article, "text", str) or "").strip()
            url = get_field(article, "link", str)
            site = site_of(url) or site_of(get_field(article, "site", str)) or name
        except InvalidRecord as error:
            return Problem(name, str(error))
        if not text:
            return Problem(name, EMPTY_GOLD)
        return GoldPage(name, path.read_bytes(), text, site, url=url)
