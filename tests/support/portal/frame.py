"""What the frames of the portal have in common: how a page is put together."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.support.portal.markup import plain
from tests.support.portal.story import SECTIONS, Comment, Story, Teaser, tags_of

SITE = "The Harbour Courier"
LEGAL = (
    "All that you can read on these pages is the property of the publisher, and no part of it may "
    "be copied or sold without our consent in writing. If you think that there is a mistake in "
    "any of our articles, please write to us and we will do what we can to put it right."
)
#: Linked at the foot of every page: two traps and a forbidden area among them.
FOOT = {
    "About us": "/about",
    "Services": "/services",
    "Tags": "/tags",
    "Calendar": "/calendar/2013/04",
    "Poll": "/poll?sid=1f2e3d4c",
    "Members": "/private/members",
}
SCRIPT = "<script>var shown = [], i; for (i = 0; i < 3; i++) { shown.push('<p>' + i); }</script>"
STYLE = "<style>p.lead { font-weight: bold } .ad > div { color: #777 }</style>"
SHARES = ("Facebook", "Twitter", "E-mail", "Print")


@dataclass(frozen=True)
class Around:
    """Other articles that an article's page shows."""

    most_read: Sequence[Teaser]
    latest: Sequence[Teaser]
    related: Sequence[Teaser]


class Frame(ABC):
    """A layout; pages of several sections may share it."""

    @abstractmethod
    def shell(self, title: str, crumbs: str, main: str, side: str) -> str:
        """A whole page."""

    @abstractmethod
    def article(self, story: Story, around: Around, random: Random) -> str:
        """The main column of an article's page, from its title to its comments."""

    @abstractmethod
    def box(self, title: str, teasers: Sequence[Teaser]) -> str:
        """Headlines and leads of some articles."""

    @abstractmethod
    def comments(self, comments: Sequence[Comment]) -> str: ...

    def article_page(self, story: Story, around: Around, random: Random) -> str:
        side = self.box("Most read", around.most_read) + self.box("Latest", around.latest)
        teaser = story.teaser
        return self.shell(
            teaser.title, crumbs(teaser.section), self.article(story, around, random), side
        )


def head(title: str) -> str:
    described = f"<title>{plain(title)} - {SITE}</title>"
    return f"<head>{described}\n{STYLE}\n{SCRIPT}</head>"


def menu() -> str:
    return items({"Home": "/"} | {name.capitalize(): f"/{name}/" for name in SECTIONS})


def foot() -> str:
    return items(FOOT | {"Write to us": "mailto:desk@courier.invalid"})


def items(links: dict[str, str]) -> str:
    return "".join(f'<li><a href="{href}">{plain(text)}</a></li>\n' for text, href in links.items())


def crumbs(section: str) -> str:
    return f'<a href="/">Home</a> &raquo; <a href="/{section}/">{section.capitalize()}</a>'


def tag_links(number: int) -> str:
    return ", ".join(f'<a href="/tag/{tag}">{tag}</a>' for tag in tags_of(number))


def share_links() -> str:
    """The last one is JavaScript, which nobody can follow."""
    links = "".join(f'<a href="http://share.invalid/{name}">{name}</a> ' for name in SHARES)
    return f'{links}<a href="javascript:print()">Save</a>'


def byline(story: Story) -> str:
    return f"By {plain(story.author)} | {story.teaser.day:%d %B %Y}"
