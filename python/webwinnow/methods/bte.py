"""Body Text Extraction, after Finn, Kushmerick and Smyth (2001).

A word counts +1, a tag −1; the text is the contiguous stretch with the largest sum. Of equal ones,
the first to begin counts, then the first to end. One linear pass replaces the paper's search over
all pairs of ends.

Differs: tags are those of the parsed tree, so an implied `</p>` counts, `<br>` counts once, and
stray end tags do not count. A stretch consists of entire runs, because a boundary inside a run only
loses words. Only visible words count, but the tags around hidden text count as well. A page with
more tags than words keeps its longest run; a page without words keeps nothing.
"""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import VOID_TAG_NAMES, Decision, Page
from webwinnow.methods.base import NOT_VISIBLE, Method, score_by_grade, visible_runs
from webwinnow.methods.markup import tag_table

INSIDE, OUTSIDE, HIDDEN = range(3)
REASONS = ["inside the densest stretch", "outside the densest stretch", NOT_VISIBLE]

IS_VOID = tag_table(*VOID_TAG_NAMES)


class BTE(Method):
    """Keep the part of the page with the most words and the fewest tags (Finn et al. 2001)."""

    presets: ClassVar[dict[str, dict[str, object]]] = {
        "precision": {"tag_weight": 2.0},
        "recall": {"tag_weight": 0.5},
    }

    def __init__(self, tag_weight: float = 1.0) -> None:
        self.tag_weight = tag_weight

    def decide(self, page: Page) -> Decision:
        visible = visible_runs(page)
        runs = np.flatnonzero(visible)
        words = page.runs.words[runs]
        first, end, nearness = find_densest(words, tags_before(page)[runs] * self.tag_weight)
        keep = np.zeros(len(visible), bool)
        keep[runs[first:end]] = True
        # The score of a dropped run shows how near it is to the best stretch.
        grade = np.zeros(len(visible))
        grade[runs] = nearness
        reason = np.where(keep, INSIDE, np.where(visible, OUTSIDE, HIDDEN)).astype(np.uint8)
        return Decision(
            page, keep, score=score_by_grade(keep, grade), reason=reason, reasons=REASONS
        )


def tags_before(page: Page) -> NDArray[np.int64]:
    """Count the start and end tags before each run."""
    opened, depth = page.runs.opened, page.nodes.depth[page.runs.node]
    closable = np.append(0, np.cumsum(~IS_VOID[page.nodes.tag]))[opened]
    # Closable tags that are not open around the run have been closed.
    tags: NDArray[np.int64] = opened + closable - depth - 1
    return tags


def find_densest(words: NDArray[Any], tags: NDArray[Any]) -> tuple[int, int, NDArray[Any]]:
    """Return the first and end run of the best stretch, and a value for each run: the sum of the
    best stretch through it, relative to the best of all.

    `tags` is the number of tags before each run.
    """
    if not words.any():
        return 0, 0, np.zeros(len(words))
    after = np.cumsum(words) - tags
    before = after - words
    best_after = np.maximum.accumulate(after[::-1])[::-1]
    first = int(np.argmax(best_after - before))
    end = first + int(np.argmax(after[first:])) + 1
    through = best_after - np.minimum.accumulate(before)
    return first, end, np.clip(through / through[first], 0, 1)
