"""The paper's cut points: the most frequent tags around unique good text.

A pattern is a series of tags with their ids or classes, directly before or after a stretch of own
good blocks. It must occur just once on a page. The longest stretch of a page is the body of its
article: the article begins before this stretch or an earlier one, such as the title, and ends after
this one or a later one. The pattern that most pages have wins. Of equally frequent patterns, the
one with the most own text on its side of the article wins, then the shortest.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np

from webwinnow.methods.goldminer.markup import Markup, fold_digits
from webwinnow.methods.goldminer.sample import SamplePage

MAX_LENGTH = 5


def find_frequent_patterns(pages: list[tuple[SamplePage, int]]) -> tuple[list[str], list[str]]:
    """Return the patterns to begin and to end at, at most one each, within the containers."""
    begins, ends = Patterns(), Patterns()
    for page, container in pages:
        chars = np.where(page.own, page.chars, 0)
        spans = list(own_spans(page, container))
        sizes = [int(chars[first : last + 1].sum()) for first, last in spans]
        body = sizes.index(max(sizes))
        for first, _ in spans[: body + 1]:
            begins.add(series_before(page, first), int(chars[first:].sum()))
        for _, last in spans[body:]:
            ends.add(series_after(page, last), int(chars[: last + 1].sum()))
        begins.end_page()
        ends.end_page()
    return begins.best(), ends.best()


class Patterns:
    """Counts the pages with each pattern, and the own characters on its side of the article."""

    def __init__(self) -> None:
        self.pages: Counter[str] = Counter()
        self.chars: Counter[str] = Counter()
        self.of_page: dict[str, int] = {}

    def add(self, patterns: Iterable[str], chars: int) -> None:
        for pattern in patterns:
            self.of_page.setdefault(pattern, chars)

    def end_page(self) -> None:
        self.pages.update(list(self.of_page))
        self.chars.update(self.of_page)
        self.of_page = {}

    def best(self) -> list[str]:
        """Return the most frequent pattern that several pages have, in a list."""

        def rank(pattern: str) -> tuple[int, int, int]:
            return -self.pages[pattern], -self.chars[pattern], len(pattern.split())

        return [pattern for pattern in sorted(self.pages, key=rank)[:1] if self.pages[pattern] > 1]


def own_spans(page: SamplePage, container: int) -> Iterator[tuple[int, int]]:
    """Find the first and last block of each stretch of own good text."""
    blocks = np.flatnonzero((page.chars > 0) & page.inside(container))
    steps = np.diff(np.append(np.append(0, page.own[blocks].astype(int)), 0))
    for first, end in zip(np.flatnonzero(steps > 0), np.flatnonzero(steps < 0), strict=True):
        yield int(blocks[first]), int(blocks[end - 1])


def series_before(page: SamplePage, block: int) -> Iterator[str]:
    markup = page.markup
    events = markup.sequence[0]
    end = int(np.searchsorted(events, int(page.event[block])))
    # The block's own tag opens inside of the article: the cut comes before it.
    end -= int(end > 0 and markup.sequence[2][end - 1] == page.node[block])
    for length in range(1, min(MAX_LENGTH, end) + 1):
        yield from unique(markup, range(end - length, end))


def series_after(page: SamplePage, block: int) -> Iterator[str]:
    markup = page.markup
    events = markup.sequence[0]
    last_run = int(page.page.blocks.end[block]) - 1
    start = int(np.searchsorted(events, int(markup.run_events[last_run])))
    for length in range(1, min(MAX_LENGTH, len(events) - start) + 1):
        yield from unique(markup, range(start, start + length))


def unique(markup: Markup, places: range) -> Iterator[str]:
    """Write the tags at some places of the sequence, if the page has them just once."""
    written = " ".join(write_tag(markup, place) for place in places)
    if markup.find(written):
        yield written


def write_tag(markup: Markup, place: int) -> str:
    _, codes, nodes = markup.sequence
    node = int(nodes[place])
    tag = markup.page.tag_name(node)
    if codes[place] < 0:
        return f"</{tag}>"
    attributes = markup.page.attributes(node)
    classes = attributes.get("class", "").split()
    name = f"#{attributes['id'].strip()}" if attributes.get("id", "").strip() else ""
    name = name or (f".{classes[0]}" if classes else "")
    is_written = name and not set(name) & set("<> \t\n\f\r")
    return f"<{fold_digits(tag + name) if is_written else tag}>"
