"""Regular expressions for URLs, dates, times and bullets, as a setup lists them.

An expression sees the beginning of a text in lower case. A word in capitals stands for a word list
of the setup: `\\d MONTH` matches "3 mars". The syntax is that of Rust's `regex` crate, which takes
time linear in the text; it has no look-around and no backreferences.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Patterns as CompiledPatterns

LIST_NAME = re.compile(r"(?<!\\)\b[A-Z]{3,}\b")


@dataclass(frozen=True)
class Patterns:
    """An ordered list of expressions, and the word lists that they may name."""

    expressions: tuple[str, ...]
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @cached_property
    def compiled(self) -> CompiledPatterns:
        """The expressions with their word lists; ValueError if one is invalid or too large."""
        lists = {name: alternation(words) for name, words in self.words}
        return CompiledPatterns(
            [
                LIST_NAME.sub(lambda name: lists.get(name[0], name[0]), expression)
                for expression in self.expressions
            ]
        )

    def first_matches(self, texts: Sequence[str]) -> NDArray[np.int64]:
        """For each text the number of the first expression that matches, from 1 on; 0 for none."""
        return self.compiled.first_matches(texts)

    def all_matches(self, texts: Sequence[str]) -> NDArray[np.int64]:
        """For each text one bit per expression that matches, the lowest bit for the first."""
        return self.compiled.all_matches(texts)


def alternation(words: Iterable[str]) -> str:
    """An expression for any of the words, as a whole word."""
    return rf"\b{{start-half}}(?:{'|'.join(map(re.escape, words))})\b{{end-half}}"
