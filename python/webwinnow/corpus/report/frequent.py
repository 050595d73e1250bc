"""The most frequent of any number of names, in bounded memory.

After Misra and Gries (1982), merged as Agarwal and others do (2012): where there are more names
than counters, each count is taken down by as much as makes enough of them vanish.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Frequent"]

COUNTERS = 10_000


@dataclass
class Frequent:
    """Counts that are exact while `missing` is 0.

    Else a name may have come up to `missing` times more often than its count says, and one without
    a count up to that many times. With k counters and n names counted, that is at most n / (k + 1).
    """

    counters: int = COUNTERS
    counts: dict[str, int] = field(default_factory=dict)
    missing: int = 0

    def add(self, found: Iterable[tuple[str, int]]) -> None:
        counts = self.counts
        for name, count in found:
            counts[name] = counts.get(name, 0) + count
        if len(counts) > self.counters:
            self.shrink()

    def shrink(self) -> None:
        less = sorted(self.counts.values(), reverse=True)[self.counters]
        self.missing += less
        self.counts = {name: count - less for name, count in self.counts.items() if count > less}

    def merge(self, other: "Frequent") -> None:
        """Where counts are not exact, the result depends on the order of merging."""
        self.missing += other.missing
        self.add(other.counts.items())

    def most(self, number: int | None = None) -> list[tuple[str, int]]:
        """From the most frequent on; by name where they are equal."""
        ranked = sorted(self.counts.items(), key=lambda each: (-each[1], each[0]))
        return ranked[:number]

    def as_json(self) -> dict[str, Any]:
        return {"missing": self.missing, "counts": dict(self.most())}

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> "Frequent":
        return cls(counts=dict(values["counts"]), missing=values["missing"])
