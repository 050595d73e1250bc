"""FIASCO's structural features: where a target stands, and what tags it is made of.

Differs: a target's own tag counts among those below it, since a link is often a target itself.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.fiasco_neighbours import REACH, after, before, share_around, sum_around
from webwinnow.methods.fiasco_texts import EVERY, TargetTexts
from webwinnow.methods.tags import around, tag_table

__all__ = ["structural"]

HEADINGS = tag_table("h1", "h2", "h3", "h4", "h5", "h6")
PARAGRAPH, ITEM = tag_table("p"), tag_table("li", "dt", "dd")
LINK, IMAGE = tag_table("a"), tag_table("img")
LISTS, CELLS = tag_table("ul", "ol", "dl", "menu"), tag_table("td", "th")
FORMS = tag_table("form", "select", "button", "label", "fieldset")
ABSOLUTE = ("http://", "https://", "//")

FloatArray = NDArray[np.float64]


def structural(texts: TargetTexts) -> dict[str, NDArray[Any]]:
    """Columns by their names in FEATURES."""
    page, targets = texts.page, texts.targets
    node, nodes = targets.nodes, page.nodes
    length = texts.summed(page.runs.chars)
    in_links = texts.summed(page.runs.chars, texts.in_link)
    link_text = in_links / length
    place = np.cumsum(length) - length / 2
    return {
        "depth": nodes.depth[node].astype(np.float64),
        "heading": is_in(page, HEADINGS)[node],
        "paragraph": PARAGRAPH[nodes.tag[node]] | targets.is_part,
        "list item": is_in(page, ITEM)[node],
        **tag_shares(texts),
        "in list": is_in(page, LISTS)[node],
        "in cell": is_in(page, CELLS)[node],
        "in form": is_in(page, FORMS)[node],
        "part": targets.is_part,
        "link text": link_text,
        "text share": length / length.sum(),
        "text place": place / length.sum(),
        "place": (np.arange(len(targets)) + 0.5) / len(targets),
        "link text before": before(link_text, 1),
        "link text after": after(link_text, 1),
        "link text around": share_around(in_links, length),
        "length before": before(length, 0),
        "length after": after(length, 0),
        "length around": sum_around(length) / (2 * REACH + 1),
    }


def is_in(page: Page, table: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each node whether it is such an element, or inside of one."""
    return around(table[page.nodes.tag], page.nodes.end) > 0


def tag_shares(texts: TargetTexts) -> dict[str, FloatArray]:
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
        "tags": count / np.maximum(texts.counted(EVERY), 1),
        "absolute addresses": within(is_absolute) / np.maximum(links, 1),
    }
