"""Reproduce the texrex paper's tables and figures from the authors' data, with more classifiers.

    python -m benchmarks.papers.texrex -o benchmarks/papers/texrex/results.json
    python -m benchmarks.papers.texrex --language en fr sv --epochs 10000 -o FILE
    python -m benchmarks.papers.texrex --across --epochs 10000 -o FILE
    python -m benchmarks.papers.texrex --show -o FILE --figures docs/pictures

There are ten folds of blocks, as in the paper, and ten folds of pages: blocks of one page share its
size and doctype, so folds of blocks are optimistic. `--across` trains on one language and tests on
the others. Results are added to the file, and are the same on every run on the same machine.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from benchmarks.papers.results_file import write_results
from benchmarks.papers.texrex.classifiers import (
    CLASSIFIERS,
    LIBSVM_RADIAL,
    LOGISTIC,
    MLP,
    SET_TREES,
    WEKA_PEARSON,
)
from benchmarks.papers.texrex.data import BLOCK, LANGUAGES, PAGE, read_languages
from benchmarks.papers.texrex.experiments import (
    Figures,
    Plan,
    count_blocks,
    cross_validate,
    quick,
    train_across,
    train_on_all,
    workers,
)
from benchmarks.papers.texrex.plots import draw
from benchmarks.papers.texrex.tables import FIRST, format_tables

# The paper's language gets all classifiers, others those that take minutes.
CHEAP = [MLP, WEKA_PEARSON, LIBSVM_RADIAL, LOGISTIC, SET_TREES]
PACKAGES = ("numpy", "scikit-learn", "lightgbm")


@dataclass(frozen=True)
class Results:
    """Results in a file, written after each step."""

    path: Path | None
    figures: Figures

    @classmethod
    def read(cls, path: Path | None) -> Results:
        return cls(path, json.loads(path.read_text("utf-8")) if path and path.exists() else {})

    def add(self, figures: Figures, *place: str) -> None:
        """Add results; earlier classifiers are kept if folds, epochs and seed are the same."""
        found = self.figures
        for name in place[:-1]:
            found = found.setdefault(name, {})
        known = found.get(place[-1], {})
        if all(known.get(name) == figures[name] for name in ("folds", "epochs", "seed")):
            classifiers = {**known["classifiers"], **figures["classifiers"]}
            figures = {**figures, "classifiers": classifiers}
        found[place[-1]] = figures
        self.write()

    def write(self) -> None:
        write_results(self.path, self.figures)


def run_experiments(given: argparse.Namespace, results: Results) -> None:
    plan = Plan(given.folds, given.epochs, given.seed)
    plan = quick(plan) if given.quick else plan
    results.figures["versions"] = {name: version(name) for name in PACKAGES}
    with workers(given.workers) as run:
        if given.across:
            sets, names = read_languages(LANGUAGES), given.classifier or [MLP, SET_TREES]
            results.add(train_across(sets, names, plan, run), "across")
            results.add(train_on_all(sets, names, plan, run), "together")
            return
        for language, blocks in read_languages(given.language).items():
            names = given.classifier or (list(CLASSIFIERS) if language == FIRST else CHEAP)
            results.figures.setdefault("sets", {})[language] = count_blocks(blocks)
            for unit in (BLOCK, PAGE):
                found = cross_validate(blocks, names, unit, plan, run)
                results.add(found, "languages", language, unit)
                print(f"{language}, folds of {unit}s: done", file=sys.stderr, flush=True)


def main() -> None:
    given = arguments()
    results = Results.read(given.output)
    if not given.show:
        run_experiments(given, results)
    print(format_tables(results.figures))
    if given.figures:
        for path in draw(results.figures, given.figures):
            print(f"wrote {path}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--language", nargs="+", choices=list(LANGUAGES), default=["de"])
    parser.add_argument("--classifier", nargs="+", choices=list(CLASSIFIERS), metavar="NAME")
    parser.add_argument("--across", action="store_true", help="test on other languages")
    parser.add_argument("--folds", type=int, default=Plan.folds)
    parser.add_argument("--epochs", type=int, default=Plan.epochs)
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--quick", action="store_true", help="few folds and epochs, as a trial")
    parser.add_argument("--show", action="store_true", help="only print the file's results")
    parser.add_argument("-o", "--output", type=Path, help="JSON file to add results to")
    parser.add_argument("--figures", type=Path, metavar="FOLDER", help="folder for figures")
    return parser.parse_args()


if __name__ == "__main__":
    main()
