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

from webwinnow._core import CHAR_COUNTS, Page, char_counts, stretch_counts
from webwinnow.methods.texrex_blocks import TextBlocks

__all__ = ["TextCounts"]

IntArray = NDArray[np.int64]

# Repeats are bounded where a text could make them look at it again and again.
TAG = re.compile(r"<[A-Za-z!?/][^<>]*>")
EMAIL = re.compile(r"[\w.-]{1,64}@[\w.-]{1,255}\.[^\W\d_]{2,8}")
URI = re.compile(r"(?:[^\W\d_]{2,6}://|www\.)[\w/%$&,=?~#.+:;-]+[\w/%$=?~#-]", re.IGNORECASE)
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
 SENTENCES, YEARS, ENDS_IN_STOP, ENDS_IN_ASCII) = range(len(CHAR_COUNTS))  # fmt: skip
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

    length: IntArray  # in characters
    solid: IntArray  # of these, other than white space
    marks: IntArray
    upper: IntArray
    lower: IntArray
    numbers: IntArray
    sentences: IntArray  # ends of them, in white space or at the end of the text
    years: IntArray  # 2000 to 2019
    tags: IntArray  # written out as text
    emails: IntArray
    uris: IntArray
    hashtags: IntArray
    has_copyright: NDArray[np.bool_]
    ends_sentence: NDArray[np.bool_]

    @classmethod
    def of(cls, page: Page, blocks: TextBlocks) -> "TextCounts":
        """Those of each block's text."""
        rows, signed = stretch_counts(page, blocks.runs, blocks.starts, character_classes(), SIGNS)
        replaced = np.zeros((4, len(rows)), np.int64)
        if signed:
            places = [place for place, _ in signed]
            texts, replaced[:, places] = with_stand_ins([text for _, text in signed])
            rows[places] = char_counts(texts, character_classes())
        return cls.of_rows(rows, replaced)

    @classmethod
    def of_rows(cls, rows: NDArray[np.int32], replaced: IntArray) -> "TextCounts":
        columns = rows.T
        chars = columns[: COPYRIGHT + 1].sum(axis=0)
        length = np.maximum(chars - columns[ENDS_IN_ASCII], 1)
        return cls(
            length=length,
            solid=np.maximum(length - columns[SPACE], 1),
            marks=columns[MARK] + columns[STOP],
            upper=columns[UPPER],
            lower=columns[LOWER],
            numbers=columns[NUMBER],
            sentences=columns[SENTENCES],
            years=columns[YEARS],
            tags=replaced[0],
            emails=replaced[1],
            uris=replaced[2],
            hashtags=replaced[3],
            has_copyright=columns[COPYRIGHT] > 0,
            ends_sentence=columns[ENDS_IN_STOP] > 0,
        )


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
