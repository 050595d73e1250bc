"""Find the style sheets of pages, and those that style sheets import."""

import re
from collections.abc import Iterable
from itertools import islice

from webwinnow._core import FLAGS, Page
from webwinnow.crawl.frontier import NewUrl
from webwinnow.crawl.urls import host_key, style_url

CSS = "text/css"
MAX_STYLE_BYTES = 2 * 2**20
#: Style sheets of one page, and imports of one style sheet; more are left out.
MAX_STYLES = 100
# A comment that is never closed ends with the file.
COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
IMPORT = re.compile(r"""@import\s+(?:url\(\s*)?["']?([^"')\s;]+)""", re.IGNORECASE)


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
    found = (style_url(each[1], base) for each in IMPORT.finditer(COMMENT.sub("", css)))
    return list(islice(dict.fromkeys(url for url in found if url), MAX_STYLES))


def new_styles(urls: Iterable[str], depth: int, hops: int = 0) -> list[NewUrl]:
    """Style sheets to request, from any host: many sites keep them on another one."""
    return [NewUrl(url, host_key(url), depth, hops, is_style=True) for url in urls]
