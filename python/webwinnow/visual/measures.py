"""What is measured of targets, and the five measures of a region (section 3.3 of the paper).

The paper words them, and gives values for four regions of one page, without formulas. These are
chosen so that such values come out: see `docs/methods/fiasco-visual.md`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from webwinnow.visual.layout import FloatArray
from webwinnow.visual.regions import Region

__all__ = ["FURTHER", "MEASURES", "PUBLISHED", "Measure", "headline_height", "measure"]


class Measure(NamedTuple):
    meaning: str
    is_published: bool  # in the paper


def table(meanings: dict[str, str], *, published: bool) -> dict[str, Measure]:
    return {name: Measure(meaning, published) for name, meaning in meanings.items()}


#: In the order of the columns. The region is the one that has most of the target; shares of text
#: are of the area of its lines.
MEASURES: dict[str, Measure] = {
    **table(
        {
            "solidity 1": "area inside the outline of the region, by the rectangle around it",
            "solidity 2": "vertices of a simpler outline beyond four, by the height in lines",
            "solidity 3": "mean distance of its vertices from the middle, by half the page's width",
            "relative width": "by the width of the widest region of the page",
            "headline": "1 for the page's mean height of headlines, 0 for twice that and more",
        },
        published=True,
    ),
    **table(
        {
            "shown": "1 where the browser shows some of it; else 0, and all others are NaN",
            "letters": "height of its lines, by the sum of it and the usual one of the page",
            "letters by largest": "height of its lines, by that of the target with the highest",
            "smaller letters": "share of the page's text whose lines are no higher",
            "region's text": "share of the page's text that is in the region",
            "region's lines": "how many; a logarithm",
            "region's top": "its upper edge, by the page's height",
            "region's right": "its right edge, by the page's width",
            "column's text": "share of the text with its middle between the target's edges",
            "column's height": "height of text between these edges, by the most of the page",
        },
        published=False,
    ),
}
PUBLISHED = [name for name, measure in MEASURES.items() if measure.is_published]
FURTHER = [name for name, measure in MEASURES.items() if not measure.is_published]
CORNERS = 4


def measure(regions: Sequence[Region], page_width: float, headline: float | None) -> FloatArray:
    """The published measures, in a row for each region; `headline` is the mean height of headlines,
    if there are any.
    """
    rows = np.zeros((len(regions), len(PUBLISHED)), np.float32)
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
