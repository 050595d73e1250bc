"""Pages without an article: lists, a page about the portal, and two crawler traps."""

import hashlib
from collections.abc import Iterator
from itertools import chain

from tests.support.portal.layouts import Layout, crumbs, items
from tests.support.portal.prose import Writer
from tests.support.portal.story import SECTIONS, TAGS, ArticleIndex

PER_PAGE = 20
#: Relative page numbers that an index page links to, so that no page is many clicks away.
STEPS = (-50, -10, -2, -1, 1, 2, 10, 50)
ON_FRONT = 3
MONTHS = 12


def front(index: ArticleIndex, layout: Layout) -> str:
    boxes = [
        layout.box(section.capitalize(), index.teasers(index.of_section(section)[:ON_FRONT]))
        for section in SECTIONS
    ]
    side = layout.box("Latest", index.teasers(index.latest(5)))
    return layout.shell("Front page", "Home", "\n".join(boxes), side + searches())


def pages_of(index: ArticleIndex, section: str) -> int:
    return max(1, -(-len(index.of_section(section)) // PER_PAGE))


def index(index: ArticleIndex, layout: Layout, section: str, page: int) -> str:
    """Render an index page of a section; pages count from 1."""
    numbers = index.of_section(section)[(page - 1) * PER_PAGE :][:PER_PAGE]
    last = pages_of(index, section)
    near = sorted({1, last, *(page + step for step in STEPS if 0 < page + step <= last)})
    pager = items({f"{each}": index_path(section, each) for each in near})
    main = layout.box(section.capitalize(), index.teasers(numbers))
    most_read = layout.box("Most read", index.around(0).most_read)
    return layout.shell(
        f"{section.capitalize()}, page {page}",
        crumbs(section),
        f'{main}\n<ul class="pager">{pager}</ul>',
        most_read,
    )


def index_path(section: str, page: int) -> str:
    return f"/{section}/" if page == 1 else f"/{section}/page/{page}"


def of_tag(index: ArticleIndex, layout: Layout, tag: str) -> str:
    main = layout.box(f"Articles on: {tag}", index.teasers(index.of_tag(tag)))
    return layout.shell(f"Tag {tag}", '<a href="/tags">Tags</a>', main, searches())


def tag_cloud(layout: Layout) -> str:
    cloud = " ".join(f'<a class="size-{len(tag)}" href="/tag/{tag}">{tag}</a>' for tag in TAGS)
    return layout.shell("Tags", "Tags", f'<div class="cloud">{cloud}</div>', "")


def found(index: ArticleIndex, layout: Layout, query: str) -> str:
    """Render search results: articles selected by a hash of the query."""
    numbers = {number % index.count for number in hashlib.sha256(query.encode()).digest()[:8]}
    main = layout.box("Results of your search", index.teasers(sorted(numbers)))
    return layout.shell("Search", "Search", main, searches())


def searches() -> str:
    return f"<ul>{items({'Search: harbour': '/search?q=harbour'})}</ul>"


def about(seed: int, layout: Layout) -> str:
    write = Writer(seed, "about")
    paragraphs = "\n".join(f"<p>{write.paragraph(300)}</p>" for _ in range(3))
    return layout.shell("About us", "About us", f"<h1>About us</h1>\n{paragraphs}", "")


def services(layout: Layout, links: dict[str, str]) -> str:
    shown = items(links) + '<li><a rel="nofollow" href="/promo/offer">An offer</a>'
    return layout.shell("Services", "Services", f"<h1>Services</h1><ul>{shown}</ul>", "")


def calendar(layout: Layout, year: int, month: int) -> str:
    """Render a month with a link to the next: an endless crawler trap."""
    at = year * MONTHS + month - 1
    around = {"Earlier": at - 1, "Later": at + 1}
    links = {name: f"/calendar/{n // MONTHS}/{n % MONTHS + 1:02}" for name, n in around.items()}
    days = chain.from_iterable(week_of(month, first) for first in range(1, 29, 7))
    table = f"<table>{''.join(days)}</table>"
    title = f"Events in {year}/{month:02}"
    return layout.shell(title, "Calendar", f"<h1>{title}</h1><ul>{items(links)}</ul>{table}", "")


def week_of(month: int, first: int) -> Iterator[str]:
    yield "<tr>"
    yield from (f"<td>{day}. {month}.</td>" for day in range(first, first + 7))
    yield "</tr>\n"


def poll(layout: Layout, session: str) -> str:
    """Render a poll whose links have a new session id each time: an endless crawler trap."""
    new = hashlib.sha256(session.encode()).hexdigest()[:8]
    links = {"Yes": f"/poll?sid={new}", "No": f"/poll?answer=no&amp;sid={new}"}
    return layout.shell("Poll", "Poll", f"<h1>Do you like it?</h1><ul>{items(links)}</ul>", "")
