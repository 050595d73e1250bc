"""Counts of right, wrong and missing values, and the tables made of them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from benchmarks.metadata.matching import FIELDS, MATCH
from benchmarks.metadata.sets import Example, Value
from benchmarks.metadata.systems import Extractor, Values


@dataclass
class Tally:
    """Counts for one field. `alarms` are values on pages whose gold has none."""

    gold: int = 0
    given: int = 0
    right: int = 0
    alarms: int = 0
    tokens: float = 0.0

    def count(self, name: str, gold: Value, found: Value) -> bool:
        """Count one page; return whether its value is right."""
        if not gold:
            self.alarms += bool(found)
            return not found
        self.gold += 1
        if not found:
            return False
        exact, tokens = MATCH[name](gold, found)
        self.given += 1
        self.right += exact
        self.tokens += tokens
        return exact

    @property
    def precision(self) -> float:
        return self.right / max(self.given, 1)

    @property
    def recall(self) -> float:
        """Also the share of exact matches, since missing values are wrong."""
        return self.right / max(self.gold, 1)

    @property
    def f1_all(self) -> float:
        """F1 in which values on pages without gold are wrong."""
        return harmonic(self.right / max(self.given + self.alarms, 1), self.recall)

    @property
    def token_f1(self) -> float:
        return self.tokens / max(self.gold, 1)

    def row(self) -> list[str]:
        f1 = harmonic(self.precision, self.recall)
        shares = [self.precision, self.recall, f1, self.f1_all, self.token_f1]
        counts = [self.gold, self.given, self.right, self.alarms]
        return [*map(str, counts), *(f"{share:.3f}" for share in shares)]


@dataclass
class Result:
    """One system's tallies, values and time."""

    tallies: dict[str, Tally] = field(default_factory=lambda: {f: Tally() for f in FIELDS})
    seconds: float = 0.0


def harmonic(a: float, b: float) -> float:
    return 2 * a * b / (a + b) if a + b else 0.0


Found = dict[str, tuple[Values, float]]
"""The values of each system on one page, and the seconds that it took."""


def extract_all(example: Example, systems: Mapping[str, Extractor]) -> Found:
    found = {}
    for name, extract in systems.items():
        start = time.perf_counter()
        values = extract(example.html, example.url)
        found[name] = values, time.perf_counter() - start
    return found


def tally(pages: Iterable[tuple[Example, Found]]) -> dict[str, Result]:
    results: dict[str, Result] = {}
    for example, found in pages:
        for name, (values, seconds) in found.items():
            result = results.setdefault(name, Result())
            result.seconds += seconds
            for f, gold in example.gold.items():
                result.tallies[f].count(f, gold, values.get(f))
    return results


def table(results: Mapping[str, Result]) -> list[str]:
    """One row for each field and system."""
    lines = [
        "| field | system | gold | given | right | alarms | P | R | F1 | F1 all | token F1 |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for f in FIELDS:
        for name, result in results.items():
            if result.tallies[f].gold:
                lines.append(f"| {f} | {name} | " + " | ".join(result.tallies[f].row()) + " |")
    return lines


def grouped_table(
    by: str, groups: Mapping[str, Mapping[str, Result]], sizes: Mapping[str, int]
) -> list[str]:
    """One row for each group: the share of exact matches and the token F1, by field and system."""
    systems = list(next(iter(groups.values()), {}))
    columns = [(f, name) for f in ("title", "author", "date") for name in systems]
    heads = [f"{f}, {name}" for f, name in columns]
    lines = [f"| {by} | pages | " + " | ".join(heads) + " |", "|---" * (len(heads) + 2) + "|"]
    for group in sorted(groups, key=lambda group: (-sizes[group], group)):
        tallies = [groups[group][name].tallies[f] for f, name in columns]
        cells = [f"{t.recall:.2f} ({t.token_f1:.2f})" if t.gold else "-" for t in tallies]
        lines.append(f"| {group} | {sizes[group]} | " + " | ".join(cells) + " |")
    return lines
