"""A sample of a site's pages: their good blocks, which of these recur, and where the article is.

Good blocks are those that the inner method keeps. A good block that other articles have as well is
not part of the article: it is a teaser, an advertisement or a notice.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Page
from webwinnow.methods.base import Method, visible_runs
from webwinnow.methods.goldminer.markup import IntArray, Markup, tag_set

BoolArray = NDArray[np.bool_]

# Two pages with this share of their good text in common are one article under two URLs.
SAME_ARTICLE_SHARE = 0.5
# An article may be in a sample under so many URLs, or so large a share of them.
MAX_COPIES, MAX_COPIES_SHARE = 3, 0.2
# Shorter blocks do not identify an article.
MIN_DISTINCTIVE_CHARS = 40

MAX_LINK_SHARE = 0.5

TITLE = TAG_NAMES.index("title")
HEADINGS = tag_set(["h1", "h2", "h3"])
# Share of the words of a heading that the page's title must have.
MIN_TITLE_SHARE = 0.8
WORDS = re.compile(r"\w+")

# Elements of single paragraphs: the holder of several paragraphs is their parent.
PARAGRAPHS = tag_set(
    ["blockquote", "dd", "dt", "figcaption", "h1", "h2", "h3", "h4", "h5", "h6"],
    ["li", "p", "pre", "span", "td"],
)
# Comments follow the article and may be longer: the first group with this share is the article.
MIN_ARTICLE_SHARE = 0.3
# At least so many holders, none with more than this share of the text, are the items of a list.
MIN_ITEMS = 3
MAX_ITEM_SHARE = 0.5


class SamplePage:
    """A page with what the inner method decides on its blocks."""

    def __init__(self, page: Page, inner: Method) -> None:
        self.page, self.markup = page, Markup(page)
        blocks, visible = page.blocks, visible_runs(page)
        self.texts = page.block_texts()
        self.chars = sum_by_block(page, np.where(visible, page.runs.chars, 0))
        linked = sum_by_block(page, np.where(visible & mark_links(page), page.runs.chars, 0))
        kept = sum_by_block(page, inner.decide(page).keep & visible) > 0
        # A linked headline is no paragraph, even if the inner method keeps it.
        self.is_good: BoolArray = kept & (linked <= MAX_LINK_SHARE * self.chars)
        self.event: IntArray = self.markup.run_events[blocks.first]
        self.node = blocks.node
        self.title = find_title_block(page, self.texts, mark_headings(page))
        self.recurs: BoolArray = np.zeros(len(blocks), bool)  # set by the sample

    @property
    def own(self) -> BoolArray:
        """The good blocks that no other article has."""
        return np.asarray(self.is_good & ~self.recurs)

    def inside(self, node: int) -> BoolArray:
        return np.asarray((self.node >= node) & (self.node < self.page.nodes.end[node]))

    @cached_property
    def good_texts(self) -> dict[str, int]:
        """Good texts that are long enough to identify the article, and their characters."""
        chosen = np.flatnonzero(self.is_good & (self.chars >= MIN_DISTINCTIVE_CHARS)).tolist()
        return {self.texts[block]: int(self.chars[block]) for block in chosen}


class Sample:
    """Pages of one host."""

    def __init__(self, pages: Iterable[Page], inner: Method, *, min_text: int) -> None:
        self.pages = [SamplePage(page, inner) for page in pages]
        self.article = identify_articles(self.pages)
        self.articles_with: dict[str, set[int]] = defaultdict(set)
        for page, article in zip(self.pages, self.article, strict=True):
            for text in page.texts:
                self.articles_with[text].add(article)
        for page in self.pages:
            recurs = [len(self.articles_with[text]) > 1 for text in page.texts]
            page.recurs = np.array(recurs, bool)
        self.distinct = len(set(self.article))
        min_chars = max(min_text, 1)
        self.used = [page for page in self.first_pages() if page.chars[page.own].sum() >= min_chars]

    def first_pages(self) -> list[SamplePage]:
        """Return one page of each article."""
        return [page for number, page in enumerate(self.pages) if self.article[number] == number]


def identify_articles(pages: Sequence[SamplePage]) -> list[int]:
    """Return for each page the number of the first page with the same article."""
    pages_with: dict[str, list[int]] = defaultdict(list)
    article: list[int] = []
    distinctive = distinctive_texts(pages)
    sizes = [sum(texts.values()) for texts in distinctive]
    for number, texts in enumerate(distinctive):
        shared: Counter[int] = Counter()
        for text, chars in texts.items():
            # The first pages are enough for a text that all pages have.
            for other in pages_with[text][:8]:
                shared[other] += chars
            pages_with[text].append(number)
        other, chars = shared.most_common(1)[0] if shared else (number, 0)
        is_same = chars >= SAME_ARTICLE_SHARE * max(sizes[number], sizes[other]) and chars > 0
        article.append(article[other] if is_same else number)
    return article


def distinctive_texts(pages: Sequence[SamplePage]) -> list[dict[str, int]]:
    """Return each page's good texts without notices and teasers of many pages, which may be longer
    than an article; all of them if a page has no others.
    """
    counts = Counter(text for page in pages for text in page.good_texts)
    most = max(MAX_COPIES, MAX_COPIES_SHARE * len(pages))
    return [
        {text: chars for text, chars in page.good_texts.items() if counts[text] <= most}
        or page.good_texts
        for page in pages
    ]


def article_blocks(page: SamplePage) -> IntArray:
    """Return the blocks of the article among the page's own good blocks.

    The article is the first group of blocks with enough text, grouped by holder, or else by the
    style of the holder; or else the largest group.
    """
    own = np.flatnonzero(page.own)
    holder = find_block_containers(page, own)
    style = page.markup.style_keys(holder)
    chars = page.chars[own]
    for _, first, group in (
        np.unique(keys, return_index=True, return_inverse=True) for keys in (holder, style)
    ):
        sums = np.bincount(group, chars)
        is_enough = sums >= MIN_ARTICLE_SHARE * chars.sum()
        if is_enough.any():
            return np.asarray(own[group == np.argmin(np.where(is_enough, first, len(own)))])
    return np.asarray(own[group == np.argmax(sums)])


def find_block_containers(page: SamplePage, blocks: IntArray) -> IntArray:
    """Return the element that holds each block together with its neighbours."""
    nodes = page.page.nodes
    node = page.node[blocks].astype(np.int64)
    is_paragraph = PARAGRAPHS[np.minimum(nodes.tag[node], len(TAG_NAMES))]
    return np.where(is_paragraph, np.maximum(nodes.parent[node], 0), node)


def find_common_ancestor(page: SamplePage, blocks: IntArray) -> int:
    """Return the nearest element around all of the blocks."""
    nodes = page.page.nodes
    node, last = int(page.node[blocks].min()), int(page.node[blocks].max())
    while nodes.end[node] <= last:
        node = int(nodes.parent[node])
    # The holder of a single paragraph is its parent.
    if PARAGRAPHS[min(int(nodes.tag[node]), len(TAG_NAMES))]:
        node = max(int(nodes.parent[node]), 0)
    return node


def is_index(page: SamplePage, blocks: IntArray) -> bool:
    """Return whether the blocks are leads in a list: several holders with headlines between."""
    holder, item = np.unique(find_block_containers(page, blocks), return_inverse=True)
    chars = np.bincount(item, page.chars[blocks])
    if len(holder) < MIN_ITEMS or chars.max() > MAX_ITEM_SHARE * chars.sum():
        return False
    between = slice(int(blocks[0]), int(blocks[-1]))
    others = (~page.own & (page.chars > 0))[between].sum()
    return bool(others >= len(holder) - 1)


def count_container_votes(pages: Iterable[SamplePage], blocks: Sequence[IntArray]) -> Counter[int]:
    """Count the keys of the articles' common ancestors over the pages.

    An ancestor without a unique key is replaced by the nearest one that has a unique key.
    """
    votes: Counter[int] = Counter()
    for page, own in zip(pages, blocks, strict=True):
        keys, nodes = page.markup.unique
        node = find_common_ancestor(page, own)
        while node >= 0:
            names = keys[nodes == node].tolist()
            if names:
                votes.update(names)
                break
            node = int(page.page.nodes.parent[node])
    return votes


def mark_links(page: Page) -> BoolArray:
    """Mark the runs inside of links."""
    return np.asarray(page.runs.flags & FLAGS["LINK"] != 0)


def sum_by_block(page: Page, of_runs: NDArray[np.generic]) -> IntArray:
    """Sum values of runs over each block."""
    sums = np.append(0, np.cumsum(of_runs.astype(np.int64)))
    return np.asarray(sums[page.blocks.end] - sums[page.blocks.first])


def find_title_block(page: Page, texts: Sequence[str], headings: BoolArray) -> int | None:
    """Return the first heading whose words are in the page's title."""
    titles = np.flatnonzero(page.nodes.tag[page.runs.node] == TITLE)[:1].tolist()
    if not titles:
        return None
    start, end = (int(column[titles[0]]) for column in (page.runs.start, page.runs.end))
    title = frozenset(split_words(page.text[start:end].decode()))
    for block in np.flatnonzero(headings).tolist():
        words = split_words(texts[block])
        if words and sum(word in title for word in words) >= MIN_TITLE_SHARE * len(words):
            return int(block)
    return None


def mark_headings(page: Page) -> BoolArray:
    """Mark the blocks that are headings or children of one."""
    nodes, node = page.nodes, page.blocks.node
    parent = np.maximum(nodes.parent[node], 0)
    return np.asarray(
        HEADINGS[np.minimum(nodes.tag[node], len(TAG_NAMES))]
        | HEADINGS[np.minimum(nodes.tag[parent], len(TAG_NAMES))]
    )


def split_words(text: str) -> list[str]:
    return WORDS.findall(text.lower())
