"""Reproduce the texrex paper's tables and figures from the authors' data, with more classifiers.

    python -m benchmarks.papers.texrex
    python -m benchmarks.papers.texrex --only de --classifier MLP
    python -m benchmarks.papers.texrex --show --figures docs/pictures

There are ten folds of blocks, as in the paper, and ten folds of pages: blocks of one page share its
size and doctype, so folds of blocks are optimistic. `across` trains on one language for 10,000
epochs and tests on the others; `algorithms` compares training algorithms and activations. Results
are the same on every run on the same machine. All parts take about two hours on one core.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib.metadata import version
from pathlib import Path

from benchmarks.papers.results_file import ResultsFile, add_options
from benchmarks.papers.texrex.algorithms import SAMPLE, compare_algorithms
from benchmarks.papers.texrex.classifiers import (
    CLASSIFIERS,
    LIBSVM_RADIAL,
    LOGISTIC,
    MLP,
    SET_TREES,
    WEKA_MLP,
    WEKA_PEARSON,
)
from benchmarks.papers.texrex.data import BLOCK, LANGUAGES, PAGE, read_languages
from benchmarks.papers.texrex.experiments import (
    Plan,
    Run,
    count_blocks,
    cross_validate,
    quick,
    train_across,
    train_on_all,
    workers,
)
from benchmarks.papers.texrex.plots import draw
from benchmarks.papers.texrex.tables import FIRST, format_tables
from benchmarks.papers.texrex.text_mass import typical_page

ACROSS, ALGORITHMS, TEXT_MASS = "across", "algorithms", "text mass"
PARTS = (*LANGUAGES, ACROSS, ALGORITHMS, TEXT_MASS)
# The paper's language gets all classifiers, others those that take minutes.
CHEAP = [MLP, WEKA_PEARSON, LIBSVM_RADIAL, LOGISTIC, SET_TREES]
ACROSS_EPOCHS = 10_000
PACKAGES = ("numpy", "scikit-learn", "lightgbm")


def run_parts(given: argparse.Namespace, results: ResultsFile) -> None:
    results.put({name: version(name) for name in PACKAGES}, "versions")
    with workers(given.workers) as run:
        for part in given.only or PARTS:
            if part == ACROSS:
                run_across(given, results, run)
            elif part == ALGORITHMS:
                blocks = read_languages([FIRST])[FIRST]
                if results.get(ALGORITHMS) is None or not given.resume:
                    results.put(compare_algorithms(blocks, SAMPLE, seed=given.seed), ALGORITHMS)
            elif part == TEXT_MASS:
                results.put(typical_page(read_languages([FIRST])[FIRST]), TEXT_MASS)
            else:
                run_language(given, results, part, run)


def plan_of(given: argparse.Namespace, part: str) -> Plan:
    epochs = given.epochs or (ACROSS_EPOCHS if part == ACROSS else Plan.epochs)
    plan = Plan(given.folds, epochs, given.seed)
    return quick(plan) if given.quick else plan


def run_language(given: argparse.Namespace, results: ResultsFile, part: str, run: Run) -> None:
    """Cross-validate each classifier on blocks and on pages; a row of the file for each."""
    blocks, plan = read_languages([part])[part], plan_of(given, part)
    results.put(count_blocks(blocks), "sets", part)
    for unit in (BLOCK, PAGE):
        place = "languages", part, unit
        if (results.get(*place) or {}).get("plan") != plan.figures():
            results.put({"plan": plan.figures(), "classifiers": {}}, *place)
        for name in given.classifier or names_of(part, unit):
            if results.get(*place, "classifiers", name) is None or not given.resume:
                found = cross_validate(blocks, name, unit, plan, run)
                results.put(found, *place, "classifiers", name)
        print(f"{part}, folds of {unit}s: done", file=sys.stderr, flush=True)


def names_of(part: str, unit: str) -> list[str]:
    if part != FIRST:
        return CHEAP
    # The paper has Weka's network in folds of blocks only, and it takes minutes.
    return [name for name in CLASSIFIERS if name != WEKA_MLP or unit == BLOCK]


def run_across(given: argparse.Namespace, results: ResultsFile, run: Run) -> None:
    sets, plan = read_languages(LANGUAGES), plan_of(given, ACROSS)
    names = given.classifier or [MLP, SET_TREES]
    for place, experiment in ((ACROSS, train_across), ("together", train_on_all)):
        for name in names:
            if results.get(place, "classifiers", name) is None or not given.resume:
                found = experiment(sets, name, plan, run)
                results.put(found, place, "classifiers", name)
        results.put(plan.figures(), place, "plan")


def main() -> None:
    given = arguments()
    results = ResultsFile.open(given, keep=given.only is not None)
    if not given.show:
        run_parts(given, results)
    print(format_tables(results.found))
    if given.figures:
        for path in draw(results.found, given.figures):
            print(f"wrote {path}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_options(parser, "texrex")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="compute these parts only")
    parser.add_argument("--classifier", nargs="+", choices=list(CLASSIFIERS), metavar="NAME")
    parser.add_argument("--folds", type=int, default=Plan.folds)
    parser.add_argument(
        "--epochs", type=int, help="of the network (default: 50,000; 10,000 for across)"
    )
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--quick", action="store_true", help="few folds and epochs, as a trial")
    parser.add_argument("--figures", type=Path, metavar="FOLDER", help="folder for figures")
    return parser.parse_args()


if __name__ == "__main__":
    main()
