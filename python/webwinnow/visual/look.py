"""The look of a page: its regions of text, and the visual measures of each target."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, Page
from webwinnow.errors import InputError
from webwinnow.visual.layout import FloatArray, Layout, match_runs
from webwinnow.visual.measures import (
    PUBLISHED,
    headline_height,
    measure_regions,
    measure_targets,
)
from webwinnow.visual.regions import Region, find_regions

HEADINGS = [TAG_NAMES.index(name) for name in ("h1", "h2", "h3", "h4", "h5", "h6")]

# Blue, green and red, as in OpenCV.
POLYGON_COLOUR, BOX_COLOUR = (200, 80, 0), (60, 140, 255)

IntArray = NDArray[np.int32]


@dataclass(frozen=True)
class Look:
    """A page as a browser renders it."""

    layout: Layout
    regions: list[Region]
    region_of_target: IntArray  # −1 if the browser shows nothing of the target
    measures: FloatArray  # a row per target, a column for each of MEASURES
    picture: bytes = b""  # PNG, if it was requested


def make_look(
    layout: Layout, page: Page, target_of_run: IntArray, targets: int, picture: bytes = b""
) -> Look:
    """Find regions and measure targets; a target's region has most of its text, by area."""
    regions, region_of_line = find_regions(layout)
    run_of_line = np.append(run_of_text(page, layout), -1)[layout.text_of_line]
    target_of_line = np.append(target_of_run, -1)[run_of_line]
    area = np.prod(layout.boxes[:, 2:] - layout.boxes[:, :2], axis=1, dtype=np.float64)
    chosen = main_regions(target_of_line, region_of_line, area, targets)
    is_heading = np.append(heading_runs(page), False)[run_of_line]
    shares = np.bincount(region_of_line, np.where(is_heading, area, -area), len(regions))
    headline = headline_height(regions, (shares > 0).tolist())
    rows = measure_regions(regions, layout.width, headline)
    nothing = np.full((1, len(PUBLISHED)), np.nan, np.float32)
    published = np.concatenate([rows, nothing])[chosen]
    further = measure_targets(layout, target_of_line, regions, region_of_line, chosen)
    return Look(layout, regions, chosen, np.hstack([published, further]), picture)


def run_of_text(page: Page, layout: Layout) -> IntArray:
    """Run of each of the browser's texts; −1 for none."""
    text_of_run = match_runs(page, layout.texts, layout.names)
    found = np.full(len(layout.texts), -1, np.int32)
    is_matched = text_of_run >= 0
    found[text_of_run[is_matched]] = np.flatnonzero(is_matched)
    return found


def heading_runs(page: Page) -> NDArray[np.bool_]:
    """Return whether each run is inside `h1` to `h6`."""
    nodes = page.nodes
    headings = np.flatnonzero(np.isin(nodes.tag, HEADINGS))
    opened = np.bincount(headings, minlength=len(nodes) + 1)
    closed = np.bincount(nodes.end[headings], minlength=len(nodes) + 1)
    is_inside: NDArray[np.bool_] = np.cumsum(opened - closed) > 0
    return is_inside[page.runs.node]


def main_regions(
    target_of_line: IntArray, region_of_line: IntArray, area: NDArray[np.float64], targets: int
) -> IntArray:
    """Region with most of each target's area; −1 for none."""
    chosen = np.full(targets, -1, np.int32)
    lines = np.flatnonzero(target_of_line >= 0)
    pairs = np.stack([target_of_line[lines], region_of_line[lines]], axis=1)
    pairs, places = np.unique(pairs, axis=0, return_inverse=True)
    areas = np.bincount(places.reshape(-1), area[lines], len(pairs))
    order = np.argsort(areas, kind="stable")  # the last one written is the largest
    chosen[pairs[order, 0]] = pairs[order, 1]
    return chosen


def draw(look: Look) -> bytes:
    """Draw the regions of targets on the picture of a page, as PNG.

    The outline of a region is blue, its bounding box orange, and its number is to the right of it.
    Raises `InputError` if the look has no picture.
    """
    import cv2

    if not look.picture:
        raise InputError("the look has no picture; call Browser.look with picture=True")
    picture = cv2.imdecode(np.frombuffer(look.picture, np.uint8), cv2.IMREAD_COLOR)
    for number in np.unique(look.region_of_target[look.region_of_target >= 0]).tolist():
        region = look.regions[number]
        left, top, right, bottom = np.rint(region.box).astype(int).tolist()
        cv2.rectangle(picture, (left, top), (right, bottom), BOX_COLOUR, 1)
        cv2.polylines(picture, [np.rint(region.polygon).astype(np.int32)], True, POLYGON_COLOUR, 2)
        where = (right + 4, top + 14)
        cv2.putText(picture, str(number), where, cv2.FONT_HERSHEY_SIMPLEX, 0.5, POLYGON_COLOUR, 1)
    return bytes(cv2.imencode(".png", picture)[1])
