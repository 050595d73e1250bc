"""Kimatu's step 4 as published: blocks are compared with all earlier sure blocks.

The paper compares each sure block with each later block of another style. A count of common words
rules out most pairs. Two limits bound the time on pages with thousands of blocks.
"""

import numpy as np
from numpy.typing import NDArray

from webwinnow.methods.kimatu.blocks import StyleBlocks
from webwinnow.methods.kimatu.elements import Words
from webwinnow.methods.kimatu.quotes import GROUP_BITS, common_subsequence_length
from webwinnow.methods.kimatu.weights import Weights

# Words of a page that are looked up in sure blocks, one after another.
MAX_LOOKUPS = 10_000_000
# Pairs of words in the blocks that are compared. A hundred thousand words with as many take about a
# second: a pair is one bit.
MAX_PAIRS = 10_000_000_000

IntArray = NDArray[np.int64]
Mask = NDArray[np.bool_]


def find_quotes_by_block(
    words: Words, blocks: StyleBlocks, is_sure: Mask, is_open: Mask, weights: Weights
) -> Mask:
    """Mark the blocks of styles that mostly quote earlier sure blocks of other styles.

    Only the styles of sure and open blocks are tested.
    """
    is_tested = blocks.with_style_of(is_sure | is_open)
    is_long = is_tested & (blocks.words >= weights.quote_words)
    style = blocks.style
    if not is_sure.any() or len(np.unique(style[is_long])) < 2:
        return np.zeros(len(is_tested), bool)
    is_quote = mark_quoting_blocks(BlockWords(words, blocks), is_sure, is_long, weights.quote_share)
    quotes, tested = (np.bincount(style, mask, style[-1] + 1) for mask in (is_quote, is_long))
    is_quoting = quotes > weights.quote_most * tested
    return is_tested & is_quoting[style]


class BlockWords:
    """The words of each block, in page order."""

    def __init__(self, words: Words, blocks: StyleBlocks) -> None:
        block = blocks.of_element[words.owner]
        order = np.argsort(block, kind="stable")
        self.blocks = blocks
        self.hashes = words.hashes[order]
        self.ends = np.cumsum(np.bincount(block, minlength=len(blocks.size)))
        self.starts = np.append(0, self.ends[:-1])
        self.counts = self.ends - self.starts
        # NumPy stores the last of several values for one place, hence the reversed order.
        self.first_element = np.zeros(len(blocks.size), np.int64)
        self.first_element[blocks.of_element[::-1]] = np.arange(len(blocks.of_element))[::-1]

    def of(self, block: int) -> NDArray[np.uint32]:
        return self.hashes[self.starts[block] : self.ends[block]]


def mark_quoting_blocks(words: BlockWords, is_sure: Mask, is_long: Mask, share: float) -> Mask:
    """Mark the long blocks with that share of their words, in order, in an earlier sure block of
    another style.
    """
    style, first = words.blocks.style, words.first_element
    group = words.hashes >> np.uint32(32 - GROUP_BITS)
    is_quote = np.zeros(len(is_sure), bool)
    pairs = 0
    references = np.flatnonzero(is_sure)
    references = references[np.argsort(first[references])]
    for reference in references[: MAX_LOOKUPS // max(len(group), 1) + 1].tolist():
        is_known = np.zeros(1 << GROUP_BITS, bool)
        is_known[group[words.starts[reference] : words.ends[reference]]] = True
        known = np.append(0, np.cumsum(is_known[group]))
        common = known[words.ends] - known[words.starts]
        can_quote = is_long & ~is_quote & (common >= np.maximum(share * words.counts, 1))
        can_quote &= (style != style[reference]) & (first > first[reference])
        others = words.of(reference).tolist() if can_quote.any() else []
        for block in np.flatnonzero(can_quote).tolist():
            pairs += len(others) * int(words.counts[block])
            if pairs > MAX_PAIRS:
                return is_quote
            length = common_subsequence_length(words.of(block).tolist(), others)
            is_quote[block] = length >= share * words.counts[block]
    return is_quote
