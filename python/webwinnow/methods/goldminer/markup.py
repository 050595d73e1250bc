"""The tags of a page in source order, and the positions of its runs among them.

Opening and closing tags are events, numbered from 0. A run comes before the event of its number.
"""

import re
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, Page, selector_hash, selector_hashes

IntArray = NDArray[np.int64]
SequenceTag = tuple[int, int | None]  # code, and the key of the class or id that it must have

# The tags of tag sequences. Inline tags are left out, because they vary with the text.
SEQUENCE_TAGS = (
    ["address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt"],
    ["fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"],
    ["header", "hr", "li", "main", "nav", "ol", "p", "pre", "section"],
    ["table", "tbody", "td", "th", "tr", "ul"],
)
TAG_CODES = {name: TAG_NAMES.index(name) + 1 for names in SEQUENCE_TAGS for name in names}


def tag_set(*names: list[str]) -> NDArray[np.bool_]:
    """Return a table indexed by tag number; its last place stands for tags without a number."""
    known = {name for some in names for name in some}
    return np.array([*(name in known for name in TAG_NAMES), False])


HR = TAG_NAMES.index("hr")
IN_SEQUENCE = tag_set(*SEQUENCE_TAGS)


# White space in HTML; other spaces are parts of a name.
SPACES = " \t\n\f\r"
SPACE = re.compile(f"[{SPACES}]+")
TAG_END = re.compile("[#.]")


class Markup:
    """Tag events and element names of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.starts, self.keys = selector_hashes(page)
        number, depth = np.arange(len(page.nodes)), page.nodes.depth.astype(np.int64)
        self.opens: IntArray = 2 * number - depth
        self.closes: IntArray = 2 * page.nodes.end.astype(np.int64) - depth - 1

    @cached_property
    def run_events(self) -> IntArray:
        """The event after each run."""
        runs = self.page.runs
        return np.asarray(2 * runs.opened - self.page.nodes.depth[runs.node].astype(np.int64) - 1)

    def runs_between(self, begin: int, end: int) -> NDArray[np.bool_]:
        """Mark the runs after one event and before another."""
        return np.asarray((self.run_events > begin) & (self.run_events <= end))

    def find_unique(self, key: int) -> int | None:
        """Return the element with this key; None unless there is exactly one."""
        places = np.flatnonzero(self.keys == np.uint64(key))
        if len(places) != 1:
            return None
        return int(np.searchsorted(self.starts, places[0], "right")) - 1

    @cached_property
    def unique(self) -> tuple[NDArray[np.uint64], IntArray]:
        """The keys that only one element has, and these elements.

        The keys of an element are in reverse order: its id, its classes, its tag. An id is more
        specific than a class, and a class than a tag.
        """
        _, first, count = np.unique(self.keys, return_index=True, return_counts=True)
        places = np.sort(first[count == 1])[::-1]
        return self.keys[places], np.searchsorted(self.starts, places, "right") - 1

    @cached_property
    def unique_events(self) -> dict[int, int]:
        """The opening event of each unique key."""
        keys, nodes = self.unique
        return dict(zip(keys.tolist(), self.opens[nodes].tolist(), strict=True))

    def style_keys(self, node: NDArray[np.integer[Any]]) -> NDArray[np.uint64]:
        """Return the style key of each node: its first class, or its tag."""
        start = self.starts[node]
        return np.asarray(self.keys[start + (self.starts[node + 1] - start > 1)])

    @cached_property
    def sequence(self) -> tuple[IntArray, IntArray, IntArray]:
        """Events, codes and nodes of the sequence tags; the codes of closing tags are negative."""
        tags = np.minimum(self.page.nodes.tag, len(TAG_NAMES)).astype(np.int64)
        nodes = np.flatnonzero(IN_SEQUENCE[tags])
        closed = nodes[tags[nodes] != HR]  # <hr> has no closing tag
        events = np.concatenate([self.opens[nodes], self.closes[closed]])
        codes = np.concatenate([tags[nodes] + 1, -tags[closed] - 1])
        order = np.argsort(events)
        return events[order], codes[order], np.concatenate([nodes, closed])[order]

    def find(self, pattern: str) -> tuple[int, int] | None:
        """Return the first and last event of a pattern; None unless the page has it just once."""
        if pattern.startswith("<"):
            return self.find_sequence(parse_sequence(pattern))
        node = self.find_unique(cached_selector_hash(pattern))
        return None if node is None else (int(self.opens[node]), int(self.opens[node]))

    def find_sequence(self, pattern: tuple[SequenceTag, ...]) -> tuple[int, int] | None:
        events, codes, nodes = self.sequence
        places = len(codes) - len(pattern) + 1
        if places < 1 or not pattern:
            return None
        is_match = np.ones(places, bool)
        for step, (code, name) in enumerate(pattern):
            here = slice(step, step + places)
            is_match &= codes[here] == code
            if name is not None:
                is_match &= self.has_key(name)[nodes[here]]
        matches = np.flatnonzero(is_match)
        if len(matches) != 1:
            return None
        return int(events[matches[0]]), int(events[matches[0] + len(pattern) - 1])

    def has_key(self, key: int) -> NDArray[np.bool_]:
        """Mark the nodes with a key."""
        found = np.zeros(len(self.page.nodes), bool)
        places = np.flatnonzero(self.keys == np.uint64(key))
        found[np.searchsorted(self.starts, places, "right") - 1] = True
        return found

    def sequence_before(self, event: int, length: int) -> str | None:
        """Return the last `length` sequence tags before an event."""
        events, codes, _ = self.sequence
        end = int(np.searchsorted(events, event))
        return write_sequence(codes[end - length : end].tolist()) if end >= length else None

    def sequence_after(self, event: int, length: int) -> str | None:
        """Return the first `length` sequence tags from an event on."""
        events, codes, _ = self.sequence
        start = int(np.searchsorted(events, event))
        if start + length > len(codes):
            return None
        return write_sequence(codes[start : start + length].tolist())


cached_selector_hash = lru_cache(maxsize=4096)(selector_hash)


def write_sequence(codes: list[int]) -> str:
    return " ".join(f"<{'/' * (code < 0)}{TAG_NAMES[abs(code) - 1]}>" for code in codes)


@lru_cache(maxsize=1024)
def parse_sequence(text: str) -> tuple[SequenceTag, ...]:
    """Parse a written tag sequence, such as "</p> <div#content>".

    A tag without a class or id matches with any. An unknown tag gives an empty sequence, which
    never matches.
    """
    found: list[SequenceTag] = []
    for written in text.split():
        name = written.strip("</>")
        code = TAG_CODES.get(TAG_END.split(name, maxsplit=1)[0])
        if code is None:
            return ()
        key = cached_selector_hash(name) if TAG_END.search(name) else None
        found.append((-code if written.startswith("</") else code, key))
    return tuple(found)


def selector_of(page: Page, node: int, key: int) -> str | None:
    """Return the selector of a node that has this key; None if no selector does, as with a dot in
    the tag name.
    """
    tag = page.tag_name(node)
    attributes = page.attributes(node)
    classes = [each for each in SPACE.split(attributes.get("class", "")) if each]
    identifier = attributes.get("id", "").strip(SPACES)
    names = [tag, *(f"{tag}.{each}" for each in classes), f"{tag}#{identifier}"]
    return next((fold_digits(name) for name in names if selector_hash(name) == key), None)


def fold_digits(name: str) -> str:
    """Replace digits after the tag by one zero; the hash does not distinguish them."""
    tag = TAG_END.split(name, maxsplit=1)[0]
    return tag + re.sub("[0-9]+", "0", name[len(tag) :])
