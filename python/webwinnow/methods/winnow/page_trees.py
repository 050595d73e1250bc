"""Small trees on whole pages: what type a page is of, whether it has content at all, and how good
the decision on it will be.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import PAGE_FEATURES, choose_threshold, page_features, predict_trees
from webwinnow.gold.folds import split
from webwinnow.methods.winnow.examples import Example
from webwinnow.methods.winnow.model import Content, TreeColumns
from webwinnow.methods.winnow.trees import PAGES, boosted

__all__ = ["FEWEST_PAGES", "Cut", "PageRow", "confidence_trees", "content_trees", "type_trees"]

# Fewer pages teach nothing about whole pages, and fewer of a type nothing about the type.
FEWEST_PAGES = 30
FEWEST_OF_TYPE = 5
# What pages without content are known by may cost pages with content so much of their F1 in all.
MOST_LOST = 0.0005
CONTENT_FOLDS = 5


class Cut(NamedTuple):
    """Where blocks begin to be content, as `_core.choose_threshold` takes it."""

    beta: float
    low: float
    high: float


class PageRow(NamedTuple):
    inputs: NDArray[np.float32]
    type: str | None
    f1: float  # of the words that are kept
    has_content: bool
    is_hollow: bool
    site: str

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
        threshold = choose_threshold(scores, example.words.astype(np.uint32), *cut)
        return cls(
            inputs,
            example.type,
            f1_of(example, scores >= threshold),
            bool(example.content.any()),
            example.is_hollow,
            example.site,
        )


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
    rows = [row for row in rows if not row.is_hollow]
    if len(rows) < FEWEST_PAGES:
        return None
    inputs = np.stack([row.inputs for row in rows])
    return boosted(inputs, np.array([row.f1 for row in rows]), PAGES, seed=seed)


def content_trees(rows: Sequence[PageRow], seed: int) -> Content | None:
    """Trees that tell pages with content from hollow ones; None where there are too few pages."""
    if sum(row.is_hollow for row in rows) < FEWEST_PAGES:
        return None
    inputs = np.stack([row.inputs for row in rows])
    targets = np.array([float(row.has_content) for row in rows])
    fold = folds_of([row.site for row in rows], seed)
    likely = np.zeros(len(rows), np.float32)
    for each in np.unique(fold):
        trees = boosted(inputs[fold != each], targets[fold != each], PAGES, seed=seed)
        likely[fold == each] = predict_trees(trees.trees(len(PAGE_FEATURES)), inputs[fold == each])
    return Content(boosted(inputs, targets, PAGES, seed=seed), least_likely(rows, likely))


def folds_of(sites: Sequence[str], seed: int) -> NDArray[np.int64]:
    """The fold of each page, by site; where sites are few, pages have to do."""
    if len(set(sites)) < CONTENT_FOLDS:
        sites = [str(number) for number in range(len(sites))]
    parts = split({str(i): site for i, site in enumerate(sites)}, CONTENT_FOLDS, seed=seed)
    return np.array([parts[str(number)] for number in range(len(sites))])


def least_likely(rows: Sequence[PageRow], likely: NDArray[np.float32]) -> float:
    """The value below which pages are taken to have no content, at next to no cost."""
    real = [
        (value, row.f1) for value, row in zip(likely.tolist(), rows, strict=True) if row.has_content
    ]
    lost, bearable = 0.0, MOST_LOST * sum(f1 for _, f1 in real)
    for value, f1 in sorted(real):
        lost += f1
        if lost > bearable:
            return float(value)
    return 0.0
