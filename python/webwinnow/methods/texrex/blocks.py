"""texrex's blocks, the text between two container tags, and the characters that they have.

texrex reads a page's source tag by tag. A block ends at the next start or end tag of a container,
and the next block begins with the next text. Container tags without text between them count as
skipped blocks. A block owns all tags from the end of the previous block to its own end. Its raw
size is the size of the source from the last container tag before it to its own end.

texrex replaces each e-mail address, URI and hashtag by a word before it counts characters. Its text
lengths, and its counts of characters other than white space, lack the last byte: a text that ends
in an ASCII character is one character longer than texrex's number. The authors' data have this
offset, so networks trained on them need it too.

Tags, their order and all sizes are those of the source; a tag that the source leaves out does not
count.

Differs: hidden text is left out, while texrex reads all of the body; text in forms and code is
read, which texrex drops; blocks of only no-break spaces do not count.
"""

import re
from dataclasses import dataclass
from functools import cache
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import (
    CHAR_CLASS_COLUMNS,
    TAG_NAMES,
    Page,
    char_class_counts,
    grouped_char_class_counts,
    texrex_blocks,
)
from webwinnow.methods.base import visible_runs
from webwinnow.methods.markup import tag_table

# In the order of texrex's inputs, which number them from 1 on.
CONTAINERS = {
    "article": ("article",),
    "section": ("section",),
    "div": ("div",),
    "p": ("p",),
    "h": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "blockquote": ("blockquote",),
    "td": ("td",),
    "li": ("li",),
}
CONTAINER_OF_TAG = np.zeros(len(TAG_NAMES), np.uint8)
for number, names in enumerate(CONTAINERS.values(), 1):
    CONTAINER_OF_TAG[tag_table(*names)[: len(TAG_NAMES)]] = number
# texrex counts every tag whose name begins with "a" as an anchor, also `article` and `abbr`.
IS_ANCHOR = np.array([name.startswith("a") for name in TAG_NAMES])

# Repeats are bounded where a text could cause excessive backtracking.
TAG = re.compile(r"<[A-Za-z!?/][^<>]*>")
EMAIL = re.compile(r"[\w.-]{1,64}@[\w.-]{1,255}\.[^\W\d_]{2,8}")
URI = re.compile(r"(?:[^\W\d_]{2,6}://|www\.)[\w/%$&,=?~#.+:;-]+[\w/%$=?~#-]")
HASHTAG = re.compile(r"#[^\W_]*[^\W\d_][^\W_]*")
# A substring of words that may match, the pattern, the replacement, and the row that counts it.
REPLACEMENTS = (
    ("@", EMAIL, " emailblank ", 1),
    ("://", URI, " uriblank ", 2),
    ("www.", URI, " uriblank ", 2),
    ("#", HASHTAG, " hashtagblank ", 3),
)
SUBSTRINGS = ["<", *(substring for substring, *_ in REPLACEMENTS)]
SPACES = re.compile(r"[ \t\n\f\r]+")

# Character classes, and the other columns of the core. Stops are punctuation too.
(OTHER, SPACE, UPPER, LOWER, NUMBER, MARK, STOP, COPYRIGHT,
 SENTENCES, YEARS, ENDS_IN_STOP, ENDS_IN_ASCII) = range(len(CHAR_CLASS_COLUMNS))  # fmt: skip
CLASS_OF_CATEGORY = {"Lu": UPPER, "Ll": LOWER, "N": NUMBER, "P": MARK, "Z": SPACE}
CLASS_OF_CHARACTER = {
    **dict.fromkeys("\t\n\f\r", SPACE),
    **dict.fromkeys(".?!", STOP),
    "©": COPYRIGHT,
}
BASIC_PLANE = 2**16

IntArray = NDArray[np.int32]
Int64Array = NDArray[np.int64]


@dataclass(frozen=True)
class TextBlocks:
    """Columns with one value per block; `runs` has one per run."""

    runs: Int64Array  # the visible runs, in the order of the source
    starts: Int64Array  # index of each block's first run in `runs`
    container: IntArray  # number of the container, from 1 on in the order of CONTAINERS; 0: none
    is_after_end_tag: IntArray  # 1 if an end tag opened the block
    skipped: IntArray  # empty blocks before this one
    open_tags: IntArray  # start tags; a comment counts as one
    close_tags: IntArray
    anchors: IntArray
    raw: IntArray  # size in the source, in bytes
    raw_page: int  # size of the whole page's source

    def __len__(self) -> int:
        return len(self.starts)

    @classmethod
    def of(cls, page: Page) -> "TextBlocks":
        runs = visible_runs(page).nonzero()[0]
        # The parser moves some texts, such as those between table rows.
        runs = runs[page.runs.source_start[runs].argsort(kind="stable")]
        rows, raw_page = texrex_blocks(page, runs, CONTAINER_OF_TAG, IS_ANCHOR)
        starts, container, is_after_end, skipped, opened, closed, anchors, comments, raw = rows.T
        return cls(
            runs=runs,
            starts=starts.astype(np.int64),
            container=container,
            is_after_end_tag=is_after_end,
            skipped=skipped,
            open_tags=opened + comments,
            close_tags=closed,
            anchors=anchors,
            # texrex does not count the last character of the end tag.
            raw=np.maximum(raw - 1, 1),
            raw_page=raw_page,
        )


@dataclass(frozen=True)
class TextCounts:
    """Character counts with one value per block."""

    columns: NDArray[np.float32]  # a row for each of CHAR_CLASS_COLUMNS
    length: NDArray[np.float32]  # in characters
    solid: NDArray[np.float32]  # characters other than white space
    # Rows for tags in the text, e-mail addresses, URIs and hashtags; None if the page has none.
    replaced: Int64Array | None

    @classmethod
    def of(cls, page: Page, blocks: TextBlocks) -> "TextCounts":
        rows, candidates = grouped_char_class_counts(
            page, blocks.runs, blocks.starts, character_classes(), SUBSTRINGS
        )
        replaced = None
        if candidates:
            places = [place for place, _ in candidates]
            texts, counts = replace_patterns([text for _, text in candidates])
            rows[places] = char_class_counts(texts, character_classes())
            replaced = np.zeros((len(counts), len(rows)), np.int64)
            replaced[:, places] = counts
        columns = rows.T.astype(np.float32)
        length = np.maximum(columns[: COPYRIGHT + 1].sum(axis=0) - columns[ENDS_IN_ASCII], 1)
        return cls(columns, length, np.maximum(length - columns[SPACE], 1), replaced)


def replace_patterns(texts: list[str]) -> tuple[list[str], Int64Array]:
    """Replace tags, e-mail addresses, URIs and hashtags as texrex does, and count them."""
    texts, counts = texts.copy(), np.zeros((4, len(texts)), np.int64)
    every = "\n".join(texts)
    if "<" in every:
        for place in texts_with(texts, "<"):
            text, counts[0, place] = TAG.subn(" ", texts[place])
            texts[place] = SPACES.sub(" ", text)
    for substring, pattern, replacement, row in REPLACEMENTS:
        if substring in every:
            for place in texts_with(texts, substring):
                texts[place], count = replace_in_words(
                    texts[place], substring, pattern, replacement
                )
                counts[row, place] += count
    return texts, counts


def texts_with(texts: list[str], substring: str) -> list[int]:
    return [place for place, text in enumerate(texts) if substring in text]


def replace_in_words(
    text: str, substring: str, pattern: re.Pattern[str], replacement: str
) -> tuple[str, int]:
    """Replace and count the pattern in the words that have the substring.

    Few words have it, and the pattern is slow on all others.
    """
    pieces: list[str] = []
    done = total = 0
    found = text.find(substring)
    while found >= 0:
        start = text.rfind(" ", done, found) + 1 or done
        end = text.find(" ", found)
        end = len(text) if end < 0 else end
        word, count = pattern.subn(replacement, text[start:end])
        pieces += text[done:start], word
        done, total = end, total + count
        found = text.find(substring, done)
    pieces.append(text[done:])
    return "".join(pieces).replace("  ", " ") if total else text, total


@cache
def character_classes() -> NDArray[np.uint8]:
    """Class of each code point of the basic plane; the core takes all others as OTHER."""
    found = np.zeros(BASIC_PLANE, np.uint8)
    for code in range(BASIC_PLANE):
        name = category(chr(code))
        found[code] = CLASS_OF_CATEGORY.get(name) or CLASS_OF_CATEGORY.get(name[0], OTHER)
    for character, number in CLASS_OF_CHARACTER.items():
        found[ord(character)] = number
    return found
