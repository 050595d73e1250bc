"""Regions of text in an image of the page.

Lines of text are painted as boxes. A mean filter joins lines that are close to each other, while a
blank line separates them; each connected component is a region. The height of the filter depends on
the line height and line spacing of the page. It is one pixel wide, because table cells may be two
pixels apart and columns must not be joined.
"""

from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.visual.layout import FloatArray, Layout

# Larger images are scaled down to bound time and memory.
MAX_PIXELS = 2**24
# The largest gap between lines that are joined, in line heights. Paragraphs with the browser's
# default margins are .9 apart.
MAX_GAP = 0.8
# Factor for pages whose typical line spacing is larger than that.
GAP_MARGIN = 1.1
# The simplified outline ignores differences of less than this share of the region's width, about
# the length of a word, and steps of less than this share of a line height.
MIN_WIDTH, MIN_HEIGHT = 0.08, 0.4
# A pixel is painted if it is brighter than half.
WHITE, HALF = 255, 127

IntArray = NDArray[np.int32]
Image = NDArray[np.uint8]


class Region(NamedTuple):
    """A connected area of text, in CSS pixels."""

    box: FloatArray  # bounding box: left, top, right, bottom
    area: float  # inside the outline
    polygon: FloatArray  # simplified outline: x and y of each vertex
    lines: int  # number of lines
    line: float  # distance from line to line; the line height if there is only one

    @property
    def width(self) -> float:
        return float(self.box[2] - self.box[0])

    @property
    def height(self) -> float:
        return float(self.box[3] - self.box[1])


def find_regions(layout: Layout) -> tuple[list[Region], IntArray]:
    """Regions of a page, from top to bottom, and the region of each line."""
    if not len(layout.boxes):
        return [], np.zeros(0, np.int32)
    line, gap = typical_line(layout)
    scale = min(1.0, (MAX_PIXELS / (layout.width * layout.height)) ** 0.5)
    cells = pixel_boxes(layout.boxes, scale)
    image = paint(cells)
    reach = 2 * max(MAX_GAP * line, GAP_MARGIN * gap) * scale
    outlines, region_of_line = find_outlines(join_lines(image, reach), cells)
    order = np.argsort(region_of_line, kind="stable")
    members = np.split(order, np.cumsum(np.bincount(region_of_line, minlength=len(outlines)))[:-1])
    regions = [
        make_region(outline, layout.boxes[inside], scale)
        for outline, inside in zip(outlines, members, strict=True)
    ]
    return regions, region_of_line


def typical_line(layout: Layout) -> tuple[float, float]:
    """Median line height of the page, weighted by width, and gap between lines of one text."""
    boxes = layout.boxes
    heights, widths = boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]
    order = np.argsort(heights, kind="stable")
    sums = np.cumsum(widths[order], dtype=np.float64)
    line = float(heights[order][np.searchsorted(sums, sums[-1] / 2)])
    is_next = (np.diff(layout.text_of_line) == 0) & (layout.text_of_line[1:] >= 0)
    apart = (boxes[1:, 1] - boxes[:-1, 3])[is_next]
    apart = apart[np.abs(apart) < line]  # a text may continue in the next column
    return line, max(0.0, float(np.median(apart))) if len(apart) else 0.0


def pixel_boxes(boxes: FloatArray, scale: float) -> NDArray[np.int64]:
    """Boxes in image pixels, none empty, with a margin of one pixel around the image."""
    cells: NDArray[np.int64] = np.rint(boxes * scale).astype(np.int64) + 1
    cells[:, 2:] = np.maximum(cells[:, 2:], cells[:, :2] + 1)
    return cells


def paint(cells: NDArray[np.int64]) -> Image:
    width, height = (cells[:, 2:].max(axis=0) + 1).tolist()
    image = np.zeros((height, width), np.uint8)
    for left, top, right, bottom in cells.tolist():
        image[top:bottom, left:right] = WHITE
    return image


def join_lines(image: Image, reach: float) -> Image:
    """Fill gaps between boxes that are less than half of `reach` high.

    Edges do not move, and boxes that are too small for the filter stay.
    """
    import cv2

    size = 2 * round(reach / 2) + 1  # odd, so that edges do not move
    mean = cv2.blur(image, (1, size), borderType=cv2.BORDER_CONSTANT)
    _, filled = cv2.threshold(mean, HALF, WHITE, cv2.THRESH_BINARY)
    return np.asarray(cv2.bitwise_or(filled, image), np.uint8)


def find_outlines(image: Image, cells: NDArray[np.int64]) -> tuple[list[IntArray], IntArray]:
    """Outlines of the connected components, and the component of each box."""
    import cv2

    curves, levels = cv2.findContours(image, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    outer = [curve for curve, level in zip(curves, levels[0], strict=True) if level[3] < 0]
    outer.sort(key=lambda curve: curve[0, 0, ::-1].tolist())  # an outline begins at its top
    labels = np.zeros(image.shape, np.int32)
    # Holes are filled too. A component in the hole of another one is smaller and is drawn later.
    areas = [cv2.contourArea(curve) for curve in outer]
    for label in np.argsort(areas, kind="stable")[::-1].tolist():
        cv2.drawContours(labels, [outer[label]], 0, label, cv2.FILLED)
    # Between small boxes the filter may fill an area that touches none of them: not a region.
    used, component_of_box = np.unique(labels[cells[:, 1], cells[:, 0]], return_inverse=True)
    return [outer[label][:, 0] for label in used.tolist()], component_of_box.astype(np.int32)


def make_region(outline: IntArray, boxes: FloatArray, scale: float) -> Region:
    """Measure an outline; `boxes` are its lines."""
    import cv2

    start, size = outline.min(axis=0), np.ptp(outline, axis=0) + 1
    # An outline goes through pixel centres, so it is one pixel too small.
    outline = (outline - start) * (size / np.maximum(size - 1, 1))
    area = cv2.contourArea(outline.astype(np.float32)) / scale**2
    lines, line = count_lines(boxes)
    least = np.array([MIN_WIDTH * size[0], MIN_HEIGHT * line * scale])
    simplified = (
        cv2.approxPolyDP((outline / least).astype(np.float32), 1.0, closed=True)[:, 0] * least
    )
    box = np.concatenate([start, start + size])
    return Region(
        to_page_pixels(box, scale), area, to_page_pixels(start + simplified, scale), lines, line
    )


def to_page_pixels(pixels: NDArray[np.generic], scale: float) -> FloatArray:
    """Convert image pixels to page pixels; the inverse of `pixel_boxes`."""
    return ((pixels.astype(np.float64) - 1) / scale).astype(np.float32)


def count_lines(boxes: FloatArray) -> tuple[int, float]:
    """Number of lines of the boxes, and the median distance from line to line."""
    # Ten times as fast as NumPy's median for the few lines of most regions.
    height = median((boxes[:, 3] - boxes[:, 1]).tolist())
    tops = np.sort(boxes[:, 1])
    # Font sizes within one line may differ, so tops may differ slightly.
    steps = [step for step in np.diff(tops).tolist() if step > height / 2]
    return len(steps) + 1, median(steps) if steps else height
