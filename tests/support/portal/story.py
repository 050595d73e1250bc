"""What an article says, apart from how its page looks. Everything follows from two numbers."""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from tests.support.portal.prose import Writer
from tests.support.portal.vocabulary import WORDS

SECTIONS = ("news", "business", "sport", "blogs", "local")
TAGS = tuple(WORDS["noun"][::13])
#: What a teaser needs for jusText to take it for running text.
LEAD_LENGTH = 210
COMMENT_LENGTH = 220
PARAGRAPH_LENGTHS = (160, 480)
AUTHORS = 12
FIRST_DAY = date(2012, 1, 1)
STORIES_A_DAY = 20
#: Every so many articles one is served in windows-1250, and has a title that shows it.
LEGACY_EVERY, FIRST_LEGACY = 50, 7
#: Pieces of the body that are no text of the article.
FOREIGN = ("ad", "caption")
ADS = (
    "Would you like to save on the bills that you pay every month? Our readers have found out how "
    "it can be done in less than ten minutes, and all that they had to do was to ask us for the "
    "offer that is the best for them and for their families.",
    "Advertisement",
    "Subscribe to our newsletter and you will have the best of the week in your mailbox before "
    "anyone else: it is free, it is short, and you can leave it whenever you want to.",
)


@dataclass(frozen=True)
class Teaser:
    """An article as other pages show it."""

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
    """Of a body; `kind` is p, h2, li, quote, or one of `FOREIGN`."""

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
        """Title, lead and body in order: all that is the article's."""
        opening = [self.teaser.title] + [self.teaser.lead] * self.has_lead
        return opening + [piece.text for piece in self.body if piece.kind not in FOREIGN]


def is_legacy(number: int) -> bool:
    return number % LEGACY_EVERY == FIRST_LEGACY


def tags_of(number: int) -> list[str]:
    """Two, so that the articles of a tag can be told without looking at any."""
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
    """Name and biography."""
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
    for chance, pieces in more.values():
        if random.random() < chance:
            # Between paragraphs, since no article opens or ends with a heading or an advert.
            groups.insert(random.randint(1, len(groups) - 1), pieces)
    return [piece for group in groups for piece in group]


def comments(write: Writer) -> list[Comment]:
    return [
        Comment(write.words("person"), write.paragraph(COMMENT_LENGTH, "opinion"))
        for _ in range(write.random.randint(0, 12))
    ]
