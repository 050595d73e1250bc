"""The elements that Victor's features name, alone and in classes of similar ones."""

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES, VOID_TAG_NAMES

__all__ = ["CLASSES", "IS_MEMBER", "IS_VOID", "class_numbers"]

HEADERS = ("h1", "h2", "h3", "h4", "h5", "h6")
LISTS = ("ul", "ol", "dl", "dir", "menu", "li", "dt", "dd")
TABLES = ("table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th")
BLOCKS = (
    "address", "article", "aside", "blockquote", "center", "details", "div", "fieldset",
    "figcaption", "figure", "footer", "form", "header", "hr", "legend", "main", "nav", "p", "pre",
    "section", "summary",
)  # fmt: skip
INLINE = (
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "label", "mark", "nobr", "q", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
)  # fmt: skip
ALONE = (
    "a", "article", "aside", "blockquote", "br", "div", "footer", "header", "hr", "img", "li",
    "main", "nav", "p", "pre", "section", "td", "u",
)  # fmt: skip

CLASSES = {
    **{name: (name,) for name in ALONE},
    "class-header": HEADERS,
    "class-bold": ("b", "strong"),
    "class-italic": ("i", "em", "cite", "dfn", "var"),
    "class-list": LISTS,
    "class-form": (
        "button", "datalist", "fieldset", "form", "input", "label", "legend", "optgroup", "option",
        "select", "textarea",
    ),
    "class-table": TABLES,
    "class-inline": INLINE,
    "class-block": (*BLOCKS, *HEADERS, *LISTS, *TABLES),
}  # fmt: skip


def class_numbers(*names: str) -> NDArray[np.int32]:
    """A row for each class, 1 for the tag numbers that are in it; the last column is for all tags
    that have a name of their own page.
    """
    table = np.zeros((len(names), len(TAG_NAMES) + 1), np.int32)
    for row, name in zip(table, names, strict=True):
        row[[TAG_NAMES.index(tag) for tag in CLASSES[name]]] = 1
    return table


IS_MEMBER = class_numbers(*CLASSES)
IS_VOID = np.array([*(name in VOID_TAG_NAMES for name in TAG_NAMES), False])
