"""The characters and tokens of runs, counted in the core for all runs of a page at once."""

from functools import cache, cached_property
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import RUN_SHAPES, Page, run_shapes

__all__ = [
    "CASELESS", "CLASSES", "CLOSER", "DIGIT", "LOWER", "MARK", "NONE", "OTHER", "SPACE", "STOP",
    "UPPER", "Text",
]  # fmt: skip

# Classes of characters: stops end sentences, closers may follow them, and both are marks, too.
OTHER, SPACE, UPPER, LOWER, DIGIT, MARK, STOP, CASELESS, CLOSER = range(9)
CLASSES = 9
NONE = 9  # the class where there is no such character
CLASS_OF_CATEGORY = {
    "Lu": UPPER, "Lt": UPPER, "Ll": LOWER, "Lo": CASELESS, "Lm": CASELESS, "M": CASELESS,
    "N": DIGIT, "P": MARK,
}  # fmt: skip
STOPS = ".?!…。？！।؟"
CLOSERS = "\"')]}”’»«“」』"
# Python takes these for white space, but the standard for text does not.
NOT_SPACES = "\x1c\x1d\x1e\x1f"
CODES = 2**16

ROW = {name: row for row, name in enumerate(RUN_SHAPES)}


class Text:
    """Columns with one value for each of some runs, which are in order."""

    def __init__(self, page: Page, runs: NDArray[np.int64]) -> None:
        table, self.key = run_shapes(page, runs, character_classes())
        self.table = np.ascontiguousarray(table.T)
        self.page = page
        self.runs = runs

    def __getitem__(self, name: str) -> NDArray[np.int32]:
        """A column of the core's, by its name in RUN_SHAPES."""
        found: NDArray[np.int32] = self.table[ROW[name]]
        return found

    @cached_property
    def texts(self) -> list[str]:
        texts = self.page.run_texts()
        return [texts[run] for run in self.runs.tolist()]

    @cached_property
    def length(self) -> NDArray[np.int64]:
        """In characters."""
        found: NDArray[np.int64] = self.table[:CLASSES].sum(axis=0)
        return found

    @cached_property
    def tokens(self) -> NDArray[np.int32]:
        return self["symbols"] + self["words"] + self["numbers"] + self["mixed"]


@cache
def character_classes() -> NDArray[np.uint8]:
    """By code point, in the basic plane; whatever is beyond it is of no class."""
    found = np.zeros(CODES, np.uint8)
    for code in range(CODES):
        name = category(chr(code))
        found[code] = CLASS_OF_CATEGORY.get(name) or CLASS_OF_CATEGORY.get(name[0], OTHER)
        if chr(code).isspace():
            found[code] = SPACE
    for characters, number in ((STOPS, STOP), (CLOSERS, CLOSER), (NOT_SPACES, OTHER)):
        found[[ord(character) for character in characters]] = number
    return found
