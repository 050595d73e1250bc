"""What boilerpipe knows a block by its words for: the page's title, and the end of the text."""

import re
from collections.abc import Iterator

# English, and a Swedish newspaper's.
END_BEGINNINGS = ("comments", "© reuters", "please rate this", "post a comment")
END_PHRASES = (
    "what you think...", "add your comment", "add comment", "reader views", "have your say",
    "reader comments", "rätta artikeln",
)  # fmt: skip
END_TEXT = "thanks for your comments - this feedback is now closed"
END_LINK = "Comment"
BEGINS_END = re.compile(
    r"[0-9]+ (?:comments|users responded in)|" + "|".join(map(re.escape, END_BEGINNINGS))
)
HOLDS_END = re.compile("|".join(map(re.escape, END_PHRASES)))
# One of these is in whatever is an end of the text; more than half of all pages have none.
END_HINTS = (
    "comment", "reuters", "please rate", "responded", "you think", "reader views", "have your say",
    "artikeln",
)  # fmt: skip

# What stands between a page's title and its site's name; the later, the finer they cut.
SEPARATORS = [re.compile(rf" *[{marks}] *") for marks in (
    r"|»\-", r"|»:", r"|»:()", r"|»:()\-", r"|»,:()\-",
)]  # fmt: skip
SPACED_SEPARATORS = [re.compile(rf" +{mark} +") for mark in (r"\|", "-")]
FEWEST_PART_WORDS = 4
FIRST_PART, LAST_PART = re.compile(r"^[^-]+ - "), re.compile(r" - [^-]+$")
PUNCTUATION = re.compile(r"[?!.:\-]+")


def may_be_end_of_text(texts: str) -> bool:
    """Whether some end of a text may be in there."""
    texts = texts.lower()
    return any(hint in texts for hint in END_HINTS)


def is_end_of_text(text: str) -> bool:
    """Whether a short text is one that stands under articles, such as "12 comments"."""
    text = text.lower()
    return bool(BEGINS_END.match(text) or HOLDS_END.search(text) or text == END_TEXT)


class TitleMatch:
    """Knows a page's title, or the part of it that is not the site's name."""

    def __init__(self, title: str) -> None:
        title = plain(title)
        self.titles = {title, *parts(title)} - {""}
        self.shortest = min(map(len, self.titles), default=0)

    def matches(self, text: str) -> bool:
        """Whether a block is the title, but for case, quotes and punctuation."""
        if len(text) < self.shortest:
            return False
        text = plain(text)
        return text in self.titles or PUNCTUATION.sub("", text).strip() in self.titles


def plain(text: str) -> str:
    """Lower-case, without apostrophes, and with one kind of dash: the separators know only that."""
    return text.lower().replace("'", "").replace("–", "-").replace("—", "-").strip()


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
