"""Articles of the portal without markup; seed and number determine each article."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from random import Random

from tests.support.portal.prose import Writer
from tests.support.portal.vocabulary import WORDS

SECTIONS = ("news", "business", "sport", "blogs", "local")
TAGS = tuple(WORDS["noun"][::13])
#: Long enough for jusText to classify a teaser as good text.
LEAD_LENGTH = 210
COMMENT_LENGTH = 220
PARAGRAPH_LENGTHS = (160, 480)
AUTHORS = 12
FIRST_DAY = date(2012, 1, 1)
STORIES_A_DAY = 20
#: One article in 50 is served in windows-1250 and has a non-ASCII title.
LEGACY_EVERY, FIRST_LEGACY = 50, 7
#: Kinds of pieces that do not belong to the article.
FOREIGN = ("ad", "caption")
ADS = (
    "Would you like to save on the bills that you pay every month? Our readers have found out how "
    "it can be done in less than ten minutes, and all that they had to do was to ask us for the "
    "offer that is the best for them and for their families.",
    "Advertisement",
    "Subscribe to our newsletter and you will have the best of the week in your mailbox before "
    "anyone else: it is free, it is short, and you can leave it whenever you want to.",
)
MOST_READ = 3
RELATED = 3
#: Maximum distance, in article numbers, of the articles that a page shows.
NEAR = 30
#: Articles in a list without pages.
MAX_LISTED = 30


@dataclass(frozen=True)
class Teaser:
    """Title and lead of an article, as other pages show it."""

    number: int
    path: str
    title: str
    lead: str

    @property
    def section(self) -> str:
        return SECTIONS[self.number % len(SECTIONS)]

    @property
    def day(self) -> date:
        return FIRST_DAY + timedelta(days=self.number // STORIES_A_DAY)


@dataclass(frozen=True)
class Piece:
    """A piece of the body; `kind` is p, h2, li, quote, or one of `FOREIGN`."""

    kind: str
    text: str


@dataclass(frozen=True)
class Comment:
    name: str
    text: str


@dataclass(frozen=True)
class Story:
    teaser: Teaser
    author: str
    biography: str
    has_lead: bool
    body: tuple[Piece, ...]
    comments: tuple[Comment, ...]

    @property
    def own_texts(self) -> list[str]:
        """Return title, lead and body in order: all text of the article."""
        opening = [self.teaser.title] + [self.teaser.lead] * self.has_lead
        return opening + [piece.text for piece in self.body if piece.kind not in FOREIGN]


def is_legacy(number: int) -> bool:
    return number % LEGACY_EVERY == FIRST_LEGACY


def tags_of(number: int) -> list[str]:
    """Return two tags, computed from the number so that a tag's articles are known."""
    return sorted({TAGS[number % len(TAGS)], TAGS[number // len(TAGS) % len(TAGS)]})


@lru_cache(maxsize=4096)
def teaser(seed: int, number: int) -> Teaser:
    write = Writer(seed, "teaser", number)
    title = write.words("headline")
    if is_legacy(number):
        title = f"Győr: {title}"
    section = SECTIONS[number % len(SECTIONS)]
    found = Teaser(number, "", title, write.paragraph(LEAD_LENGTH))
    path = f"/{section}/{found.day:%Y/%m}/{slug(title)}-{number}.html"
    return Teaser(number, path, title, found.lead)


def slug(title: str) -> str:
    plain = title.lower().encode("ascii", "ignore").decode()
    return "-".join(plain.replace(":", "").split()[:6])


@lru_cache(maxsize=256)
def story(seed: int, number: int) -> Story:
    write = Writer(seed, "story", number)
    random = write.random
    author = random.randrange(AUTHORS)
    return Story(
        teaser(seed, number),
        *author_of(seed, author),
        has_lead=random.random() < 0.85,
        body=tuple(body(write)),
        comments=tuple(comments(write)) if random.random() < 2 / 3 else (),
    )


def author_of(seed: int, number: int) -> tuple[str, str]:
    """Return name and biography."""
    write = Writer(seed, "author", number)
    name = write.words("person")
    return name, f"{name} has been with us since {write.words('month')}. {write.paragraph(200)}"


def body(write: Writer) -> list[Piece]:
    random = write.random
    lengths = [random.randint(*PARAGRAPH_LENGTHS) for _ in range(random.randint(4, 14))]
    groups = [[Piece("p", write.paragraph(length))] for length in lengths]
    more = {
        "list": (0.3, [Piece("li", write.words("item")) for _ in range(random.randint(3, 6))]),
        "quote": (0.3, [Piece("quote", write.paragraph(120, "opinion"))]),
        "picture": (0.4, [Piece("caption", write.words("caption"))]),
        "advert": (0.5, [Piece("ad", random.choice(ADS))]),
        "subheading": (0.4, [Piece("h2", write.words("subheading"))]),
    }
    for probability, pieces in more.values():
        if random.random() < probability:
            # Between paragraphs: no article starts or ends with a heading or an advert.
            groups.insert(random.randint(1, len(groups) - 1), pieces)
    return [piece for group in groups for piece in group]


def comments(write: Writer) -> list[Comment]:
    return [
        Comment(write.words("person"), write.paragraph(COMMENT_LENGTH, "opinion"))
        for _ in range(write.random.randint(0, 12))
    ]


@dataclass(frozen=True)
class RelatedTeasers:
    """Teasers of other articles on the page of an article."""

    most_read: Sequence[Teaser]
    latest: Sequence[Teaser]
    related: Sequence[Teaser]


@dataclass(frozen=True)
class ArticleIndex:
    """Selects articles by number, section and tag."""

    seed: int
    count: int

    def teaser(self, number: int) -> Teaser:
        return teaser(self.seed, number)

    def teasers(self, numbers: Iterable[int]) -> list[Teaser]:
        return [self.teaser(number) for number in numbers]

    def story(self, number: int) -> Story:
        return story(self.seed, number)

    def latest(self, count: int) -> Sequence[int]:
        return range(self.count)[::-1][:count]

    def of_section(self, section: str) -> Sequence[int]:
        """Return the articles of a section, newest first."""
        return range(SECTIONS.index(section), self.count, len(SECTIONS))[::-1]

    def of_tag(self, tag: str) -> Sequence[int]:
        """Return the newest articles whose first tag this is."""
        return range(TAGS.index(tag), self.count, len(TAGS))[::-1][:MAX_LISTED]

    def around(self, number: int) -> RelatedTeasers:
        """Return the teasers on the page of an article; neighbouring pages share many."""
        random = Random(f"{self.seed}/around/{number}")
        near = range(max(0, number - NEAR), min(self.count, number + NEAR))
        others = [each for each in near if each != number]
        alike = [each for each in others if (each - number) % len(SECTIONS) == 0]
        return RelatedTeasers(
            self.teasers(range(min(MOST_READ, self.count))),
            self.teasers(random.sample(others, min(random.randint(4, 6), len(others)))),
            self.teasers(alike[-RELATED:]),
        )
