"""The elements that Victor's features name, alone and in classes of similar ones."""

import numpy as np

from webwinnow._core import TAG_NAMES

__all__ = ["BITS", "CLASSES"]

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


# By tag number: a bit for each class that the element is in, the first class's the lowest.
BITS = np.zeros(len(TAG_NAMES), np.uint64)
for number, names in enumerate(CLASSES.values()):
    BITS[[TAG_NAMES.index(name) for name in names]] |= np.uint64(1 << number)
