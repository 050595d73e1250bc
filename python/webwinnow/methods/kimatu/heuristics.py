"""Kimatu's steps once the blocks are known: each keeps or drops elements, with a reason."""

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu.blocks import LookBlocks
from webwinnow.methods.kimatu.elements import Elements, begins_stretch
from webwinnow.methods.kimatu.quotes import quotes
from webwinnow.methods.kimatu.weights import Weights
from webwinnow.methods.kimatu.words import Words

__all__ = ["LAST_KEPT", "REASONS", "decide_elements"]

SURE, DISPERSED, NEIGHBOUR, LOW, ROLE, FUNCTION, QUOTE, FAR = range(8)
REASONS = [
    "high ratio",
    "looks like a sure block",
    "near a candidate",
    "low ratio",
    "function told by the markup",
    "function text",
    "quote",
    "far from the other candidates",
]
LAST_KEPT = NEIGHBOUR
FEWEST_ALIKE = 3  # two elements may share words by chance
# The main container holds so much of the largest sure block; the rest may be strays.
MAIN_SHARE = 0.8

IntArray = NDArray[np.int64]
Mask = NDArray[np.bool_]


def decide_elements(elements: Elements, blocks: LookBlocks, weights: Weights) -> IntArray:
    """The reason for each element."""
    is_sure = sure_blocks(blocks, weights)
    reason = np.where(is_sure, SURE, np.where(blocks.is_apart, ROLE, LOW))
    is_open = open_blocks(blocks, is_sure, reason == LOW, weights)
    is_compared = blocks.look_like(is_sure | is_open)[blocks.of_element]
    words = Words(elements, is_compared)
    is_function = function_blocks(words, blocks, is_sure | is_open, weights)
    if not is_function[is_sure].all():  # else the page has nothing better
        reason[is_function] = FUNCTION
    is_open &= reason == LOW
    reason[quotes(words, blocks, reason == SURE, is_open, weights)] = QUOTE
    reason[dispersed_blocks(blocks, reason, weights)] = DISPERSED
    by_element = reason[blocks.of_element]
    by_element[far_elements(elements, blocks, by_element <= LAST_KEPT, weights)] = FAR
    is_neighbour = neighbours(blocks, by_element <= LAST_KEPT, weights)
    by_element[(by_element == LOW) & is_neighbour[blocks.of_element]] = NEIGHBOUR
    return by_element


def sure_blocks(blocks: LookBlocks, weights: Weights) -> Mask:
    """Step 2; where no block passes, the best one that has words."""
    is_asked = ~blocks.is_apart & (blocks.words > 0)
    is_sure: Mask = is_asked & (blocks.ratio > weights.threshold)
    if not is_sure.any():
        best = int(np.argmax(np.where(is_asked, blocks.ratio, -np.inf)))
        is_sure[best] = is_asked[best]
    return is_sure


def open_blocks(blocks: LookBlocks, is_sure: Mask, is_low: Mask, weights: Weights) -> Mask:
    """The blocks that steps 5 and 7 may take; nothing need be known of the others."""
    is_alike = is_low & blocks.look_like(is_sure)
    is_near = near_blocks(blocks, (is_sure | is_alike)[blocks.of_element], weights.neighbour_near)
    found: Mask = is_alike | (is_low & is_near & (blocks.ratio > weights.neighbour_ratio))
    return found


def function_blocks(words: Words, blocks: LookBlocks, is_open: Mask, weights: Weights) -> Mask:
    """Step 3: short elements that share most of their words, such as "posted by X".

    A block too small to tell is one of them where most of its words are those that the others
    share: in a nested thread the same line comes in several looks.
    """
    is_asked: Mask = is_open & (blocks.words <= weights.function_words * blocks.size)
    is_large = blocks.size >= FEWEST_ALIKE
    if not (is_asked & is_large).any():
        return np.zeros(len(is_asked), bool)
    place = words.places(np.flatnonzero(is_asked[blocks.of_element]))
    owner = words.owner[place]
    block = blocks.of_element[owner]
    word = block << 32 | words.number[place]
    order = np.argsort(word, kind="stable")
    block, owner, word = block[order], owner[order], word[order]
    begins_word = begins_stretch(word)
    # Twice in one element is once.
    uses = np.add.reduceat(begins_word | begins_stretch(owner), np.flatnonzero(begins_word))
    is_common = 2 * uses[np.cumsum(begins_word) - 1] > blocks.size[block]
    least = np.maximum(weights.function_share * np.bincount(block, minlength=len(is_large)), 1)
    found: Mask = is_large & (np.bincount(block, is_common, len(is_large)) >= least)
    in_small = np.flatnonzero(~is_large[block])
    if len(in_small) and found.any():
        number = word & 0xFFFFFFFF
        common = set(number[is_common & found[block]].tolist())
        is_shared = [one in common for one in number[in_small].tolist()]
        found |= ~is_large & (np.bincount(block[in_small], is_shared, len(is_large)) >= least)
    return found


def dispersed_blocks(blocks: LookBlocks, reason: IntArray, weights: Weights) -> Mask:
    """Step 5: what looks like a sure block, is near one and not hopeless beside it."""
    is_sure = reason == SURE
    is_alike: Mask = blocks.look_like(is_sure) & (reason == LOW)
    if not is_alike.any():
        return is_alike
    least = np.full(int(blocks.look[-1]) + 1, 1e9)
    np.minimum.at(least, blocks.look[is_sure], blocks.ratio[is_sure])
    # A ratio below 0, the best of a poor page, leaves as much room under it as one above 0.
    factor = np.where(least > 0, weights.dispersed_ratio, 2 - weights.dispersed_ratio)
    is_good = blocks.ratio > (factor * least)[blocks.look]
    is_near = near_blocks(blocks, is_sure[blocks.of_element], weights.dispersed_near)
    found: Mask = is_alike & is_near & is_good
    return found


def far_elements(
    elements: Elements, blocks: LookBlocks, is_candidate: Mask, weights: Weights
) -> Mask:
    """Step 6: candidates far from the others, unless their ratio is high."""
    is_asked = is_candidate & (blocks.ratio <= weights.sure)[blocks.of_element]
    if not is_asked.any():
        return is_asked
    far = far_in_tree if weights.far_by == "tree" else far_in_order
    return is_asked & far(elements, blocks, is_candidate, weights)


def far_in_order(
    elements: Elements, blocks: LookBlocks, is_candidate: Mask, weights: Weights
) -> Mask:
    """As published: blocks much farther from the next candidate than candidates mostly are."""
    gap = gaps(blocks, is_candidate)
    candidates = np.unique(blocks.of_element[is_candidate])
    if len(candidates) < 2:
        return np.zeros(len(elements), bool)
    mean = np.exp(np.log(gap[candidates]).mean())
    found: Mask = is_candidate & (gap > weights.far * mean)[blocks.of_element]
    return found


def far_in_tree(
    elements: Elements, blocks: LookBlocks, is_candidate: Mask, weights: Weights
) -> Mask:
    """Mended: candidates that the main container and a few levels around it do not hold."""
    chars = np.bincount(blocks.of_element[is_candidate], elements.chars[is_candidate])
    if not len(chars):
        return is_candidate
    in_main = is_candidate & (blocks.of_element == int(np.argmax(chars)))
    nodes = elements.page.nodes
    weight = np.bincount(elements.node[in_main], elements.chars[in_main], len(nodes))
    sums = np.zeros(len(nodes) + 1)
    np.cumsum(weight, out=sums[1:])
    held = sums[nodes.end] - sums[:-1]
    container = int(np.flatnonzero(held >= MAIN_SHARE * held[0])[-1])
    for _ in range(int(weights.far)):
        container = max(int(nodes.parent[container]), 0)
    is_outside = (elements.node < container) | (elements.node >= nodes.end[container])
    found: Mask = is_candidate & is_outside
    return found


def neighbours(blocks: LookBlocks, is_candidate: Mask, weights: Weights) -> Mask:
    """Step 7: what is next to a candidate and has some relevance, such as a header."""
    is_near = near_blocks(blocks, is_candidate, weights.neighbour_near)
    found: Mask = is_near & (blocks.ratio > weights.neighbour_ratio)
    return found


def near_blocks(blocks: LookBlocks, is_chosen: Mask, most: int) -> Mask:
    """Which blocks have an element that is at most so many elements away from a chosen one."""
    count = len(is_chosen)
    place = np.arange(count)
    before = np.maximum.accumulate(np.where(is_chosen, place, -count))
    after = np.minimum.accumulate(np.where(is_chosen, place, 2 * count)[::-1])[::-1]
    is_near = (place - before <= most) | (after - place <= most)
    found = np.zeros(len(blocks.size), bool)
    found[blocks.of_element[is_near]] = True
    return found


def gaps(blocks: LookBlocks, is_chosen: Mask) -> IntArray:
    """How many elements each block is away from the nearest chosen element of another block."""
    count = len(is_chosen)
    place = np.flatnonzero(is_chosen)
    block = blocks.of_element[place]
    is_turn = begins_stretch(block)
    # Elements of one block in a row have the same neighbours before and after.
    row = np.cumsum(is_turn) - 1
    first, last = place[is_turn], place[np.append(is_turn[1:], True)[: len(place)]]
    steps = first[1:] - last[:-1]
    before = np.append(count, steps)[row] + place - first[row]
    after = np.append(steps, count)[row] + last[row] - place
    gap = np.full(count, count)
    gap[place] = np.minimum(before, after)
    return least_of(blocks, gap)


def least_of(blocks: LookBlocks, values: IntArray) -> IntArray:
    """The least value of each block's elements."""
    least = np.full(len(blocks.size), np.iinfo(np.int64).max)
    np.minimum.at(least, blocks.of_element, values)
    return least
