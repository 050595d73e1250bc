"""Pages whose geometry is known, and looks at them."""

from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from webwinnow import Page
from webwinnow.errors import InputError
from webwinnow.methods.base import visible_runs
from webwinnow.visual.layout import Layout

LINE, LEADING = 16, 20  # height of a line, and from one to the next


class Targets(NamedTuple):
    nodes: NDArray[np.int64]
    of_run: NDArray[np.int32]


def blocks_as_targets(page: Page) -> Targets:
    of_run = np.where(visible_runs(page), page.runs.block, -1).astype(np.int32)
    return Targets(page.blocks.node.astype(np.int64), of_run)


def needs_chromium() -> pytest.MarkDecorator:
    """Skips, with the reason, where pages cannot be looked at."""
    pytest.importorskip("cv2", reason="opencv-python-headless is not installed")
    from webwinnow.visual.browser import find_chromium

    try:
        find_chromium()
    except InputError as error:
        return pytest.mark.skip(reason=str(error))
    return pytest.mark.skipif(False, reason="")


def text_block(left: int, top: int, widths: list[int], leading: int = LEADING) -> list[list[float]]:
    """Boxes of lines that begin at the same x."""
    return [
        [left, top + row * leading, left + width, top + row * leading + LINE]
        for row, width in enumerate(widths)
    ]


def layout(*blocks: list[list[float]], width: int = 1000, height: int = 2000) -> Layout:
    """Each block is one text of the page."""
    text_of_line = [text for text, block in enumerate(blocks) for _ in block]
    boxes = np.array([box for block in blocks for box in block], np.float32).reshape(-1, 4)
    texts = [f"text {number}" for number in range(len(blocks))]
    names = ["p"] * len(blocks)
    return Layout(width, height, texts, names, np.array(text_of_line, np.int32), boxes)
