"""Regular expressions that runs are looked through for: addresses, dates, times, bullets.

They come from the setup, and see the beginning of a text, in lower case. A word in capitals stands
for a list of words that the setup gives: `\\d MONTH` fits "3 mars".
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

__all__ = ["Patterns", "any_of"]

# What says that a text is a date, an address or an item of a list stands at its beginning; the
# bound keeps long texts as cheap as short ones.
REACH = 100
LIST_NAME = re.compile(r"(?<!\\)\b[A-Z]{3,}\b")


@dataclass(frozen=True)
class Patterns:
    """An ordered list of expressions, as the setup writes them."""

    expressions: tuple[str, ...]
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @cached_property
    def compiled(self) -> list[re.Pattern[str]]:
        return [re.compile(text) for text in self.written_out]

    @cached_property
    def written_out(self) -> list[str]:
        lists = {name: any_of(words) for name, words in self.words}
        return [
            LIST_NAME.sub(lambda found: lists.get(found[0], found[0]), text)
            for text in self.expressions
        ]

    @cached_property
    def together(self) -> re.Pattern[str]:
        """What fits wherever one of them does: most texts fit none."""
        return re.compile("|".join(f"(?:{text})" for text in self.written_out))

    def first_match(self, text: str) -> int:
        """The number of the first expression that is found in the text, from 1 on; 0 for none."""
        text = text[:REACH].lower()
        if not self.together.search(text):
            return 0
        return 1 + next(n for n, pattern in enumerate(self.compiled) if pattern.search(text))

    def all_matches(self, text: str) -> int:
        """A bit for each expression that the text begins with."""
        text = text[:REACH].lower()
        return sum(1 << n for n, pattern in enumerate(self.compiled) if pattern.match(text))


def any_of(words: Sequence[str]) -> str:
    """An expression for any of the words that no letter follows, quick to tell that none is
    there: words with the same beginning share it.
    """
    return rf"\b{shared({word: None for word in words})}(?![^\W\d_])"


def shared(words: Mapping[str, None]) -> str:
    """The words as one expression, a branch for each first character."""
    branches: dict[str, dict[str, None]] = {}
    for word in words:
        if word:
            branches.setdefault(word[0], {})[word[1:]] = None
    texts = [re.escape(first) + shared(rest) for first, rest in branches.items()]
    if not texts:
        return ""
    found = texts[0] if len(texts) == 1 and "" not in words else f"(?:{'|'.join(texts)})"
    return found + "?" * ("" in words)
