"""Small sites for tests: pages with distinct articles in a common frame, blogs and indexes."""

from collections.abc import Callable

from tests.support.portal.prose import Writer
from webwinnow import Decision, Page, load
from webwinnow.methods.base import Method
from webwinnow.methods.goldminer.sample import Sample, SamplePage

#: jusText calls texts of this length good.
LONG = 220
#: A text on all pages.
NOTICE = Writer("small notice").paragraph(2 * LONG)


def texts(seed: object, count: int = 4) -> list[str]:
    write = Writer("small", seed)
    return [write.paragraph(LONG) for _ in range(count)]


def paragraphs(found: list[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in found)


def story(seed: object, count: int = 4) -> str:
    return paragraphs(texts(seed, count))


def article_page(seed: object, *, body: str | None = None, after: str = "", title: str = "") -> str:
    """Make an article in `div.story` between a menu and a footer, with `after` behind it."""
    title = title or Writer("small title", seed).words("headline")
    return (
        f"<title>{title} | The Sun</title><body><ul class=menu><li><a href=/>Home</a></ul>"
        f"<div id=main><h1>{title}</h1><div class=story>{body or story(seed)}</div>{after}</div>"
        f"<div id=foot><p>{NOTICE}</div>"
    )


def blog_page(seed: object) -> str:
    """Make a blog page of the same host with another frame."""
    title = Writer("small blog", seed).words("headline")
    return (
        f"<title>{title}</title><body><section class=post><h2>{title}</h2>{story(('blog', seed))}"
        f"</section><section class=links><a href=/a>One</a><p>{NOTICE}</section>"
    )


def discussion(seed: object, count: int = 3) -> str:
    """Make comments below the names of their authors."""
    names = Writer("small people", seed)
    said = "".join(
        f"<li>{names.words('person')} wrote:<p>{text}</p>" for text in texts(seed, count)
    )
    return f"<div class=comments><ul>{said}</ul></div>"


def index_page(seed: object, items: int = 6) -> str:
    """Make a list of headlines with leads."""
    entries = "".join(
        f"<div class=entry><h3><a href=/{n}>{headline(seed, n)}</a></h3>{story((seed, n), 1)}</div>"
        for n in range(items)
    )
    return f"<title>News</title><body><div id=list>{entries}</div>"


def headline(*seeds: object) -> str:
    return Writer("small headline", *seeds).words("headline")


def pages(make: Callable[[int], str], count: int = 8) -> list[Page]:
    return [Page(make(number)) for number in range(count)]


def sample(*html: str, min_text: int = 1, inner: Method | None = None) -> Sample:
    """Make a sample; by default all visible text is good."""
    return Sample(map(Page, html), inner or load("all"), min_text=min_text)


def sample_page(html: str) -> SamplePage:
    return sample(html).pages[0]


def kept_blocks(page: Page, decision: Decision) -> list[str]:
    """Return the texts of blocks with a kept run."""
    found = page.block_texts()
    return [found[block] for block in sorted({*page.runs.block[decision.keep].tolist()})]
