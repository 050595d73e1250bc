"""Score every method on every gold set and compare with the floors.

`python -m benchmarks.quality` (or `make gate`) fails if a score is below its floor in
`floors.json`, if a floor has no score or a score no floor, and if a set is missing or differs from
the one that the floors were set on. `--set` selects sets. `--raise` raises floors to the reached
scores; `--lower WHY` lowers or removes them and records the reason.

A method is not scored on a set that its model was trained on. `--folds` does that: trainable
methods are fitted on the sites of four folds of the set and scored on the fifth, which takes a
quarter of an hour. `winnow` has its own command, `python -m benchmarks.papers.winnow`.
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
    "cleaneval", "cleanportaleval", "l3s-gn1", "wcxb-dev", "readability", "news-articles", "canola",
    "daniel",
]  # fmt: skip
# Sets whose floors exclude pages with an empty gold.
WITHOUT_EMPTY = {"wcxb-dev"}
# Training sets that are large enough to train on alone.
FOLDED_SETS = ["cleaneval", "wcxb-dev"]
FOLDS = 5
# Scores of a perfect classifier, by the labels of each aligner.
CEILING = "ceiling, {} labels"


def measure(archive: Path) -> Iterator[Measured]:
    """Scores of the set, or of its parts, such as CleanEval's two."""
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
    """Scores of trainable methods, fitted on other sites of the same set."""
    with open_set(archive) as gold_set:
        count_empty = gold_set.name not in WITHOUT_EMPTY
        evaluation = evaluate(gold_set, trainable_methods(), folds=FOLDS, count_empty=count_empty)
    for part, pages in parts_of(evaluation).items():
        reached = {
            name + FOLDED_ALONE: scores_of(evaluation, name, pages) for name in evaluation.methods
        }
        yield Measured(part, len(pages), evaluation.digest, reached, kind=FOLDED_ALONE)


def trainable_methods() -> list[str]:
    return [
        name
        for name in METHODS
        if issubclass(find_class(name), TrainableMethod) and find_class(name) is not Winnow
    ]


# GoldMiner with the best inner method.
GOLDMINER_WINNOW = "goldminer:inner=winnow"
# The preset that runs an algorithm as it was published.
PAPER = "paper"


def fair_methods(gold_set: GoldSet) -> list[str]:
    """Methods, by default and as published, that are usable and were not trained on the set."""
    published = [f"{name}:preset={PAPER}" for name in METHODS if PAPER in find_class(name).presets]
    names = (*METHODS, GOLDMINER_WINNOW, *published)
    return [name for name in names if is_fair(load(name), gold_set)]


def is_fair(method: Method, gold_set: GoldSet) -> bool:
    if isinstance(method, GoldMiner):
        method = method.inner_method
    if not isinstance(method, TrainableMethod):
        return True
    try:
        method.check_fitted()
    except ModelError:  # no model is shipped
        return False
    return not any(page_key(gold.html) in method.provenance.pages for gold in gold_set)


def parts_of(evaluation: Evaluation) -> dict[str, set[str]]:
    """Pages of each part by name, or of the set if it has no parts."""
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
    """Bag-of-words F1 of perfect labels, by aligner and page."""
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
    parser.add_argument("--folds", action="store_true", help="fit trainable methods in folds")
    parser.add_argument("--raise", action="store_true", dest="lift", help="raise the floors")
    parser.add_argument("--lower", metavar="WHY", help="lower or remove floors, for this reason")
    given = parser.parse_args()
    floors, failures = Floors.read(FLOORS), []
    measured_by = measure_folds if given.folds else measure
    for name in given.set or (FOLDED_SETS if given.folds else ARCHIVES):
        archive = find_archive(f"{name}.tar.xz")
        if archive is None:
            failures.append(f"{name}: missing; set WEBWINNOW_DATA to the folder of the archives")
            continue
        for measured in measured_by(archive):
            print(floors.format(measured), flush=True)
            failures += floors.update(measured, lift=given.lift, why=given.lower)
    if given.lift or given.lower:
        floors.write(FLOORS)
        print(f"\nwrote {FLOORS.name}")
    if failures:
        sys.exit("\n" + "\n".join(failures))


if __name__ == "__main__":
    main()
