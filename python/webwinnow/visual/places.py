"""Where each target stands on the page, how much text stands there, and how large its letters are.

The paper has none of this: its five measures are those of a region, the same for all that is in it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.visual.layout import FloatArray, Layout
from webwinnow.visual.measures import FURTHER
from webwinnow.visual.regions import Region, usual_line

__all__ = ["place"]

# Regions with more lines are as good as alike.
MAX_LINES = 1000

IntArray = NDArray[np.int32]
Values = NDArray[np.float64]


class Lines(NamedTuple):
    """The lines of targets, sorted by target."""

    boxes: Values
    starts: NDArray[np.int64]  # the first line of each target that has some
    region: IntArray
    area: Values

    @classmethod
    def of(cls, layout: Layout, target_of_line: IntArray, region_of_line: IntArray) -> "Lines":
        order = np.argsort(target_of_line, kind="stable")
        order = order[np.count_nonzero(target_of_line < 0) :]
        boxes = layout.boxes[order].astype(np.float64)
        starts = np.flatnonzero(np.diff(target_of_line[order], prepend=-1))
        area = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
        return cls(boxes, starts, region_of_line[order], area)


def place(
    layout: Layout,
    target_of_line: IntArray,
    regions: list[Region],
    region_of_line: IntArray,
    region_of_target: IntArray,
) -> FloatArray:
    """The measures that the paper does not have, in a row for each target."""
    is_shown = region_of_target >= 0
    found = np.full((len(is_shown), len(FURTHER)), np.nan, np.float32)
    found[:, FURTHER.index("shown")] = is_shown
    if is_shown.any():
        lines = Lines.of(layout, target_of_line, region_of_line)
        columns = letters(lines, usual_line(layout)[0])
        columns |= surroundings(lines, regions, region_of_target[is_shown], layout)
        columns |= column(lines, layout.width)
        for name, values in columns.items():
            found[is_shown, FURTHER.index(name)] = values
    return found


def letters(lines: Lines, usual: float) -> dict[str, Values]:
    """Heights of lines stand for those of letters; `usual` is the page's."""
    area = np.add.reduceat(lines.area, lines.starts)
    widths = lines.boxes[:, 2] - lines.boxes[:, 0]
    height = area / np.add.reduceat(widths, lines.starts)
    order = np.argsort(height, kind="stable")
    up_to = np.searchsorted(height[order], height, "right")
    return {
        "letters": height / (height + usual),
        "letters by largest": height / height.max(),
        "smaller letters": np.cumsum(area[order])[up_to - 1] / area.sum(),
    }


def surroundings(
    lines: Lines, regions: list[Region], region_of_target: IntArray, layout: Layout
) -> dict[str, Values]:
    """Measures of the region that most of a target is in."""
    areas = np.bincount(lines.region, lines.area, len(regions))
    counts = np.array([region.lines for region in regions], np.float64)
    boxes = np.array([region.box for region in regions], np.float64)
    columns = {
        "region's text": areas / areas.sum(),
        "region's lines": np.log1p(np.minimum(counts, MAX_LINES)),
        "region's top": boxes[:, 1] / layout.height,
        "region's right": boxes[:, 2] / layout.width,
    }
    return {name: values[region_of_target] for name, values in columns.items()}


def column(lines: Lines, width: int) -> dict[str, Values]:
    """What stands between the left and the right edge of a target; `width` is the page's."""
    left = np.minimum.reduceat(lines.boxes[:, 0], lines.starts)
    right = np.maximum.reduceat(lines.boxes[:, 2], lines.starts)
    return {
        "column's text": text_between(lines, left, right),
        "column's height": height_between(lines, left, right, width),
    }


def text_between(lines: Lines, left: Values, right: Values) -> Values:
    """Share of the text, by area, in lines whose middle is between two edges."""
    middles = (lines.boxes[:, 0] + lines.boxes[:, 2]) / 2
    order = np.argsort(middles, kind="stable")
    sums = np.append(0, np.cumsum(lines.area[order]))
    starts = np.searchsorted(middles[order], left, "left")
    ends = np.searchsorted(middles[order], right, "right")
    between: Values = (sums[ends] - sums[starts]) / sums[-1]
    return between


def height_between(lines: Lines, left: Values, right: Values, width: int) -> Values:
    """How much text stands above one another between two edges, on the average, by the most that
    does so anywhere on the page.
    """
    heights = lines.boxes[:, 3] - lines.boxes[:, 1]
    pixels = lines.boxes[:, [0, 2]].astype(np.int64)
    steps = np.bincount(pixels[:, 0], heights, width + 1)
    steps -= np.bincount(pixels[:, 1], heights, width + 1)
    piled = np.cumsum(steps)
    sums = np.append(0, np.cumsum(piled))
    starts, ends = left.astype(np.int64), right.astype(np.int64)
    between: Values = (sums[ends] - sums[starts]) / (ends - starts) / piled.max()
    return between
