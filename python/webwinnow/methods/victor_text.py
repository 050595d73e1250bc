"""The characters and tokens of runs, counted for all runs of a page at once."""

from functools import cache, cached_property
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "CASELESS", "CLOSER", "DIGIT", "LOWER", "MARK", "MIXED", "NUMBER", "OTHER", "SPACE", "STOP",
    "SYMBOLS", "UPPER", "WORD", "Text",
]  # fmt: skip

# Classes of characters.
OTHER, SPACE, UPPER, LOWER, CASELESS, DIGIT, MARK, STOP, CLOSER, BETWEEN = range(10)
CLASS_COUNT = 10
CLASS_OF_CATEGORY = {
    "Lu": UPPER, "Lt": UPPER, "Ll": LOWER, "Lo": CASELESS, "Lm": CASELESS, "M": CASELESS,
    "N": DIGIT, "P": MARK,
}  # fmt: skip
STOPS = ".?!…。？！।؟"
CLOSERS = "\"')]}”’»«“」』"
# Python takes these for white space, but the standard for text does not.
NOT_SPACES = "\x1c\x1d\x1e\x1f"
CODES = 2**16

# Classes of tokens, which are what stands between white space: by whether there is a letter in it,
# 1, and whether a digit, 2.
SYMBOLS, WORD, NUMBER, MIXED = range(4)
TOKEN_BITS = np.zeros(CLASS_COUNT, np.uint8)
TOKEN_BITS[[UPPER, LOWER, CASELESS]] = 1
TOKEN_BITS[DIGIT] = 2
IS_LETTER = TOKEN_BITS == 1

IntArray = NDArray[np.int64]


class Text:
    """The texts of runs, none of them blank; columns have one value for each."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        length = np.fromiter(map(len, texts), np.int64, len(texts))
        self.length = length
        self.ends = np.cumsum(length + 1) - 1  # places of what stands between the texts
        self.starts = self.ends - length
        joined = "".join([text + "\n" for text in texts])
        self.codes = np.frombuffer(joined.encode("utf-32-le"), "<u4")
        self.classes = character_classes()[np.minimum(self.codes, CODES - 1)]
        self.classes[self.ends] = BETWEEN

    @cached_property
    def run(self) -> IntArray:
        """Of each character."""
        return np.repeat(np.arange(len(self.texts)), self.length + 1)

    @cached_property
    def chars(self) -> IntArray:
        """How many characters of each class, a row each."""
        return counted(self.run, self.classes, len(self.texts), CLASS_COUNT)

    @cached_property
    def letters(self) -> IntArray:
        found: IntArray = self.chars[[UPPER, LOWER, CASELESS]].sum(axis=0)
        return found

    @cached_property
    def token_starts(self) -> IntArray:
        is_solid = (self.classes != SPACE) & (self.classes != BETWEEN)
        is_start = is_solid.copy()
        is_start[1:] &= ~is_solid[:-1]
        return np.flatnonzero(is_start)

    @cached_property
    def tokens(self) -> IntArray:
        """How many tokens of each class, a row each."""
        starts = self.token_starts
        if not len(starts):
            return np.zeros((4, len(self.texts)), np.int64)
        kinds = np.bitwise_or.reduceat(TOKEN_BITS[self.classes], starts)
        return counted(self.run[starts], kinds, len(self.texts), 4)

    def first(self, is_asked: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """The class of each text's first character of the asked ones; BETWEEN where it has none."""
        places = np.append(np.flatnonzero(is_asked[self.classes]), len(self.classes))
        found = places[places.searchsorted(self.starts)]
        return np.where(found < self.ends, np.append(self.classes, BETWEEN)[found], BETWEEN)

    def last(self, is_asked: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """The same of the last one."""
        places = np.append(-1, np.flatnonzero(is_asked[self.classes]))
        found = places[places.searchsorted(self.ends) - 1]
        return np.where(found >= self.starts, self.classes[found], BETWEEN)

    @cached_property
    def keys(self) -> list[str]:
        """The letters of each text; where there are none, all but the white space."""
        letters = self.codes[IS_LETTER[self.classes]].tobytes().decode("utf-32-le")
        keys, end = [], 0
        for text, count in zip(self.texts, self.letters.tolist(), strict=True):
            keys.append(letters[end : end + count] if count else "".join(text.split()))
            end += count
        return keys

    @cached_property
    def twins(self) -> IntArray:
        """A number for each text, alike where the keys are, in the order of their first coming."""
        numbers: dict[str, int] = {}
        return np.array([numbers.setdefault(key, len(numbers)) for key in self.keys], np.int64)

    def having(self, character: str) -> NDArray[np.bool_]:
        """Which texts have it."""
        found = np.zeros(len(self.texts), bool)
        found[self.run[self.codes == ord(character)]] = True
        return found


def counted(run: IntArray, kinds: NDArray[np.uint8], runs: int, count: int) -> IntArray:
    """A row for each kind, a column for each run."""
    found = np.bincount(run * count + kinds, minlength=runs * count)
    return np.ascontiguousarray(found.reshape(runs, count).T)


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
    found[-1] = OTHER
    return found
