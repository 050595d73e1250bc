"""Kimatu's steps after the blocks are found: each marks blocks as kept or dropped, with a reason."""

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu_blocks import LookBlocks
from webwinnow.methods.kimatu_elements import Elements
from webwinnow.methods.kimatu_quotes import quotes
from webwinnow.methods.kimatu_weights import Weights

__all__ = ["KEPT", "REASONS", "decide_blocks"]

SURE, DISPERSED, NEIGHBOUR, LOW, FUNCTION, QUOTE, FAR = range(7)
REASONS = [
    "high ratio",
    "looks like a sure block",
    "near a sure block",
    "low ratio",
    "function text",
    "quote",
    "far from the rest",
]
KEPT = [SURE, DISPERSED, NEIGHBOUR]

IntArray = NDArray[np.int64]
Mask = NDArray[np.bool_]


def decide_blocks(elements: Elements, blocks: LookBlocks, weights: Weights) -> IntArray:
    """The reason for each block."""
    reason = np.where(sure_blocks(elements, blocks, weights), SURE, LOW)
    # No later step takes a block with a lower ratio.
    is_open = blocks.ratio > min(weights.neighbour_ratio, 0, weights.threshold)
    reason[function_blocks(elements, blocks, is_open | (reason == SURE), weights)] = FUNCTION
    is_open &= reason == LOW
    reason[quotes(elements, blocks, reason == SURE, is_open, weights)] = QUOTE
    reason[dispersed_blocks(blocks, reason, weights)] = DISPERSED
    reason[far_candidates(blocks, reason, weights)] = FAR
    reason[neighbours(blocks, reason, weights)] = NEIGHBOUR
    return reason


def sure_blocks(elements: Elements, blocks: LookBlocks, weights: Weights) -> Mask:
    """Step 2; where no block passes, the best one that has words."""
    is_sure: Mask = blocks.ratio > weights.threshold
    if not is_sure.any():
        words = np.bincount(blocks.of_element, elements.words)
        best = int(np.argmax(np.where(words > 0, blocks.ratio, -np.inf)))
        is_sure[best] = words[best] > 0
    return is_sure


def function_blocks(
    elements: Elements, blocks: LookBlocks, is_open: Mask, weights: Weights
) -> Mask:
    """Step 3: short elements that share most of their words, such as "posted by X"."""
    words = np.bincount(blocks.of_element, elements.words)
    is_asked = is_open & (blocks.size > 2) & (words <= weights.function_words * blocks.size)
    if not is_asked.any():
        return is_asked
    numbers, first = elements.tokens
    counts = np.diff(first)
    owner = np.repeat(np.arange(len(counts)), counts)
    is_wanted = is_asked[blocks.of_element[owner]]
    block, number = blocks.of_element[owner[is_wanted]], numbers[is_wanted].astype(np.uint64)
    # In how many elements of its block a word is; a word counts once for each element.
    keys, inverse = np.unique((block.astype(np.uint64) << np.uint64(32)) | number, return_inverse=True)
    pairs = np.unique(inverse * len(counts) + owner[is_wanted])
    spread = np.bincount(pairs // len(counts), minlength=len(keys))
    key_block = (keys >> np.uint64(32)).astype(np.int64)
    is_shared = spread * 2 > blocks.size[key_block]
    share = np.bincount(block, is_shared[inverse], len(blocks.size))
    total = np.bincount(block, minlength=len(blocks.size))
    found: Mask = is_asked & (total > 0) & (share >= weights.function_share * total)
    return found


def dispersed_blocks(blocks: LookBlocks, reason: IntArray, weights: Weights) -> Mask:
    """Step 5: what looks like a sure block, is near one and not hopeless beside it."""
    is_sure = reason == SURE
    best = np.full(int(blocks.look.max(initial=0)) + 1, np.inf)
    np.minimum.at(best, blocks.look[is_sure], blocks.ratio[is_sure])
    is_good = blocks.ratio > weights.dispersed_ratio * best[blocks.look]
    is_near = distance(blocks, is_sure) <= weights.dispersed_near
    found: Mask = (reason == LOW) & is_near & is_good
    return found


def far_candidates(blocks: LookBlocks, reason: IntArray, weights: Weights) -> Mask:
    """Step 6: candidates that are much farther from the next one than candidates are on average."""
    is_candidate = np.isin(reason, KEPT)
    found = np.zeros(len(reason), bool)
    candidates = np.flatnonzero(is_candidate)
    if len(candidates) < 2:
        return found
    gap = gaps(blocks, is_candidate)[candidates]
    mean = np.exp(np.mean(np.log(gap)))
    found[candidates] = (gap > weights.far * mean) & (blocks.ratio[candidates] <= weights.sure)
    return found


def neighbours(blocks: LookBlocks, reason: IntArray, weights: Weights) -> Mask:
    """Step 7: what is next to a candidate and has some relevance, such as a header."""
    is_near = distance(blocks, np.isin(reason, KEPT)) <= weights.neighbour_near
    found: Mask = (reason == LOW) & is_near & (blocks.ratio > weights.neighbour_ratio)
    return found


def distance(blocks: LookBlocks, chosen: Mask) -> IntArray:
    """How many elements each block is away from the nearest chosen block, at its nearest point."""
    count = len(blocks.of_element)
    is_chosen, place = chosen[blocks.of_element], np.arange(count)
    before = np.maximum.accumulate(np.where(is_chosen, place, -count))
    after = np.minimum.accumulate(np.where(is_chosen, place, 2 * count)[::-1])[::-1]
    return nearest(blocks, np.minimum(place - before, after - place))


def gaps(blocks: LookBlocks, chosen: Mask) -> IntArray:
    """The same from each chosen block to the nearest other one; one for neighbours."""
    count = len(blocks.of_element)
    place = np.flatnonzero(chosen[blocks.of_element])
    block, far = blocks.of_element[place], np.full(count, count)
    turn = np.append(True, block[1:] != block[:-1])
    streak = np.cumsum(turn) - 1
    first, last = place[turn], place[np.append(turn[1:], True)]
    gap_before = np.append(count, first[1:] - last[:-1])[streak] + place - first[streak]
    gap_after = np.append(first[1:] - last[:-1], count)[streak] + last[streak] - place
    far[place] = np.minimum(gap_before, gap_after)
    return np.minimum(nearest(blocks, far), count)


def nearest(blocks: LookBlocks, values: IntArray) -> IntArray:
    least = np.full(len(blocks.size), np.iinfo(np.int64).max)
    np.minimum.at(least, blocks.of_element, values)
    return least
