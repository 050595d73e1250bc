"""Labelled pages as `winnow` learns from them: the share of content in each block.

Some pages are also used without their content, as negative examples: a frame alone has no content.
"""

from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, VOID_TAG_NAMES, Page, scored_runs
from webwinnow.methods.base import TrainingExample

# The weight of a word falls with the length of its page, and mostly with the length of the content,
# so that pages count about alike. The constant keeps short pages from counting too much.
SHORT_PAGE = 50
MAX_WEIGHT = 0.1  # of a block, so that no page teaches a single block
# Gold sets that count more or less than their number of pages.
SOURCE_WEIGHTS = {
    # Few pages, but recent and carefully cleaned by hand.
    "news-articles": 2.0,
    # Many pages of 2006, whose frames and gold texts are unlike today's.
    "cleaneval": 0.5,
}

VOID = frozenset(VOID_TAG_NAMES)
SEPARATED = FLAGS["SPACE"] | FLAGS["BREAK"]

FloatArray = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class LabelledPage:
    """A training example by blocks; every array has one value for each block."""

    page: Page
    site: str
    type: str | None
    words: FloatArray  # 0 for blocks that are no candidates
    content: FloatArray  # share of the words that are content
    weight: FloatArray
    is_stripped: bool = False  # the content was removed

    @classmethod
    def of(cls, example: TrainingExample) -> "LabelledPage":
        page = example.page
        candidates = scored_runs(page)
        words = count_words(page, candidates)
        kept = count_words(page, candidates & example.keep)
        gold, rest = kept.sum(), (words - kept).sum()
        weight = np.minimum(words / (2 * gold + 0.5 * rest + SHORT_PAGE), MAX_WEIGHT)
        weight *= SOURCE_WEIGHTS.get(example.source, 1.0)
        return cls(page, example.site, example.type, words, kept / np.maximum(words, 1), weight)

    @classmethod
    def stripped(cls, example: TrainingExample) -> "LabelledPage":
        """Make a negative example: the page without its content.

        Its blocks have weight 0, because the blocks of a link list look the same with and without
        content; it only teaches the trees on whole pages.
        """
        page = strip_content(example.page, example.keep)
        words = count_words(page, scored_runs(page))
        zeros = np.zeros(len(words))
        return cls(page, example.site, None, words, zeros, zeros, is_stripped=True)


def count_words(page: Page, chosen: Mask) -> FloatArray:
    runs = page.runs
    words = np.bincount(runs.block[chosen], runs.words[chosen], len(page.blocks))
    return words.astype(np.float64, copy=False)


def strip_content(page: Page, keep: Mask) -> Page:
    """Remove the kept runs, and the elements that hold no other visible run."""
    rest = (page.runs.block >= 0) & ~keep
    removed = contains_run(page, keep) & ~contains_run(page, rest)
    return Page(write_html(page, rest, removed))


def contains_run(page: Page, chosen: Mask) -> Mask:
    """Mark the elements with a chosen run inside."""
    counts = np.bincount(page.runs.node[chosen], minlength=len(page.nodes))
    before = np.append(0, np.cumsum(counts))
    return np.asarray(before[page.nodes.end] > before[: len(page.nodes)])


def write_html(page: Page, chosen: Mask, removed: Mask) -> str:
    """Write HTML with the stored attributes and the chosen runs, without the removed elements."""
    ends, holders, opened = (
        column.tolist() for column in (page.nodes.end, page.runs.node, page.runs.opened)
    )
    separated = (page.runs.flags & SEPARATED != 0).tolist()
    texts = page.run_texts()
    parts: list[str] = []
    open_nodes: list[int] = []
    node = 0

    def close() -> None:
        parts.append(end_tag(page, open_nodes.pop()))

    for run in [*np.flatnonzero(chosen).tolist(), None]:
        until = len(ends) if run is None else opened[run]
        while node < until:
            while open_nodes and ends[open_nodes[-1]] <= node:
                close()
            if removed[node]:
                node = ends[node]
            else:
                parts.append(start_tag(page, node))
                open_nodes.append(node)
                node += 1
        if run is not None:
            while open_nodes[-1] != holders[run]:
                close()
            parts.append(" " * separated[run] + escape(texts[run], quote=False))
    return "".join(parts)


def start_tag(page: Page, node: int) -> str:
    values = page.attributes(node).items()
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in values)
    return f"<{page.tag_name(node)}{attributes}>"


def end_tag(page: Page, node: int) -> str:
    name = page.tag_name(node)
    return "" if name in VOID else f"</{name}>"
