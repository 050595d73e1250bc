"""What texrex counts in the texts of blocks: letters, digits, marks, sentences, addresses.

texrex puts a word of its own in the place of each e-mail address, URI and hashtag before it counts
characters. Its lengths lack the last byte of a text, and so does its count of characters other than
white space: a text that ends in an ASCII character is one character longer than texrex says. The
authors' data show it, so that networks trained on them need it too.
"""

import re
from dataclasses import dataclass
from functools import cache
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import CHAR_CLASS_COLUMNS, Page, char_class_counts, grouped_char_class_counts
from webwinnow.methods.texrex.blocks import TextBlocks

__all__ = [
    "COPYRIGHT", "ENDS_IN_STOP", "LOWER", "MARK", "NUMBER", "SENTENCES", "STOP", "UPPER", "YEARS",
    "TextCounts",
]  # fmt: skip

IntArray = NDArray[np.int64]

# Repeats are bounded where a text could make them look at it again and again.
TAG = re.compile(r"<[A-Za-z!?/][^<>]*>")
EMAIL = re.compile(r"[\w.-]{1,64}@[\w.-]{1,255}\.[^\W\d_]{2,8}")
URI = re.compile(r"(?:[^\W\d_]{2,6}://|www\.)[\w/%$&,=?~#.+:;-]+[\w/%$=?~#-]")
HASHTAG = re.compile(r"#[^\W_]*[^\W\d_][^\W_]*")
# The sign of a word to look at, what to look for in it, what stands in for that, and the row that
# counts it.
REPLACED = (
    ("@", EMAIL, " emailblank ", 1),
    ("://", URI, " uriblank ", 2),
    ("www.", URI, " uriblank ", 2),
    ("#", HASHTAG, " hashtagblank ", 3),
)
SIGNS = ["<", *(sign for sign, *_ in REPLACED)]
SPACES = re.compile(r"[ \t\n\f\r]+")

# Classes of characters, and what the core tells besides; stops are marks too.
(OTHER, SPACE, UPPER, LOWER, NUMBER, MARK, STOP, COPYRIGHT,
 SENTENCES, YEARS, ENDS_IN_STOP, ENDS_IN_ASCII) = range(len(CHAR_CLASS_COLUMNS))  # fmt: skip
CLASS_OF_CATEGORY = {"Lu": UPPER, "Ll": LOWER, "N": NUMBER, "P": MARK, "Z": SPACE}
CLASS_OF_CHARACTER = {
    **dict.fromkeys("\t\n\f\r", SPACE),
    **dict.fromkeys(".?!", STOP),
    "©": COPYRIGHT,
}
CODES = 2**16


@dataclass(frozen=True)
class TextCounts:
    """Columns with one value for each text."""

    columns: NDArray[np.float32]  # a row for each of CHAR_CLASS_COLUMNS
    length: NDArray[np.float32]  # in characters
    solid: NDArray[np.float32]  # of these, other than white space
    # Rows for tags written out as text, e-mail addresses, URIs and hashtags; most pages have none.
    replaced: IntArray | None

    @classmethod
    def of(cls, page: Page, blocks: TextBlocks) -> "TextCounts":
        """Those of each block's text."""
        rows, signed = grouped_char_class_counts(
            page, blocks.runs, blocks.starts, character_classes(), SIGNS
        )
        replaced = None
        if signed:
            places = [place for place, _ in signed]
            texts, counts = with_stand_ins([text for _, text in signed])
            rows[places] = char_class_counts(texts, character_classes())
            replaced = np.zeros((len(counts), len(rows)), np.int64)
            replaced[:, places] = counts
        columns = rows.T.astype(np.float32)
        length = np.maximum(columns[: COPYRIGHT + 1].sum(axis=0) - columns[ENDS_IN_ASCII], 1)
        return cls(columns, length, np.maximum(length - columns[SPACE], 1), replaced)


def with_stand_ins(texts: list[str]) -> tuple[list[str], IntArray]:
    """The texts as texrex counts them, and how many tags, e-mail addresses, URIs and hashtags each
    of them had.
    """
    texts, counts = texts.copy(), np.zeros((4, len(texts)), np.int64)
    every = "\n".join(texts)
    if "<" in every:
        for place in having(texts, "<"):
            text, counts[0, place] = TAG.subn(" ", texts[place])
            texts[place] = SPACES.sub(" ", text)
    for sign, pattern, stand_in, row in REPLACED:
        if sign in every:
            for place in having(texts, sign):
                texts[place], count = replaced(texts[place], sign, pattern, stand_in)
                counts[row, place] += count
    return texts, counts


def having(texts: list[str], sign: str) -> list[int]:
    return [place for place, text in enumerate(texts) if sign in text]


def replaced(text: str, sign: str, pattern: re.Pattern[str], stand_in: str) -> tuple[str, int]:
    """The text with a word for each place where the pattern fits, and how many there are.

    Only words that have the sign are looked at: most have not, and the pattern is slow to tell.
    """
    pieces: list[str] = []
    done = total = 0
    found = text.find(sign)
    while found >= 0:
        start = text.rfind(" ", done, found) + 1 or done
        end = text.find(" ", found)
        end = len(text) if end < 0 else end
        word, count = pattern.subn(stand_in, text[start:end])
        pieces += text[done:start], word
        done, total = end, total + count
        found = text.find(sign, done)
    pieces.append(text[done:])
    return "".join(pieces).replace("  ", " ") if total else text, total


@cache
def character_classes() -> NDArray[np.uint8]:
    """By code point, in the basic plane; beyond it there is next to nothing to count."""
    found = np.zeros(CODES, np.uint8)
    for code in range(CODES):
        name = category(chr(code))
        found[code] = CLASS_OF_CATEGORY.get(name) or CLASS_OF_CATEGORY.get(name[0], OTHER)
    for character, number in CLASS_OF_CHARACTER.items():
        found[ord(character)] = number
    return found
