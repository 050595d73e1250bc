"""The five measures of a region (section 3.3 of the paper).

The paper words them, and gives values for four regions of one page, without formulas. These are
chosen so that such values come out: see `docs/methods/fiasco.md`.
"""

from collections.abc import Sequence

import numpy as np

from webwinnow.visual.layout import FloatArray
from webwinnow.visual.regions import Region

__all__ = ["MEASURES", "headline_height", "measure"]

#: Name and meaning, in the order of the columns.
MEASURES = {
    "solidity 1": "area inside the outline of the region, by that of the rectangle around it",
    "solidity 2": "vertices of a simpler outline beyond a rectangle's four, by the height in lines",
    "solidity 3": "mean distance of its vertices from the middle along x, by half the page's width",
    "relative width": "by the width of the widest region of the page",
    "headline": "1 for the page's mean height of headlines, 0 for twice that height and more",
}
CORNERS = 4


def measure(regions: Sequence[Region], page_width: float, headline: float | None) -> FloatArray:
    """A row for each region; `headline` is the mean height of headlines, if there are any."""
    rows = np.zeros((len(regions), len(MEASURES)), np.float32)
    widest = max((region.width for region in regions), default=1.0)
    for row, region in zip(rows, regions, strict=True):
        row[:3] = solidities(region, page_width)
        row[3] = region.width / widest
        row[4] = 0.0 if headline is None else likeness(region.height, headline)
    return rows


def solidities(region: Region, page_width: float) -> tuple[float, float, float]:
    left, _, right, _ = region.box.tolist()
    compact = region.area / (region.width * region.height)
    ragged = (len(region.polygon) - CORNERS) / max(1.0, region.height / region.line)
    distances = np.abs(region.polygon[:, 0] - (left + right) / 2)
    return compact, max(0.0, ragged), float(distances.mean()) / (page_width / 2)


def headline_height(regions: Sequence[Region], are_headings: Sequence[bool]) -> float | None:
    """Mean height of the regions that are headings; of those with one line, where the markup tells
    of none; None where there are no such, either.
    """
    heights = [region.height for region, is_it in zip(regions, are_headings, strict=True) if is_it]
    heights = heights or [region.height for region in regions if region.lines == 1]
    return float(np.mean(heights)) if heights else None


def likeness(height: float, headline: float) -> float:
    return 1 - min(1.0, abs(height - headline) / headline)
