"""Regular expressions for URLs, dates, times and bullets, as a setup lists them.

An expression sees the beginning of a text in lower case. A word in capitals stands for a word list
of the setup: `\\d MONTH` matches "3 mars".
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

# A date, a URL or a bullet stands at the beginning of a text. The bound keeps long texts as cheap
# as short ones.
MAX_CHARS = 100
LIST_NAME = re.compile(r"(?<!\\)\b[A-Z]{3,}\b")
LETTERS = re.compile(r"[^\W\d_]+")

Matcher = Callable[[str], re.Match[str] | None]


@dataclass(frozen=True)
class Patterns:
    """An ordered list of expressions, and the word lists that they may name."""

    expressions: tuple[str, ...]
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @cached_property
    def matchers(self) -> list[tuple[frozenset[str] | None, Matcher]]:
        """For each expression its match function, and the words of which a text needs one.

        The words are None for an expression that names no word list.
        """
        lists = dict(self.words)
        alternations = {name: alternation(words) for name, words in lists.items()}
        found: list[tuple[frozenset[str] | None, Matcher]] = []
        for expression in self.expressions:
            named = [name for name in LIST_NAME.findall(expression) if name in lists]
            needed = frozenset().union(*(lists[name] for name in named)) if named else None
            pattern = re.compile(
                LIST_NAME.sub(lambda name: alternations.get(name[0], name[0]), expression)
            )
            # `search` would try every position of an anchored expression.
            found.append((needed, pattern.match if expression[:1] == "^" else pattern.search))
        return found

    def first_match(self, text: str) -> int:
        """Number of the first expression that matches the text, from 1 on; 0 for none."""
        text = text[:MAX_CHARS].lower()
        words: list[str] | None = None
        for number, (needed, find) in enumerate(self.matchers, 1):
            if needed is not None:
                # Much faster than a failing search for an expression with a word list.
                words = LETTERS.findall(text) if words is None else words
                if needed.isdisjoint(words):
                    continue
            if find(text):
                return number
        return 0

    def all_matches(self, text: str) -> int:
        """One bit per expression that matches the text, the lowest bit for the first."""
        text = text[:MAX_CHARS].lower()
        return sum(1 << bit for bit, (_, find) in enumerate(self.matchers) if find(text))


def alternation(words: Iterable[str]) -> str:
    """An expression for any of the words, with no letter directly before or after it.

    Words with a common prefix share it, so most texts fail after a few characters.
    """
    return rf"(?<![^\W\d_]){prefix_tree(words)}(?![^\W\d_])"


def prefix_tree(words: Iterable[str]) -> str:
    """An expression for the words with one branch per first character."""
    branches: dict[str, list[str]] = {}
    for word in words:
        branches.setdefault(word[:1], []).append(word[1:])
    is_optional = branches.pop("", None) is not None
    texts = [re.escape(first) + prefix_tree(rest) for first, rest in branches.items()]
    if len(texts) < 2 and not is_optional:
        return "".join(texts)
    return f"(?:{'|'.join(texts)}){'?' * is_optional}" if texts else ""
