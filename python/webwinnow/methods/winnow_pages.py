"""Small trees on whole pages: what type a page is of, and how good the decision on it will be."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import cut as core_cut
from webwinnow._core import page_features
from webwinnow.methods.winnow_lessons import Example
from webwinnow.methods.winnow_model import TreeColumns
from webwinnow.methods.winnow_trees import PAGES, boosted

__all__ = ["Cut", "PageRow", "confidence_trees", "type_trees"]

# Fewer pages teach nothing about whole pages, and fewer of a type nothing about the type.
FEWEST_PAGES = 30
FEWEST_OF_TYPE = 5


class Cut(NamedTuple):
    """Where blocks begin to be content, as `_core.cut` takes it."""

    beta: float
    low: float
    high: float


class PageRow(NamedTuple):
    inputs: NDArray[np.float32]
    type: str | None
    f1: float  # of the words that are kept

    @classmethod
    def of(
        cls,
        example: Example,
        markup: NDArray[np.float32],
        scores: NDArray[np.float32],
        cut: Cut,
    ) -> "PageRow":
        """`markup` and `scores` are of the page's blocks, by what was learned on other pages."""
        inputs = page_features(example.page, markup, scores, *cut)
        threshold = core_cut(scores, example.words.astype(np.uint32), *cut)
        return cls(inputs, example.type, f1_of(example, scores >= threshold))


def f1_of(example: Example, keep: NDArray[np.bool_]) -> float:
    content = example.words * example.content
    both = example.words[keep].sum() + content.sum()
    # To keep nothing where there is nothing is right.
    return float(2 * content[keep].sum() / both) if both else 1.0


def type_trees(rows: Sequence[PageRow], seed: int) -> dict[str, TreeColumns]:
    """Trees for each type against the rest; none where too few pages tell theirs."""
    typed = [row for row in rows if row.type is not None]
    counts = Counter(row.type for row in typed)
    types = sorted(name for name, count in counts.items() if name and count >= FEWEST_OF_TYPE)
    if len(typed) < FEWEST_PAGES or len(types) < 2:
        return {}
    inputs = np.stack([row.inputs for row in typed])
    return {
        name: boosted(
            inputs, np.array([float(row.type == name) for row in typed]), PAGES, seed=seed
        )
        for name in types
    }


def confidence_trees(rows: Sequence[PageRow], seed: int) -> TreeColumns | None:
    """Trees for the F1 of the words kept; None where there are too few pages."""
    if len(rows) < FEWEST_PAGES:
        return None
    inputs = np.stack([row.inputs for row in rows])
    return boosted(inputs, np.array([row.f1 for row in rows]), PAGES, seed=seed)
