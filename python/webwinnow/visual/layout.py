"""Where a browser has put the texts of a page."""

import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["MAX_HEIGHT", "MAX_WIDTH", "MIN_PIXELS", "VIEWPORT", "FloatArray", "Layout"]

# In pixels of the page. Most sites are made for windows of about that size.
VIEWPORT = (1280, 1024)
# What lies beyond is not looked at: nobody scrolls there.
MAX_WIDTH, MAX_HEIGHT = 2 * VIEWPORT[0], 100_000
# Of texts that are only meant for screen readers a single pixel is left.
MIN_PIXELS = 2

# Texts may lie on one another, but not so many as to take a minute to paint.
MOST_LAYERS = 30

FloatArray = NDArray[np.float32]


@dataclass(frozen=True)
class Layout:
    """The texts that are not blank, in document order, and a box for each line of each."""

    width: int  # of the page
    height: int
    texts: list[str]
    names: list[str]  # of the element around each
    text_of_line: NDArray[np.int32]  # −1 for a space between two elements
    boxes: FloatArray  # left, top, right, bottom of each line, inside the page

    @classmethod
    def of(cls, answer: str) -> "Layout":
        """From what `layout.js` says; lines that lie outside of the page are dropped,
        and so are those beyond MOST_LAYERS of the page's area."""
        told = json.loads(answer)
        width = int(min(max(told["width"], VIEWPORT[0]), MAX_WIDTH))
        height = int(min(max(told["height"], 1), MAX_HEIGHT))
        lines = np.array(told["lines"], np.float64).reshape(-1, 5)
        edges = np.array([width, height, width, height], np.float64)
        boxes = np.clip(lines[:, 1:], 0, edges)
        sizes = boxes[:, 2:] - boxes[:, :2]
        inside = (sizes >= MIN_PIXELS).all(axis=1)
        inside &= np.cumsum(sizes.prod(axis=1)) <= MOST_LAYERS * width * height
        return cls(
            width,
            height,
            told["texts"],
            told["names"],
            lines[inside, 0].astype(np.int32),
            boxes[inside].astype(np.float32),
        )
