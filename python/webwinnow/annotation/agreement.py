"""Agreement of annotators, by pair, on the pages that both have done.

Blocks: Cohen's kappa, and the share of blocks with equal labels. The label of a block is the label
of most of its visible characters. "labels" compares the five labels as given, "kinds" replaces
"content" by the kind of the markup, "content" distinguishes only content and boilerplate. All
blocks have the same weight.

Words: edit distance of the two texts, as in the paper on FIASCO (Bauer et al. 2007, section 5.1).
The paper only states that "minimal edit distance between the two annotations for each page was
computed, showing an average agreement of 91.75%". We use the definition of the CleanEval score:
1 − distance / (words of both), where a substitution is a deletion and an insertion, averaged over
pages. The annotations in the paper had markers. "marked" counts markers as words, "words" leaves
them out.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.annotation.adjudication import page_status, page_statuses
from webwinnow.annotation.gold import render_cleaneval
from webwinnow.annotation.labels import LABELS
from webwinnow.annotation.pages import PageInfo, parse_page
from webwinnow.annotation.run_layout import CONTENT, LabelArray, RunLayout
from webwinnow.annotation.store import Store

NO_BLOCKS = "no blocks to compare"
ONE_CLASS = "both annotators gave every block the same label, so kappa is undefined"
NO_RAPIDFUZZ = "rapidfuzz is missing; run: pip install 'webwinnow[evaluate]'"

Matrix = NDArray[np.int64]


@dataclass(frozen=True)
class Kappa:
    kappa: float | None
    equal: float | None  # share of blocks
    blocks: int
    why_none: str | None = None


@dataclass(frozen=True)
class PageAgreement:
    page: int
    name: str
    labels: Kappa
    kinds: Kappa
    content: Kappa
    words: float | None
    marked: float | None


@dataclass(frozen=True)
class PairAgreement:
    """Agreement of two annotators over all pages that both have done."""

    first: str
    second: str
    pages: list[PageAgreement]
    labels: Kappa
    kinds: Kappa
    content: Kappa
    words: float | None
    marked: float | None
    why_no_words: str | None


def agreement(store: Store, project: int) -> list[PairAgreement]:
    """Agreement of each pair of annotators with a common page."""
    shared: dict[tuple[str, str], list[int]] = {}
    for status in page_statuses(store, project):
        for pair in combinations(status.done, 2):
            shared.setdefault(pair, []).append(status.page.id)
    parts: dict[tuple[str, str], list[PageComparison]] = {pair: [] for pair in shared}
    # Parse each page once for all pairs.
    for page in dict.fromkeys(page for pages in shared.values() for page in pages):
        parsed, info = parse_page(store, page)
        status = page_status(store, page)
        for pair in combinations(status.done, 2):
            compared = PageComparison.of(parsed, info, *(status.done[name] for name in pair))
            parts.setdefault(pair, []).append(compared)
    return [pair_agreement(*pair, of_pages) for pair, of_pages in parts.items() if of_pages]


@dataclass(frozen=True)
class PageComparison:
    """Confusion matrices and text similarity of two annotations of one page."""

    page: PageInfo
    labels: Matrix
    kinds: Matrix
    content: Matrix
    words: float | None
    marked: float | None

    @classmethod
    def of(
        cls, page: Page, info: PageInfo, first: LabelArray, second: LabelArray
    ) -> "PageComparison":
        layout = RunLayout.of(page)
        resolved = [layout.resolve(each) for each in (first, second)]
        both = block_labels(page, first), block_labels(page, second)
        kinds = [block_labels(page, each) for each in resolved]
        # Content of several kinds in one block counts together.
        kept = [block_labels(page, np.minimum(each, np.uint8(CONTENT))) for each in resolved]
        words, marked = edit_agreement(
            render_cleaneval(page, first), render_cleaneval(page, second)
        )
        return cls(info, confusion(*both), confusion(*kinds), confusion(*kept), words, marked)

    def agreement(self) -> PageAgreement:
        return PageAgreement(
            self.page.id,
            self.page.name,
            kappa(self.labels),
            kappa(self.kinds),
            kappa(self.content),
            self.words,
            self.marked,
        )


def pair_agreement(first: str, second: str, parts: list[PageComparison]) -> PairAgreement:
    words = mean(part.words for part in parts)
    return PairAgreement(
        first,
        second,
        [part.agreement() for part in parts],
        kappa(sum((part.labels for part in parts), EMPTY)),
        kappa(sum((part.kinds for part in parts), EMPTY)),
        kappa(sum((part.content for part in parts), EMPTY)),
        words,
        mean(part.marked for part in parts),
        NO_RAPIDFUZZ if words is None else None,
    )


def mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def block_labels(page: Page, labels: LabelArray) -> LabelArray:
    """Label of most characters of each block with visible text; of ties, the lowest label."""
    layout = RunLayout.of(page)
    runs = np.flatnonzero(layout.is_visible)
    cells = layout.block[runs].astype(np.int64) * len(LABELS) + labels[runs]
    # A run of white space has no characters but still counts.
    weights = page.runs.chars[runs] + 1e-6
    counts = np.bincount(cells, weights, minlength=len(page.blocks) * len(LABELS))
    counts = counts.reshape(-1, len(LABELS))
    return np.asarray(counts[counts.any(axis=1)].argmax(axis=1), np.uint8)


EMPTY = np.zeros((len(LABELS), len(LABELS)), np.int64)


def confusion(first: LabelArray, second: LabelArray) -> Matrix:
    """Confusion matrix of blocks: rows by the first annotator's label, columns by the second's."""
    cells = first.astype(np.int64) * len(LABELS) + second
    return np.bincount(cells, minlength=len(LABELS) ** 2).reshape(EMPTY.shape)


def kappa(counts: Matrix) -> Kappa:
    """Cohen's kappa (1960): agreement beyond chance, as a share of the possible agreement.

    None if both annotators used the same single label: expected agreement is then 1.
    """
    blocks = int(counts.sum())
    if not blocks:
        return Kappa(None, None, 0, NO_BLOCKS)
    equal, rows, columns = int(np.trace(counts)), counts.sum(axis=1), counts.sum(axis=0)
    # Integers, so that perfect agreement is exactly 1.
    by_chance = sum(int(a) * int(b) for a, b in zip(rows, columns, strict=True))
    possible = blocks * blocks - by_chance
    if not possible:
        return Kappa(None, equal / blocks, blocks, ONE_CLASS)
    return Kappa((equal * blocks - by_chance) / possible, equal / blocks, blocks)


def edit_agreement(first: str, second: str) -> tuple[float | None, float | None]:
    """Similarity of two texts in CleanEval notation: without markers, and with markers as words."""
    from webwinnow.evaluation.scores.cleaneval import drop_markers, similarity, split_tokens
    from webwinnow.evaluation.scores.text import number_words

    ours, theirs = split_tokens(first), split_tokens(second)
    try:
        return (
            similarity(*number_words(drop_markers(ours), drop_markers(theirs))),
            similarity(*number_words(ours, theirs)),
        )
    except ImportError:
        return None, None
