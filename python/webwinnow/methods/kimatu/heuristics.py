"""Kimatu's steps after the blocks: each keeps or drops elements, with a reason."""

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu.blocks import StyleBlocks
from webwinnow.methods.kimatu.elements import Elements, Words, starts_of_stretches
from webwinnow.methods.kimatu.neighbours import Parts, distances, find_neighbours
from webwinnow.methods.kimatu.quotes import find_quotes
from webwinnow.methods.kimatu.quotes_by_block import find_quotes_by_block
from webwinnow.methods.kimatu.weights import Weights

SURE, DISPERSED, NEIGHBOUR, LOW, ROLE, FUNCTION, QUOTE, FAR = range(8)
REASONS = [
    "high ratio",
    "looks like a sure block",
    "near a candidate",
    "low ratio",
    "function named by the markup",
    "function text",
    "quote",
    "far from the other candidates",
]
LAST_KEPT = NEIGHBOUR
MIN_ALIKE = 3  # elements; two may share words by accident
# Share of the largest sure block that the main container must hold.
MIN_MAIN_SHARE = 0.8

IntArray = NDArray[np.int64]
Mask = NDArray[np.bool_]


def decide_elements(elements: Elements, blocks: StyleBlocks, weights: Weights) -> IntArray:
    """Return the reason for each element."""
    is_sure = find_sure_blocks(blocks, weights)
    reason = np.where(is_sure, SURE, np.where(blocks.is_function, ROLE, LOW))
    parts = Parts.of(elements, blocks, weights)
    is_open = find_open_blocks(blocks, parts, is_sure, reason == LOW, weights)
    is_compared = blocks.with_style_of(is_sure | is_open)[blocks.of_element]
    words = Words(elements, is_compared)
    is_function_text = find_function_blocks(words, blocks, is_sure | is_open, weights)
    # Otherwise the page has no better text.
    if not (weights.keep_best and is_function_text[is_sure].all()):
        reason[is_function_text] = FUNCTION
    is_open &= reason == LOW
    find = find_quotes if weights.quotes_by == "element" else find_quotes_by_block
    reason[find(words, blocks, reason == SURE, is_open, weights)] = QUOTE
    reason[find_dispersed_blocks(blocks, reason, weights)] = DISPERSED
    by_element = reason[blocks.of_element]
    by_element[find_far_elements(elements, blocks, by_element <= LAST_KEPT, weights)] = FAR
    is_low = by_element == LOW
    by_element[find_neighbours(parts, by_element <= LAST_KEPT, is_low, weights)] = NEIGHBOUR
    return by_element


def find_sure_blocks(blocks: StyleBlocks, weights: Weights) -> Mask:
    """Step 2: blocks above the threshold."""
    is_tested = ~blocks.is_function & (blocks.words > 0)
    is_sure: Mask = is_tested & (blocks.ratio > weights.threshold)
    if weights.keep_best and not is_sure.any():
        best = int(np.argmax(np.where(is_tested, blocks.ratio, -np.inf)))
        is_sure[best] = is_tested[best]
    return is_sure


def find_open_blocks(
    blocks: StyleBlocks, parts: Parts, is_sure: Mask, is_low: Mask, weights: Weights
) -> Mask:
    """Mark the blocks that steps 5 and 7 may keep; the others need no words."""
    found: Mask = is_low & blocks.with_style_of(is_sure)
    of_element = blocks.of_element
    is_candidate = (is_sure | found)[of_element]
    is_neighbour = find_neighbours(parts, is_candidate, is_low[of_element], weights)
    found[of_element[is_neighbour]] = True
    return found


def find_function_blocks(
    words: Words, blocks: StyleBlocks, is_open: Mask, weights: Weights
) -> Mask:
    """Step 3: short elements that share most of their words, such as "posted by X".

    With `function_few`, a block with too few elements is one of them if most of its words are
    shared words of the others: in a nested thread the same line occurs in several styles.
    """
    is_tested: Mask = is_open & (blocks.words <= weights.function_words * blocks.size)
    is_large = blocks.size >= MIN_ALIKE
    if not (is_tested & is_large).any():
        return np.zeros(len(is_tested), bool)
    place = words.places(np.flatnonzero(is_tested[blocks.of_element]))
    owner = words.owner[place]
    block = blocks.of_element[owner]
    word = block << 32 | words.hashes[place]
    order = np.argsort(word, kind="stable")
    block, owner, word = block[order], owner[order], word[order]
    starts_word = starts_of_stretches(word)
    # A word counts once for each element.
    uses = np.add.reduceat(starts_word | starts_of_stretches(owner), np.flatnonzero(starts_word))
    is_common = 2 * uses[np.cumsum(starts_word) - 1] > blocks.size[block]
    least = np.maximum(weights.function_share * np.bincount(block, minlength=len(is_large)), 1)
    found: Mask = is_large & (np.bincount(block, is_common, len(is_large)) >= least)
    in_small = np.flatnonzero(~is_large[block])
    if weights.function_few and len(in_small) and found.any():
        hashes = word & 0xFFFFFFFF
        common = set(hashes[is_common & found[block]].tolist())
        is_shared = [one in common for one in hashes[in_small].tolist()]
        found |= ~is_large & (np.bincount(block[in_small], is_shared, len(is_large)) >= least)
    return found


def find_dispersed_blocks(blocks: StyleBlocks, reason: IntArray, weights: Weights) -> Mask:
    """Step 5: blocks with the style of a sure block, near one, with a ratio not far below it."""
    is_sure = reason == SURE
    is_alike: Mask = blocks.with_style_of(is_sure) & (reason == LOW)
    if not is_alike.any():
        return is_alike
    least = np.full(int(blocks.style[-1]) + 1, 1e9)
    np.minimum.at(least, blocks.style[is_sure], blocks.ratio[is_sure])
    # The best ratio of a poor page may be negative; it leaves as much room as a positive one.
    factor = np.where(least > 0, weights.dispersed_ratio, 2 - weights.dispersed_ratio)
    is_good = blocks.ratio > (factor * least)[blocks.style]
    is_near = find_near_blocks(blocks, is_sure[blocks.of_element], weights.dispersed_near)
    found: Mask = is_alike & is_near & is_good
    return found


def find_far_elements(
    elements: Elements, blocks: StyleBlocks, is_candidate: Mask, weights: Weights
) -> Mask:
    """Step 6: candidates far from the others, unless their ratio is high."""
    is_tested = is_candidate & (blocks.ratio <= weights.sure)[blocks.of_element]
    if not is_tested.any():
        return is_tested
    far = far_by_tree if weights.far_by == "tree" else far_by_order
    return is_tested & far(elements, blocks, is_candidate, weights)


def far_by_order(
    elements: Elements, blocks: StyleBlocks, is_candidate: Mask, weights: Weights
) -> Mask:
    """As published: blocks much farther from the next candidate than is usual."""
    gap = block_distances(blocks, is_candidate)
    candidates = np.unique(blocks.of_element[is_candidate])
    if len(candidates) < 2:
        return np.zeros(len(elements), bool)
    mean = np.exp(np.log(gap[candidates]).mean())
    found: Mask = is_candidate & (gap > weights.far * mean)[blocks.of_element]
    return found


def far_by_tree(
    elements: Elements, blocks: StyleBlocks, is_candidate: Mask, weights: Weights
) -> Mask:
    """Improved: candidates outside of the main container and a few levels around it."""
    chars = np.bincount(blocks.of_element[is_candidate], elements.chars[is_candidate])
    if not len(chars):
        return is_candidate
    in_main = is_candidate & (blocks.of_element == int(np.argmax(chars)))
    nodes = elements.page.nodes
    weight = np.bincount(elements.node[in_main], elements.chars[in_main], len(nodes))
    sums = np.zeros(len(nodes) + 1)
    np.cumsum(weight, out=sums[1:])
    held = sums[nodes.end] - sums[:-1]
    container = int(np.flatnonzero(held >= MIN_MAIN_SHARE * held[0])[-1])
    for _ in range(int(weights.far)):
        container = max(int(nodes.parent[container]), 0)
    is_outside = (elements.node < container) | (elements.node >= nodes.end[container])
    found: Mask = is_candidate & is_outside
    return found


def find_near_blocks(blocks: StyleBlocks, is_chosen: Mask, most: int) -> Mask:
    """Mark the blocks with an element at most `most` elements away from a chosen one."""
    found = np.zeros(len(blocks.size), bool)
    found[blocks.of_element[np.minimum(*distances(is_chosen)) <= most]] = True
    return found


def block_distances(blocks: StyleBlocks, is_chosen: Mask) -> IntArray:
    """Return the distance of each block to the nearest chosen element of another block."""
    count = len(is_chosen)
    place = np.flatnonzero(is_chosen)
    block = blocks.of_element[place]
    is_turn = starts_of_stretches(block)
    # Consecutive elements of one block have the same neighbours before and after.
    row = np.cumsum(is_turn) - 1
    first, last = place[is_turn], place[np.append(is_turn[1:], True)[: len(place)]]
    steps = first[1:] - last[:-1]
    before = np.append(count, steps)[row] + place - first[row]
    after = np.append(steps, count)[row] + last[row] - place
    gap = np.full(count, count)
    gap[place] = np.minimum(before, after)
    return minimum_by_block(blocks, gap)


def minimum_by_block(blocks: StyleBlocks, values: IntArray) -> IntArray:
    """Return the least value of each block's elements."""
    least = np.full(len(blocks.size), np.iinfo(np.int64).max)
    np.minimum.at(least, blocks.of_element, values)
    return least
