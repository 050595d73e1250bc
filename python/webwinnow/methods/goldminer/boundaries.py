"""The best patterns before and after the articles of a sample.

A cut is worth the article's characters between it and its partner, less those that are none of it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.goldminer.markup import IntArray, name_of
from webwinnow.methods.goldminer.sample import SamplePage

__all__ = ["Article", "best_begin", "best_ends"]

FloatArray = NDArray[np.float64]

# What a block that is none of the article costs beside its characters: short ones count, too.
BLOCK = 20
# What the title is worth beside its own: names, dates and a picture may stand between it and the
# text, and the inner method tells those.
TITLE = 1000
# A pattern must stand before the article on so many of the pages, after it on so many: a page may
# lack what ends the article on others.
BEFORE, AFTER = 0.5, 0.2
# A pattern more is worth its place in a template if it brings so much of the value.
WORTH = 0.005
MOST_ENDS = 5
LONGEST_SERIES = 5

Pattern = str | int  # a series of tags, or the key of a name


@dataclass
class Article:
    """A page of the sample, and where the container stands in it. The element that holds the
    article is the container itself, unless that is the whole page.
    """

    page: SamplePage
    container: int
    holder: int

    def __post_init__(self) -> None:
        markup, page = self.page.markup, self.page
        inside = page.inside(self.holder)
        own = page.own
        self.opens = int(markup.opens[self.container])
        self.closes = int(markup.closes[self.container])
        title = page.title
        if title is not None and page.event[title] > self.closes:
            title = None
        value = np.where(own, np.where(inside, page.chars, 0), -page.chars - BLOCK)
        value = np.where(page.chars > 0, value, 0).astype(np.float64)
        if title is not None:
            value[title] = page.chars[title] + TITLE
        self.sums = np.append(0, np.cumsum(value))
        wanted = np.flatnonzero(own & inside)
        self.last = int(wanted[-1])
        self.first = int(wanted[0]) if title is None else min(int(wanted[0]), title)
        self.total = float(page.chars[own & inside].sum())

    def until(self, event: int) -> float:
        """Value of all blocks before an event."""
        return float(self.sums[np.searchsorted(self.page.event, event, "right")])

    def find(self, pattern: Pattern, at: int) -> int | None:
        """The event where a pattern begins (0) or ends (1), if the page has it once."""
        if isinstance(pattern, str):
            found = self.page.markup.find(pattern)
            return None if found is None else found[at]
        return self.page.markup.opens_once.get(pattern)


def best_begin(articles: list[Article]) -> list[str]:
    """The pattern to begin at; none where nothing is better than the container."""
    candidates = frequent(articles, before, BEFORE)
    at = [[article.find(each, 1) for each in candidates] for article in articles]
    ends = np.array([article.until(int(article.page.event[article.last])) for article in articles])
    alone = ends - [article.until(article.opens) for article in articles]
    worth = [
        sum(
            end - article.until(event) if event is not None and event < article.closes else other
            for article, end, other, event in zip(articles, ends, alone, column, strict=True)
        )
        for column in zip(*at, strict=True)
    ]
    return [named(articles, candidates[number]) for number in ranked(worth, alone.sum())[:1]]


def best_ends(articles: list[Article]) -> list[str]:
    """Patterns to end at, the best first; none where nothing is better than the container."""
    candidates = frequent(articles, after, AFTER)
    nowhere = np.iinfo(np.int64).max
    at = np.full((len(articles), len(candidates)), nowhere)
    value = np.zeros(at.shape)
    # A series says less than a name: it may come up in the middle of another article.
    is_doubtful = np.array([isinstance(each, str) for each in candidates], bool)
    for row, article in enumerate(articles):
        for column, pattern in enumerate(candidates):
            event = article.find(pattern, 0)
            if event is not None and event > article.opens:
                at[row, column], value[row, column] = event, article.until(event)
                is_doubtful[column] |= (article.find(pattern, 1) or 0) > article.closes
    alone = np.array([article.until(article.closes) for article in articles])
    now, worth = np.full(len(articles), nowhere), alone
    chosen: list[str] = []
    while len(chosen) < MOST_ENDS and candidates:
        is_nearer = at < now[:, None]
        sums = np.where(is_nearer, value, worth[:, None]).sum(axis=0)
        # A name inside of the container need not be better than the container's end, only as good.
        # Outside, other pages may have comments where these have nothing.
        more = WORTH * total(articles) * (is_doubtful | bool(chosen))
        best = ranked((sums - more).tolist(), worth.sum())[:1]
        if not best:
            break
        chosen.append(named(articles, candidates[best[0]]))
        nearer = is_nearer[:, best[0]]
        worth = np.where(nearer, value[:, best[0]], worth)
        now = np.where(nearer, at[:, best[0]], now)
    return chosen


def total(articles: list[Article]) -> float:
    return sum(article.total for article in articles)


def ranked(worth: list[float], least: float) -> list[int]:
    """Places of what is worth at least so much, the best first."""
    order = sorted(range(len(worth)), key=lambda number: -round(worth[number], 3))
    return [number for number in order if worth[number] >= least]


def frequent(
    articles: list[Article], candidates: Callable[[Article], Iterator[Pattern]], share: float
) -> list[Pattern]:
    """Those of enough pages; nearer to the article before farther, names before series."""
    counts: Counter[Pattern] = Counter()
    for article in articles:
        counts.update(list(dict.fromkeys(candidates(article))))
    enough = max(2, share * len(articles))
    often = [pattern for pattern, count in counts.items() if count >= enough]
    return [pattern for pattern in often if named(articles, pattern)]


def before(article: Article) -> Iterator[Pattern]:
    event = int(article.page.event[article.first])
    keys, nodes = article.page.markup.unique
    opens = article.page.markup.opens[nodes]
    yield from in_order(keys, -opens, opens < event)
    for length in range(2, LONGEST_SERIES + 1):
        series = article.page.markup.series_before(event, length)
        if series and article.page.markup.find(series):
            yield series


def after(article: Article) -> Iterator[Pattern]:
    # The last block may have several runs: what opens inside of it ends nothing.
    blocks, markup = article.page.page.blocks, article.page.markup
    event = int(markup.run_events[blocks.end[article.last] - 1])
    keys, nodes = markup.unique
    opens = markup.opens[nodes]
    yield from in_order(keys, opens, opens >= event)
    for length in range(2, LONGEST_SERIES + 1):
        series = markup.series_after(event, length)
        if series and markup.find(series):
            yield series


def in_order(keys: NDArray[np.uint64], order: IntArray, chosen: NDArray[np.bool_]) -> list[int]:
    listed: list[int] = keys[chosen][np.argsort(order[chosen], kind="stable")].tolist()
    return listed


def named(articles: list[Article], pattern: Pattern) -> str:
    """The pattern in words; "" for one that has none."""
    if isinstance(pattern, str):
        return pattern
    for article in articles:
        node = article.page.markup.once(pattern)
        name = None if node is None else name_of(article.page.page, node, pattern)
        if name:
            return name
    return ""
