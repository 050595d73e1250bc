"""Table 1 and Figure 2: the paper's five visual measures of four regions on a page.

Run: `python -m benchmarks.papers.fiasco.regions FIGURE.png`

The paper's page is lost. `regions.html` is like it: two lists of links, and two paragraphs of
running text below a headline. Needs Chromium.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from benchmarks.papers.fiasco.pages import Figures
from webwinnow import Page
from webwinnow.errors import InputError
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.visual import Browser
from webwinnow.visual.look import Look, draw
from webwinnow.visual.measures import PUBLISHED

PAGE = Path(__file__).with_name("regions.html")
#: Regions of the paper, and the elements that stand for them.
REGIONS = {"I": "one", "II": "two", "III": "three", "IV": "four"}


def measure_regions() -> Figures:
    """Values of the paper's measures by region."""
    page = Page(PAGE.read_bytes())
    targets = Targets.of(page)
    look = look_at(page, targets)
    nodes, names = page.having("id")
    # The element's first target: all targets of a region have the same values.
    target_of = dict(zip(names, np.searchsorted(targets.nodes, nodes).tolist(), strict=True))
    rows = look.measures[[target_of[name] for name in REGIONS.values()], : len(PUBLISHED)]
    return {
        region: row.round(2).tolist()
        for region, row in zip(REGIONS, rows.astype(float), strict=True)
    }


def look_at(page: Page, targets: Targets, *, picture: bool = False) -> Look:
    with Browser() as browser:
        look = browser.look(PAGE.read_bytes(), page, targets, picture=picture)
        if look is None:
            raise InputError(f"Chromium cannot render {PAGE.name}: {browser.failure}")
        return look


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("figure", type=Path, help="PNG file for the page with its regions")
    given = parser.parse_args()
    page = Page(PAGE.read_bytes())
    given.figure.write_bytes(draw(look_at(page, Targets.of(page), picture=True)))
    for region, values in measure_regions().items():
        print(region, *values)


if __name__ == "__main__":
    main()
