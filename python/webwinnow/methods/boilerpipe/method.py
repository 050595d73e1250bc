"""boilerpipe, after Kohlschütter, Fankhauser and Nejdl (2010) and their program of that name.

Shallow features classify blocks: the number of words, the share of linked words, and both of the
neighbours. The `article` extractor then keeps the largest text and what belongs to it; the
`default` extractor uses words per line only. `filters` has the filters, one function each.

Differs: a page needs no `html` or `body` tags; text in `noscript` is read, hidden text is not; only
an `a` with an `href` is a link; all dashes of a title are equal. `docs/methods/boilerpipe.md` has
the reasons.
"""

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Decision, Page
from webwinnow.methods.base import NOT_VISIBLE, Method, expand_to_runs, score_by_grade
from webwinnow.methods.boilerpipe.blocks import LIKELY, PageBlocks, TextBlocks, read_blocks
from webwinnow.methods.boilerpipe.filters import (
    MAX_END_WORDS,
    MAX_LINKED,
    boilerplate_blocks,
    density_rules,
    document_title,
    expand_title,
    ignore_after_content,
    keep_largest,
    large_on_same_level,
    list_at_end,
    num_words_rules,
    proximity_fusion,
    simple_fusion,
    terminating_blocks,
    trailing_headings,
)

REASONS = [
    "in the largest text",
    "right before the largest text",
    "large, and as deep in the page as the largest text",
    "between the title and the largest text",
    "list after the largest text",
    "enough words per line",
    "too many links",
    "too few words",
    "too few words per line",
    "after the end of the text",
    "heading without text",
    "smaller than the largest text",
    "in an element that is not read",
    NOT_VISIBLE,
]
(
    LARGEST, BEFORE, SAME_LEVEL, FROM_TITLE, LIST, DENSE,
    LINKED, FEW_WORDS, SPARSE, AFTER_END, TRAILING, SMALLER, NOT_READ, HIDDEN,
) = range(len(REASONS))  # fmt: skip

# A block of so many words without a link has grade 0.5; the rules use the same number.
HALF_SCORE_WORDS = 16
TITLE_TAG = TAG_NAMES.index("title")

# Of each block: whether to keep it, and the reason.
BlockDecision = tuple[NDArray[np.bool_], NDArray[np.uint8]]


class Boilerpipe(Method):
    """Words, links and their neighbours, block by block (Kohlschütter et al. 2010)."""

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "article": {"extractor": "article"},
        "default": {"extractor": "default"},
        "precision": {"extractor": "both", "most_linked": 0.2},
        "recall": {"extractor": "either"},
    }

    def __init__(
        self,
        extractor: Literal["article", "default", "either", "both"] = "article",
        large_words: int = 100,
        most_linked: float = MAX_LINKED,
    ) -> None:
        self.extractor = extractor
        self.large_words = large_words
        self.most_linked = most_linked

    def decide(self, page: Page) -> Decision:
        page_blocks = read_blocks(page)
        if self.extractor == "default":
            return make_decision(page_blocks, decide_by_density(page_blocks, self.most_linked))
        decided = decide_by_article(page_blocks, self.large_words, self.most_linked)
        if self.extractor != "article":
            decided = self.combined(decided, decide_by_density(page_blocks, self.most_linked))
        return make_decision(page_blocks, decided)

    def combined(self, one: BlockDecision, other: BlockDecision) -> BlockDecision:
        """Combine two decisions: keep what either keeps, or what both keep, if anything."""
        keep = one[0] | other[0] if self.extractor == "either" else one[0] & other[0]
        if not keep.any():
            return one
        return keep, np.where(one[0] == keep, one[1], other[1])


def decide_by_article(
    page_blocks: PageBlocks, large_words: int, most_linked: float
) -> BlockDecision:
    """Keep the largest text and what belongs to it."""
    title, title_words = find_title(page_blocks.page)
    texts = page_blocks.texts(page_blocks.blocks.words <= max(MAX_END_WORDS, title_words))
    blocks = document_title(terminating_blocks(page_blocks.blocks, texts), title, texts)
    ruled = num_words_rules(blocks, most_linked)
    ended = ignore_after_content(ruled, page_blocks)
    trimmed = trailing_headings(ended)
    reason = np.where(blocks.link_density > most_linked, LINKED, FEW_WORDS)
    reason[ruled.content & ~ended.content] = AFTER_END
    reason[ended.content & ~trimmed.content] = TRAILING

    kept, row_reason = largest_text(trimmed, large_words)
    keep = expand_to_runs(kept.content, kept.place, bool)
    reason = np.where(
        keep | trimmed.content, expand_to_runs(row_reason, kept.place, np.int64), reason
    )
    reason[keep & ~trimmed.content & (reason == LARGEST)] = BEFORE
    return keep, reason.astype(np.uint8)


def largest_text(blocks: TextBlocks, large_words: int) -> tuple[TextBlocks, NDArray[np.int64]]:
    """Fuse the blocks, mark those to keep as content, and give the reason for each."""
    rows = proximity_fusion(blocks)
    rows = boilerplate_blocks(rows)
    rows = proximity_fusion(rows, content_only=True, same_level=True)
    largest = keep_largest(rows)
    titled = expand_title(largest)
    large = large_on_same_level(titled, large_words)
    kept = list_at_end(large)
    reason = np.full(len(rows), SMALLER)
    reason[kept.content] = LIST
    reason[large.content] = SAME_LEVEL
    reason[titled.content & ~largest.content] = FROM_TITLE
    # A single block has no label.
    reason[kept.content & (kept.has_label(LIKELY) | (len(rows) < 2))] = LARGEST
    return kept, reason


def decide_by_density(page_blocks: PageBlocks, most_linked: float) -> BlockDecision:
    """Keep dense text."""
    density = page_blocks.text_density()
    rows = density_rules(*simple_fusion(page_blocks.blocks, density), most_linked)
    row_reason = np.where(rows.link_density > most_linked, LINKED, SPARSE)
    row_reason[rows.content] = DENSE
    return expand_to_runs(rows.content, rows.place, bool), expand_to_runs(
        row_reason, rows.place, np.uint8
    )


def make_decision(page_blocks: PageBlocks, decided: BlockDecision) -> Decision:
    """Make a decision on runs from one on blocks.

    More words and fewer links give a higher score; kept blocks score 0.5 and more.
    """
    keep, reason = decided
    blocks, block = page_blocks.blocks, page_blocks.block
    likely = (1 - blocks.link_density) * blocks.words / (blocks.words + HALF_SCORE_WORDS)
    unread = np.where(page_blocks.visible, NOT_READ, HIDDEN).astype(np.uint8)
    return Decision(
        page_blocks.page,
        expand_to_runs(keep, block, bool),
        score=expand_to_runs(score_by_grade(keep, likely), block, np.float32),
        reason=np.where(block < 0, unread, expand_to_runs(reason, block, np.uint8)),
        reasons=REASONS,
    )


def find_title(page: Page) -> tuple[str, int]:
    """Return the page's first title and its number of words; "" and 0 without a title."""
    runs = page.runs
    is_title = (page.nodes.tag[runs.node] == TITLE_TAG) & (runs.flags & FLAGS["HEAD"] != 0)
    if not is_title.any():
        return "", 0
    first = int(np.argmax(is_title))
    return page.text[runs.start[first] : runs.end[first]].decode(), int(runs.words[first])
