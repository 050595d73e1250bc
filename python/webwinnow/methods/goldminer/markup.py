"""The tags of a page in the order of its source, and where runs stand among them.

Each tag is an event: the opening tags and the closing ones, numbered from 0. A run stands before
the event of its number.
"""

import re
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, Page, selector_hash, selector_hashes

__all__ = ["IntArray", "Markup", "among_tags", "known_key", "name_of"]

IntArray = NDArray[np.int64]

# What a series of tags is made of. Tags inside of lines come and go with the text.
SERIES_TAGS = (
    ["address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt"],
    ["fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"],
    ["header", "hr", "li", "main", "nav", "ol", "p", "pre", "section"],
    ["table", "tbody", "td", "th", "tr", "ul"],
)
CODE_OF = {name: TAG_NAMES.index(name) + 1 for names in SERIES_TAGS for name in names}


def among_tags(*names: list[str]) -> NDArray[np.bool_]:
    """Whether a tag is one of these, by its number; the last place is for tags without one."""
    known = {name for some in names for name in some}
    return np.array([*(name in known for name in TAG_NAMES), False])


HR = TAG_NAMES.index("hr")
IN_SERIES = among_tags(*SERIES_TAGS)


# What HTML takes for white space: others are parts of a name.
SPACES = " \t\n\f\r"
SPACE = re.compile(f"[{SPACES}]+")


class Markup:
    """What is asked of a page's tags, found once."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.starts, self.keys = selector_hashes(page)
        number, depth = np.arange(len(page.nodes)), page.nodes.depth.astype(np.int64)
        self.opens: IntArray = 2 * number - depth
        self.closes: IntArray = 2 * page.nodes.end.astype(np.int64) - depth - 1

    @cached_property
    def run_events(self) -> IntArray:
        """The event that each run stands before."""
        runs = self.page.runs
        return np.asarray(2 * runs.opened - self.page.nodes.depth[runs.node].astype(np.int64) - 1)

    def runs_between(self, begin: int, end: int) -> NDArray[np.bool_]:
        """The runs after one event and before another."""
        return np.asarray((self.run_events > begin) & (self.run_events <= end))

    def once(self, key: int) -> int | None:
        """The element that has a name which no other has."""
        places = np.flatnonzero(self.keys == np.uint64(key))
        if len(places) != 1:
            return None
        return int(np.searchsorted(self.starts, places[0], "right")) - 1

    @cached_property
    def unique(self) -> tuple[NDArray[np.uint64], IntArray]:
        """All names that only one element has, and the elements. Of an element, what is written
        last comes first: an identifier says more than a class, and that more than a tag.
        """
        _, first, count = np.unique(self.keys, return_index=True, return_counts=True)
        places = np.sort(first[count == 1])[::-1]
        return self.keys[places], np.searchsorted(self.starts, places, "right") - 1

    @cached_property
    def opens_once(self) -> dict[int, int]:
        """The same as events by names."""
        keys, nodes = self.unique
        return dict(zip(keys.tolist(), self.opens[nodes].tolist(), strict=True))

    def look(self, node: NDArray[np.integer[Any]]) -> NDArray[np.uint64]:
        """The names that say most of elements' looks: a class, or what else there is."""
        start = self.starts[node]
        return np.asarray(self.keys[start + (self.starts[node + 1] - start > 1)])

    @cached_property
    def series(self) -> tuple[IntArray, IntArray]:
        """The events of tags that series are made of, and which tags: closing ones are negative."""
        tags = np.minimum(self.page.nodes.tag, len(TAG_NAMES)).astype(np.int64)
        nodes = np.flatnonzero(IN_SERIES[tags])
        closed = nodes[tags[nodes] != HR]  # nothing closes it
        events = np.concatenate([self.opens[nodes], self.closes[closed]])
        codes = np.concatenate([tags[nodes] + 1, -tags[closed] - 1])
        order = np.argsort(events)
        return events[order], codes[order]

    def find(self, pattern: str) -> tuple[int, int] | None:
        """The first and the last event of a pattern, if the page has it just once."""
        if pattern.startswith("<"):
            return self.find_series(codes_of(pattern))
        node = self.once(known_key(pattern))
        return None if node is None else (int(self.opens[node]), int(self.opens[node]))

    def find_series(self, wanted: tuple[int, ...]) -> tuple[int, int] | None:
        events, codes = self.series
        places = len(codes) - len(wanted) + 1
        if places < 1 or not wanted:
            return None
        fits = np.ones(places, bool)
        for step, code in enumerate(wanted):
            fits &= codes[step : step + places] == code
        found = np.flatnonzero(fits)
        if len(found) != 1:
            return None
        return int(events[found[0]]), int(events[found[0] + len(wanted) - 1])

    def series_before(self, event: int, length: int) -> str | None:
        """The last so many tags up to an event."""
        events, codes = self.series
        end = int(np.searchsorted(events, event))
        return written(codes[end - length : end].tolist()) if end >= length else None

    def series_after(self, event: int, length: int) -> str | None:
        """The first so many tags from an event on."""
        events, codes = self.series
        start = int(np.searchsorted(events, event))
        return (
            written(codes[start : start + length].tolist())
            if start + length <= len(codes)
            else None
        )


known_key = lru_cache(maxsize=4096)(selector_hash)


def written(codes: list[int]) -> str:
    return " ".join(f"<{'/' * (code < 0)}{TAG_NAMES[abs(code) - 1]}>" for code in codes)


@lru_cache(maxsize=1024)
def codes_of(series: str) -> tuple[int, ...]:
    """Of a series as it is written; empty, which is found nowhere, where a tag is unknown."""
    codes = []
    for tag in series.split():
        name = tag.strip("</>")
        code = CODE_OF.get(name)
        if code is None:
            return ()
        codes.append(-code if tag.startswith("</") else code)
    return tuple(codes)


def name_of(page: Page, node: int, key: int) -> str | None:
    """The name of an element that has a given key, in words; None where no words would find it,
    as with a dot in the tag.
    """
    tag = page.tag_name(node)
    attributes = page.attributes(node)
    classes = [each for each in SPACE.split(attributes.get("class", "")) if each]
    identifier = attributes.get("id", "").strip(SPACES)
    names = [tag, *(f"{tag}.{each}" for each in classes), f"{tag}#{identifier}"]
    return next((folded(name) for name in names if selector_hash(name) == key), None)


def folded(name: str) -> str:
    """Digits after the tag are alike, so they are written as one zero."""
    tag = re.split("[#.]", name, maxsplit=1)[0]
    return tag + re.sub("[0-9]+", "0", name[len(tag) :])
