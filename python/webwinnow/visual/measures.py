"""Visual measures of targets: five measures of regions from the paper, and further ones.

Section 3.3 of the paper describes its measures in words, with values for four regions of one page,
but without formulas. The formulas here give similar values: see `docs/methods/fiasco-visual.md`.
The paper's measures are the same for all targets of a region. The further measures, of the place
of a target, the text around it and its letter size, are not in the paper.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.visual.layout import FloatArray, Layout
from webwinnow.visual.regions import Region, typical_line


class Measure(NamedTuple):
    """A visual measure of a target."""

    meaning: str
    is_published: bool  # is in the paper


def measure_table(meanings: dict[str, str], *, published: bool) -> dict[str, Measure]:
    return {name: Measure(meaning, published) for name, meaning in meanings.items()}


#: In the order of the columns. The region of a target has most of its text. Shares of text are
#: shares of the area of lines.
MEASURES: dict[str, Measure] = {
    **measure_table(
        {
            "solidity 1": "area of the region, divided by its bounding box",
            "solidity 2": "vertices of a simplified outline beyond four, per line",
            "solidity 3": "mean distance of its vertices from the middle, by half the page width",
            "relative width": "width, divided by that of the widest region of the page",
            "headline": "1 for the mean headline height of the page, 0 for twice that or more",
        },
        published=True,
    ),
    **measure_table(
        {
            "shown": "1 if the browser shows some of it; else 0, and all others are NaN",
            "letters": "line height, divided by it plus the typical line height of the page",
            "letters by largest": "line height, divided by the highest of all targets",
            "smaller letters": "share of the page's text with lines of at most this height",
            "region's text": "share of the page's text in the region",
            "region's lines": "logarithm of the number of lines",
            "region's top": "upper edge, divided by the page height",
            "region's right": "right edge, divided by the page width",
            "column's text": "share of the text with its middle between the target's side edges",
            "column's height": "text height between these edges, by the maximum of the page",
        },
        published=False,
    ),
}
PUBLISHED = [name for name, measure in MEASURES.items() if measure.is_published]
FURTHER = [name for name, measure in MEASURES.items() if not measure.is_published]
CORNERS = 4
# Regions with more lines are treated alike.
MAX_LINES = 1000

IntArray = NDArray[np.int32]
Values = NDArray[np.float64]


def measure_regions(
    regions: Sequence[Region], page_width: float, headline: float | None
) -> FloatArray:
    """The published measures, a row per region; `headline` is the mean height of headlines."""
    rows = np.zeros((len(regions), len(PUBLISHED)), np.float32)
    widest = max((region.width for region in regions), default=1.0)
    for row, region in zip(rows, regions, strict=True):
        row[:3] = solidities(region, page_width)
        row[3] = region.width / widest
        row[4] = 0.0 if headline is None else height_similarity(region.height, headline)
    return rows


def solidities(region: Region, page_width: float) -> tuple[float, float, float]:
    left, _, right, _ = region.box.tolist()
    compact = region.area / (region.width * region.height)
    ragged = (len(region.polygon) - CORNERS) / max(1.0, region.height / region.line)
    distances = np.abs(region.polygon[:, 0] - (left + right) / 2)
    return compact, max(0.0, ragged), float(distances.mean()) / (page_width / 2)


def headline_height(regions: Sequence[Region], are_headings: Sequence[bool]) -> float | None:
    """Mean height of heading regions; without any, of regions with one line; else None."""
    heights = [region.height for region, is_it in zip(regions, are_headings, strict=True) if is_it]
    heights = heights or [region.height for region in regions if region.lines == 1]
    return float(np.mean(heights)) if heights else None


def height_similarity(height: float, headline: float) -> float:
    return 1 - min(1.0, abs(height - headline) / headline)


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


def measure_targets(
    layout: Layout,
    target_of_line: IntArray,
    regions: list[Region],
    region_of_line: IntArray,
    region_of_target: IntArray,
) -> FloatArray:
    """The measures that are not in the paper, a row per target."""
    is_shown = region_of_target >= 0
    found = np.full((len(is_shown), len(FURTHER)), np.nan, np.float32)
    found[:, FURTHER.index("shown")] = is_shown
    if is_shown.any():
        lines = Lines.of(layout, target_of_line, region_of_line)
        columns = letter_measures(lines, typical_line(layout)[0])
        columns |= region_measures(lines, regions, region_of_target[is_shown], layout)
        columns |= column_measures(lines, layout.width)
        for name, values in columns.items():
            found[is_shown, FURTHER.index(name)] = values
    return found


def letter_measures(lines: Lines, typical: float) -> dict[str, Values]:
    """Letter sizes, approximated by line heights; `typical` is that of the page."""
    area = np.add.reduceat(lines.area, lines.starts)
    widths = lines.boxes[:, 2] - lines.boxes[:, 0]
    height = area / np.add.reduceat(widths, lines.starts)
    order = np.argsort(height, kind="stable")
    up_to = np.searchsorted(height[order], height, "right")
    return {
        "letters": height / (height + typical),
        "letters by largest": height / height.max(),
        "smaller letters": np.cumsum(area[order])[up_to - 1] / area.sum(),
    }


def region_measures(
    lines: Lines, regions: list[Region], region_of_target: IntArray, layout: Layout
) -> dict[str, Values]:
    """Measures of the region of each target."""
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


def column_measures(lines: Lines, width: int) -> dict[str, Values]:
    """Text between the left and right edges of each target; `width` is that of the page."""
    left = np.minimum.reduceat(lines.boxes[:, 0], lines.starts)
    right = np.maximum.reduceat(lines.boxes[:, 2], lines.starts)
    return {
        "column's text": text_between(lines, left, right),
        "column's height": height_between(lines, left, right, width),
    }


def text_between(lines: Lines, left: Values, right: Values) -> Values:
    """Share of the text area in lines whose middle is between two edges."""
    middles = (lines.boxes[:, 0] + lines.boxes[:, 2]) / 2
    order = np.argsort(middles, kind="stable")
    sums = np.append(0, np.cumsum(lines.area[order]))
    starts = np.searchsorted(middles[order], left, "left")
    ends = np.searchsorted(middles[order], right, "right")
    between: Values = (sums[ends] - sums[starts]) / sums[-1]
    return between


def height_between(lines: Lines, left: Values, right: Values, width: int) -> Values:
    """Mean height of stacked text between two edges, divided by the maximum on the page."""
    heights = lines.boxes[:, 3] - lines.boxes[:, 1]
    pixels = lines.boxes[:, [0, 2]].astype(np.int64)
    steps = np.bincount(pixels[:, 0], heights, width + 1)
    steps -= np.bincount(pixels[:, 1], heights, width + 1)
    stacked = np.cumsum(steps)
    sums = np.append(0, np.cumsum(stacked))
    starts, ends = left.astype(np.int64), right.astype(np.int64)
    between: Values = (sums[ends] - sums[starts]) / (ends - starts) / stacked.max()
    return between
