"""FIASCO's structural features: where a target stands, and what tags it is made of.

They know no language: sizes are bytes in UTF-8, of which a text has about as many as its
translation.

Differs: a target's own tag counts among those below it, since a link is often a target itself.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.fiasco.around import makes, prose_places, sections
from webwinnow.methods.fiasco.neighbours import REACH, after, before, share_around, sum_around
from webwinnow.methods.fiasco.target_text import TargetTexts
from webwinnow.methods.markup import count_enclosing, tag_table

__all__ = ["structural"]

HEADINGS = tag_table("h1", "h2", "h3", "h4", "h5", "h6")
PARAGRAPH, ITEM = tag_table("p"), tag_table("li", "dt", "dd")
LINK, IMAGE = tag_table("a"), tag_table("img")
LISTS, CELLS = tag_table("ul", "ol", "dl", "menu"), tag_table("td", "th")
FORMS = tag_table("form", "select", "button", "label", "fieldset")
# Bytes of a word and the space after it, in English.
WORD_BYTES = 6
ABSOLUTE = ("http://", "https://", "//")

FloatArray = NDArray[np.float64]


def structural(texts: TargetTexts) -> dict[str, NDArray[Any]]:
    """Columns by their names in FEATURES."""
    page, targets = texts.page, texts.targets
    node, nodes = targets.nodes, page.nodes
    length = texts.summed(page.runs.chars)
    size = (texts.text_ends - texts.text_starts).astype(np.float64)
    in_links = texts.summed(page.runs.end - page.runs.start, texts.in_link)
    link_text = in_links / size
    place = np.cumsum(size) - size / 2
    return {
        "depth": nodes.depth[node].astype(np.float64),
        "heading": is_in(page, HEADINGS)[node],
        "paragraph": PARAGRAPH[nodes.tag[node]] | targets.is_part,
        "list item": is_in(page, ITEM)[node],
        **tag_shares(texts, size),
        "in list": is_in(page, LISTS)[node],
        "in cell": is_in(page, CELLS)[node],
        "in form": is_in(page, FORMS)[node],
        "part": targets.is_part,
        "size": size,
        "own text": texts.summed(page.runs.chars, texts.is_own) / length,
        "link text": link_text,
        "text share": size / size.sum(),
        "text place": place / size.sum(),
        "place": (np.arange(len(targets)) + 0.5) / len(targets),
        "link text before": before(link_text, 1),
        "link text after": after(link_text, 1),
        "link text around": share_around(in_links, size),
        "size before": before(size, 0),
        "size after": after(size, 0),
        "size around": sum_around(size) / (2 * REACH + 1),
        **sections(page, targets, size, link_text),
        **prose_places(size, link_text),
        **makes(page, targets, size, link_text),
    }


def is_in(page: Page, table: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each node whether it is such an element, or inside of one."""
    return count_enclosing(table[page.nodes.tag], page.nodes.end) > 0


def tag_shares(texts: TargetTexts, size: FloatArray) -> dict[str, FloatArray]:
    """Shares of the elements that a target is made of."""
    page, targets = texts.page, texts.targets
    first, end = texts.inside
    first = np.where(targets.is_part, first, first - 1)
    count = np.maximum(end - first, 1).astype(np.float64)
    tag = page.nodes.tag
    with_address, addresses = page.having("href")
    has_address, is_absolute = np.zeros((2, len(tag)), bool)
    has_address[with_address] = True
    is_absolute[with_address] = [address.startswith(ABSOLUTE) for address in addresses]

    def within(values: NDArray[np.generic]) -> FloatArray:
        sums = np.zeros(len(values) + 1, np.int64)
        np.cumsum(values, out=sums[1:])
        return (sums[end] - sums[first]).astype(np.float64)

    links = within(has_address)
    return {
        "links": within(LINK[tag]) / count,
        "addresses": links / count,
        "images": within(IMAGE[tag]) / count,
        "attributes": within(page.nodes.attributes) / count,
        "tags": count / np.maximum(size / WORD_BYTES, 1),
        "absolute addresses": within(is_absolute) / np.maximum(links, 1),
    }
