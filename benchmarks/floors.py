"""Score floors: minimum scores of every method on every set, and rules to change them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DECIMALS = 4
COMMAND = "python -m benchmarks.quality --raise"

# Suffixes of rows that are measured separately: `benchmarks.papers.winnow` fits folds over all sets
# together, `benchmarks.quality --folds` over each set alone.
FOLDED = ", five folds"
FOLDED_ALONE = ", five folds of the set"
# Models trained on other machines differ slightly: floors of folds are this much lower.
MARGIN = 0.005

Scores = dict[str, float]  # by family


@dataclass(frozen=True)
class Measured:
    """Scores of every method on one set."""

    name: str
    pages: int
    digest: str
    reached: dict[str, Scores]  # by method
    kind: str = ""  # suffix of the method names


@dataclass
class Floors:
    sets: dict[str, dict[str, Any]] = field(default_factory=dict)
    lowered: list[str] = field(default_factory=list)  # lowered floors with reasons

    @classmethod
    def read(cls, path: Path) -> Floors:
        if not path.exists():
            return cls()
        found = json.loads(path.read_text("utf-8"))
        return cls(found["sets"], found.get("lowered", []))

    def write(self, path: Path) -> None:
        found = {"command": COMMAND, "lowered": self.lowered, "sets": self.sets}
        path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")

    def of(self, name: str) -> dict[str, Scores]:
        floors: dict[str, Scores] = self.sets.get(name, {}).get("floors", {})
        return floors

    def format(self, measured: Measured) -> str:
        lines = [f"\n{measured.name}, {measured.pages} pages"]
        for method, scores in measured.reached.items():
            floors = self.of(measured.name).get(method, {})
            cells = [cell(family, score, floors.get(family)) for family, score in scores.items()]
            lines.append(f"  {method:26} {', '.join(cells)}")
        return "\n".join(lines)

    def update(self, measured: Measured, *, lift: bool, why: str | None) -> list[str]:
        """Raise floors if `lift`, lower them if there is a reason `why`; return the failures."""
        known = self.sets.get(measured.name)
        if known and known["digest"] != measured.digest and not why:
            return [f"{measured.name}: not the data that the floors were set on"]
        failures = []
        for method, family, floor, score in self.pairs(measured):
            place = f"{measured.name}, {method}, {family}"
            if floor is None and not (lift or why):
                failures.append(f"{place}: no floor; run with --raise")
            elif floor is not None and (score is None or score < floor):
                fell = f"{place}: {floor} to {'nothing' if score is None else round_down(score)}"
                if why:
                    self.lowered.append(f"{fell}: {why}")
                else:
                    failures.append(f"{fell}; below its floor")
                    continue
            if lift or why:
                self.move(measured, method, family, score)
        return failures

    def pairs(self, measured: Measured) -> Iterator[tuple[str, str, float | None, float | None]]:
        """Every floor and score of the measured kind, paired; None for a missing one."""
        floors = {
            method: floors
            for method, floors in self.of(measured.name).items()
            if kind_of(method) == measured.kind
        }
        for method in dict.fromkeys([*measured.reached, *floors]):
            scores, known = measured.reached.get(method, {}), dict(floors.get(method, {}))
            for family in dict.fromkeys([*scores, *known]):
                yield method, family, known.get(family), scores.get(family)

    def move(self, measured: Measured, method: str, family: str, score: float | None) -> None:
        known = self.sets.setdefault(measured.name, {})
        known.update(pages=measured.pages, digest=measured.digest)
        floors = known.setdefault("floors", {}).setdefault(method, {})
        if score is None:
            del floors[family]
        else:
            found = round_down(score - MARGIN if measured.kind else score)
            old = floors.get(family, 0.0)
            floors[family] = found if score < old else max(found, old)
        if not floors:
            del known["floors"][method]


def kind_of(method: str) -> str:
    return next((end for end in (FOLDED, FOLDED_ALONE) if method.endswith(end)), "")


def cell(family: str, score: float, floor: float | None) -> str:
    mark = "new" if floor is None else "FELL" if score < floor else f"≥ {floor:.4f}"
    return f"{family} {score:.4f} ({mark})"


def round_down(score: float) -> float:
    return int(score * 10.0**DECIMALS) / 10.0**DECIMALS
