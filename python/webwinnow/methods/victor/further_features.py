"""Features beyond the paper: the layout block that a run is in, what is near it, where it is.

A layout block is what a browser sets as one paragraph; a run is often but a link or a word in bold
type inside it.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES
from webwinnow.methods.victor.markup import container, split
from webwinnow.methods.victor.runs import Column, View, shares

__all__ = ["COLUMNS"]

CONTAINERS = (
    "article", "aside", "blockquote", "footer", "header", "li", "main", "nav", "pre", "section",
    "td",
)  # fmt: skip
SPLITS = ("a", "img", "class-header", "class-list", "class-table")
LONG_BLOCK = 20  # words outside of links
NEAR = 2  # blocks on each side
AROUND = 5
LEVELS = np.zeros(len(TAG_NAMES) + 1, np.int64)
LEVELS[[TAG_NAMES.index(f"h{level}") for level in range(1, 7)]] = range(1, 7)


def of_blocks(view: View, values: NDArray[np.number]) -> NDArray[np.float64]:
    """Sums of runs' values for each block."""
    return np.bincount(view.block, values, view.block_count).astype(np.float64, copy=False)


def block_words(view: View, offset: int) -> Column:
    """Words of the block, or of the one so many further on; 0 beyond the page's ends."""
    words = of_blocks(view, view.words)
    place = view.block + offset
    is_inside = (place >= 0) & (place < view.block_count)
    return np.where(is_inside, words[np.clip(place, 0, view.block_count - 1)], 0)


def block_link_share(view: View) -> Column:
    """Share of the block's characters that are in links."""
    chars = of_blocks(view, view.solid)
    return shares(of_blocks(view, view.solid * view.in_link), chars)[view.block]


def block_first(view: View) -> Column:
    """Whether the run is the first of its block."""
    return np.diff(view.block, prepend=-1) > 0


def windowed(values: NDArray[np.float64], reach: int) -> NDArray[np.float64]:
    """Sums over so many places on each side."""
    sums = np.append(0, np.cumsum(values))
    places = np.arange(len(values))
    high = np.minimum(places + reach + 1, len(values))
    found: NDArray[np.float64] = sums[high] - sums[np.maximum(places - reach, 0)]
    return found


def near_words(view: View, reach: int) -> Column:
    """Mean of the words outside of links in the blocks near this one and itself."""
    words = windowed(of_blocks(view, view.plain_words), reach)
    return (words / windowed(np.ones(view.block_count), reach))[view.block]


def near_link_share(view: View) -> Column:
    """Share of the characters in links, in the blocks around this one and itself."""
    linked = windowed(of_blocks(view, view.solid * view.in_link), AROUND)
    return shares(linked, windowed(of_blocks(view, view.solid), AROUND))[view.block]


def near_long(view: View) -> Column:
    """How many blocks it is to the nearest long one; 0 inside one, many where there is none."""
    long = np.flatnonzero(of_blocks(view, view.plain_words) >= LONG_BLOCK)
    far = 2 * view.block_count
    ends = np.concatenate([[-far], long, [far]])
    place = ends.searchsorted(view.block)
    found: Column = np.minimum(ends[place] - view.block, view.block - ends[place - 1])
    return found


def word_position(view: View) -> Column:
    """Share of the page's words that come before the run."""
    return shares(np.cumsum(view.words) - view.words, view.words.sum())


def depth(view: View) -> Column:
    return view.page.nodes.depth[view.tree.node]


def path_count(view: View) -> Column:
    """How many runs have exactly the same tags around them."""
    return np.bincount(view.path)[view.path]


def path_words(view: View) -> Column:
    """Share of the page's words outside of links that such runs have."""
    return shares(np.bincount(view.path, view.plain_words), view.plain_words.sum())[view.path]


def heading_level(view: View) -> Column:
    """Of the innermost heading around the run, 1 to 6; 0 for none."""
    heading = view.tree.nearest("class-header")
    # Where there is none, −1 is some node or other.
    return np.where(
        heading < 0, 0, LEVELS[np.minimum(view.page.nodes.tag, len(TAG_NAMES))][heading]
    )


def link_share(view: View) -> Column:
    """Share of the page's characters that are in links."""
    linked = (view.solid * view.in_link).sum()
    return np.full(len(view), linked / max(view.solid.sum(), 1))


COLUMNS: dict[str, Callable[[View], Column]] = {
    **{f"container.{name}": partial(container, name=name) for name in CONTAINERS},
    **{f"split.{name}": partial(split, name=name) for name in SPLITS},
    "heading.level": heading_level,
    "block.words": partial(block_words, offset=0),
    "block.words-before": partial(block_words, offset=-1),
    "block.words-after": partial(block_words, offset=1),
    "block.link-share": block_link_share,
    "block.first": block_first,
    "near.words": partial(near_words, reach=NEAR),
    "around.words": partial(near_words, reach=AROUND),
    "around.link-share": near_link_share,
    "near.long": near_long,
    "position.words": word_position,
    "depth": depth,
    "path.count": path_count,
    "path.word-ratio": path_words,
    "document.link-share": link_share,
}
