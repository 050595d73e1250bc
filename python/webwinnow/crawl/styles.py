"""Find the style sheets of pages, and those that style sheets import."""

import re
from collections.abc import Iterable
from itertools import islice

from webwinnow._core import FLAGS, Page
from webwinnow.crawl.frontier import NewUrl
from webwinnow.crawl.urls import host_key, style_url

#: Style sheets of one page, and imports of one style sheet; more are left out.
MAX_STYLES = 100
#: Style sheets between a page and one that is imported; deeper ones are left out.
MAX_IMPORT_DEPTH = 2
#: Style sheets of a crawl: so many for each page, or MAX_STYLES if that is more.
STYLES_PER_PAGE = 20
# A comment that is never closed ends with the file.
COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
IMPORT = re.compile(
    r"""@import(?:
        \s+url\(\s*(?: "([^"\n]*)" | '([^'\n]*)' | ([^"'()\s;]+) )\s*\)
        | \s*"([^"\n]*)"
        | \s*'([^'\n]*)'
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def styles_of(page: Page, base: str) -> list[str]:
    """URLs of the style sheets that a page links to or imports, without duplicates.

    `base` is the URL that relative ones refer to.
    """
    linked = (
        style_url(href, base)
        for node, href in zip(*page.having("href"), strict=True)
        if is_style_link(page, int(node))
    )
    found = {url: None for url in linked if url}
    for text in style_texts(page):
        found |= dict.fromkeys(imports_of(text, base))
    return list(islice(found, MAX_STYLES))


def is_style_link(page: Page, node: int) -> bool:
    words = (page.attribute(node, "rel") or "").lower().split()
    return page.tag_name(node) == "link" and "stylesheet" in words and "alternate" not in words


def style_texts(page: Page) -> Iterable[str]:
    nodes, texts = page.runs.node.tolist(), page.run_texts()
    for run in (page.runs.flags & FLAGS["CODE"]).nonzero()[0].tolist():
        if page.tag_name(nodes[run]) == "style" and "@import" in texts[run].lower():
            yield texts[run]


def imports_of(css: str, base: str) -> list[str]:
    """URLs that a style sheet imports, without duplicates."""
    names = ("".join(each.groups("")).strip() for each in IMPORT.finditer(COMMENT.sub(" ", css)))
    found = (style_url(name, base) for name in names if name)
    return list(islice(dict.fromkeys(url for url in found if url), MAX_STYLES))


def max_styles(pages: int) -> int:
    """Style sheets that a crawl with so many pages may request."""
    return max(MAX_STYLES, STYLES_PER_PAGE * pages)


def new_styles(urls: Iterable[str], depth: int, hops: int = 0) -> list[NewUrl]:
    """Style sheets to request, from any host: many sites keep them on another one."""
    return [NewUrl(url, host_key(url), depth, hops, is_style=True) for url in urls]
