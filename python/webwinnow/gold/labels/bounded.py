"""Labels within a bound of time."""

from webwinnow._core import Page
from webwinnow.gold.datasets.base import GoldPage
from webwinnow.gold.labels import Labels, align
from webwinnow.gold.labels.words import words_of

__all__ = ["MOST_PAIRS", "labels"]

# Aligning takes time by pairs of words: some seconds for so many, three times those of the largest
# page of any set that we know.
MOST_PAIRS = 1 << 31


def labels(page: Page, gold: GoldPage) -> Labels | None:
    """None where page and gold are too long to be aligned."""
    words = words_of("\n".join(page.block_texts()))
    if len(words) * len(words_of(gold.text)) > MOST_PAIRS:
        return None
    return align(page, gold)
