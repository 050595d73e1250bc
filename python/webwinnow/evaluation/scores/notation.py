"""CleanEval's notation: a marker opens a segment, and the first line may name the page's address.

URL: http://a.example/
<h>Ferry resumes
<p>It sails again
on Monday.
"""

import re
from html import unescape

__all__ = ["marked", "plain", "unlabelled", "words_and_markers"]

MARKERS = frozenset({"<p>", "<h>", "<l>", "<P>", "<H>", "<L>"})

# White space is ASCII's, as the scorers of the time read bytes: a no-break space is part of a word.
ADDRESS = re.compile(r"^\s*URL.*$", re.MULTILINE | re.ASCII)
MARKER = re.compile(r"<[phl]>", re.IGNORECASE)
CONTROLS = re.compile("[\x00-\x1f]+")
SPACE = re.compile(r"\s+", re.ASCII)


def without_address(text: str) -> str:
    """The text less its lines that start with URL; a byte order mark would hide the first."""
    return ADDRESS.sub("", text.removeprefix("\ufeff"))


def words_and_markers(text: str) -> list[str]:
    """Words in order, a marker being a word of its own.

    White space at either end leaves an empty word there, as it does in Evert's scorer: the
    published figures count them.
    """
    text = CONTROLS.sub(" ", without_address(text))
    return SPACE.split(MARKER.sub(r" \g<0> ", text))


def unlabelled(words: list[str]) -> list[str]:
    """The same with one marker for all kinds."""
    return ["<p>" if word in MARKERS else word for word in words]


def plain(text: str) -> str:
    """The text alone: no address, a line break for each marker, character references decoded."""
    return unescape(MARKER.sub("\n", without_address(text)))


def marked(text: str) -> str:
    """Plain text in CleanEval's notation, each line that is not blank being a paragraph.

    This is what a tool that knows no kinds is taken to have printed.
    """
    return "".join(f"<p>{line}\n" for line in text.splitlines() if line.strip())
