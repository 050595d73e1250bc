"""What boilerpipe knows a block by its words for: the page's title, and the end of the text."""

import re
from collections.abc import Iterator

__all__ = ["TitleMatch", "is_end_of_text"]

# Lower-case, as the blocks are compared. English, and a Swedish newspaper's.
END_BEGINNINGS = ("comments", "© reuters", "please rate this", "post a comment")
END_PHRASES = (
    "what you think...", "add your comment", "add comment", "reader views", "have your say",
    "reader comments", "rätta artikeln",
)  # fmt: skip
END_TEXTS = ("thanks for your comments - this feedback is now closed",)
COUNTED = re.compile(r"[0-9]+ (?:comments|users responded in)")
SHORTEST_PHRASE = 8

# What stands between a page's title and its site's name; the later, the finer they cut.
SEPARATORS = [re.compile(rf" *[{marks}] *") for marks in (
    r"|»\-", r"|»:", r"|»:()", r"|»:()\-", r"|»,:()\-",
)]  # fmt: skip
SPACED_SEPARATORS = [re.compile(rf" +{mark} +") for mark in (r"\|", "-")]
FEWEST_PART_WORDS = 4
FIRST_PART, LAST_PART = re.compile(r"^[^-]+ - "), re.compile(r" - [^-]+$")
# Titles are typed with any dash; the separators know one.
PLAIN = str.maketrans({"\u00a0": " ", "'": None, "–": "-", "—": "-"})
PUNCTUATION = re.compile(r"[?!.:\-]+")


def is_end_of_text(text: str, is_link: bool) -> bool:
    """Whether a short text is what stands under articles, such as "12 comments"."""
    if len(text) < SHORTEST_PHRASE:
        return is_link and text == "Comment"
    text = text.lower()
    return (
        text.startswith(END_BEGINNINGS)
        or COUNTED.match(text) is not None
        or text in END_TEXTS
        or any(phrase in text for phrase in END_PHRASES)
    )


class TitleMatch:
    """Knows a page's title, or the part of it that is not the site's name."""

    def __init__(self, title: str) -> None:
        title = plain(title)
        self.titles = {title, *parts(title)} - {""}

    def matches(self, text: str) -> bool:
        text = plain(text)
        return text in self.titles or PUNCTUATION.sub("", text).strip() in self.titles


def plain(text: str) -> str:
    return text.translate(PLAIN).strip().lower()


def parts(title: str) -> Iterator[str]:
    """What may be the title proper."""
    for separator in SEPARATORS:
        yield longest(separator.split(title))
    for separator in SPACED_SEPARATORS:
        for part in not_addresses(separator.split(title)):
            if len(part.split()) >= FEWEST_PART_WORDS:
                yield part
    yield LAST_PART.sub("", title)
    yield FIRST_PART.sub("", title)


def longest(texts: list[str]) -> str:
    """The last text that has more words or more characters than the best one before it."""
    best, most_words = "", 0
    for text in not_addresses(texts):
        words = len(text.split())
        if words > most_words or len(text) > len(best):
            best, most_words = text, words
    return best.strip()


def not_addresses(texts: list[str]) -> list[str]:
    return [text for text in texts if ".com" not in text]
