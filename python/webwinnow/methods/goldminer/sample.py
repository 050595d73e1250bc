"""A sample of a site's pages: which of their blocks are good, and which recur.

Good is what the inner method keeps. A good block that other articles have too is none of this
article: a teaser, an advertisement, a notice.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Page
from webwinnow.methods.base import Method, visible_runs
from webwinnow.methods.goldminer.markup import IntArray, Markup, among_tags

__all__ = ["Sample", "SamplePage", "in_blocks", "is_heading", "is_link", "title_block"]

BoolArray = NDArray[np.bool_]

# Two pages with so much of their good text in common are one article under two addresses.
SAME_ARTICLE = 0.5
# An article may be in a sample under so many addresses, or so large a share of them.
MOST_COPIES, MANY = 3, 0.2
# Shorter blocks say little of whether two articles are the same.
TELLING = 40

MOST_LINKED = 0.5

TITLE = TAG_NAMES.index("title")
HEADINGS = among_tags(["h1", "h2", "h3"])
# A page's title may say more than the heading, and a little less.
SAME_TITLE = 0.8
WORDS = re.compile(r"\w+")


class SamplePage:
    """A page, and what the inner method says of its blocks."""

    def __init__(self, page: Page, inner: Method) -> None:
        self.page, self.markup = page, Markup(page)
        blocks, visible = page.blocks, visible_runs(page)
        self.texts = page.block_texts()
        self.chars = in_blocks(page, np.where(visible, page.runs.chars, 0))
        linked = in_blocks(page, np.where(visible & is_link(page), page.runs.chars, 0))
        kept = in_blocks(page, inner.decide(page).keep & visible) > 0
        # A headline that leads elsewhere is no paragraph, whatever the inner method says.
        self.is_good: BoolArray = kept & (linked <= MOST_LINKED * self.chars)
        self.event: IntArray = self.markup.run_events[blocks.first]
        self.node = blocks.node
        self.title = title_block(page, self.texts, is_heading(page))
        self.recurs: BoolArray = np.zeros(len(blocks), bool)  # until the sample tells

    @property
    def own(self) -> BoolArray:
        """The blocks that are good, and of this article alone."""
        return np.asarray(self.is_good & ~self.recurs)

    def inside(self, node: int) -> BoolArray:
        return np.asarray((self.node >= node) & (self.node < self.page.nodes.end[node]))

    @cached_property
    def good_texts(self) -> dict[str, int]:
        """Those that tell this article from others, and their characters."""
        chosen = np.flatnonzero(self.is_good & (self.chars >= TELLING)).tolist()
        return {self.texts[block]: int(self.chars[block]) for block in chosen}


class Sample:
    """Pages of one host."""

    def __init__(self, pages: Iterable[Page], inner: Method, *, min_text: int) -> None:
        self.pages = [SamplePage(page, inner) for page in pages]
        self.article = same_articles(self.pages)
        self.articles_with: dict[str, set[int]] = defaultdict(set)
        for page, article in zip(self.pages, self.article, strict=True):
            for text in page.texts:
                self.articles_with[text].add(article)
        for page in self.pages:
            recurs = [len(self.articles_with[text]) > 1 for text in page.texts]
            page.recurs = np.array(recurs, bool)
        self.distinct = len(set(self.article))
        least = max(min_text, 1)  # a page without a text of its own shows nothing
        self.used = [page for page in self.firsts() if page.chars[page.own].sum() >= least]

    def firsts(self) -> list[SamplePage]:
        """One page of each article."""
        return [page for number, page in enumerate(self.pages) if self.article[number] == number]


def same_articles(pages: Sequence[SamplePage]) -> list[int]:
    """For each page the number of the first that has the same article."""
    having: dict[str, list[int]] = defaultdict(list)
    article: list[int] = []
    telling = telling_texts(pages)
    sizes = [sum(texts.values()) for texts in telling]
    for number, texts in enumerate(telling):
        shared: Counter[int] = Counter()
        for text, chars in texts.items():
            # Of a text that all pages have, the first few are enough.
            for other in having[text][:8]:
                shared[other] += chars
            having[text].append(number)
        other, chars = shared.most_common(1)[0] if shared else (number, 0)
        is_same = chars >= SAME_ARTICLE * max(sizes[number], sizes[other]) and chars > 0
        article.append(article[other] if is_same else number)
    return article


def telling_texts(pages: Sequence[SamplePage]) -> list[dict[str, int]]:
    """Each page's good texts without notices and teasers that many have, which may be longer than
    an article; all of them, where a page has no others.
    """
    counts = Counter(text for page in pages for text in page.good_texts)
    most = max(MOST_COPIES, MANY * len(pages))
    return [
        {text: chars for text, chars in page.good_texts.items() if counts[text] <= most}
        or page.good_texts
        for page in pages
    ]


def is_link(page: Page) -> BoolArray:
    """The runs inside of links."""
    return np.asarray(page.runs.flags & FLAGS["LINK"] != 0)


def in_blocks(page: Page, of_runs: NDArray[np.generic]) -> IntArray:
    """Sums over the runs of each block."""
    sums = np.append(0, np.cumsum(of_runs.astype(np.int64)))
    return np.asarray(sums[page.blocks.end] - sums[page.blocks.first])


def title_block(page: Page, texts: Sequence[str], headings: BoolArray) -> int | None:
    """The first heading whose words are in the page's title."""
    titles = np.flatnonzero(page.nodes.tag[page.runs.node] == TITLE)[:1].tolist()
    if not titles:
        return None
    start, end = (int(column[titles[0]]) for column in (page.runs.start, page.runs.end))
    title = frozenset(words_in(page.text[start:end].decode()))
    for block in np.flatnonzero(headings).tolist():
        words = words_in(texts[block])
        if words and sum(word in title for word in words) >= SAME_TITLE * len(words):
            return int(block)
    return None


def is_heading(page: Page) -> BoolArray:
    """The blocks in headings, or in the element of one."""
    nodes, node = page.nodes, page.blocks.node
    around = np.maximum(nodes.parent[node], 0)
    return np.asarray(
        HEADINGS[np.minimum(nodes.tag[node], len(TAG_NAMES))]
        | HEADINGS[np.minimum(nodes.tag[around], len(TAG_NAMES))]
    )


def words_in(text: str) -> list[str]:
    return WORDS.findall(text.lower())
