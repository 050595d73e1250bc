"""The runs that Victor labels, and the columns that its features share.

Each column has one value per labelled run. A column is computed once per page, and only when a
feature needs it.
"""

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import FLAGS, RUN_SHAPE_COLUMNS, TAG_NAMES, Page, run_shapes, run_tag_context
from webwinnow.methods.base import visible_runs
from webwinnow.methods.victor.patterns import Patterns

# Character classes. STOP ends a sentence and CLOSER may follow it; both are punctuation too.
OTHER, SPACE, UPPER, LOWER, DIGIT, MARK, STOP, CASELESS, CLOSER = range(9)
CHARACTER_CLASSES = 9
CLASS_OF_CATEGORY = {
    "Lu": UPPER, "Lt": UPPER, "Ll": LOWER, "Lo": CASELESS, "Lm": CASELESS, "M": CASELESS,
    "N": DIGIT, "P": MARK,
}  # fmt: skip
STOPS = ".?!…。？！।؟"
CLOSERS = "\"')]}”’»«“」』"
# White space for Python's `str`, but not for Unicode.
NOT_SPACES = "\x1c\x1d\x1e\x1f"
BASIC_PLANE = 2**16
SHAPE_ROWS = {name: row for row, name in enumerate(RUN_SHAPE_COLUMNS)}

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
SINGLE_TAGS = (
    "a", "article", "aside", "blockquote", "br", "div", "footer", "header", "hr", "img", "li",
    "main", "nav", "p", "pre", "section", "td", "u",
)  # fmt: skip
#: The tags and classes of tags that features name.
TAG_CLASSES = {
    **{name: (name,) for name in SINGLE_TAGS},
    "list": ("ul", "ol", "dl", "dir", "menu"),
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
TAG_CLASS_ROWS = {name: row for row, name in enumerate(TAG_CLASSES)}
# By tag number: one bit per class of the tag, the lowest bit for the first class.
TAG_CLASS_BITS = np.zeros(len(TAG_NAMES), np.uint64)
for number, names in enumerate(TAG_CLASSES.values()):
    TAG_CLASS_BITS[[TAG_NAMES.index(name) for name in names]] |= np.uint64(1 << number)

TITLE = TAG_NAMES.index("title")
# Every run is searched in the title, so a long title would cost its length for each run.
MAX_TITLE_CHARS = 300

Column = NDArray[Any]  # one number per labelled run
IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


def labelled_runs(page: Page) -> IntArray:
    """Indices of the runs that get a label: visible and not blank."""
    return np.flatnonzero(visible_runs(page) & (page.runs.chars > 0))


def ratio(part: NDArray[Any], total: NDArray[Any] | float) -> FloatArray:
    """Divide counts; 0 where the total is 0."""
    # Totals are counts, so none is between 0 and 1.
    found: FloatArray = part / np.maximum(total, 1)
    return found


class LabelledRuns:
    """Columns of a page's labelled runs, computed on demand."""

    def __init__(self, page: Page, patterns: Mapping[str, Patterns]) -> None:
        self.page = page
        self.patterns = patterns
        self.group_ratios: dict[str, FloatArray] = {}  # cache of `features.group_ratio`
        self.name_hints: IntArray | None = None  # cache of `further_features.name_hint`
        self.index = labelled_runs(page)
        self.words = page.runs.words[self.index].astype(np.int64)
        self.in_link = page.runs.flags[self.index] & FLAGS["LINK"] != 0

    def __len__(self) -> int:
        return len(self.index)

    @cached_property
    def tree(self) -> "RunTree":
        return RunTree(self.page, self.index)

    @cached_property
    def text(self) -> "RunText":
        return RunText(self.page, self.index)

    @cached_property
    def title(self) -> str:
        """The first MAX_TITLE_CHARS characters of the page's first title."""
        runs = self.page.runs
        found = np.flatnonzero(self.page.nodes.tag[runs.node] == TITLE)[:1]
        return "".join(
            self.page.text[runs.start[run] : runs.end[run]].decode()[:MAX_TITLE_CHARS]
            for run in found.tolist()
        )

    @cached_property
    def chars(self) -> IntArray:
        """Characters other than white space."""
        return self.page.runs.chars[self.index].astype(np.int64)

    @cached_property
    def sentences(self) -> IntArray:
        return self.page.runs.sentences[self.index].astype(np.int64)

    @cached_property
    def plain_words(self) -> IntArray:
        """Words outside of links."""
        return np.where(self.in_link, 0, self.words)

    @cached_property
    def block(self) -> IntArray:
        """Number of the layout block, among the blocks that have a labelled run."""
        return np.cumsum(np.diff(self.page.runs.block[self.index], prepend=-1) != 0) - 1

    @property
    def block_count(self) -> int:
        return int(self.block[-1]) + 1 if len(self) else 0

    @cached_property
    def path(self) -> IntArray:
        """Number of the tag path; equal for runs with the same tags around them."""
        found: IntArray = np.unique(self.tree.path_key, return_inverse=True)[1]
        return found


class RunText:
    """Character and token counts of some runs of a page, in order."""

    def __init__(self, page: Page, runs: IntArray) -> None:
        table, self.key = run_shapes(page, runs, character_classes())
        self.table = np.ascontiguousarray(table.T)
        self.page = page
        self.runs = runs

    def __getitem__(self, name: str) -> NDArray[np.int32]:
        """A column by its name in RUN_SHAPE_COLUMNS."""
        found: NDArray[np.int32] = self.table[SHAPE_ROWS[name]]
        return found

    @cached_property
    def texts(self) -> list[str]:
        texts = self.page.run_texts()
        return [texts[run] for run in self.runs.tolist()]

    def some(self, places: IntArray) -> list[str]:
        """Texts of some of the runs."""
        return [self.texts[place] for place in places.tolist()]

    @cached_property
    def length(self) -> IntArray:
        """Length in characters."""
        found: IntArray = self.table[:CHARACTER_CLASSES].sum(axis=0)
        return found

    @cached_property
    def tokens(self) -> NDArray[np.int32]:
        return self["symbols"] + self["words"] + self["numbers"] + self["mixed"]


@cache
def character_classes() -> NDArray[np.uint8]:
    """Class of each code point of the basic plane; the core takes all others as OTHER."""
    found = np.zeros(BASIC_PLANE, np.uint8)
    for code in range(BASIC_PLANE):
        name = category(chr(code))
        found[code] = CLASS_OF_CATEGORY.get(name) or CLASS_OF_CATEGORY.get(name[0], OTHER)
        if chr(code).isspace():
            found[code] = SPACE
    for characters, number in ((STOPS, STOP), (CLOSERS, CLOSER), (NOT_SPACES, OTHER)):
        found[[ord(character) for character in characters]] = number
    return found


class RunTree:
    """Elements around some runs of a page, in order, and the tags between these runs."""

    def __init__(self, page: Page, runs: IntArray) -> None:
        self.page = page
        self.node = page.runs.node[runs]
        nearest, crossed, self.path_key = run_tag_context(
            page, runs, TAG_CLASS_BITS, len(TAG_CLASSES)
        )
        self.nearest_by_class = np.ascontiguousarray(nearest.T)
        self.crossed_by_class = crossed.T

    def nearest(self, name: str) -> NDArray[np.int32]:
        """Innermost element of a tag class around each run; −1 for none."""
        found: NDArray[np.int32] = self.nearest_by_class[TAG_CLASS_ROWS[name]]
        return found

    def crossed(self, name: str) -> NDArray[np.int32]:
        """Number of start and end tags of a class between the previous run and each run.

        For the first run the count starts at the beginning of the page.
        """
        found: NDArray[np.int32] = self.crossed_by_class[TAG_CLASS_ROWS[name]]
        return found

    def has_child(self, name: str) -> NDArray[np.bool_]:
        """Return whether the run's own element has a child of a tag class."""
        nodes = self.page.nodes
        bits = np.append(TAG_CLASS_BITS, np.uint64(0))[np.minimum(nodes.tag, len(TAG_CLASS_BITS))]
        holds = np.zeros(len(nodes), bool)
        holds[nodes.parent[bits & np.uint64(1 << TAG_CLASS_ROWS[name]) > 0]] = True
        return holds[self.node]

    def inherited_bits(self, bits: IntArray) -> IntArray:
        """Union, for each run, of the node bits of all elements around it."""
        parent = self.page.nodes.parent.copy()
        parent[0] = 0
        while parent.any():
            # Each pass reaches twice as far up as the previous one.
            bits = bits | bits[parent]
            parent = parent[parent]
        found: IntArray = (bits | bits[0])[self.node]
        return found
