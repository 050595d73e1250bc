"""Pages without an article: lists of articles, a few words about the portal, and two traps."""

import hashlib
from collections.abc import Iterator
from itertools import chain

from tests.support.portal.frame import Frame, crumbs, items
from tests.support.portal.prose import Writer
from tests.support.portal.shelf import Shelf
from tests.support.portal.story import SECTIONS, TAGS

PER_PAGE = 20
#: Pages that an index page leads to, counted from itself, so that none is many clicks away.
STEPS = (-50, -10, -2, -1, 1, 2, 10, 50)
ON_FRONT = 3
MONTHS = 12


def front(shelf: Shelf, frame: Frame) -> str:
    boxes = [
        frame.box(section.capitalize(), shelf.teasers(shelf.of_section(section)[:ON_FRONT]))
        for section in SECTIONS
    ]
    side = frame.box("Latest", shelf.teasers(shelf.latest(5)))
    return frame.shell("Front page", "Home", "\n".join(boxes), side + searches())


def pages_of(shelf: Shelf, section: str) -> int:
    return max(1, -(-len(shelf.of_section(section)) // PER_PAGE))


def index(shelf: Shelf, frame: Frame, section: str, page: int) -> str:
    """One of a section's pages, from 1."""
    numbers = shelf.of_section(section)[(page - 1) * PER_PAGE :][:PER_PAGE]
    last = pages_of(shelf, section)
    near = sorted({1, last, *(page + step for step in STEPS if 0 < page + step <= last)})
    pager = items({f"{each}": address_of(section, each) for each in near})
    main = frame.box(section.capitalize(), shelf.teasers(numbers))
    most_read = frame.box("Most read", shelf.around(0).most_read)
    return frame.shell(
        f"{section.capitalize()}, page {page}",
        crumbs(section),
        f'{main}\n<ul class="pager">{pager}</ul>',
        most_read,
    )


def address_of(section: str, page: int) -> str:
    return f"/{section}/" if page == 1 else f"/{section}/page/{page}"


def of_tag(shelf: Shelf, frame: Frame, tag: str) -> str:
    main = frame.box(f"Articles on: {tag}", shelf.teasers(shelf.of_tag(tag)))
    return frame.shell(f"Tag {tag}", '<a href="/tags">Tags</a>', main, searches())


def tag_cloud(frame: Frame) -> str:
    cloud = " ".join(f'<a class="size-{len(tag)}" href="/tag/{tag}">{tag}</a>' for tag in TAGS)
    return frame.shell("Tags", "Tags", f'<div class="cloud">{cloud}</div>', "")


def found(shelf: Shelf, frame: Frame, query: str) -> str:
    """What a search leads to: articles that the letters of the query happen to point at."""
    numbers = {number % shelf.count for number in hashlib.sha256(query.encode()).digest()[:8]}
    main = frame.box("Results of your search", shelf.teasers(sorted(numbers)))
    return frame.shell("Search", "Search", main, searches())


def searches() -> str:
    return f"<ul>{items({'Search: harbour': '/search?q=harbour'})}</ul>"


def about(seed: int, frame: Frame) -> str:
    write = Writer(seed, "about")
    paragraphs = "\n".join(f"<p>{write.paragraph(300)}</p>" for _ in range(3))
    return frame.shell("About us", "About us", f"<h1>About us</h1>\n{paragraphs}", "")


def services(frame: Frame, links: dict[str, str]) -> str:
    shown = items(links) + '<li><a rel="nofollow" href="/promo/offer">An offer</a>'
    return frame.shell("Services", "Services", f"<h1>Services</h1><ul>{shown}</ul>", "")


def calendar(frame: Frame, year: int, month: int) -> str:
    """A trap: there is always a next month."""
    at = year * MONTHS + month - 1
    around = {"Earlier": at - 1, "Later": at + 1}
    links = {name: f"/calendar/{n // MONTHS}/{n % MONTHS + 1:02}" for name, n in around.items()}
    days = chain.from_iterable(week_of(month, first) for first in range(1, 29, 7))
    table = f"<table>{''.join(days)}</table>"
    title = f"Events in {year}/{month:02}"
    return frame.shell(title, "Calendar", f"<h1>{title}</h1><ul>{items(links)}</ul>{table}", "")


def week_of(month: int, first: int) -> Iterator[str]:
    yield "<tr>"
    yield from (f"<td>{day}. {month}.</td>" for day in range(first, first + 7))
    yield "</tr>\n"


def poll(frame: Frame, session: str) -> str:
    """A trap: every answer carries a new session, and so the page leads to itself for ever."""
    new = hashlib.sha256(session.encode()).hexdigest()[:8]
    links = {"Yes": f"/poll?sid={new}", "No": f"/poll?answer=no&amp;sid={new}"}
    return frame.shell("Poll", "Poll", f"<h1>Do you like it?</h1><ul>{items(links)}</ul>", "")
