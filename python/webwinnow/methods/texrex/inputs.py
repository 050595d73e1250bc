"""texrex's 37 inputs of each block, in the authors' order and scale.

Shares are 0 to 1; counts are divided by their usual maximum. Page edges follow the paper's German
data (`fill_windows`). The authors' later data, in English, French and Swedish, have an additional
empty block at the end of each page.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.texrex.blocks import (
    CONTAINERS,
    COPYRIGHT,
    ENDS_IN_STOP,
    LOWER,
    MARK,
    NUMBER,
    SENTENCES,
    STOP,
    UPPER,
    YEARS,
    TextBlocks,
    TextCounts,
)

FloatArray = NDArray[np.float32]

INPUTS = {
    "length": "characters, in thousands, at most 1",
    "length share": "share of the page's text",
    "text place": "distance of the block's middle from the middle of the text; 1 at the ends",
    "block place": "the same distance, in blocks",
    "page text": "characters of the page's text per byte of its source",
    "markup": "share of the block's source that is not text",
    "marks": "punctuation per character; the next eight are per character other than white space",
    "letters": "upper-case and lower-case letters",
    "numbers": "numeric characters",
    "tags": "tags in the text",
    "emails": "e-mail addresses",
    "uris": "URIs",
    "hashtags": "hashtags",
    "years": "years 2000 to 2019, except at the very start",
    "anchors": "start tags of links",
    "upper case": "share of the letters",
    "no sentence": "1 if no sentence ends; it then counts as one sentence",
    "sentence length": "characters, in hundreds, at most 1",
    "sentences": "in tens, at most 1",
    "copyright": "1 if it has a copyright sign",
    "ends sentence": "1 if it ends in a full stop, question mark or exclamation mark",
    "xhtml": "1 if the doctype is XHTML 1",
    "html 4": "1 if the doctype is HTML 4",
    "html 5": "1 if the doctype is html",
    **{
        f"in {name}": "1 if this was the last container tag before the block" for name in CONTAINERS
    },
    "after end tag": "1 if that was an end tag",
    "open tags": "share of start tags among the block's tags",
    "skipped": "empty blocks before it, in twenties, at most 1",
    "markup near": "mean share of markup over three blocks",
    "markup around": "mean share of markup over five blocks",
}
CONTAINER_NUMBERS = np.arange(1, len(CONTAINERS) + 1)[:, None]
MAX_CHARACTERS, MAX_IN_SENTENCE, MAX_SENTENCES, MAX_SKIPPED = 1000, 100, 10, 20


def block_inputs(page: Page, blocks: TextBlocks, counts: TextCounts) -> FloatArray:
    """Compute the inputs: a row per block, a column for each of INPUTS."""
    table: FloatArray = np.zeros((len(blocks), len(INPUTS)), np.float32, order="F")
    found = table.T
    if len(blocks):
        length, total = counts.length, counts.length.sum()
        markup = found[5]
        np.minimum(length / MAX_CHARACTERS, 1, out=found[0])
        np.divide(length, total, out=found[1])
        fill_distance((length.cumsum() - length / 2) / total, found[2])
        fill_distance(np.arange(len(blocks)) / len(blocks), found[3])
        found[4] = total / blocks.raw_page
        np.subtract(1, length / blocks.raw, out=markup, casting="same_kind")
        fill_text_inputs(found, counts)
        found[14] = blocks.anchors
        found[7:15] /= counts.solid
        found[21:24] = doctype_flags(page.doctype)
        np.equal(blocks.container, CONTAINER_NUMBERS, out=found[24:32], casting="unsafe")
        found[32] = blocks.is_after_end_tag
        tags = np.maximum(blocks.open_tags + blocks.close_tags, 1)
        np.divide(blocks.open_tags, tags, out=found[33], casting="same_kind")
        np.minimum(blocks.skipped / MAX_SKIPPED, 1, out=found[34], casting="same_kind")
        fill_windows(markup, found[35], found[36])
    return table


def fill_distance(place: NDArray[np.floating[Any]], found: FloatArray) -> None:
    """Distance of places in 0 … 1 from the middle: 0 there, 1 at both ends."""
    np.subtract(place, 0.5, out=found, casting="same_kind")
    np.abs(found, out=found)
    found *= 2


def fill_text_inputs(found: FloatArray, counts: TextCounts) -> None:
    """Fill rows 6 to 20 without the anchors; rows 7 to 13 are counts."""
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
    np.minimum(counts.length // sentences / MAX_IN_SENTENCE, 1, out=found[17])
    np.minimum(sentences / MAX_SENTENCES, 1, out=found[18])
    found[19] = columns[COPYRIGHT] > 0
    found[20] = columns[ENDS_IN_STOP]


def doctype_flags(doctype: str | None) -> NDArray[np.bool_]:
    """A row for each document type; `doctype` is in lower case."""
    doctype = doctype or ""
    is_xhtml = "xhtml 1" in doctype
    is_html4 = "html 4" in doctype and not is_xhtml
    return np.array([[is_xhtml], [is_html4], [doctype == "html"]])


def fill_windows(markup: FloatArray, near: FloatArray, around: FloatArray) -> None:
    """Means over three blocks and over five.

    The first block stands for those before it, the last block for those after it. As in the
    authors' data, the window of five around each of the last two blocks lacks the block at
    distance two before them, but is divided by five.
    """
    padded = np.concatenate((markup[:1], markup[:1], markup, markup[-1:], markup[-1:]))
    near[:] = padded[1:-3]
    near += markup
    near += padded[3:-1]
    around[:] = near
    around += padded[4:]
    around[:-2] += padded[:-6]
    near /= 3
    around /= 5
