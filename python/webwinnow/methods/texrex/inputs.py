"""texrex's 37 inputs of each block, in the authors' order and scale.

Shares are 0 to 1, counts are divided by what is their usual bound. The authors' peculiarities are
kept, since their networks learned them: the page counts one block more than it has, an empty one at
its end, and a window that reaches over it takes what it has so far for what is missing.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.texrex.blocks import TextBlocks
from webwinnow.methods.texrex.tags import CONTAINERS
from webwinnow.methods.texrex.texts import (
    COPYRIGHT,
    ENDS_IN_STOP,
    LOWER,
    MARK,
    NUMBER,
    SENTENCES,
    STOP,
    UPPER,
    YEARS,
    TextCounts,
)

__all__ = ["INPUTS", "block_inputs"]

FloatArray = NDArray[np.float32]

INPUTS = {
    "length": "characters, in thousands, at most 1",
    "length share": "of the page's text",
    "text place": "how far the block's middle is from the middle of the text; 1 at its ends",
    "block place": "the same, by the number of the block",
    "page text": "the page's text in characters, by the size of its source",
    "markup": "share of the block's source that is not text",
    "marks": "punctuation by length; the next eight are by characters other than white space",
    "letters": "of both cases",
    "numbers": "numeric characters",
    "tags": "tags written out as text",
    "emails": "e-mail addresses",
    "uris": "addresses of pages",
    "hashtags": "words with a hash before them",
    "years": "2000 to 2019, if not at the very start",
    "anchors": "links that begin",
    "upper case": "share of the letters",
    "no sentence": "1 where no sentence ends, which then counts as one",
    "sentence length": "characters, in hundreds, at most 1",
    "sentences": "in tens, at most 1",
    "copyright": "1 where it has the sign",
    "ends sentence": "1 where it ends in a full stop, a question or an exclamation mark",
    "xhtml": "1 where the page says that it is XHTML 1",
    "html 4": "1 where it says HTML 4",
    "html 5": "1 where it says nothing but html",
    **{f"in {name}": "1 where that tag was the last before the block" for name in CONTAINERS},
    "after end tag": "1 where that was an end tag",
    "open tags": "share of the block's tags",
    "skipped": "empty blocks before it, in twenties, at most 1",
    "markup near": "mean share of markup, with a block on each side",
    "markup around": "the same, with two on each side",
}
NUMBERS = np.arange(1, len(CONTAINERS) + 1)[:, None]
MOST_CHARACTERS, MOST_IN_SENTENCE, MOST_SENTENCES, MOST_SKIPPED = 1000, 100, 10, 20


def block_inputs(page: Page, blocks: TextBlocks, counts: TextCounts) -> FloatArray:
    """A row for each block, a column for each of INPUTS."""
    table: FloatArray = np.zeros((len(blocks), len(INPUTS)), np.float32, order="F")
    found = table.T
    if len(blocks):
        length, total = counts.length, counts.length.sum()
        markup = found[5]
        np.minimum(length / MOST_CHARACTERS, 1, out=found[0])
        np.divide(length, total, out=found[1])
        off_centre((length.cumsum() - length / 2) / total, found[2])
        off_centre(np.arange(len(blocks)) / (len(blocks) + 1), found[3])
        found[4] = total / blocks.raw_page
        np.subtract(1, length / blocks.raw, out=markup, casting="same_kind")
        fill_of_texts(found, counts)
        found[14] = blocks.anchors
        found[7:15] /= counts.solid
        found[21:24] = of_doctype(page.doctype)
        np.equal(blocks.container, NUMBERS, out=found[24:32], casting="unsafe")
        found[32] = blocks.is_after_end_tag
        tags = np.maximum(blocks.open_tags + blocks.close_tags, 1)
        np.divide(blocks.open_tags, tags, out=found[33], casting="same_kind")
        np.minimum(blocks.skipped / MOST_SKIPPED, 1, out=found[34], casting="same_kind")
        fill_windows(markup, found[35], found[36])
    return table


def off_centre(place: NDArray[np.floating[Any]], found: FloatArray) -> None:
    """0 in the middle, 1 at either end."""
    np.subtract(place, 0.5, out=found, casting="same_kind")
    np.abs(found, out=found)
    found *= 2


def fill_of_texts(found: FloatArray, counts: TextCounts) -> None:
    """Rows 6 to 20, but for the anchors; 7 to 13 are yet to be divided."""
    columns = counts.columns
    letters, sentences = columns[UPPER] + columns[LOWER], np.maximum(columns[SENTENCES], 1)
    np.divide(columns[MARK] + columns[STOP], counts.length, out=found[6])
    found[7] = letters
    found[8] = columns[NUMBER]
    if counts.replaced is not None:
        found[9:13] = counts.replaced
    found[13] = columns[YEARS]
    np.divide(columns[UPPER], np.maximum(letters, 1), out=found[15])
    found[16] = columns[SENTENCES] == 0
    np.minimum(counts.length // sentences / MOST_IN_SENTENCE, 1, out=found[17])
    np.minimum(sentences / MOST_SENTENCES, 1, out=found[18])
    found[19] = columns[COPYRIGHT] > 0
    found[20] = columns[ENDS_IN_STOP]


def of_doctype(doctype: str | None) -> NDArray[np.bool_]:
    """A row for each type; `doctype` is in lower case, as pages have it."""
    doctype = doctype or ""
    is_xhtml = "xhtml 1" in doctype
    is_html4 = "html 4" in doctype and not is_xhtml
    return np.array([[is_xhtml], [is_html4], [doctype == "html"]])


def fill_windows(markup: FloatArray, near: FloatArray, around: FloatArray) -> None:
    """Means over three blocks and over five.

    Before the first block, the first stands in. After the last comes texrex's empty one, and a
    window that would have it doubles the sum so far, or adds half of it where it is two away.
    """
    near[:] = markup
    near[1:] += markup[:-1]
    near[0] += markup[0]
    near[:-1] += markup[1:]
    near[-1] *= 2
    around[:] = near
    around[:2] += markup[0]
    around[2:] += markup[:-2]
    around[:-2] += markup[2:]
    around[-2:] += near[-2:] / 2
    near /= 3
    around /= 5
