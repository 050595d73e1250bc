"""A site with a layout drawn at random: nesting, names, order of the parts, kinds of text."""

from collections.abc import Callable
from html import escape
from random import Random

from tests.support.layouts.pages import LONG, NOTICE, SitePage, title_of
from tests.support.portal.prose import Writer

PAGES = 12
WRAPPERS = ("div", "section", "article", "main", "div", "div")
SHARES = ("Facebook", "Twitter", "E-mail")
#: Parts after the title; the body is always among them.
PARTS = ("byline", "share", "lead", "promotion", "newsletter")
LATER = ("share", "tags", "related", "comments", "author box")


class RandomSite:
    """The layout of a site; every page of it has the same one."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = Random(f"layout/{seed}")
        choose = self.random
        self.names: dict[str, str] = {}
        self.has_names = choose.random() < 0.8
        self.before = choose.sample(PARTS, choose.randint(1, 4))
        self.after = choose.sample(LATER, choose.randint(1, 5))
        self.depth = choose.randint(0, 4)
        self.body_in_parts = choose.random() < 0.4
        self.paragraph = choose.choice(("p", "p", "p", "div"))
        self.lengths = choose.choice(((2, 4), (3, 8), (8, 16)))
        self.side_first = choose.random() < 0.3
        self.kinds = choose.sample(
            ("list", "table", "quote", "subheading", "short"), choose.randint(1, 5)
        )
        self.has_heading = choose.random() < 0.75

    def element(self, part: str, content: str, tag: str = "div") -> str:
        """Wrap content in an element whose name is drawn once for each part."""
        if part not in self.names:
            letters = "".join(self.random.choices("bcdfgklmnprstvz", k=5))
            self.names[part] = (
                self.random.choice((f' class="{letters}"', f' id="{letters}"', "")) * self.has_names
            )
        return f"<{tag}{self.names[part]}>{content}</{tag}>"

    def page(self, number: int) -> SitePage:
        page = RandomPage(self, number)
        title = title_of("random", self.seed, number)
        main = f"<h1>{escape(title)}</h1>" if self.has_heading else ""
        main += "\n".join(getattr(page, part.replace(" ", "_"))() for part in self.before)
        main += page.body()
        main += "\n".join(getattr(page, part.replace(" ", "_"))() for part in self.after)
        for level in range(self.depth):
            main = self.element(
                f"wrapper {level}", main, WRAPPERS[(self.seed + level) % len(WRAPPERS)]
            )
        side = self.element("side", page.teasers("side", 3))
        columns = side + main if self.side_first else main + side
        menu = self.element("menu", '<a href="/">Home</a> <a href="/news">News</a>', "ul")
        foot = self.element("foot", f"<p>{NOTICE}</p>")
        html = (
            f'<!DOCTYPE html><html lang="en"><head><title>{escape(title)} - Site</title></head>'
            f"<body>{menu}\n{columns}\n{foot}</body></html>"
        )
        url = f"http://random{self.seed}.example/{number}"
        return SitePage(url, html, [title] * self.has_heading + page.article, page.others)


class RandomPage:
    """The parts of one page."""

    def __init__(self, layout: RandomSite, number: int) -> None:
        self.layout, self.number = layout, number
        self.write = Writer("random page", layout.seed, number)
        self.random = self.write.random
        self.article: list[str] = []
        self.others: list[str] = []

    def own(self, text: str) -> str:
        self.article.append(text)
        return escape(text)

    def paragraph(self, text: str) -> str:
        return (
            self.layout.element("paragraph", self.own(text), "div")
            if self.layout.paragraph == "div"
            else f"<p>{self.own(text)}</p>"
        )

    def body(self) -> str:
        layout, count = self.layout, self.random.randint(*self.layout.lengths)
        pieces = [self.paragraph_piece for _ in range(count)]
        for kind in layout.kinds:
            if self.random.random() < 0.6:
                # Lists and tables may end an article, headings may not.
                pieces.insert(
                    self.random.randint(1, len(pieces) - (kind == "subheading")), self.piece(kind)
                )
        shown = [piece() for piece in pieces]
        if layout.body_in_parts:
            middle = max(1, len(shown) // 2)
            halves = ("".join(shown[:middle]), "".join(shown[middle:]))
            return "".join(layout.element(f"part {n}", half) for n, half in enumerate(halves))
        return layout.element("body", "\n".join(shown))

    def paragraph_piece(self) -> str:
        return self.paragraph(self.write.paragraph(self.random.randint(100, 2 * LONG)))

    def piece(self, kind: str) -> Callable[[], str]:
        return {
            "list": self.list,
            "table": self.table,
            "quote": self.quote,
            "subheading": lambda: f"<h2>{self.own(self.write.words('subheading'))}</h2>",
            "short": lambda: self.paragraph(f"{self.write.words('person')} agreed."),
        }[kind]

    def list(self) -> str:
        items = [self.own(self.write.words("item")) for _ in range(self.random.randint(2, 5))]
        return "<ul>" + "".join(f"<li>{text}</li>" for text in items) + "</ul>"

    def table(self) -> str:
        rows = [
            f"<tr><td>{self.own(self.write.words('thing'))}</td><td>{self.own(self.write.words('person'))}</td></tr>"
            for _ in range(self.random.randint(2, 5))
        ]
        return f"<table>{''.join(rows)}</table>"

    def quote(self) -> str:
        return f"<blockquote><p>{self.own(self.write.paragraph(120, 'opinion'))}</p></blockquote>"

    def byline(self) -> str:
        return self.layout.element(
            "byline", f"By {self.write.words('person')} | {1 + self.number} May 2013"
        )

    def lead(self) -> str:
        return self.layout.element("lead", self.own(self.write.paragraph(LONG)), "p")

    def share(self) -> str:
        return self.layout.element(
            "share", " ".join(f'<a href="/s/{name}">{name}</a>' for name in SHARES)
        )

    def promotion(self) -> str:
        text = self.write.paragraph(LONG)
        self.others.append(text)
        return self.layout.element("promotion", f"<p>{escape(text)}</p>")

    def newsletter(self) -> str:
        return self.layout.element("newsletter", f"<p>{NOTICE[:LONG]}</p>")

    def tags(self) -> str:
        return self.layout.element(
            "tags", " ".join(f'<a href="/t/{n}">{self.write.words("noun")}</a>' for n in range(3))
        )

    def related(self) -> str:
        return self.layout.element("related", self.teasers("related", 4))

    def teasers(self, part: str, count: int) -> str:
        """Headlines with leads of other articles, which several pages show."""
        chosen = self.random.sample(range(8), count)
        shown = [
            f'<h3><a href="/{n}">{title_of("teaser", self.layout.seed, n)}</a></h3>'
            f"<p>{Writer('teaser lead', self.layout.seed, n).paragraph(LONG)}</p>"
            for n in chosen
        ]
        return "".join(self.layout.element(f"{part} teaser", each) for each in shown)

    def comments(self) -> str:
        shown = []
        for _ in range(self.random.randint(0, 6)):
            text = self.write.paragraph(LONG, "opinion")
            self.others.append(text)
            shown.append(
                f"<li><b>{self.write.words('person')}</b> on 3 May 2013<p>{escape(text)}</p></li>"
            )
        return self.layout.element("comments", f"<h3>Comments</h3><ul>{''.join(shown)}</ul>")

    def author_box(self) -> str:
        return self.layout.element(
            "author box", Writer("author", self.number % 4).paragraph(LONG), "p"
        )


def random_site(seed: int, count: int = PAGES) -> list[SitePage]:
    layout = RandomSite(seed)
    return [layout.page(number) for number in range(count)]
