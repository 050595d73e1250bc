"""The best patterns before and after the articles of a sample.

The value of a boundary is the number of article characters between it and the other boundary, minus
the characters there that do not belong to the article.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.goldminer.markup import IntArray, selector_of
from webwinnow.methods.goldminer.rules import DEFAULT_RULES, Rules
from webwinnow.methods.goldminer.sample import SamplePage, may_be_text

FloatArray = NDArray[np.float64]

# Cost of a block outside of the article beside its characters, so that short blocks count.
BLOCK_COST = 20
# Extra value of the title: bylines, dates and a picture may stand between it and the text, and the
# inner method drops those.
TITLE_VALUE = 1000
# Share of the pages on which a pattern must precede or follow the article. Some pages lack what
# ends the article on others.
MIN_SHARE_BEFORE, MIN_SHARE_AFTER = 0.5, 0.2
# Share of the total value that another end pattern must add.
MIN_GAIN = 0.005
MAX_END_PATTERNS = 5
MAX_SEQUENCE_LENGTH = 5

# Value of a character in a list or table that the inner method drops: it may be the article's.
UNSURE_VALUE = 0.5

Pattern = str | int  # a tag sequence, or the key of an element


@dataclass
class Article:
    """A page of the sample with the container of its article."""

    page: SamplePage
    container: int
    rules: Rules = DEFAULT_RULES

    def __post_init__(self) -> None:
        markup, page = self.page.markup, self.page
        article = page.article
        self.opens = int(markup.opens[self.container])
        self.closes = int(markup.closes[self.container])
        title = page.title if self.rules.title else None
        if title is not None and page.event[title] > self.closes:
            title = None
        value = np.where(article, 10 * page.chars, -page.chars - BLOCK_COST).astype(np.float64)
        inside = page.inside(self.container)
        unsure = np.flatnonzero(may_be_text(page, article) & inside & ~article)
        value[unsure] = UNSURE_VALUE * page.chars[unsure]
        value[page.chars == 0] = 0
        if title is not None:
            value[title] = page.chars[title] + TITLE_VALUE
        self.sums = np.append(0, np.cumsum(value))
        blocks = np.flatnonzero(article & inside)
        self.last = int(blocks[-1])
        self.first = int(blocks[0]) if title is None else min(int(blocks[0]), title)
        self.total = float(page.chars[article].sum())

    def value_before(self, event: int) -> float:
        """Sum the values of all blocks before an event."""
        return float(self.sums[np.searchsorted(self.page.event, event, "right")])

    def find(self, pattern: Pattern, at: int) -> int | None:
        """Return the first (`at` 0) or last (1) event of a pattern that the page has once."""
        if isinstance(pattern, str):
            match = self.page.markup.find(pattern)
            return None if match is None else match[at]
        return self.page.markup.unique_events.get(pattern)


def find_begin_patterns(articles: list[Article]) -> list[str]:
    """Return the best pattern to begin at; none if the container is as good."""
    candidates = frequent_patterns(articles, patterns_before, MIN_SHARE_BEFORE)
    events = [[article.find(each, 1) for each in candidates] for article in articles]
    ends = np.array([each.value_before(int(each.page.event[each.last])) for each in articles])
    by_container = ends - [article.value_before(article.opens) for article in articles]
    values = [
        sum(
            end - article.value_before(event)
            if event is not None and event < article.closes
            else other
            for article, end, other, event in zip(articles, ends, by_container, column, strict=True)
        )
        for column in zip(*events, strict=True)
    ]
    best = rank(values, by_container.sum())[:1]
    return [write_pattern(articles, candidates[number]) for number in best]


def find_end_patterns(articles: list[Article]) -> list[str]:
    """Return patterns to end at, the best first; none if the container is as good."""
    candidates = frequent_patterns(articles, patterns_after, MIN_SHARE_AFTER)
    nowhere = np.iinfo(np.int64).max
    events = np.full((len(articles), len(candidates)), nowhere)
    values = np.zeros(events.shape)
    # A sequence is weaker than a name: it may occur in the middle of another article.
    is_weak = np.array([isinstance(each, str) for each in candidates], bool)
    for row, article in enumerate(articles):
        for column, pattern in enumerate(candidates):
            event = article.find(pattern, 0)
            if event is not None and event > article.opens:
                events[row, column] = event
                values[row, column] = article.value_before(event)
                is_weak[column] |= (article.find(pattern, 1) or 0) > article.closes
    nearest = np.full(len(articles), nowhere)
    current = np.array([article.value_before(article.closes) for article in articles])
    total = sum(article.total for article in articles)
    chosen: list[str] = []
    while len(chosen) < MAX_END_PATTERNS and candidates:
        is_nearer = events < nearest[:, None]
        sums = np.where(is_nearer, values, current[:, None]).sum(axis=0)
        # A name inside of the container only has to be as good as the container's end. Outside,
        # other pages may have comments where these have nothing.
        min_gain = MIN_GAIN * total * (is_weak | bool(chosen))
        best = rank((sums - min_gain).tolist(), current.sum())[:1]
        if not best:
            break
        chosen.append(write_pattern(articles, candidates[best[0]]))
        nearer = is_nearer[:, best[0]]
        current = np.where(nearer, values[:, best[0]], current)
        nearest = np.where(nearer, events[:, best[0]], nearest)
    return chosen


def rank(values: list[float], minimum: float) -> list[int]:
    """Return the indexes of the values from `minimum` on, the largest first."""
    order = sorted(range(len(values)), key=lambda number: -round(values[number], 3))
    return [number for number in order if values[number] >= minimum]


def frequent_patterns(
    articles: list[Article], candidates: Callable[[Article], Iterator[Pattern]], share: float
) -> list[Pattern]:
    """Return the patterns of enough pages: nearer ones first, names before sequences."""
    counts: Counter[Pattern] = Counter()
    for article in articles:
        counts.update(list(dict.fromkeys(candidates(article))))
    enough = max(2, share * len(articles))
    frequent = [pattern for pattern, count in counts.items() if count >= enough]
    return [pattern for pattern in frequent if write_pattern(articles, pattern)]


def patterns_before(article: Article) -> Iterator[Pattern]:
    event = int(article.page.event[article.first])
    keys, nodes = article.page.markup.unique
    opens = article.page.markup.opens[nodes]
    yield from sort_keys(keys, -opens, opens < event)
    for length in range(2, MAX_SEQUENCE_LENGTH + 1):
        sequence = article.page.markup.sequence_before(event, length)
        if sequence and article.page.markup.find(sequence):
            yield sequence


def patterns_after(article: Article) -> Iterator[Pattern]:
    # The last block may have several runs: elements that open inside of it do not end it.
    blocks, markup = article.page.page.blocks, article.page.markup
    event = int(markup.run_events[blocks.end[article.last] - 1])
    keys, nodes = markup.unique
    opens = markup.opens[nodes]
    yield from sort_keys(keys, opens, opens >= event)
    for length in range(2, MAX_SEQUENCE_LENGTH + 1):
        sequence = markup.sequence_after(event, length)
        if sequence and markup.find(sequence):
            yield sequence


def sort_keys(keys: NDArray[np.uint64], order: IntArray, chosen: NDArray[np.bool_]) -> list[int]:
    listed: list[int] = keys[chosen][np.argsort(order[chosen], kind="stable")].tolist()
    return listed


def write_pattern(articles: list[Article], pattern: Pattern) -> str:
    """Write a pattern as templates do; "" if it has no selector."""
    if isinstance(pattern, str):
        return pattern
    for article in articles:
        node = article.page.markup.find_unique(pattern)
        name = None if node is None else selector_of(article.page.page, node, pattern)
        if name:
            return name
    return ""
