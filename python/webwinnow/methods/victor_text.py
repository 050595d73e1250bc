"""The characters and tokens of runs, counted for all runs of a page at once."""

from functools import cache, cached_property
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "CASELESS", "CLASSES", "CLOSER", "DIGIT", "LOWER", "MARK", "MIXED", "NOTHING", "NUMBER",
    "OTHER", "SPACE", "STOP", "SYMBOLS", "UPPER", "WORD", "Text", "character_classes", "classes_of",
]  # fmt: skip

# Classes of characters, as many as the core counts. Full stops and their kin are marks, too.
OTHER, SPACE, UPPER, LOWER, DIGIT, MARK, STOP, CASELESS = range(8)
CLASSES = 8
CLASS_OF_CATEGORY = {
    "Lu": UPPER, "Lt": UPPER, "Ll": LOWER, "Lo": CASELESS, "Lm": CASELESS, "M": CASELESS,
    "N": DIGIT, "P": MARK,
}  # fmt: skip
STOPS = ".?!…。？！।؟"
# Marks that may follow the end of a sentence.
CLOSERS = "\"')]}”’»«“」』"
# Python takes these for white space, but the standard for text does not.
NOT_SPACES = "\x1c\x1d\x1e\x1f"
CODES = 2**16
# Besides, in a text: what stands between two runs, or where there is no such character.
NOTHING, CLOSER = CLASSES, CLASSES + 1


def classes_of(*numbers: int) -> NDArray[np.bool_]:
    """By class, whether it is one of these."""
    found = np.zeros(CLOSER + 1, bool)
    found[list(numbers)] = True
    return found


# Classes of tokens, which are what stands between white space: by whether there is a letter in it,
# 1, and whether a digit, 2.
SYMBOLS, WORD, NUMBER, MIXED = range(4)
IS_LETTER = classes_of(UPPER, LOWER, CASELESS)
TOKEN_BITS = IS_LETTER + 2 * classes_of(DIGIT).astype(np.uint8)

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
        self.classes = character_classes(with_closers=True).take(self.codes, mode="clip")
        self.classes[self.ends] = NOTHING

    @cached_property
    def run(self) -> NDArray[np.int32]:
        """Of each character."""
        return np.repeat(np.arange(len(self.texts), dtype=np.int32), self.length + 1)

    def runs_with(self, places: IntArray) -> IntArray:
        """The runs of some characters, which are in order; each run once."""
        return np.unique(self.ends.searchsorted(places))

    @cached_property
    def token_starts(self) -> IntArray:
        is_solid = (self.classes != SPACE) & (self.classes != NOTHING)
        is_start = is_solid.copy()
        is_start[1:] &= ~is_solid[:-1]
        return np.flatnonzero(is_start)

    @cached_property
    def tokens(self) -> IntArray:
        """How many tokens of each class, a row each."""
        starts = self.token_starts
        if not len(starts):
            return np.zeros((4, len(self.texts)), np.int64)
        kinds = np.bitwise_or.reduceat(TOKEN_BITS.take(self.classes), starts)
        found = np.bincount(self.run[starts] * 4 + kinds, minlength=4 * len(self.texts))
        by_class: IntArray = found.reshape(-1, 4).T
        return by_class

    @cached_property
    def capitalised(self) -> IntArray:
        """How many tokens begin with a capital."""
        starts = self.token_starts
        capitals = self.run[starts[self.classes[starts] == UPPER]]
        return np.bincount(capitals, minlength=len(self.texts))

    def first(self, is_asked: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """The class of each text's first character of the asked ones; NOTHING where it has none."""
        places = np.append(np.flatnonzero(is_asked.take(self.classes)), len(self.classes))
        found = places[places.searchsorted(self.starts)]
        return np.where(found < self.ends, np.append(self.classes, NOTHING)[found], NOTHING)

    def last(self, is_asked: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """The same of the last one."""
        places = np.append(-1, np.flatnonzero(is_asked.take(self.classes)))
        found = places[places.searchsorted(self.ends) - 1]
        return np.where(found >= self.starts, self.classes[found], NOTHING)

    @cached_property
    def keys(self) -> list[str]:
        """The letters of each text; where there are none, all but the white space."""
        is_letter = IS_LETTER.take(self.classes)
        letters = self.codes[is_letter].tobytes().decode("utf-32-le")
        counts = np.diff(np.append(0, np.cumsum(is_letter)[self.ends]))
        keys, end = [], 0
        for text, count in zip(self.texts, counts.tolist(), strict=True):
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
        found[self.runs_with(np.flatnonzero(self.codes == ord(character)))] = True
        return found


@cache
def character_classes(*, with_closers: bool = False) -> NDArray[np.uint8]:
    """By code point, in the basic plane; whatever is beyond it is of no class."""
    if with_closers:
        found: NDArray[np.uint8] = character_classes().copy()
        found[[ord(character) for character in CLOSERS]] = CLOSER
        return found
    found = np.zeros(CODES, np.uint8)
    for code in range(CODES):
        name = category(chr(code))
        found[code] = CLASS_OF_CATEGORY.get(name) or CLASS_OF_CATEGORY.get(name[0], OTHER)
        if chr(code).isspace():
            found[code] = SPACE
    found[[ord(character) for character in STOPS]] = STOP
    found[[ord(character) for character in NOT_SPACES]] = OTHER
    found[-1] = OTHER
    return found
