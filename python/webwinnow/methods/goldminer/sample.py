"""A sample of a site's pages: their good blocks, and which of these are the article.

Good blocks are those that the inner method keeps. A good block that other articles have as well is
not part of the article: it is a teaser, an advertisement or a notice. All other good text is the
article, except comments.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Page
from webwinnow.methods.base import Method, visible_runs
from webwinnow.methods.goldminer.comments import HEADING_TAGS, find_comments
from webwinnow.methods.goldminer.markup import IntArray, Markup, tag_set
from webwinnow.methods.goldminer.rules import DEFAULT_RULES, Rules
from webwinnow.methods.goldminer.template import place_keys

BoolArray = NDArray[np.bool_]
Key = TypeVar("Key", bound=Hashable)

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
# Elements that hold content in few words.
ITEMS = tag_set(["blockquote", "dd", "dt", "li", "pre", "td", "th"])
# A place with this share of recurring text belongs to the frame.
MIN_FRAME_SHARE = 0.5
# A link on a larger share of the pages is a button, not the headline of a teaser.
MAX_HEADLINE_SHARE = 0.8
# At least so many holders, none with more than this share of the text, are the items of a list.
MIN_ITEMS = 3
MAX_ITEM_SHARE = 0.5
# Shorter links between items are names and buttons, not headlines.
MIN_HEADLINE_CHARS = 12
# Headlines for each holder in a list; notices and titles of boxes have none.
MIN_HEADLINES_SHARE = 0.75


class SamplePage:
    """A page with what the inner method decides on its blocks."""

    def __init__(self, page: Page, inner: Method) -> None:
        self.page, self.markup = page, Markup(page)
        blocks, visible = page.blocks, visible_runs(page)
        self.texts = page.block_texts()
        self.chars = sum_by_block(page, np.where(visible, page.runs.chars, 0))
        linked = sum_by_block(page, np.where(visible & mark_links(page), page.runs.chars, 0))
        self.decision = inner.decide(page)
        kept = sum_by_block(page, self.decision.keep & visible) > 0
        self.is_linked: BoolArray = linked > MAX_LINK_SHARE * self.chars
        # A linked headline is no paragraph, even if the inner method keeps it.
        self.is_good: BoolArray = kept & ~self.is_linked
        self.event: IntArray = self.markup.run_events[blocks.first]
        self.node = blocks.node
        self.title = find_title_block(page, self.texts, mark_headings(page))
        # Set by the sample.
        self.recurs: BoolArray = np.zeros(len(blocks), bool)
        self.is_comment: BoolArray = np.zeros(len(blocks), bool)

    @property
    def own(self) -> BoolArray:
        """The good blocks that no other article has."""
        return np.asarray(self.is_good & ~self.recurs)

    @property
    def article(self) -> BoolArray:
        """The own good blocks without comments; all of them if these are all."""
        own = self.own
        article = own & ~self.is_comment
        return article if article.any() else own

    @cached_property
    def places(self) -> NDArray[np.uint64]:
        """The key of each block's place: its element and the parent of that."""
        return place_keys(self.markup, self.node)

    def inside(self, node: int) -> BoolArray:
        return np.asarray((self.node >= node) & (self.node < self.page.nodes.end[node]))

    @cached_property
    def good_texts(self) -> dict[str, int]:
        """Good texts that are long enough to identify the article, and their characters."""
        chosen = np.flatnonzero(self.is_good & (self.chars >= MIN_DISTINCTIVE_CHARS)).tolist()
        return {self.texts[block]: int(self.chars[block]) for block in chosen}


class Sample:
    """Pages of one host."""

    def __init__(
        self, pages: Iterable[Page], inner: Method, *, min_text: int, rules: Rules = DEFAULT_RULES
    ) -> None:
        self.pages = [SamplePage(page, inner) for page in pages]
        self.article = identify_articles(self.pages)
        if rules.separate:
            mark_recurring_places(self.pages, self.article)
            for page, comments in zip(self.pages, find_comments(self.pages), strict=True):
                page.is_comment[comments] = True
        else:
            mark_recurring_texts(self.pages, self.article)
        self.distinct = len(set(self.article))
        min_chars = max(min_text, 1)
        self.used = [page for page in self.first_pages() if page.chars[page.own].sum() >= min_chars]

    def first_pages(self) -> list[SamplePage]:
        """Return one page of each article."""
        return [page for number, page in enumerate(self.pages) if self.article[number] == number]


def mark_recurring_texts(pages: Sequence[SamplePage], article: Sequence[int]) -> None:
    """Mark the blocks whose text another article has."""
    articles = count_articles(
        (page.texts, number) for page, number in zip(pages, article, strict=True)
    )
    for page in pages:
        page.recurs = np.array([articles[text] > 1 for text in page.texts], bool)


def mark_recurring_places(pages: Sequence[SamplePage], article: Sequence[int]) -> None:
    """Mark the blocks whose text another article has in the same place, and teasers.

    Right after the link of a headline, a text is a teaser if another article has it elsewhere, or
    if its place has mostly texts that recur. Otherwise such a text may be the article's.
    """
    keys = [list(zip(page.texts, page.places.tolist(), strict=True)) for page in pages]
    articles = count_articles(zip(keys, article, strict=True))
    with_text = count_articles(
        (page.texts, number) for page, number in zip(pages, article, strict=True)
    )
    for page, own in zip(pages, keys, strict=True):
        page.recurs = np.array([articles[key] > 1 for key in own], bool)
    frame = find_frame(pages)
    most = MAX_HEADLINE_SHARE * len(set(article))
    for page, own in zip(pages, keys, strict=True):
        is_headline = page.is_linked & np.array([articles[key] <= most for key in own], bool)
        may_recur = [with_text[text] > 1 or place in frame for text, place in own]
        page.recurs |= follows(page, is_headline) & np.array(may_recur, bool)


def find_frame(pages: Iterable[SamplePage]) -> set[int]:
    """Return the places with mostly recurring text."""
    chars: Counter[int] = Counter()
    recurring: Counter[int] = Counter()
    for page in pages:
        for block in np.flatnonzero(page.is_good).tolist():
            place = int(page.places[block])
            chars[place] += int(page.chars[block])
            recurring[place] += int(page.chars[block] * page.recurs[block])
    return {place for place, total in chars.items() if recurring[place] >= MIN_FRAME_SHARE * total}


def count_articles(pages: Iterable[tuple[Iterable[Key], int]]) -> Counter[Key]:
    """Count the articles that have each key."""
    return Counter(key for key, _ in {(key, number) for keys, number in pages for key in keys})


def follows(page: SamplePage, marked: BoolArray) -> BoolArray:
    """Mark the blocks right after marked ones."""
    found = np.zeros(len(page.chars), bool)
    shown = np.flatnonzero(page.chars > 0)
    found[shown[1:]] = marked[shown[:-1]]
    return found


def precedes(page: SamplePage, marked: BoolArray) -> BoolArray:
    """Mark the blocks right before marked ones."""
    found = np.zeros(len(page.chars), bool)
    shown = np.flatnonzero(page.chars > 0)
    found[shown[:-1]] = marked[shown[1:]]
    return found


def identify_articles(pages: Sequence[SamplePage]) -> list[int]:
    """Return for each page the number of the first page with the same article.

    Pages of one article share text, or its title: it may continue on a second page.
    """
    pages_with: dict[str, list[int]] = defaultdict(list)
    titled: dict[str, int] = {}
    article: list[int] = []
    distinctive = distinctive_texts(pages)
    sizes = [sum(texts.values()) for texts in distinctive]
    titles = rare_titles(pages)
    for number, texts in enumerate(distinctive):
        shared: Counter[int] = Counter()
        for text, chars in texts.items():
            # The first pages are enough for a text that all pages have.
            for other in pages_with[text][:8]:
                shared[other] += chars
            pages_with[text].append(number)
        other, chars = shared.most_common(1)[0] if shared else (number, 0)
        is_same = chars >= SAME_ARTICLE_SHARE * max(sizes[number], sizes[other]) and chars > 0
        title = titles[number]
        same = article[other] if is_same else titled.get(title, number) if title else number
        article.append(same)
        if title:
            titled.setdefault(title, same)
    return article


def rare_titles(pages: Sequence[SamplePage]) -> list[str | None]:
    """Return the title of each page; None for one that too many pages have."""
    titles = [None if page.title is None else page.texts[page.title] for page in pages]
    counts, most = Counter(titles), max_copies(pages)
    return [title if title and counts[title] <= most else None for title in titles]


def max_copies(pages: Sequence[SamplePage]) -> float:
    return max(MAX_COPIES, MAX_COPIES_SHARE * len(pages))


def distinctive_texts(pages: Sequence[SamplePage]) -> list[dict[str, int]]:
    """Return each page's good texts without notices and teasers of many pages, which may be longer
    than an article; all of them if a page has no others.
    """
    counts = Counter(text for page in pages for text in page.good_texts)
    most = max_copies(pages)
    return [
        {text: chars for text, chars in page.good_texts.items() if counts[text] <= most}
        or page.good_texts
        for page in pages
    ]


def article_blocks(page: SamplePage) -> IntArray:
    """Return the blocks of the article; without its title, unless that is all."""
    blocks = np.flatnonzero(page.article)
    others = blocks[blocks != page.title] if page.title is not None else blocks
    return others if len(others) else blocks


def may_be_text(page: SamplePage, article: BoolArray) -> BoolArray:
    """Mark items and cells after text of the article, and headings of its parts.

    Inner methods drop many of them, and headings may recur in every article.
    """
    tags = np.minimum(page.page.nodes.tag[page.node], len(TAG_NAMES))
    text = article.copy()
    if page.title is not None:
        text[page.title] = False
    is_later = np.cumsum(text) > 0
    is_item = ITEMS[tags] & ~page.recurs & is_later
    is_heading = HEADING_TAGS[tags] & precedes(page, text)
    # A byline may be a heading, too, but only before the text.
    is_heading &= np.isin(page.places, page.places[is_heading & is_later])
    is_content = (is_item | is_heading) & ~page.is_linked & ~page.is_comment
    return np.asarray(is_content & (page.chars > 0))


def find_teasers(page: SamplePage, blocks: IntArray) -> IntArray:
    """Return those of the blocks that are the only text of an element, after the link of a
    headline.
    """
    shown = np.flatnonzero(page.chars > 0)
    before = np.zeros(len(page.chars), np.int64)
    before[shown[1:]] = shown[:-1]
    is_headline = page.is_linked & (page.chars >= MIN_HEADLINE_CHARS)
    candidates = blocks[is_headline[before[blocks]]]
    is_text = (page.chars > 0) & ~page.is_linked
    return np.array(
        [
            block
            for block, holder in zip(
                candidates.tolist(),
                find_block_containers(page, candidates).tolist(),
                strict=True,
            )
            if (inside := page.inside(holder))[before[block]] and (is_text & inside).sum() == 1
        ],
        np.int64,
    )


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
    """Return whether the blocks are leads in a list: several holders with headlines between, which
    are links.
    """
    if len(blocks) == 0:
        return False
    holder, item = np.unique(find_block_containers(page, blocks), return_inverse=True)
    chars = np.bincount(item, page.chars[blocks])
    if len(holder) < MIN_ITEMS or chars.max() > MAX_ITEM_SHARE * chars.sum():
        return False
    # The headline of the first lead stands before it.
    between = np.arange(max(int(blocks[0]) - 1, 0), int(blocks[-1]) + 1)
    is_headline = page.is_linked[between] & (page.chars[between] >= MIN_HEADLINE_CHARS)
    headlines = {page.texts[block] for block in between[is_headline].tolist()}
    return len(headlines) >= MIN_HEADLINES_SHARE * len(holder)


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
