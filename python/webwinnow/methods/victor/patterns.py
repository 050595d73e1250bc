"""Regular expressions that runs are looked through for: addresses, dates, times, bullets.

They come from the setup, and see the beginning of a text, in lower case. A word in capitals stands
for a list of words that the setup gives: `\\d MONTH` fits "3 mars".
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

__all__ = ["Patterns", "any_of"]

# What says that a text is a date, an address or an item of a list stands at its beginning; the
# bound keeps long texts as cheap as short ones.
REACH = 100
LIST_NAME = re.compile(r"(?<!\\)\b[A-Z]{3,}\b")
LETTERS = re.compile(r"[^\W\d_]+")

Matcher = Callable[[str], re.Match[str] | None]


@dataclass(frozen=True)
class Patterns:
    """An ordered list of expressions, as the setup writes them, and its lists of words."""

    expressions: tuple[str, ...]
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @cached_property
    def matchers(self) -> list[tuple[frozenset[str] | None, Matcher]]:
        """For each expression the words of which a text must have one, if it must, and what looks
        for it.
        """
        lists = dict(self.words)
        written_out = {name: any_of(words) for name, words in lists.items()}
        found: list[tuple[frozenset[str] | None, Matcher]] = []
        for expression in self.expressions:
            named = [name for name in LIST_NAME.findall(expression) if name in lists]
            needed = frozenset().union(*(lists[name] for name in named)) if named else None
            pattern = re.compile(
                LIST_NAME.sub(lambda name: written_out.get(name[0], name[0]), expression)
            )
            # A search would try every place, although only the first will do.
            found.append((needed, pattern.match if expression[:1] == "^" else pattern.search))
        return found

    def first_match(self, text: str) -> int:
        """The number of the first expression that is found in the text, from 1 on; 0 for none."""
        text = text[:REACH].lower()
        words: list[str] | None = None
        for number, (needed, find) in enumerate(self.matchers, 1):
            if needed is not None:
                # Much quicker to tell than that an expression with a list of words fits nowhere.
                words = LETTERS.findall(text) if words is None else words
                if needed.isdisjoint(words):
                    continue
            if find(text):
                return number
        return 0

    def all_matches(self, text: str) -> int:
        """A bit for each expression that is found in the text, the first one's the lowest."""
        text = text[:REACH].lower()
        return sum(1 << bit for bit, (_, find) in enumerate(self.matchers) if find(text))


def any_of(words: Iterable[str]) -> str:
    """An expression for any of the words, with no letter before or after it. Words with the same
    beginning share it, so that most texts are done with after a glance.
    """
    return rf"(?<![^\W\d_]){shared(words)}(?![^\W\d_])"


def shared(words: Iterable[str]) -> str:
    """The words as one expression, a branch for each first character."""
    branches: dict[str, list[str]] = {}
    for word in words:
        branches.setdefault(word[:1], []).append(word[1:])
    is_optional = branches.pop("", None) is not None
    texts = [re.escape(first) + shared(rest) for first, rest in branches.items()]
    if len(texts) < 2 and not is_optional:
        return "".join(texts)
    return f"(?:{'|'.join(texts)}){'?' * is_optional}" if texts else ""
