"""Pages of generated layouts, and the parts that they share."""

from dataclasses import dataclass
from html import escape

from tests.support.portal.prose import Writer

#: jusText takes texts of this length for good ones.
LONG = 220
NOTICE = Writer("layout notice").paragraph(2 * LONG)


@dataclass(frozen=True)
class SitePage:
    url: str
    html: str
    article: list[str]  # in order
    others: list[str]  # unique texts that do not belong to the article

    def lost(self, text: str) -> list[str]:
        """Paragraphs of the article that a text lacks."""
        flat = " ".join(text.split())
        return [each for each in self.article if each not in flat]

    def surplus(self, text: str) -> list[str]:
        """Comments, promotions and teasers that a text has."""
        flat = " ".join(text.split())
        return [each for each in self.others if each in flat]


def texts(*seeds: object, count: int) -> list[str]:
    write = Writer("layout", *seeds)
    return [write.paragraph(LONG) for _ in range(count)]


def opinions(*seeds: object, count: int) -> list[str]:
    write = Writer("layout opinion", *seeds)
    return [write.paragraph(LONG, "opinion") for _ in range(count)]


def title_of(*seeds: object) -> str:
    return Writer("layout title", *seeds).words("headline")


def paragraphs(found: list[str], name: str = "p") -> str:
    tag = name.split()[0]
    return "\n".join(f"<{name}>{escape(text)}</{tag}>" for text in found)


def frame(title: str, main: str) -> str:
    """Put the main column between a menu and a footer that all pages share."""
    return f"""<!DOCTYPE html><html lang="en"><head><title>{escape(title)} | The Sun</title></head>
<body><ul class="menu"><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul>
<div id="main">
{main}
</div>
<div id="foot"><p>{NOTICE}</p><a href="/privacy">Privacy</a></div></body></html>"""
