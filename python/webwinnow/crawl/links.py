"""Where a page leads to."""

import re
from collections.abc import Iterator

from webwinnow._core import Page
from webwinnow.crawl.urls import canonical

__all__ = ["links_of"]

# The attribute that leads on, by tag.
LEADING = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}
NOFOLLOW = frozenset({"nofollow", "none"})
REFRESH = re.compile(r"""^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)""", re.IGNORECASE)


def links_of(page: Page, url: str, robots_header: str = "") -> list[str]:
    """Canonical addresses in the order of the page, each once; none where it asks not to follow.

    `robots_header` is what the server sent as X-Robots-Tag.
    """
    metas = list(of_tag(page, "meta", "content"))
    if forbids(robots_header) or any(
        forbids(text) for node, text in metas if is_robots(page, node)
    ):
        return []
    base = next((value for _, value in of_tag(page, "base", "href")), "")
    base = canonical(base, url) or url
    found = {
        address: None
        for link in raw_links(page)
        if (address := canonical(link, base)) and address != url
    }
    for node, text in metas:
        if (page.attribute(node, "http-equiv") or "").strip().lower() == "refresh":
            target = REFRESH.match(text)
            address = canonical(target[1], base) if target else None
            if address and address != url:
                found[address] = None
    return list(found)


def raw_links(page: Page) -> Iterator[str]:
    for attribute in ("href", "src"):
        for node, value in zip(*page.having(attribute), strict=True):
            if LEADING.get(page.tag_name(int(node))) == attribute:
                rel = page.attribute(int(node), "rel") or ""
                if "nofollow" not in rel.lower().split():
                    yield value


def of_tag(page: Page, tag: str, attribute: str) -> Iterator[tuple[int, str]]:
    for node, value in zip(*page.having(attribute), strict=True):
        if page.tag_name(int(node)) == tag:
            yield int(node), value


def is_robots(page: Page, node: int) -> bool:
    return (page.attribute(node, "name") or "").strip().lower() in {"robots", "webwinnow"}


def forbids(directives: str) -> bool:
    """Whether one of `noindex, nofollow` says so; a header may name the robot it is meant for."""
    words = {word.strip() for word in directives.lower().replace(":", ",").split(",")}
    return not NOFOLLOW.isdisjoint(words)
