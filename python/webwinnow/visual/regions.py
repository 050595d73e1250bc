"""Regions of text in the picture of a page.

Lines of text are painted as boxes. A mean filter makes those that are close to one another run
together, while a blank line keeps them apart, and each connected blob is a region. The filter is as
high as the page's lines and their distances ask for, and one pixel wide: cells of a table may stand
two pixels apart, and columns must not run together.
"""

from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.visual.layout import FloatArray, Layout

__all__ = ["Region", "find_regions"]

# Larger pictures are made smaller: time and memory grow with them.
MAX_PIXELS = 2**24
# How far apart lines may be and still run together, in heights of a line. Paragraphs whose margins
# are the browser's own are .9 apart.
JOINED_GAP = 0.8
# On some pages lines of running text are farther apart than that; with something to spare.
SPARE = 1.1
# What the simpler outline leaves out: differences of lines by less than that share of the region's
# width, about the length of a word in running text, and steps lower than that part of a line.
LEAST_WIDTH, LEAST_HEIGHT = 0.08, 0.4
# What is painted is brighter than half of the brightest.
PAINT, HALF = 255, 127

IntArray = NDArray[np.int32]
Picture = NDArray[np.uint8]


class Region(NamedTuple):
    """A blob of text, in pixels of the page."""

    box: FloatArray  # left, top, right, bottom: the smallest rectangle around it
    area: float  # inside its outline
    polygon: FloatArray  # its outline made simpler: x and y of each vertex
    lines: int
    line: float  # from one line to the next; the height of the only one

    @property
    def width(self) -> float:
        return float(self.box[2] - self.box[0])

    @property
    def height(self) -> float:
        return float(self.box[3] - self.box[1])


def find_regions(layout: Layout) -> tuple[list[Region], IntArray]:
    """The regions of a page, from top to bottom, and the one that each line is in."""
    if not len(layout.boxes):
        return [], np.zeros(0, np.int32)
    line, gap = usual_line(layout)
    scale = min(1.0, (MAX_PIXELS / (layout.width * layout.height)) ** 0.5)
    cells = painted_cells(layout.boxes, scale)
    picture = painted(cells)
    reach = 2 * max(JOINED_GAP * line, SPARE * gap) * scale
    outlines, region_of_line = blobs(coalesced(picture, reach), cells)
    order = np.argsort(region_of_line, kind="stable")
    members = np.split(order, np.cumsum(np.bincount(region_of_line, minlength=len(outlines)))[:-1])
    regions = [
        region_of(outline, layout.boxes[inside], scale)
        for outline, inside in zip(outlines, members, strict=True)
    ]
    return regions, region_of_line


def usual_line(layout: Layout) -> tuple[float, float]:
    """Height of the page's lines, of which wide ones count more, and how far those of one text are
    apart.
    """
    boxes = layout.boxes
    heights, widths = boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]
    order = np.argsort(heights, kind="stable")
    sums = np.cumsum(widths[order], dtype=np.float64)
    line = float(heights[order][np.searchsorted(sums, sums[-1] / 2)])
    is_next = (np.diff(layout.text_of_line) == 0) & (layout.text_of_line[1:] >= 0)
    apart = (boxes[1:, 1] - boxes[:-1, 3])[is_next]
    apart = apart[np.abs(apart) < line]  # a text may go on in the next column
    return line, max(0.0, float(np.median(apart))) if len(apart) else 0.0


def painted_cells(boxes: FloatArray, scale: float) -> NDArray[np.int64]:
    """Boxes in whole pixels of the picture, none of them empty, a pixel away from its edges."""
    cells: NDArray[np.int64] = np.rint(boxes * scale).astype(np.int64) + 1
    cells[:, 2:] = np.maximum(cells[:, 2:], cells[:, :2] + 1)
    return cells


def painted(cells: NDArray[np.int64]) -> Picture:
    width, height = (cells[:, 2:].max(axis=0) + 1).tolist()
    picture = np.zeros((height, width), np.uint8)
    for left, top, right, bottom in cells.tolist():
        picture[top:bottom, left:right] = PAINT
    return picture


def coalesced(picture: Picture, reach: float) -> Picture:
    """With what lies between boxes filled where it is less than half of `reach` high. Edges stay
    where they are, and so do boxes too small for the filter.
    """
    import cv2

    size = 2 * round(reach / 2) + 1  # odd, else edges would move
    mean = cv2.blur(picture, (1, size), borderType=cv2.BORDER_CONSTANT)
    _, filled = cv2.threshold(mean, HALF, PAINT, cv2.THRESH_BINARY)
    return np.asarray(cv2.bitwise_or(filled, picture), np.uint8)


def blobs(picture: Picture, cells: NDArray[np.int64]) -> tuple[list[IntArray], IntArray]:
    """The outlines of all that is connected, and in which of them each cell is."""
    import cv2

    curves, levels = cv2.findContours(picture, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    outer = [curve for curve, level in zip(curves, levels[0], strict=True) if level[3] < 0]
    outer.sort(key=lambda curve: curve[0, 0, ::-1].tolist())  # they begin at the top
    labels = np.zeros(picture.shape, np.int32)
    # An outline is filled, holes and all. A blob in the hole of another is smaller: it comes later.
    areas = [cv2.contourArea(curve) for curve in outer]
    for label in np.argsort(areas, kind="stable")[::-1].tolist():
        cv2.drawContours(labels, [outer[label]], 0, label, cv2.FILLED)
    # Between small cells the filter may fill what touches none of them: that is no region.
    used, blob_of_cell = np.unique(labels[cells[:, 1], cells[:, 0]], return_inverse=True)
    return [outer[label][:, 0] for label in used.tolist()], blob_of_cell.astype(np.int32)


def region_of(outline: IntArray, boxes: FloatArray, scale: float) -> Region:
    """`boxes` are its lines."""
    import cv2

    start, size = outline.min(axis=0), np.ptp(outline, axis=0) + 1
    # An outline goes through the middles of pixels: it is one pixel too small.
    outline = (outline - start) * (size / np.maximum(size - 1, 1))
    area = cv2.contourArea(outline.astype(np.float32)) / scale**2
    lines, line = lines_of(boxes)
    least = np.array([LEAST_WIDTH * size[0], LEAST_HEIGHT * line * scale])
    simpler = cv2.approxPolyDP((outline / least).astype(np.float32), 1.0, closed=True)[:, 0] * least
    box = np.concatenate([start, start + size])
    return Region(to_page(box, scale), area, to_page(start + simpler, scale), lines, line)


def to_page(pixels: NDArray[np.generic], scale: float) -> FloatArray:
    """Places in the picture as places on the page; see `painted_cells`."""
    return ((pixels.astype(np.float64) - 1) / scale).astype(np.float32)


def lines_of(boxes: FloatArray) -> tuple[int, float]:
    """How many lines boxes stand in, and how far these are from one to the next."""
    # Most regions have a few lines, for which NumPy's median takes ten times as long.
    height = median((boxes[:, 3] - boxes[:, 1]).tolist())
    tops = np.sort(boxes[:, 1])
    # Fonts of different sizes in one line do not begin at the same height.
    steps = [step for step in np.diff(tops).tolist() if step > height / 2]
    return len(steps) + 1, median(steps) if steps else height
