"""The portal: what every address answers with, and what is true of it."""

import re
from collections.abc import Iterable
from html import unescape
from random import Random
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

from tests.support.portal import listings
from tests.support.portal.bare import Bare
from tests.support.portal.blog import Blog
from tests.support.portal.columns import Columns
from tests.support.portal.frame import Frame
from tests.support.portal.oddities import FORBIDDEN, LINKS, NOT_FOLLOWED, Answer, oddity, robots
from tests.support.portal.shelf import Shelf
from tests.support.portal.story import SECTIONS, TAGS, is_legacy

COLUMNS = Columns()
FRAMES: dict[str, Frame] = {"blogs": Blog(), "local": Bare()}
ARTICLE = re.compile(r"/\w+/\d{4}/\d\d/[\w-]+-(\d+)\.html")
INDEX = re.compile(rf"/({'|'.join(SECTIONS)})/(?:page/(\d+))?")
CALENDAR = re.compile(r"/calendar/(\d+)/(\d\d)")
TAG = re.compile(rf"/tag/({'|'.join(TAGS)})")
HREF = re.compile(r'href="([^"]*)"')
#: What leads nowhere for ever.
TRAPS = ("/calendar/", "/poll")
HOST = "http://portal.invalid"


class Portal:
    """A portal of so many articles; the same seed makes the same portal.

    Pages are made when they are asked for, so that memory does not grow with their number. `slow`
    is how many seconds the slow pages take, `crawl_delay` what robots.txt asks for.
    """

    def __init__(
        self,
        seed: int = 0,
        articles: int = 400,
        *,
        slow: float = 1.5,
        crawl_delay: float | None = None,
    ) -> None:
        self.shelf = Shelf(seed, articles)
        self.slow = slow
        self.crawl_delay = crawl_delay

    def articles(self) -> list[str]:
        """Their addresses, the oldest first."""
        return [self.shelf.teaser(number).path for number in range(self.shelf.count)]

    def indexes(self) -> list[str]:
        """The addresses of the front page and of all pages of sections and tags."""
        pages = [
            listings.address_of(section, page + 1)
            for section in SECTIONS
            for page in range(listings.pages_of(self.shelf, section))
        ]
        return ["/", *pages, *(f"/tag/{tag}" for tag in TAGS)]

    def number(self, path: str) -> int | None:
        """Of the article at an address; None where there is no article."""
        found = ARTICLE.fullmatch(urlsplit(path).path)
        if found is None or int(found[1]) >= self.shelf.count:
            return None
        number = int(found[1])
        return number if self.shelf.teaser(number).path == found[0] else None

    def truth(self, path: str) -> list[str]:
        """The article's own title, lead, paragraphs, quotes, items and subheadings, in order."""
        number = self.number(path)
        return [] if number is None else self.shelf.story(number).own_texts

    def comments(self, path: str) -> list[str]:
        number = self.number(path)
        return [] if number is None else [each.text for each in self.shelf.story(number).comments]

    def page(self, path: str, attempt: int = 1) -> Answer:
        """What the server says when it is asked for the so-manieth time, from 1."""
        number = self.number(path)
        if number is not None:
            return self.article(number)
        if path == "/robots.txt":
            return robots(self.crawl_delay)
        html = self.listing(path)
        if html is not None:
            return Answer(200, html.encode())
        return oddity(urlsplit(path).path, attempt, self.slow, self.shelf.teaser(0).path)

    def article(self, number: int) -> Answer:
        story = self.shelf.story(number)
        random = Random(f"{self.shelf.seed}/markup/{number}")
        frame = FRAMES.get(story.teaser.section, COLUMNS)
        html = frame.article_page(story, self.shelf.around(number), random)
        if is_legacy(number):
            body = html.encode("cp1250")
            return Answer(200, body, {"Content-Type": "text/html; charset=windows-1250"})
        return Answer(200, html.encode())

    def listing(self, address: str) -> str | None:
        """A page without an article; None where the address has none."""
        path, query = urlsplit(address).path, parse_qs(urlsplit(address).query)
        if index := INDEX.fullmatch(path):
            section, page = index[1], int(index[2] or 1)
            if not 0 < page <= listings.pages_of(self.shelf, section):
                return None
            return listings.index(self.shelf, FRAMES.get(section, COLUMNS), section, page)
        if tag := TAG.fullmatch(path):
            return listings.of_tag(self.shelf, COLUMNS, tag[1])
        if month := CALENDAR.fullmatch(path):
            return listings.calendar(COLUMNS, int(month[1]), int(month[2]))
        makers = {
            "/": lambda: listings.front(self.shelf, COLUMNS),
            "/tags": lambda: listings.tag_cloud(COLUMNS),
            "/search": lambda: listings.found(self.shelf, COLUMNS, query.get("q", [""])[0]),
            "/about": lambda: listings.about(self.shelf.seed, COLUMNS),
            "/services": lambda: listings.services(COLUMNS, LINKS),
            "/poll": lambda: listings.poll(COLUMNS, query.get("sid", [""])[0]),
        }
        return makers[path]() if path in makers else None

    def links(self, path: str) -> list[str]:
        """Addresses of this portal that a page leads to, without fragments, each once."""
        answer = self.page(path)
        hrefs = [*HREF.findall(answer.body.decode("latin-1")), answer.headers.get("Location", "")]
        addresses = (urldefrag(urljoin(HOST + path, unescape(href))).url for href in hrefs)
        own = (each.removeprefix(HOST) for each in addresses if each.startswith(HOST))
        return list(dict.fromkeys(each for each in own if each))

    def reachable(self, *, cut: Iterable[str] = (*TRAPS, FORBIDDEN, NOT_FOLLOWED)) -> list[str]:
        """HTML pages that links lead to from the front page, breadth first, each once.

        Addresses that begin with one of `cut` are left out, and tracking parameters taken off.
        """
        left_out = tuple(cut)
        found = {"/": True}
        waiting = ["/"]
        for path in waiting:
            for link in map(untracked, self.links(path)):
                if link not in found and not link.startswith(left_out):
                    waiting.append(link)
                    found[link] = self.is_page(link)
        return [path for path, is_page in found.items() if is_page]

    def is_page(self, path: str) -> bool:
        # The second answer: a crawler tries again.
        answer = self.page(path, attempt=2)
        is_html = answer.headers["Content-Type"].startswith("text/html")
        return answer.status == 200 and is_html and not answer.reset


def untracked(path: str) -> str:
    return path.partition("?utm_source=")[0]
