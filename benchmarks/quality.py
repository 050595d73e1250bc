"""Every method on every gold set, against the floors that it must not fall under.

`python -m benchmarks.quality` (or `make gate`) fails when a score is below its floor in
`floors.json`, when a floor has no score or a score no floor, and when a set is not here or is not
the one that the floors were set on. `--set` looks at some sets only. `--raise` lifts floors to
what was reached; `--lower WHY` lets them fall or go, and keeps the reason.

A method is not scored on a set that its model has learned from. `--folds` does that: methods that
learn are trained anew on the sites of four folds of the set and judge the fifth, a quarter of an
hour in all. `winnow` has a command of its own, `benchmarks.papers.winnow.folds`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from benchmarks.data import find_archive
from benchmarks.floors import FOLDED_ALONE, Floors, Measured, Scores
from webwinnow import METHODS, Page, render
from webwinnow.errors import ModelError
from webwinnow.evaluation import Evaluation, evaluate
from webwinnow.evaluation.scores import FAMILIES, average, score_bag
from webwinnow.gold.datasets import GoldPage, GoldSet, open_set
from webwinnow.gold.labels import ALIGNERS, align
from webwinnow.methods import find_class, load
from webwinnow.methods.base import Method, TrainableMethod
from webwinnow.methods.goldminer.method import GoldMiner
from webwinnow.methods.provenance import page_key
from webwinnow.methods.winnow.method import Winnow

FLOORS = Path(__file__).with_name("floors.json")
ARCHIVES = [
    "cleaneval", "cleanportaleval", "l3s-gn1", "wcxb-dev", "readability", "news-articles"
]  # fmt: skip
# Sets whose floors are of the pages with content alone; in others, to find nothing can be right.
WITHOUT_EMPTY = {"wcxb-dev"}
# Sets that models are learned from, each large enough to be learned from alone.
FOLDED_SETS = ["cleaneval", "wcxb-dev"]
FOLDS = 5
# Scores of what a classifier that makes no mistake would keep, by the labels of each aligner.
CEILING = "ceiling, {} labels"


def measure(archive: Path) -> Iterator[Measured]:
    """The set, or its parts where it has parts, such as CleanEval's two."""
    with open_set(archive) as gold_set:
        count_empty = gold_set.name not in WITHOUT_EMPTY
        evaluation = evaluate(gold_set, fair_methods(gold_set), count_empty=count_empty)
        ceilings = ceilings_of(gold_set)
    for part, pages in parts_of(evaluation).items():
        reached = {name: scores_of(evaluation, name, pages) for name in evaluation.methods}
        for aligner, found in ceilings.items():
            ceiling = fmean(found[page] for page in pages)
            reached[CEILING.format(aligner)] = {"bag": ceiling}
        yield Measured(part, len(pages), evaluation.digest, reached)


def measure_folds(archive: Path) -> Iterator[Measured]:
    """The same of methods that learn, from other sites of the set alone."""
    with open_set(archive) as gold_set:
        count_empty = gold_set.name not in WITHOUT_EMPTY
        evaluation = evaluate(gold_set, learners(), folds=FOLDS, count_empty=count_empty)
    for part, pages in parts_of(evaluation).items():
        reached = {
            name + FOLDED_ALONE: scores_of(evaluation, name, pages) for name in evaluation.methods
        }
        yield Measured(part, len(pages), evaluation.digest, reached, kind=FOLDED_ALONE)


def learners() -> list[str]:
    return [
        name
        for name in METHODS
        if issubclass(find_class(name), TrainableMethod) and find_class(name) is not Winnow
    ]


# GoldMiner with the best method inside, beside all by themselves.
TOGETHER = "goldminer:inner=winnow"


def fair_methods(gold_set: GoldSet) -> list[str]:
    """All that are ready to use and have not learned from the text of the set."""
    return [name for name in (*METHODS, TOGETHER) if is_fair(load(name), gold_set)]


def is_fair(method: Method, gold_set: GoldSet) -> bool:
    if isinstance(method, GoldMiner):
        method = method.inner_method
    if not isinstance(method, TrainableMethod):
        return True
    try:
        method.check_fitted()
    except ModelError:  # it comes without a model
        return False
    return not any(page_key(gold.html) in method.provenance.pages for gold in gold_set)


def parts_of(evaluation: Evaluation) -> dict[str, set[str]]:
    """Pages of each part, by its name; of the set, where it has no parts."""
    parts: dict[str, set[str]] = {}
    for page in sorted(evaluation.gold):
        folder, slash, _ = page.partition("/")
        parts.setdefault(folder if slash else evaluation.set_name, set()).add(page)
    return parts


def scores_of(evaluation: Evaluation, method: str, pages: set[str]) -> Scores:
    chosen = [score for score in evaluation.of(method) if score.page in pages]
    found = {
        family: average([score.counts[family] for score in chosen], FAMILIES[family].averaging).f1
        for family in FAMILIES
        if all(family in score.counts for score in chosen)
    }
    totals = [score.official.total for score in chosen if score.official]
    return found | ({"official": fmean(totals)} if len(totals) == len(chosen) else {})


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
    return score_bag(text, gold.text).f1


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--set", nargs="*", choices=ARCHIVES)
    parser.add_argument("--folds", action="store_true", help="methods that learn, trained anew")
    parser.add_argument("--raise", action="store_true", dest="lift", help="lift the floors")
    parser.add_argument("--lower", metavar="WHY", help="let floors fall or go, for this reason")
    given = parser.parse_args()
    floors, wrong = Floors.read(FLOORS), []
    measured_by = measure_folds if given.folds else measure
    for name in given.set or (FOLDED_SETS if given.folds else ARCHIVES):
        archive = find_archive(f"{name}.tar.xz")
        if archive is None:
            wrong.append(f"{name}: not here; WEBWINNOW_DATA names the folder of the archives")
            continue
        for measured in measured_by(archive):
            print(floors.shown(measured), flush=True)
            wrong += floors.settle(measured, lift=given.lift, why=given.lower)
    if given.lift or given.lower:
        floors.write(FLOORS)
        print(f"\nwrote {FLOORS.name}")
    if wrong:
        sys.exit("\n" + "\n".join(wrong))


if __name__ == "__main__":
    main()
