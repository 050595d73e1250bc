"""The text that tells most of a page's language."""

import numpy as np

from webwinnow._core import Page
from webwinnow.methods.base import visible_runs

__all__ = ["longest_text"]

# Some eighty words.
SAMPLE_BYTES = 500


def longest_text(page: Page) -> str:
    """The beginning of the longest visible run."""
    runs = page.runs
    sizes = np.where(visible_runs(page), runs.end - runs.start, 0)
    if not sizes.any():
        return ""
    run = sizes.argmax()
    start, end = int(runs.start[run]), int(runs.end[run])
    return page.text[start : min(end, start + SAMPLE_BYTES)].decode("utf-8", "ignore")
