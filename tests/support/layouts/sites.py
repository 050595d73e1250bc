"""Sites on which a learner may lose articles, one function for the pages of each."""

from collections.abc import Callable
from html import escape

from tests.support.layouts.pages import (
    SitePage,
    frame,
    opinions,
    paragraphs,
    texts,
    title_of,
)
from tests.support.portal.prose import Writer

PAGES = 10
HOST = "http://a.example"

Make = Callable[[int], tuple[str, list[str], list[str]]]  # main column, article, others


def site(name: str, make: Make, count: int = PAGES, *, has_heading: bool = True) -> list[SitePage]:
    """Pages with a title each; if it is a heading, it belongs to the article."""
    made = []
    for number in range(count):
        title = title_of(name, number)
        main, article, others = make(number)
        heading = [title] if has_heading else []
        html = frame(title, f"{paragraphs(heading, 'h1')}\n{main}")
        made.append(SitePage(f"{HOST}/{name}/{number}", html, heading + article, others))
    return made


def sections() -> list[SitePage]:
    """The article stands in three sections, each with an id of its own."""
    return site("sections", lambda number: in_sections(number, ("intro", "facts", "outlook")))


def box(name: str, found: list[str]) -> str:
    return f'<div class="{name}">{paragraphs(found)}</div>'


def in_sections(number: int, names: tuple[str, ...]) -> tuple[str, list[str], list[str]]:
    own = [texts("section", name, number, count=2) for name in names]
    main = "".join(
        f'<section id="{name}">{paragraphs(found)}</section>'
        for name, found in zip(names, own, strict=True)
    )
    return main, [text for found in own for text in found], []


def headed_sections() -> list[SitePage]:
    """Sections under headings that every article has, as in journals."""

    def make(number: int) -> tuple[str, list[str], list[str]]:
        main, article = "", []
        for name in ("Background", "Methods", "Results", "Discussion"):
            own = texts("headed", name, number, count=2)
            main += f'<div class="part" id="{name.lower()}"><h2>{name}</h2>{paragraphs(own)}</div>'
            article += [name, *own]
        return main, article, []

    return site("headed", make)


def abstract_and_body() -> list[SitePage]:
    def make(number: int) -> tuple[str, list[str], list[str]]:
        first, rest = (
            texts("abstract", number, count=2),
            texts("abstract body", number, count=4),
        )
        main = box("abstract", first) + box("body", rest)
        return main, first + rest, []

    return site("abstract", make)


def promotion() -> list[SitePage]:
    """A unique promotion stands before an article of three paragraphs."""

    def make(number: int) -> tuple[str, list[str], list[str]]:
        promo = texts("promotion", number, count=2)
        own = texts("promoted", number, count=3)
        main = box("promo", promo) + box("story", own)
        return main, own, promo

    return site("promotion", make)


def commented(
    name: str, wrap: Callable[[list[str]], str], *, has_heading: bool = True
) -> list[SitePage]:
    """Six comments follow an article of two paragraphs; some pages have one only."""

    def make(number: int) -> tuple[str, list[str], list[str]]:
        own = texts(name, number, count=2)
        said = opinions(name, number, count=6 if number % 5 else 1)
        return f'<div class="story">{paragraphs(own)}</div>{wrap(said)}', own, said

    return site(name, make, has_heading=has_heading)


def named_comments(said: list[str]) -> str:
    write = Writer("layout people", said[0])
    items = "".join(
        f'<li class="comment">{write.words("person")} wrote:<p>{escape(text)}</p></li>'
        for text in said
    )
    return f'<div id="comments"><h3>{len(said)} comments</h3><ol>{items}</ol></div>'


def headed_comments(said: list[str]) -> str:
    """The class names mean nothing; heading and author lines show what it is."""
    write = Writer("layout people", said[0])
    items = "".join(
        f'<div class="x7"><b>{write.words("person")}</b>, 12 May 2013<p>{escape(text)}</p></div>'
        for text in said
    )
    return f'<div class="q2"><h3>Comments ({len(said)})</h3>{items}</div>'


def unmarked_comments(said: list[str]) -> str:
    """Nothing tells these from the article."""
    return box("x9", said)


def many_pages() -> list[SitePage]:
    """Three pages of each of ten articles; every page repeats title and lead."""
    made = []
    for number in range(PAGES):
        title = title_of("many pages", number)
        lead = texts("many pages lead", number, count=1)
        for part in range(1, 4):
            own = texts("many pages", number, part, count=4)
            links = " ".join(
                f'<a href="/long/{number}?page={each}">{each}</a>' for each in (1, 2, 3)
            )
            main = (
                f'<h1>{escape(title)}</h1><p class="lead">{escape(lead[0])}</p>'
                f'<div class="story">{paragraphs(own)}</div><div class="pager">{links}</div>'
            )
            url = f"{HOST}/long/{number}?page={part}"
            made.append(
                SitePage(url, frame(f"{title} - page {part}", main), [title, *lead, *own], [])
            )
    return made


def live_blogs() -> list[SitePage]:
    """Entries with times look like comments; other articles of the host have none."""

    def make(number: int) -> tuple[str, list[str], list[str]]:
        own = texts("live", number, count=4)
        entries = texts("live entry", number, count=5 if number % 2 else 0)
        shown = "".join(
            f'<div class="entry"><b>12:{number:02}</b><p>{escape(text)}</p></div>'
            for number, text in enumerate(entries)
        )
        return f'<div class="story">{paragraphs(own)}</div>{shown}', own + entries, []

    return site("live", make, 12)


def mixed() -> list[SitePage]:
    """Four templates on one host that share the name of a container; one has three pages only."""

    def simple(number: int) -> tuple[str, list[str], list[str]]:
        own = texts("simple", number, count=5)
        return box("content", own), own, []

    def split(number: int) -> tuple[str, list[str], list[str]]:
        lead, own = (
            texts("split lead", number, count=1),
            texts("split", number, count=5),
        )
        main = box("content", lead) + box("long", own)
        return main, lead + own, []

    def review(number: int) -> tuple[str, list[str], list[str]]:
        own, after = (
            texts("review", number, count=3),
            texts("verdict", number, count=2),
        )
        main = box("content", own) + f'<aside class="verdict">{paragraphs(after)}</aside>'
        return main, own + after, []

    return [
        *site("simple", simple, 10),
        *site("split", split, 6),
        *site("review", review, 3),
        *site("parts", lambda number: in_sections(number, ("one", "two")), 6),
    ]


def unseen_pages() -> list[SitePage]:
    """Articles in a layout that the sample of `abstract_and_body` lacks."""

    def make(number: int) -> tuple[str, list[str], list[str]]:
        own = texts("unseen", number, count=4)
        return f'<article class="special">{paragraphs(own)}</article>', own, []

    return site("unseen", make, 3)


SITES: dict[str, list[SitePage]] = {
    "sections with ids": sections(),
    "sections under recurring headings": headed_sections(),
    "abstract and body": abstract_and_body(),
    "unique promotion before": promotion(),
    "comments, named": commented("named", named_comments),
    "comments under a heading": commented("headed comments", headed_comments),
    "comments, unmarked": commented("unmarked", unmarked_comments),
    "comments, named, no title": commented("no title", named_comments, has_heading=False),
    "comments, unmarked, no title": commented("bare", unmarked_comments, has_heading=False),
    "articles of three pages": many_pages(),
    "live blogs": live_blogs(),
    "mixed templates": mixed(),
}
