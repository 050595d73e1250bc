"""Layouts and targets with known geometry."""

from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from webwinnow import Page
from webwinnow.errors import InputError
from webwinnow.methods.base import visible_runs
from webwinnow.visual.layout import Layout

LINE, LEADING = 16, 20  # line height, and distance from line to line


class Targets(NamedTuple):
    nodes: NDArray[np.int64]
    of_run: NDArray[np.int32]


def blocks_as_targets(page: Page) -> Targets:
    of_run = np.where(visible_runs(page), page.runs.block, -1).astype(np.int32)
    return Targets(page.blocks.node.astype(np.int64), of_run)


def needs_chromium() -> pytest.MarkDecorator:
    """Skip tests if Chromium or a package is missing, with the reason."""
    pytest.importorskip("cv2", reason="opencv-python-headless is not installed")
    from webwinnow.visual.browser import find_chromium

    try:
        find_chromium()
    except InputError as error:
        return pytest.mark.skip(reason=str(error))
    return pytest.mark.skipif(False, reason="")


def text_block(left: int, top: int, widths: list[int], leading: int = LEADING) -> list[list[float]]:
    """Boxes of left-aligned lines."""
    return [
        [left, top + row * leading, left + width, top + row * leading + LINE]
        for row, width in enumerate(widths)
    ]


def layout(*blocks: list[list[float]], width: int = 1000, height: int = 2000) -> Layout:
    """A layout in which each block is one text of the page."""
    text_of_line = [text for text, block in enumerate(blocks) for _ in block]
    boxes = np.array([box for block in blocks for box in block], np.float32).reshape(-1, 4)
    texts = [f"text {number}" for number in range(len(blocks))]
    names = ["p"] * len(blocks)
    return Layout(width, height, texts, names, np.array(text_of_line, np.int32), boxes)
