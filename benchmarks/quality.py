"""Every method on every gold set, against the floors that it must not fall under.

`python -m benchmarks.quality` (or `make gate`) fails when a score is below its floor in
`floors.json`, when a method has no floor, or when the data are not those the floors were set on.
`--raise` lifts floors to what was reached; `--lower WHY` lets them fall too, and keeps the reason.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.data import find_archive
from webwinnow import METHODS, Page, render, scores
from webwinnow.datasets import GoldPage, GoldSet, open_set
from webwinnow.evaluation import Evaluation, PageScore, evaluate
from webwinnow.labels import ALIGNERS, align
from webwinnow.methods import find
from webwinnow.methods.base import TrainableMethod
from webwinnow.scores import FAMILIES, average

FLOORS = Path(__file__).with_name("floors.json")
ARCHIVES = [
    "cleaneval", "cleanportaleval", "l3s-gn1", "wcxb-dev", "readability", "news-articles"
]  # fmt: skip
DECIMALS = 4
# Scores of what a classifier that makes no mistake would keep, by the labels of each aligner.
CEILING = "ceiling, {} labels"

Floors = dict[str, Any]


@dataclass(frozen=True)
class Reached:
    """What one method reached on one set."""

    method: str
    scores: dict[str, float]


@dataclass(frozen=True)
class Measured:
    """One set, or one part of it where it has parts, such as CleanEval's two."""

    name: str
    pages: int
    digest: str
    reached: list[Reached]


def measure(archive: Path, methods: list[str]) -> Iterator[Measured]:
    with open_set(archive) as gold_set:
        evaluation = evaluate(gold_set, methods, count_empty=True)
        ceilings = ceilings_of(gold_set)
    parts = sorted({part_of(name, gold_set.name) for name in evaluation.gold})
    for part in parts:
        chosen = {name for name in evaluation.gold if part_of(name, gold_set.name) == part}
        reached = [Reached(name, ours(evaluation, name, chosen)) for name in evaluation.methods]
        for aligner, found in ceilings.items():
            bag = fmean(found[name] for name in chosen)
            reached.append(Reached(CEILING.format(aligner), {"bag": bag}))
        yield Measured(part, len(chosen), evaluation.digest, reached)


def part_of(page: str, set_name: str) -> str:
    folder, slash, _ = page.partition("/")
    return folder if slash else set_name


def ours(evaluation: Evaluation, method: str, pages: set[str]) -> dict[str, float]:
    chosen = [score for score in evaluation.of(method) if score.page in pages]
    found = {
        family: average([score.counts[family] for score in chosen], FAMILIES[family].averaging).f1
        for family in FAMILIES
        if all(family in score.counts for score in chosen)
    }
    return found | official(chosen)


def official(chosen: list[PageScore]) -> dict[str, float]:
    totals = [score.official.total for score in chosen if score.official]
    return {"official": fmean(totals)} if len(totals) == len(chosen) else {}


def ceilings_of(gold_set: GoldSet) -> dict[str, dict[str, float]]:
    """For each aligner, each page's bag-of-words F1."""
    found: dict[str, dict[str, float]] = {aligner: {} for aligner in ALIGNERS}
    for gold in gold_set:
        page = Page(gold.html, charset=gold.charset)
        for aligner in ALIGNERS:
            found[aligner][gold.name] = ceiling(page, gold, aligner)
    return found


def ceiling(page: Page, gold: GoldPage, aligner: str) -> float:
    text = render(page, align(page, gold, aligner=aligner).decision(page))
    return scores.bag(text, gold.text).f1


def compare(measured: Measured, floors: Floors) -> list[str]:
    """Prints every score beside its floor; what is wrong."""
    known = floors["sets"].get(measured.name, {})
    wrong = []
    if known and known["digest"] != measured.digest:
        wrong.append(f"{measured.name}: not the data that the floors were set on")
    print(f"\n{measured.name}, {measured.pages} pages")
    for each in measured.reached:
        of_method = known.get("floors", {}).get(each.method, {})
        shown = []
        for family, score in each.scores.items():
            floor = of_method.get(family)
            if floor is None:
                wrong.append(
                    f"{measured.name}, {each.method}, {family}: no floor; run with --raise"
                )
            elif score < floor:
                fell = f"{score:.5f} is under its floor {floor}"
                wrong.append(f"{measured.name}, {each.method}, {family}: {fell}")
            mark = "new" if floor is None else "FELL" if score < floor else f"≥ {floor:.4f}"
            shown.append(f"{family} {score:.4f} ({mark})")
        print(f"  {each.method:28} {', '.join(shown)}")
    return wrong


def settle(measured: Measured, floors: Floors, why: str | None) -> None:
    """Lifts the floors to what was reached; lowers them only for a reason."""
    known = floors["sets"].setdefault(measured.name, {"floors": {}})
    known.update(pages=measured.pages, digest=measured.digest)
    for each in measured.reached:
        of_method = known["floors"].setdefault(each.method, {})
        for family, score in each.scores.items():
            reached, floor = rounded_down(score), of_method.get(family, 0.0)
            if reached > floor or (why and score < floor):
                of_method[family] = reached
            if why and score < floor:
                change = f"{measured.name}, {each.method}, {family}: {floor} to {reached}"
                floors.setdefault("lowered", []).append(f"{change}: {why}")


def rounded_down(score: float) -> float:
    return int(score * 10.0**DECIMALS) / 10.0**DECIMALS


def shipped_methods() -> list[str]:
    """All but those that have to be trained first."""
    return [name for name in METHODS if not issubclass(find(name), TrainableMethod)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--set", nargs="*", choices=ARCHIVES, default=ARCHIVES)
    parser.add_argument("--method", nargs="*", choices=list(METHODS), default=shipped_methods())
    parser.add_argument("--raise", action="store_true", dest="lift", help="lift the floors")
    parser.add_argument("--lower", metavar="WHY", help="let floors fall, for this reason")
    given = parser.parse_args()
    floors: Floors = json.loads(FLOORS.read_text("utf-8")) if FLOORS.exists() else {"sets": {}}
    wrong, measured_any = [], False
    for name in given.set:
        archive = find_archive(f"{name}.tar.xz")
        if archive is None:
            print(
                f"\n{name}: not here, so not checked; WEBWINNOW_DATA names the folder of the sets"
            )
            continue
        for measured in measure(archive, given.method):
            measured_any = True
            wrong += compare(measured, floors)
            if given.lift or given.lower:
                settle(measured, floors, given.lower)
    if given.lift or given.lower:
        floors = {"command": "python -m benchmarks.quality --raise", **floors}
        FLOORS.write_text(json.dumps(floors, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(f"\nwrote {FLOORS.name}")
    elif wrong:
        sys.exit("\n" + "\n".join(wrong))
    if not measured_any:
        sys.exit("no set is here; WEBWINNOW_DATA names the folder of their archives")


if __name__ == "__main__":
    main()
