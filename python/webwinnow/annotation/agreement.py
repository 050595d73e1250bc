"""How far annotators agree, two by two, on the pages that both have done.

On blocks: Cohen's kappa, and the share on which both say the same. A block's label is the one that
most of its visible characters have. "labels" are the five as they were given; "kinds" take
"content" for what the markup says; "content" knows only content and boilerplate. Every block
counts alike.

On words: the edit distance of the two texts, as in the paper on FIASCO (Bauer et al. 2007, section
5.1), which tells no more than that "minimal edit distance between the two annotations for each page
was computed, showing an average agreement of 91.75%". Our reading is that of the CleanEval score:
1 − distance / (words of both), where a substitution is a deletion and an insertion; the mean over
pages. The annotations there had markers, so "marked" counts markers as words, and "words" leaves
them out.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.annotation.adjudication import standing, standings
from webwinnow.annotation.gold import as_marked
from webwinnow.annotation.labels import CONTENT, LABELS
from webwinnow.annotation.pages import parsed
from webwinnow.annotation.run_layout import Bytes, Reading
from webwinnow.annotation.store import Store

__all__ = ["Kappa", "PageAgreement", "PairAgreement", "agreement", "block_labels", "kappa"]

NO_BLOCKS = "no blocks to compare"
ONE_CLASS = "both gave all blocks the same label, so chance would agree as well"
NO_RAPIDFUZZ = "rapidfuzz is missing; pip install 'webwinnow[evaluate]'"

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
    """Two annotators, over all pages that both have done."""

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
    """Pairs without a page in common are left out."""
    shared: dict[tuple[str, str], list[int]] = {}
    for now in standings(store, project):
        for pair in combinations(now.done, 2):
            shared.setdefault(pair, []).append(now.page.id)
    parts: dict[tuple[str, str], list[Compared]] = {pair: [] for pair in shared}
    # Each page is read once, whatever the number of pairs.
    for page in dict.fromkeys(page for pages in shared.values() for page in pages):
        found, info = parsed(store, page)
        now = standing(store, page)
        for pair in combinations(now.done, 2):
            compared = Compared.of(found, *(now.done[name] for name in pair))
            parts.setdefault(pair, []).append(compared.named(page, info.name))
    return [pair_of(*pair, of_pages) for pair, of_pages in parts.items() if of_pages]


@dataclass(frozen=True)
class Compared:
    """What two annotators say of one page, counted."""

    labels: Matrix
    kinds: Matrix
    content: Matrix
    words: float | None
    marked: float | None
    page: int = 0
    name: str = ""

    @classmethod
    def of(cls, page: Page, first: Bytes, second: Bytes) -> "Compared":
        reading = Reading.of(page)
        resolved = [reading.resolved(each) for each in (first, second)]
        both = block_labels(page, first), block_labels(page, second)
        kinds = [block_labels(page, each) for each in resolved]
        # A block whose content is of several kinds is content as far as all of them together.
        kept = [block_labels(page, np.minimum(each, np.uint8(CONTENT))) for each in resolved]
        words, marked = edit_agreement(as_marked(page, first), as_marked(page, second))
        return cls(confusion(*both), confusion(*kinds), confusion(*kept), words, marked)

    def named(self, page: int, name: str) -> "Compared":
        return Compared(self.labels, self.kinds, self.content, self.words, self.marked, page, name)

    def agreement(self) -> PageAgreement:
        return PageAgreement(
            self.page,
            self.name,
            kappa(self.labels),
            kappa(self.kinds),
            kappa(self.content),
            self.words,
            self.marked,
        )


def pair_of(first: str, second: str, parts: list[Compared]) -> PairAgreement:
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


def block_labels(page: Page, labels: Bytes) -> Bytes:
    """For each block with visible text the label that most of its characters have, the lowest of
    equals.
    """
    reading = Reading.of(page)
    runs = np.flatnonzero(reading.is_visible)
    cells = reading.block[runs].astype(np.int64) * len(LABELS) + labels[runs]
    # A run counts even where it has no characters but white space.
    weights = page.runs.chars[runs] + 1e-6
    counts = np.bincount(cells, weights, minlength=len(page.blocks) * len(LABELS))
    counts = counts.reshape(-1, len(LABELS))
    return np.asarray(counts[counts.any(axis=1)].argmax(axis=1), np.uint8)


EMPTY = np.zeros((len(LABELS), len(LABELS)), np.int64)


def confusion(first: Bytes, second: Bytes) -> Matrix:
    """Blocks by the label that the first gave (row) and the second (column)."""
    cells = first.astype(np.int64) * len(LABELS) + second
    return np.bincount(cells, minlength=len(LABELS) ** 2).reshape(EMPTY.shape)


def kappa(counts: Matrix) -> Kappa:
    """Cohen's kappa (1960): how much more two agree than by chance, of what they could.

    None where both gave one label only, since chance cannot be told from knowledge then.
    """
    blocks = int(counts.sum())
    if not blocks:
        return Kappa(None, None, 0, NO_BLOCKS)
    equal, rows, columns = int(np.trace(counts)), counts.sum(axis=1), counts.sum(axis=0)
    # In whole numbers, so that what is 1 is exactly 1.
    by_chance = sum(int(a) * int(b) for a, b in zip(rows, columns, strict=True))
    possible = blocks * blocks - by_chance
    if not possible:
        return Kappa(None, equal / blocks, blocks, ONE_CLASS)
    return Kappa((equal * blocks - by_chance) / possible, equal / blocks, blocks)


def edit_agreement(first: str, second: str) -> tuple[float | None, float | None]:
    """Of two texts in CleanEval's notation: without markers, and with them as words."""
    from webwinnow.evaluation.scores.edit_distance import only_words, similarity, tokens
    from webwinnow.evaluation.scores.text_only import numbered

    ours, theirs = tokens(first), tokens(second)
    try:
        return (
            similarity(*numbered(only_words(ours), only_words(theirs))),
            similarity(*numbered(ours, theirs)),
        )
    except ImportError:
        return None, None
