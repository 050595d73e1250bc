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
from numpy.typing import ArrayLike, NDArray

from webwinnow._core import FLAGS, Page
from webwinnow.methods.texrex_blocks import TextBlocks

__all__ = ["TextCounts", "block_texts"]

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
# Not first in a block: texrex wants a character before it. Literals first, to be found fast.
YEAR = re.compile(r"20(?<=[^0-9\n]20)[01][0-9](?![0-9])")
SPACES = re.compile(r"[ \t\n\f\r]+")

# Classes of characters; stops are marks too.
OTHER, SPACE, UPPER, LOWER, NUMBER, MARK, STOP, COPYRIGHT = range(8)
CLASSES = 8
CLASS_OF_CATEGORY = {"Lu": UPPER, "Ll": LOWER, "N": NUMBER, "P": MARK, "Z": SPACE}
CLASS_OF_CHARACTER = {
    **dict.fromkeys("\t\n\f\r", SPACE),
    **dict.fromkeys(".?!", STOP),
    "©": COPYRIGHT,
}
LAST_ASCII = 127
LAST_CODE = 2**16 - 1


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
    def of(cls, texts: list[str]) -> "TextCounts":
        """None of the texts may be empty, have a line break, or white space at its ends."""
        texts, replaced = with_stand_ins(texts)
        lines = "".join([text + "\n" for text in texts])
        codes = np.frombuffer(lines.encode("utf-32-le"), np.uint32)
        classes = character_classes().take(codes, mode="clip")
        ends = np.flatnonzero(codes == ord("\n"))
        chars = ends + 1  # with the line break
        chars[1:] -= chars[:-1].copy()
        rows = np.repeat(np.arange(0, CLASSES * len(ends), CLASSES), chars)
        counts = np.bincount(rows + classes, minlength=CLASSES * len(ends)).reshape(-1, CLASSES)
        last = ends - 1
        length = np.maximum(chars - 1 - (codes[last] <= LAST_ASCII), 1)
        stops = np.flatnonzero(classes == STOP)
        # A stand-in at the end of a text brings a space along.
        last_solid = last - (classes[last] == SPACE)
        return cls(
            length=length,
            solid=np.maximum(length - counts[:, SPACE] + 1, 1),
            marks=counts[:, MARK] + counts[:, STOP],
            upper=counts[:, UPPER],
            lower=counts[:, LOWER],
            numbers=counts[:, NUMBER],
            sentences=counted(stops[classes[stops + 1] == SPACE], ends),
            years=counted([year.start() for year in YEAR.finditer(lines)], ends),
            tags=replaced[0],
            emails=replaced[1],
            uris=replaced[2],
            hashtags=replaced[3],
            has_copyright=counts[:, COPYRIGHT] > 0,
            ends_sentence=classes[last_solid] == STOP,
        )


def counted(places: ArrayLike, ends: IntArray) -> IntArray:
    """How many of the places are in each text."""
    return np.bincount(ends.searchsorted(places), minlength=len(ends))


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
    found = np.zeros(LAST_CODE + 1, np.uint8)
    for code in range(LAST_CODE):
        name = category(chr(code))
        found[code] = CLASS_OF_CATEGORY.get(name) or CLASS_OF_CATEGORY.get(name[0], OTHER)
    for character, number in CLASS_OF_CHARACTER.items():
        found[ord(character)] = number
    return found


def block_texts(page: Page, blocks: TextBlocks) -> list[str]:
    """Runs stand apart where white space or a `br` was between them, and where a browser would lay
    them out apart.
    """
    if not len(blocks):
        return []
    runs, run_texts = page.runs, page.run_texts()
    flags, block = runs.flags[blocks.runs], runs.block[blocks.runs]
    is_apart = flags & FLAGS["SPACE"] != 0
    is_apart[1:] |= block[1:] != block[:-1]
    before = np.where(is_apart, " ", "")
    before[blocks.starts] = "\n"
    texts = [run_texts[run] for run in blocks.runs.tolist()]
    for place in np.flatnonzero(flags & FLAGS["PRE"]).tolist():
        texts[place] = SPACES.sub(" ", texts[place])
    joined = "".join([part for pair in zip(before.tolist(), texts, strict=True) for part in pair])
    return [text.strip(" ") for text in joined[1:].split("\n")]
