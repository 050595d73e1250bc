"""A page cut down to its article, by the templates of its site."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.goldminer.markup import Markup, known_key
from webwinnow.methods.goldminer.template import Site, Template

__all__ = ["BETWEEN", "WHOLE", "Trimmed", "keys_of", "place_keys", "region", "trim"]

# Every page has these, so something else must tell that there is an article.
WHOLE = frozenset({"html", "body"})
BETWEEN = " < "  # of the names in a place
PRIME = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Trimmed:
    """A page's article: which runs it may have, and by which template."""

    markup: Markup
    template: Template
    runs: NDArray[np.bool_]


def trim(page: Page, site: Site) -> Trimmed | None:
    """None where no template finds an article."""
    markup = Markup(page)
    for template in site.templates:
        found = region(markup, template)
        if found:
            return Trimmed(markup, template, markup.runs_between(*found))
    return None


def region(markup: Markup, template: Template) -> tuple[int, int] | None:
    """The events that the article stands between."""
    node = markup.once(known_key(template.container))
    if node is None:
        return None
    opens, closes = int(markup.opens[node]), int(markup.closes[node])
    begin = begin_of(markup, template, closes)
    found = [markup.find(pattern) for pattern in template.end]
    start = opens if begin is None else begin
    after = [event[0] for event in found if event and event[0] > start]
    if template.container in WHOLE and (begin is None or (template.end and not after)):
        return None
    return start, min(after, default=closes)


def begin_of(markup: Markup, template: Template, closes: int) -> int | None:
    for pattern in template.begin:
        found = markup.find(pattern)
        if found and found[1] < closes:
            return found[1]
    return None


def place_keys(markup: Markup, node: NDArray[np.int32]) -> NDArray[np.uint64]:
    """What an element and the one around it look like, as a number."""
    parent = np.maximum(markup.page.nodes.parent[node], 0)
    return np.asarray(markup.look(node) * PRIME ^ markup.look(parent))


@lru_cache(maxsize=256)
def keys_of(places: tuple[str, ...]) -> NDArray[np.uint64]:
    """The same of places as they are written."""
    pairs = [place.partition(BETWEEN)[::2] for place in places]
    looks = np.array([[known_key(name) for name in pair] for pair in pairs], np.uint64)
    return looks[:, 0] * PRIME ^ looks[:, 1] if pairs else np.zeros(0, np.uint64)
