"""Details of a template besides its boundaries: places with and without text, recurring texts."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from webwinnow.methods.goldminer.markup import IntArray, selector_of
from webwinnow.methods.goldminer.sample import (
    BoolArray,
    SamplePage,
    find_teasers,
    may_be_text,
)
from webwinnow.methods.goldminer.template import (
    PLACE_SEPARATOR,
    Template,
    find_region,
    match_first,
)

# A place is rich if it has this share of text, and enough blocks. A place is poor if it has no
# text, and at least this share of links and recurring text.
MIN_RICH_SHARE, MIN_RICH_BLOCKS = 0.5, 5
MIN_POOR_SHARE, MIN_POOR_BLOCKS = 0.5, 2
# Texts of so many articles recur; with two articles, one may quote the other.
MIN_RECURRENCE = 3
MAX_RECURRING = 200
MAX_PLACES = 200


def add_details(template: Template, pages: list[SamplePage]) -> Template:
    """Add recurring texts and places with and without text."""
    inside = [blocks_inside(page, template) for page in pages]
    texts = Counter(
        text
        for page, blocks in zip(pages, inside, strict=True)
        for text in {page.texts[block] for block in blocks[~is_text(page)[blocks]].tolist()}
    )
    # Only texts inside of articles count: teasers elsewhere may repeat a text of the article.
    recurring = {text for text, count in texts.items() if count >= MIN_RECURRENCE}
    places = Places()
    for page, blocks in zip(pages, inside, strict=True):
        places.add(page, blocks, is_text(page))
    most = sorted(recurring, key=lambda text: (-texts[text], text))[:MAX_RECURRING]
    return replace(
        template,
        rich=tuple(places.rich()),
        poor=tuple(places.poor()),
        recurring=tuple(sorted(most)),
    )


def is_text(page: SamplePage) -> BoolArray:
    """Mark the article, its title, and what inner methods drop of it."""
    article = page.article
    found = article | may_be_text(page, article)
    if page.title is not None:
        found[page.title] = True
    return found


def blocks_inside(page: SamplePage, template: Template) -> IntArray:
    """Return the blocks with text between the boundaries of a template."""
    begin, end = find_region(page.markup, template) or (0, 0)
    return np.flatnonzero((page.event > begin) & (page.event <= end) & (page.chars > 0))


class Places:
    """The characters of text, and of the frame, in places of the same style."""

    def __init__(self) -> None:
        self.blocks: Counter[int] = Counter()
        self.chars: Counter[int] = Counter()
        self.text: Counter[int] = Counter()
        self.good: Counter[int] = Counter()
        self.frame: Counter[int] = Counter()
        self.names: dict[int, str] = {}

    def add(self, page: SamplePage, blocks: IntArray, text: BoolArray) -> None:
        for block, key in zip(blocks.tolist(), page.places[blocks].tolist(), strict=True):
            chars = int(page.chars[block])
            self.blocks[key] += 1
            self.chars[key] += chars
            self.text[key] += chars if text[block] else 0
            self.good[key] += chars if text[block] and page.is_good[block] else 0
            is_frame = page.recurs[block] or page.is_linked[block] or page.is_comment[block]
            self.frame[key] += chars if is_frame else 0
            if key not in self.names:
                self.names[key] = write_place(page, block)

    def poor(self) -> list[str]:
        return self.select(
            MIN_POOR_BLOCKS,
            lambda key: not self.text[key] and self.frame[key] >= MIN_POOR_SHARE * self.chars[key],
        )

    def rich(self) -> list[str]:
        return self.select(
            MIN_RICH_BLOCKS, lambda key: self.good[key] >= MIN_RICH_SHARE * self.chars[key]
        )

    def without_text(self) -> list[str]:
        return self.select(1, lambda key: not self.text[key])

    def select(self, min_blocks: int, matches: Callable[[int], bool]) -> list[str]:
        """Return the names of places, at most those with the most characters."""
        names = [
            self.names[key]
            for key, _ in self.chars.most_common()
            if self.names[key] and self.blocks[key] >= min_blocks and matches(key)
        ]
        return sorted(set(names[:MAX_PLACES]))


def write_place(page: SamplePage, block: int) -> str:
    """Write the place of a block, such as "p < div.entry"; "" if an element has no selector."""
    node = int(page.node[block])
    parent = max(int(page.page.nodes.parent[node]), 0)
    keys = page.markup.style_keys(np.array([node, parent])).tolist()
    names = [selector_of(page.page, *each) for each in zip((node, parent), keys, strict=True)]
    return PLACE_SEPARATOR.join(filter(None, names)) if all(names) else ""


def add_outside(templates: Sequence[Template], pages: Iterable[SamplePage]) -> tuple[Template, ...]:
    """Add to each template the places outside of its boundaries that hold no text of an article.

    The pages are those of the sample; each is trimmed by the first template that matches.
    """
    found = [Places() for _ in templates]
    for page in pages:
        match = match_first(page.markup, templates)
        if match:
            number, (begin, end) = match
            is_out = ((page.event <= begin) | (page.event > end)) & (page.chars > 0)
            text = page.article.copy()
            text[find_teasers(page, np.flatnonzero(is_out & text))] = False
            found[number].add(page, np.flatnonzero(is_out), text)
    return tuple(
        replace(template, outside=tuple(own.without_text()))
        for template, own in zip(templates, found, strict=True)
    )
