"""A part of a set, for a quick look."""

import random
from dataclasses import dataclass

from webwinnow.gold.datasets.base import GoldPage, GoldSet, Problem

__all__ = ["sample"]


@dataclass(frozen=True)
class Sampled:
    """Some pages of a set, which it keeps from being closed."""

    whole: GoldSet
    chosen: list[str]

    @property
    def problems(self) -> list[Problem]:
        """Those of the whole set are not the sample's."""
        return []

    def names(self) -> list[str]:
        return self.chosen

    def read(self, name: str) -> GoldPage | Problem:
        return self.whole.source.read(name)


def sample(gold_set: GoldSet, pages: int, *, seed: int = 0) -> GoldSet:
    """So many pages, drawn by chance, in the set's order; all, where it has no more."""
    names = gold_set.names()
    chosen = set(random.Random(seed).sample(sorted(names), min(pages, len(names))))
    kept = [name for name in names if name in chosen]
    return GoldSet(gold_set.name, gold_set.layout, Sampled(gold_set, kept))
