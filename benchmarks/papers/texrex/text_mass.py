"""Figure 1 of the texrex paper: how a page's text is distributed over its HTML, block by block.

The paper's page is not published, so this is one of its German training pages, in restored order.
A block's length and share of markup give its size in the source.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.papers.texrex.data import Blocks
from benchmarks.papers.texrex.edges import MARKUP, SHARE, restore_order

# The page is long enough to have regions, and short enough to see its blocks.
MIN_BLOCKS, MAX_BLOCKS = 60, 150


def typical_page(blocks: Blocks) -> dict[str, Any]:
    """The page of that size whose content has about 70 % of its text.

    Cumulative shares of HTML and text after each block, and whether the block is boilerplate.
    """
    pages = [ordered(blocks, page) for page in np.unique(blocks.page)]
    return min(filter(None, pages), key=lambda page: abs(content_share(page) - 0.7))


def ordered(blocks: Blocks, page: int) -> dict[str, Any] | None:
    own = blocks.where(blocks.page == page)
    if not MIN_BLOCKS <= len(own) <= MAX_BLOCKS:
        return None
    inputs = own.inputs.astype(np.float64)
    order = restore_order(inputs, len(inputs))
    if order is None:
        return None
    text = inputs[order, SHARE]
    size = text / np.maximum(1 - inputs[order, MARKUP], 1e-3)
    return {
        "html": np.round(size.cumsum() / size.sum(), 4).tolist(),
        "text": np.round(text.cumsum() / text.sum(), 4).tolist(),
        "is boilerplate": own.is_boilerplate[order].tolist(),
    }


def content_share(page: dict[str, Any]) -> float:
    """Share of the text that is content."""
    shares = np.diff(page["text"], prepend=0)
    return float(shares[~np.array(page["is boilerplate"])].sum())
