"""What a page looks like: its regions of text, and their measures for each target."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, Page
from webwinnow.visual.layout import FloatArray, Layout
from webwinnow.visual.matching import match_runs
from webwinnow.visual.measures import PUBLISHED, headline_height, measure
from webwinnow.visual.places import place
from webwinnow.visual.regions import Region, find_regions

__all__ = ["Look", "look_of"]

HEADINGS = [TAG_NAMES.index(name) for name in ("h1", "h2", "h3", "h4", "h5", "h6")]

IntArray = NDArray[np.int32]


@dataclass(frozen=True)
class Look:
    """A page as a browser shows it."""

    layout: Layout
    regions: list[Region]
    region_of_target: IntArray  # −1 where the browser shows nothing of it
    measures: FloatArray  # a row for each target, a column for each of MEASURES
    picture: bytes = b""  # PNG, where it was asked for


def look_of(
    layout: Layout, page: Page, target_of_run: IntArray, targets: int, picture: bytes = b""
) -> Look:
    """A target's region is the one that has most of its text, by area."""
    regions, region_of_line = find_regions(layout)
    run_of_line = np.append(runs_of_texts(page, layout), -1)[layout.text_of_line]
    target_of_line = np.append(target_of_run, -1)[run_of_line]
    area = np.prod(layout.boxes[:, 2:] - layout.boxes[:, :2], axis=1, dtype=np.float64)
    chosen = main_regions(target_of_line, region_of_line, area, targets)
    is_heading = np.append(heading_runs(page), False)[run_of_line]
    shares = np.bincount(region_of_line, np.where(is_heading, area, -area), len(regions))
    headline = headline_height(regions, (shares > 0).tolist())
    rows = measure(regions, layout.width, headline)
    nothing = np.full((1, len(PUBLISHED)), np.nan, np.float32)
    published = np.concatenate([rows, nothing])[chosen]
    further = place(layout, target_of_line, regions, region_of_line, chosen)
    return Look(layout, regions, chosen, np.hstack([published, further]), picture)


def runs_of_texts(page: Page, layout: Layout) -> IntArray:
    """The run that each of the browser's texts is, or −1."""
    text_of_run = match_runs(page, layout.texts, layout.names)
    found = np.full(len(layout.texts), -1, np.int32)
    is_matched = text_of_run >= 0
    found[text_of_run[is_matched]] = np.flatnonzero(is_matched)
    return found


def heading_runs(page: Page) -> NDArray[np.bool_]:
    """Whether each run is inside of `h1` to `h6`."""
    nodes = page.nodes
    headings = np.flatnonzero(np.isin(nodes.tag, HEADINGS))
    opened = np.bincount(headings, minlength=len(nodes) + 1)
    closed = np.bincount(nodes.end[headings], minlength=len(nodes) + 1)
    is_inside: NDArray[np.bool_] = np.cumsum(opened - closed) > 0
    return is_inside[page.runs.node]


def main_regions(
    target_of_line: IntArray, region_of_line: IntArray, area: NDArray[np.float64], targets: int
) -> IntArray:
    """The region with most of each target's area, −1 where it has none."""
    chosen = np.full(targets, -1, np.int32)
    lines = np.flatnonzero(target_of_line >= 0)
    pairs = np.stack([target_of_line[lines], region_of_line[lines]], axis=1)
    pairs, places = np.unique(pairs, axis=0, return_inverse=True)
    areas = np.bincount(places.reshape(-1), area[lines], len(pairs))
    order = np.argsort(areas, kind="stable")  # the last one written is the largest
    chosen[pairs[order, 0]] = pairs[order, 1]
    return chosen
