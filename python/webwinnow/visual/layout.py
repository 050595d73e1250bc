"""The layout of a page in the browser, and the runs of the page in that layout.

Both parsers follow the HTML standard, so most pages have the same texts in the same order. Where
they differ, as after a `title` that is never closed, texts are matched in order.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.sequence_matching import gaps, matches

# In CSS pixels. Most sites are designed for windows of about this size.
VIEWPORT = (1280, 1024)
# Text beyond these limits is ignored.
MAX_WIDTH, MAX_HEIGHT = 2 * VIEWPORT[0], 100_000
# Texts for screen readers are often reduced to a single pixel.
MIN_PIXELS = 2
# Texts may overlap; this many times the area of the page is enough.
MAX_LAYERS = 30

FloatArray = NDArray[np.float32]


@dataclass(frozen=True)
class Layout:
    """Texts of a page that are not blank, in document order, and a box per line of each text."""

    width: int  # of the page
    height: int
    texts: list[str]
    names: list[str]  # tag name of each text's element
    text_of_line: NDArray[np.int32]  # −1 for a space between two elements
    boxes: FloatArray  # left, top, right, bottom of each line, inside the page

    @classmethod
    def parse(cls, text: str) -> "Layout":
        """Parse the JSON of `layout.js`.

        Lines outside of the page are dropped, and so are lines beyond MAX_LAYERS times its area.
        """
        found = json.loads(text)
        width = int(min(max(found["width"], VIEWPORT[0]), MAX_WIDTH))
        height = int(min(max(found["height"], 1), MAX_HEIGHT))
        lines = np.array(found["lines"], np.float64).reshape(-1, 5)
        edges = np.array([width, height, width, height], np.float64)
        boxes = np.clip(lines[:, 1:], 0, edges)
        sizes = boxes[:, 2:] - boxes[:, :2]
        inside = (sizes >= MIN_PIXELS).all(axis=1)
        inside &= np.cumsum(sizes.prod(axis=1)) <= MAX_LAYERS * width * height
        return cls(
            width,
            height,
            found["texts"],
            found["names"],
            lines[inside, 0].astype(np.int32),
            boxes[inside].astype(np.float32),
        )


def match_runs(page: Page, texts: Sequence[str], names: Sequence[str]) -> NDArray[np.int32]:
    """Number of the browser's text for each run, or −1; `names` are the tag names of the texts."""
    found = np.full(len(page.runs), -1, np.int32)
    runs = np.flatnonzero(page.runs.flags & FLAGS["COMMENT"] == 0)
    run_texts, nodes = page.run_texts(), page.runs.node.tolist()
    ours = [strip_blanks(run_texts[run]) for run in runs]
    theirs = [strip_blanks(text) for text in texts]
    our_names = [page.tag_name(nodes[run]) for run in runs]
    pairs = matches(list(zip(our_names, ours, strict=True)), list(zip(names, theirs, strict=True)))
    # The rest is matched without tag names: the parsers may repair broken HTML differently.
    for (i, j), (our_end, their_end) in gaps(pairs, (len(ours), len(theirs))):
        inner = matches(ours[i:our_end], theirs[j:their_end])
        pairs += [(i + a, j + b) for a, b in inner]
    for run, text in pairs:
        found[runs[run]] = text
    return found


def strip_blanks(text: str) -> str:
    """Remove white space, which runs collapse, and replacement characters."""
    return "".join(text.replace("\0", "").replace("\ufffd", "").split())
