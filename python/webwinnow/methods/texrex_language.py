"""A page's language, told at a glance: what it declares, or the words of its longest text."""

import numpy as np

from webwinnow._core import TAG_NAMES, Page
from webwinnow.methods.base import visible_runs
from webwinnow.methods.stopwords import code_of, detect

__all__ = ["language_of"]

BODY = TAG_NAMES.index("body")
# So many bytes are some sixty words: enough to tell languages that have little in common.
SAMPLE_BYTES = 400


def language_of(page: Page) -> str | None:
    """Its code; None where nothing tells. What is declared is believed."""
    declared = declared_language(page)
    if declared:
        return code_of(declared)
    text = longest_text(page)
    return detect([text]) if text else None


def declared_language(page: Page) -> str | None:
    """What `body` says, which is nearer to the text, or else `html`."""
    bodies = (page.nodes.tag == BODY).nonzero()[0][:1].tolist()
    for node in (*bodies, *range(min(1, len(page.nodes)))):
        for name in ("lang", "xml:lang"):
            if declared := page.attribute(node, name):
                return declared
    return None


def longest_text(page: Page) -> str:
    """The beginning of the longest visible run."""
    runs = page.runs
    sizes = np.where(visible_runs(page), runs.end - runs.start, 0)
    if not sizes.any():
        return ""
    run = sizes.argmax()
    start, end = int(runs.start[run]), int(runs.end[run])
    return page.text[start : min(end, start + SAMPLE_BYTES)].decode("utf-8", "ignore")
