"""boilerpipe, after Kohlschütter, Fankhauser and Nejdl (2010) and their program of that name.

Shallow features tell text from the rest: how many words a block has, how many of them are linked,
and the same of its neighbours. The `article` extractor then keeps the largest text and what belongs
to it; the `default` extractor goes by words per line alone. The filters, one function each, are in
`boilerpipe_filters.py`.

Differs: a page needs no `html` or `body` tags; text in `noscript` is read, hidden text is not; only
an `a` with an address is a link; all dashes of a title are alike. `docs/methods/boilerpipe.md` says
why.
"""

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, TAG_NAMES, Decision, Page
from webwinnow.methods.base import NOT_VISIBLE, Method, expand_to_runs, score_by_grade
from webwinnow.methods.boilerpipe.blocks import LIKELY, Reading, TextBlocks, read
from webwinnow.methods.boilerpipe.filters import (
    MOST_END_WORDS,
    MOST_LINKED,
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

# A block of so many words without a link is half sure to be text; the rules begin there, too.
HALF_SURE_WORDS = 16
TITLE_TAG = TAG_NAMES.index("title")

Verdict = tuple[NDArray[np.bool_], NDArray[np.uint8]]  # for each block, whether to keep it and why


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
        most_linked: float = MOST_LINKED,
    ) -> None:
        self.extractor = extractor
        self.large_words = large_words
        self.most_linked = most_linked

    def decide(self, page: Page) -> Decision:
        reading = read(page)
        if self.extractor == "default":
            return decision(reading, default(reading, self.most_linked))
        verdict = article(reading, self.large_words, self.most_linked)
        if self.extractor != "article":
            verdict = self.combined(verdict, default(reading, self.most_linked))
        return decision(reading, verdict)

    def combined(self, one: Verdict, other: Verdict) -> Verdict:
        """What either verdict keeps, with its reason; or what both keep, if that is anything."""
        keep = one[0] | other[0] if self.extractor == "either" else one[0] & other[0]
        if not keep.any():
            return one
        return keep, np.where(one[0] == keep, one[1], other[1])


def article(reading: Reading, large_words: int, most_linked: float) -> Verdict:
    """Keeps the largest text, and what belongs to it."""
    title, title_words = page_title(reading.page)
    texts = reading.texts(reading.blocks.words <= max(MOST_END_WORDS, title_words))
    blocks = document_title(terminating_blocks(reading.blocks, texts), title, texts)
    ruled = num_words_rules(blocks, most_linked)
    ended = ignore_after_content(ruled, reading)
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
    """Fused blocks, those to keep being content, and the reason for each."""
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
    # What is alone needs no label to be the largest.
    reason[kept.content & (kept.has(LIKELY) | (len(rows) < 2))] = LARGEST
    return kept, reason


def default(reading: Reading, most_linked: float) -> Verdict:
    """Keeps dense text."""
    density = reading.text_density()
    rows = density_rules(*simple_fusion(reading.blocks, density), most_linked)
    row_reason = np.where(rows.link_density > most_linked, LINKED, SPARSE)
    row_reason[rows.content] = DENSE
    return expand_to_runs(rows.content, rows.place, bool), expand_to_runs(
        row_reason, rows.place, np.uint8
    )


def decision(reading: Reading, verdict: Verdict) -> Decision:
    """A verdict on blocks as a decision on runs.

    Of two blocks that are both kept, or both dropped, the one with more words and fewer links has
    the higher score; kept ones score 0.5 and more.
    """
    keep, reason = verdict
    blocks, block = reading.blocks, reading.block
    likely = (1 - blocks.link_density) * blocks.words / (blocks.words + HALF_SURE_WORDS)
    unread = np.where(reading.visible, NOT_READ, HIDDEN).astype(np.uint8)
    return Decision(
        reading.page,
        expand_to_runs(keep, block, bool),
        score=expand_to_runs(score_by_grade(keep, likely), block, np.float32),
        reason=np.where(block < 0, unread, expand_to_runs(reason, block, np.uint8)),
        reasons=REASONS,
    )


def page_title(page: Page) -> tuple[str, int]:
    """The page's first title, and how many words it has; empty where there is none."""
    runs = page.runs
    is_title = (page.nodes.tag[runs.node] == TITLE_TAG) & (runs.flags & FLAGS["HEAD"] != 0)
    if not is_title.any():
        return "", 0
    first = int(np.argmax(is_title))
    return page.text[runs.start[first] : runs.end[first]].decode(), int(runs.words[first])
