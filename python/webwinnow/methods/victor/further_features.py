"""Victor's features beyond the paper: layout blocks, tag paths, letter case, class and id names.

A layout block is what a browser lays out as one paragraph. A run is often only a link or a bold
word inside it.
"""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, Page
from webwinnow.methods.victor.runs import Column, LabelledRuns, ratio

CONTAINER_TAGS = (
    "article", "aside", "blockquote", "footer", "header", "main", "nav", "pre", "section", "td",
)  # fmt: skip
SPLIT_TAGS = ("a", "img", "class-header", "class-list", "class-table")
LONG_BLOCK_WORDS = 20  # words outside of links
NEAR_BLOCKS = 2  # on each side
AROUND_BLOCKS = 5
HEADING_LEVELS = np.zeros(len(TAG_NAMES) + 1, np.int64)
HEADING_LEVELS[[TAG_NAMES.index(f"h{level}") for level in range(1, 7)]] = range(1, 7)

# Shorter texts occur in most titles by coincidence.
MIN_TITLE_CHARS = 8
NO_CASE, LOWER_CASE, SENTENCE_CASE, TITLE_CASE, UPPER_CASE = range(5)

#: Words in class and id names that many sites use for the same kind of element: navigation,
#: related articles, comments, content.
NAME_HINTS = {
    "navigation": (
        "nav", "navi", "navigation", "navbar", "menu", "breadcrumb", "breadcrumbs", "tabs",
        "toolbar", "pager", "pagination", "links", "sitemap", "topbar",
    ),
    "edge": (
        "footer", "foot", "header", "masthead", "banner", "logo", "copyright", "legal", "sidebar",
        "side", "aside", "rail", "left", "right", "bottom", "top",
    ),
    "offer": (
        "ad", "ads", "advert", "advertisement", "sponsor", "sponsored", "promo", "share", "social",
        "related", "recommended", "popular", "newsletter", "subscribe", "login", "search",
        "cookie", "widget", "rss",
    ),
    "comment": ("comment", "comments", "reply", "replies", "respond", "disqus", "discussion"),
    "about": (
        "date", "time", "byline", "author", "meta", "posted", "category", "categories", "tag",
        "tags", "info", "timestamp", "credit",
    ),
    "title": ("title", "headline", "heading", "subtitle"),
    "content": (
        "content", "article", "post", "entry", "story", "body", "text", "main", "maincontent",
        "bodytext", "prose",
    ),
}  # fmt: skip
WORD_BITS = {word: 1 << bit for bit, words in enumerate(NAME_HINTS.values()) for word in words}
# The words of "main-content", "mainContent" and "post_12".
NAME_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
BODY_DEPTH = 1
MAX_NAME_CHARS = 100  # bounds the size of the cache

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def inside_tag(runs: LabelledRuns, name: str) -> Column:
    """Return whether any element around the run is of the tag class."""
    return runs.tree.nearest(name) >= 0


def tags_before(runs: LabelledRuns, name: str) -> Column:
    """Number of start and end tags of the class directly before the run."""
    return runs.tree.crossed(name)


def block_sums(runs: LabelledRuns, values: NDArray[np.number]) -> FloatArray:
    """Sum of the runs' values in each block."""
    return np.bincount(runs.block, values, runs.block_count).astype(np.float64, copy=False)


def block_words(runs: LabelledRuns, offset: int) -> Column:
    """Words of the block at an offset from the run's own; 0 beyond the page's ends."""
    words = block_sums(runs, runs.words)
    place = runs.block + offset
    is_inside = (place >= 0) & (place < runs.block_count)
    return np.where(is_inside, words[np.clip(place, 0, runs.block_count - 1)], 0)


def block_link_share(runs: LabelledRuns) -> Column:
    """Share of the block's characters that are in links."""
    chars = block_sums(runs, runs.chars)
    return ratio(block_sums(runs, runs.chars * runs.in_link), chars)[runs.block]


def block_bold_share(runs: LabelledRuns) -> Column:
    """Share of the block's characters in bold type or in a heading."""
    is_bold = inside_tag(runs, "class-bold") | inside_tag(runs, "class-header")
    chars = block_sums(runs, runs.chars)
    return ratio(block_sums(runs, runs.chars * is_bold), chars)[runs.block]


def is_first_of_block(runs: LabelledRuns) -> Column:
    return np.diff(runs.block, prepend=-1) > 0


def window_sums(values: FloatArray, reach: int) -> FloatArray:
    """Sums over a window of `reach` values on each side."""
    sums = np.append(0, np.cumsum(values))
    places = np.arange(len(values))
    high = np.minimum(places + reach + 1, len(values))
    found: FloatArray = sums[high] - sums[np.maximum(places - reach, 0)]
    return found


def window_words(runs: LabelledRuns, reach: int) -> Column:
    """Mean number of words outside of links, over the blocks of a window."""
    words = window_sums(block_sums(runs, runs.plain_words), reach)
    return (words / window_sums(np.ones(runs.block_count), reach))[runs.block]


def window_link_share(runs: LabelledRuns) -> Column:
    """Share of characters in links, over the blocks of a window."""
    linked = window_sums(block_sums(runs, runs.chars * runs.in_link), AROUND_BLOCKS)
    return ratio(linked, window_sums(block_sums(runs, runs.chars), AROUND_BLOCKS))[runs.block]


def following_sums(values: FloatArray) -> FloatArray:
    """Sums over the AROUND_BLOCKS values after each."""
    sums = np.append(0, np.cumsum(values))
    places = np.arange(len(values))
    found: FloatArray = sums[np.minimum(places + AROUND_BLOCKS + 1, len(values))] - sums[places + 1]
    return found


def following_words(runs: LabelledRuns) -> Column:
    """Mean words outside of links of the next blocks; blocks beyond the page have none."""
    return following_sums(block_sums(runs, runs.plain_words))[runs.block] / AROUND_BLOCKS


def following_link_share(runs: LabelledRuns) -> Column:
    """Share of the characters of the next blocks that are in links."""
    linked = following_sums(block_sums(runs, runs.chars * runs.in_link))
    return ratio(linked, following_sums(block_sums(runs, runs.chars)))[runs.block]


def list_link_share(runs: LabelledRuns) -> Column:
    """Share of the characters of the innermost list that are in links; 0 outside of lists."""
    found = runs.tree.nearest("list")
    # Runs in no list have −1, which becomes the first group.
    linked = np.bincount(found + 1, runs.chars * runs.in_link)
    share = ratio(linked, np.bincount(found + 1, runs.chars))[found + 1]
    return np.where(found < 0, 0, share)


def list_words(runs: LabelledRuns) -> Column:
    """Words outside of links of the innermost list; 0 outside of lists."""
    found = runs.tree.nearest("list")
    return np.where(found < 0, 0, np.bincount(found + 1, runs.plain_words)[found + 1])


def long_block_distance(runs: LabelledRuns) -> Column:
    """Distance in blocks to the nearest long block; at least the block count if there is none."""
    long = np.flatnonzero(block_sums(runs, runs.plain_words) >= LONG_BLOCK_WORDS)
    far = 2 * runs.block_count
    ends = np.concatenate([[-far], long, [far]])
    place = ends.searchsorted(runs.block)
    found: Column = np.minimum(ends[place] - runs.block, runs.block - ends[place - 1])
    return found


def word_position(runs: LabelledRuns) -> Column:
    """Share of the page's words that come before the run."""
    return ratio(np.cumsum(runs.words) - runs.words, runs.words.sum())


def depth(runs: LabelledRuns) -> Column:
    return runs.page.nodes.depth[runs.tree.node]


def path_count(runs: LabelledRuns) -> Column:
    """Number of runs with the same tag path."""
    return np.bincount(runs.path)[runs.path]


def series(runs: LabelledRuns, period: int) -> IntArray:
    """Number of each run's series: runs with the tag path of the run that is `period` before."""
    same = np.zeros(len(runs), bool)
    same[period:] = runs.path[period:] == runs.path[:-period]
    found: IntArray = np.cumsum(~same)
    return found


def series_length(runs: LabelledRuns, period: int) -> Column:
    """Number of runs in the run's series: the rows of a list, with or without list markup."""
    number = series(runs, period)
    return np.bincount(number)[number]


def series_words(runs: LabelledRuns) -> Column:
    """Mean words of the runs in the run's series."""
    number = series(runs, 1)
    return ratio(np.bincount(number, runs.words), np.bincount(number))[number]


def path_words(runs: LabelledRuns) -> Column:
    """Share of the page's words outside of links in runs with the same tag path."""
    return ratio(np.bincount(runs.path, runs.plain_words), runs.plain_words.sum())[runs.path]


def heading_level(runs: LabelledRuns) -> Column:
    """Level of the innermost heading around the run, 1 to 6; 0 for none."""
    heading = runs.tree.nearest("class-header")
    # −1, for no heading, indexes an arbitrary node here.
    level = HEADING_LEVELS[np.minimum(runs.page.nodes.tag, len(TAG_NAMES))][heading]
    return np.where(heading < 0, 0, level)


def page_link_share(runs: LabelledRuns) -> Column:
    """Share of the page's characters that are in links."""
    linked = (runs.chars * runs.in_link).sum()
    return np.full(len(runs), linked / max(runs.chars.sum(), 1))


def char_count(runs: LabelledRuns) -> Column:
    """Characters other than white space."""
    return runs.chars


def letter_case(runs: LabelledRuns) -> Column:
    """One of NO_CASE, LOWER_CASE, SENTENCE_CASE, TITLE_CASE and UPPER_CASE."""
    text = runs.text
    upper, lower, capitals = text["upper"], text["lower"], text["capitals"]
    found = np.full(len(runs), SENTENCE_CASE)
    found[(capitals > 1) & (2 * capitals > text["words"] + text["mixed"])] = TITLE_CASE
    found[upper == 0] = LOWER_CASE
    found[(upper > 1) & (lower == 0)] = UPPER_CASE
    found[upper + lower == 0] = NO_CASE
    return found


def character_class(runs: LabelledRuns, place: str) -> Column:
    """Class of the first or last character, as numbered in `runs`."""
    return runs.text[place]


def copyright_sign(runs: LabelledRuns) -> Column:
    return runs.text["copyright"]


def in_title(runs: LabelledRuns) -> Column:
    """1 if the page's title contains the text, 2 if the text is most of the title."""
    title, texts, length = runs.title, runs.text.texts, runs.text.length
    found = np.zeros(len(runs), np.int64)
    candidates = (length >= MIN_TITLE_CHARS) & (length <= len(title))
    for run in np.flatnonzero(candidates).tolist():
        if texts[run] in title:
            found[run] = 1 + (2 * len(texts[run]) > len(title))
    return found


def name_hint(runs: LabelledRuns, bit: int) -> Column:
    """Return whether the class or id of an element around the run gives the hint."""
    if runs.name_hints is None:
        runs.name_hints = runs.tree.inherited_bits(node_hints(runs.page, runs.index))
    found: Column = runs.name_hints >> bit & 1
    return found


def node_hints(page: Page, runs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Hint bits of each node; 0 for nodes around none of the runs, and for `html` and `body`."""
    found = np.zeros(len(page.nodes), np.int64)
    runs_before = np.zeros(len(found) + 1, np.int64)
    np.cumsum(np.bincount(page.runs.node[runs], minlength=len(found)), out=runs_before[1:])
    has_runs = runs_before[page.nodes.end] > runs_before[:-1]
    for attribute in ("class", "id"):
        nodes, values = page.having(attribute)
        wanted = has_runs[nodes]
        hints = map(hint_bits, compress(values, wanted.tolist()))
        found[nodes[wanted]] |= np.fromiter(hints, np.int64)
    # The class of `body` describes the page, not a part of it.
    found[page.nodes.depth <= BODY_DEPTH] = 0
    return found


def hint_bits(names: str) -> int:
    """One bit per hint in a class or id attribute."""
    found = 0
    for name in names.split():
        found |= name_bits(name if len(name) <= MAX_NAME_CHARS else name[:MAX_NAME_CHARS])
    return found


# Single names recur across pages far more often than whole attributes.
@lru_cache(maxsize=32_768)
def name_bits(name: str) -> int:
    found = 0
    for word in NAME_WORD.findall(name):
        found |= WORD_BITS.get(word.lower(), 0)
    return found


FURTHER_FEATURES: dict[str, Callable[[LabelledRuns], Column]] = {
    **{f"container.{name}": partial(inside_tag, name=name) for name in CONTAINER_TAGS},
    **{f"split.{name}": partial(tags_before, name=name) for name in SPLIT_TAGS},
    "heading.level": heading_level,
    "block.words": partial(block_words, offset=0),
    "block.words-before": partial(block_words, offset=-1),
    "block.words-after": partial(block_words, offset=1),
    "block.link-share": block_link_share,
    "block.bold-share": block_bold_share,
    "block.first": is_first_of_block,
    "near.words": partial(window_words, reach=NEAR_BLOCKS),
    "around.words": partial(window_words, reach=AROUND_BLOCKS),
    "around.link-share": window_link_share,
    "after.words": following_words,
    "after.link-share": following_link_share,
    "list.link-share": list_link_share,
    "list.words": list_words,
    "near.long": long_block_distance,
    "position.words": word_position,
    "depth": depth,
    "path.count": path_count,
    "path.word-ratio": path_words,
    "series.length": partial(series_length, period=1),
    "series.pairs": partial(series_length, period=2),
    "series.words": series_words,
    "document.link-share": page_link_share,
    "char.count": char_count,
    "text.case": letter_case,
    "text.first": partial(character_class, place="first"),
    "text.last": partial(character_class, place="last"),
    "text.copyright": copyright_sign,
    "text.in-title": in_title,
    **{f"name.{name}": partial(name_hint, bit=bit) for bit, name in enumerate(NAME_HINTS)},
}
