"""The portal: the response and the true text of every URL."""

import re
from collections.abc import Iterable
from html import unescape
from random import Random
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

from tests.support.portal import listings
from tests.support.portal.layouts import Bare, Blog, Columns, Layout
from tests.support.portal.responses import (
    FORBIDDEN,
    LINKS,
    NOT_FOLLOWED,
    PortalResponse,
    robots,
    special_response,
)
from tests.support.portal.story import SECTIONS, TAGS, ArticleIndex, is_legacy

COLUMNS = Columns()
LAYOUTS: dict[str, Layout] = {"blogs": Blog(), "local": Bare()}
ARTICLE = re.compile(r"/\w+/\d{4}/\d\d/[\w-]+-(\d+)\.html")
INDEX = re.compile(rf"/({'|'.join(SECTIONS)})/(?:page/(\d+))?")
CALENDAR = re.compile(r"/calendar/(\d+)/(\d\d)")
TAG = re.compile(rf"/tag/({'|'.join(TAGS)})")
HREF = re.compile(r'href="([^"]*)"')
#: Prefixes of endless crawler traps.
TRAPS = ("/calendar/", "/poll")
HOST = "http://portal.invalid"


class Portal:
    """A portal with a number of articles; the same seed makes the same portal.

    Pages are generated on request, so that memory stays constant. `slow` is the delay of the slow
    pages in seconds, `crawl_delay` the Crawl-delay of robots.txt.
    """

    def __init__(
        self,
        seed: int = 0,
        articles: int = 400,
        *,
        slow: float = 1.5,
        crawl_delay: float | None = None,
    ) -> None:
        self.index = ArticleIndex(seed, articles)
        self.slow = slow
        self.crawl_delay = crawl_delay

    def articles(self) -> list[str]:
        """Return the paths of all articles, oldest first."""
        return [self.index.teaser(number).path for number in range(self.index.count)]

    def indexes(self) -> list[str]:
        """Return the paths of the front page and of all section and tag pages."""
        pages = [
            listings.index_path(section, page + 1)
            for section in SECTIONS
            for page in range(listings.pages_of(self.index, section))
        ]
        return ["/", *pages, *(f"/tag/{tag}" for tag in TAGS)]

    def number(self, path: str) -> int | None:
        """Return the number of the article at a path; None if there is none."""
        found = ARTICLE.fullmatch(urlsplit(path).path)
        if found is None or int(found[1]) >= self.index.count:
            return None
        number = int(found[1])
        return number if self.index.teaser(number).path == found[0] else None

    def truth(self, path: str) -> list[str]:
        """Return all texts of the article at a path, in order."""
        number = self.number(path)
        return [] if number is None else self.index.story(number).own_texts

    def comments(self, path: str) -> list[str]:
        number = self.number(path)
        return [] if number is None else [each.text for each in self.index.story(number).comments]

    def page(self, path: str, attempt: int = 1) -> PortalResponse:
        """Return the response to a path; `attempt` counts the requests from 1."""
        number = self.number(path)
        if number is not None:
            return self.article(number)
        if path == "/robots.txt":
            return robots(self.crawl_delay)
        html = self.listing(path)
        if html is not None:
            return PortalResponse(200, html.encode())
        return special_response(urlsplit(path).path, attempt, self.slow, self.index.teaser(0).path)

    def article(self, number: int) -> PortalResponse:
        story = self.index.story(number)
        random = Random(f"{self.index.seed}/markup/{number}")
        layout = LAYOUTS.get(story.teaser.section, COLUMNS)
        html = layout.article_page(story, self.index.around(number), random)
        if is_legacy(number):
            body = html.encode("cp1250")
            return PortalResponse(200, body, {"Content-Type": "text/html; charset=windows-1250"})
        return PortalResponse(200, html.encode())

    def listing(self, url: str) -> str | None:
        """Render a page without an article; None if the URL has no such page."""
        path, query = urlsplit(url).path, parse_qs(urlsplit(url).query)
        if match := INDEX.fullmatch(path):
            section, page = match[1], int(match[2] or 1)
            if not 0 < page <= listings.pages_of(self.index, section):
                return None
            return listings.index(self.index, LAYOUTS.get(section, COLUMNS), section, page)
        if tag := TAG.fullmatch(path):
            return listings.of_tag(self.index, COLUMNS, tag[1])
        if month := CALENDAR.fullmatch(path):
            return listings.calendar(COLUMNS, int(month[1]), int(month[2]))
        makers = {
            "/": lambda: listings.front(self.index, COLUMNS),
            "/tags": lambda: listings.tag_cloud(COLUMNS),
            "/search": lambda: listings.found(self.index, COLUMNS, query.get("q", [""])[0]),
            "/about": lambda: listings.about(self.index.seed, COLUMNS),
            "/services": lambda: listings.services(COLUMNS, LINKS),
            "/poll": lambda: listings.poll(COLUMNS, query.get("sid", [""])[0]),
        }
        return makers[path]() if path in makers else None

    def links(self, path: str) -> list[str]:
        """Return the links of a page within the portal, without fragments and duplicates."""
        response = self.page(path)
        hrefs = [
            *HREF.findall(response.body.decode("latin-1")),
            response.headers.get("Location", ""),
        ]
        urls = (urldefrag(urljoin(HOST + path, unescape(href))).url for href in hrefs)
        own = (each.removeprefix(HOST) for each in urls if each.startswith(HOST))
        return list(dict.fromkeys(each for each in own if each))

    def reachable(self, *, cut: Iterable[str] = (*TRAPS, FORBIDDEN, NOT_FOLLOWED)) -> list[str]:
        """Return the HTML pages linked from the front page, breadth first, without duplicates.

        Paths that start with one of `cut` are skipped; tracking parameters are removed.
        """
        prefixes = tuple(cut)
        found = {"/": True}
        waiting = ["/"]
        for path in waiting:
            for link in map(untracked, self.links(path)):
                if link not in found and not link.startswith(prefixes):
                    waiting.append(link)
                    found[link] = self.is_page(link)
        return [path for path, is_page in found.items() if is_page]

    def is_page(self, path: str) -> bool:
        # The second attempt, since a crawler retries failures.
        response = self.page(path, attempt=2)
        is_html = response.headers["Content-Type"].startswith("text/html")
        return response.status == 200 and is_html and not response.reset


def untracked(path: str) -> str:
    return path.partition("?utm_source=")[0]
