"""Our own aligner: aligns gold words with page words, both in order.

The core finds the alignment with the highest score (`src/align.rs` defines the score). The rest of
the gold, which is in another order or hidden on the page, is aligned with the remaining runs, until
nothing more is found.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import KIND_NAMES, Page, align_words
from webwinnow.gold.datasets.base import GoldSegment
from webwinnow.gold.labels.base import Labels, PageWords, Vocabulary, split_words
from webwinnow.methods.base import visible_runs

CONTINUATION = KIND_NAMES.index("continuation")
# Moved text comes in a few pieces; no page of any known set needs more rounds.
MAX_ROUNDS = 8
# Out of order, fewer matching words of a run are a coincidence.
MIN_WORDS = 4

IntArray = NDArray[np.int64]


def align_in_order(page: Page, gold: Sequence[str | GoldSegment]) -> Labels:
    """Label runs; with kinds if the gold has segments instead of plain texts."""
    texts = [part.text if isinstance(part, GoldSegment) else part for part in gold]
    vocabulary = Vocabulary()
    gold_words = [vocabulary.number(split_words(text)) for text in texts]
    page_words = PageWords.of(page, vocabulary)
    places = match_words(page, page_words, np.concatenate([*gold_words, np.zeros(0, np.uint32)]))
    keep = np.zeros(len(page.runs), bool)
    keep[page_words.run[places >= 0]] = True
    keep_glued(page, page_words, places, keep)
    keep_wordless(page, page_words, keep)
    kinds = [part.kind for part in gold if isinstance(part, GoldSegment)]
    if len(kinds) < len(texts):
        return Labels(keep)
    segment = np.repeat(np.arange(len(texts)), [len(words) for words in gold_words])
    matched = np.flatnonzero(places >= 0)
    runs, segments = page_words.run[matched], segment[places[matched]]
    return Labels(keep, run_kinds(page, runs, segments, kinds))


def match_words(page: Page, page_words: PageWords, gold: NDArray[np.uint32]) -> IntArray:
    """Place in the gold of each word of the page; −1 for none."""
    places = np.full(len(page_words.words), -1, np.int64)
    left = np.arange(len(gold))
    chosen = np.flatnonzero(visible_runs(page)[page_words.run])
    for round_number in range(MAX_ROUNDS):
        run = page_words.run[chosen]
        ends = np.flatnonzero(np.diff(run, append=-1)) + 1
        found = align_words(page_words.words[chosen], ends, gold[left])
        if round_number:
            found = drop_short_matches(found, run)
        hits = np.flatnonzero(found >= 0)
        places[chosen[hits]] = left[found[hits]]
        left = np.setdiff1d(left, places)
        if not len(left) or (round_number and not len(hits)):
            break
        chosen = np.flatnonzero(~np.isin(page_words.run, page_words.run[places >= 0]))
    return places


def drop_short_matches(found: NDArray[np.int32], run: IntArray) -> NDArray[np.int32]:
    """Keep only the matches in runs that have at least MIN_WORDS of them."""
    counts = np.bincount(run[found >= 0], minlength=int(run.max(initial=0)) + 1)
    return np.where(counts[run] >= MIN_WORDS, found, np.int32(-1))


def keep_glued(
    page: Page, page_words: PageWords, places: IntArray, keep: NDArray[np.bool_]
) -> None:
    """Keep a run between two kept runs of its block if the gold has unmatched words there.

    Many golds come from text that lost white space: "<i>Dracula</i> was" shares no word with
    "Draculawas".
    """
    worded, first_words = np.unique(page_words.run, return_index=True)
    if len(worded) < 3:
        return
    matched = np.where(places >= 0, places, np.iinfo(np.int64).max)
    first_place = np.minimum.reduceat(matched, first_words)
    last_place = np.maximum.reduceat(places, first_words)
    block = page.runs.block[worded]
    is_inside = (block[:-2] == block[1:-1]) & (block[1:-1] == block[2:])
    is_between = keep[worded[:-2]] & ~keep[worded[1:-1]] & keep[worded[2:]]
    keep[worded[1:-1][is_inside & is_between & (first_place[2:] > last_place[:-2] + 1)]] = True


def keep_wordless(page: Page, page_words: PageWords, keep: NDArray[np.bool_]) -> None:
    """Keep runs without words, such as dashes, whose neighbours in their block are kept."""
    has_words = np.zeros(len(page.runs), bool)
    has_words[page_words.run] = True
    worded = np.flatnonzero(has_words)
    wordless = np.flatnonzero(visible_runs(page) & ~has_words)
    if not len(worded):
        return
    block, after = page.runs.block, np.searchsorted(worded, wordless)
    agrees, is_alone = np.ones(len(wordless), bool), np.ones(len(wordless), bool)
    for index in (after - 1, after):
        neighbour = worded[np.clip(index, 0, len(worded) - 1)]
        is_beside = block[neighbour] == block[wordless]
        agrees &= keep[neighbour] | ~is_beside
        is_alone &= ~is_beside
    keep[wordless[agrees & ~is_alone]] = True


def run_kinds(
    page: Page, runs: IntArray, segments: IntArray, kinds: Sequence[str]
) -> NDArray[np.uint8]:
    """The first run of a segment gets its kind; the others are continuations."""
    kind = np.full(len(page.runs), CONTINUATION, np.uint8)
    runs, first_words = np.unique(runs, return_index=True)
    segments, first_runs = np.unique(segments[first_words], return_index=True)
    numbers = np.array([KIND_NAMES.index(name) for name in kinds], np.uint8)
    kind[runs[first_runs]] = numbers[segments]
    return kind
