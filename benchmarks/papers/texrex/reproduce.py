"""The texrex paper's tables and figures from the authors' own data, beside other classifiers.

    python -m benchmarks.papers.texrex.paper -o benchmarks/texrex_paper.json
    python -m benchmarks.papers.texrex.paper --language en fr sv --epochs 10000 -o FILE
    python -m benchmarks.papers.texrex.paper --across --epochs 10000 -o FILE
    python -m benchmarks.papers.texrex.paper --show -o FILE --figures docs/pictures

Ten folds of blocks, as in the paper, and ten folds of pages: blocks of one page know each other by
its size and doctype, so that folds of blocks flatter. `--across` learns from one language and asks
about the others. Figures are added to those that the file has, and are the same on every run on the
same machine.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from benchmarks.papers.texrex.classifiers import (
    CLASSIFIERS,
    LIBSVM_RADIAL,
    LOGISTIC,
    MLP,
    SET_TREES,
    WEKA_PEARSON,
)
from benchmarks.papers.texrex.data import BLOCK, LANGUAGES, PAGE, read_languages
from benchmarks.papers.texrex.figures import draw
from benchmarks.papers.texrex.results import (
    Figures,
    Plan,
    across,
    by_folds,
    of_blocks,
    quick,
    together,
    workers,
)
from benchmarks.papers.texrex.tables import FIRST, shown

# All, for the paper's language; those that are done in minutes, for others.
CHEAP = [MLP, WEKA_PEARSON, LIBSVM_RADIAL, LOGISTIC, SET_TREES]
PACKAGES = ("numpy", "scikit-learn", "lightgbm")


@dataclass(frozen=True)
class Results:
    """Figures in a file: what it had, and what is found now, written as it comes."""

    path: Path | None
    figures: Figures

    @classmethod
    def read(cls, path: Path | None) -> Results:
        return cls(path, json.loads(path.read_text("utf-8")) if path and path.exists() else {})

    def add(self, figures: Figures, *place: str) -> None:
        """Classifiers are added to those that were there, if they were tried in the same way."""
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
        if self.path:
            text = json.dumps(self.figures, ensure_ascii=False, separators=(",", ":")) + "\n"
            self.path.write_text(text, "utf-8")


def find(given: argparse.Namespace, results: Results) -> None:
    plan = Plan(given.folds, given.epochs, given.seed)
    plan = quick(plan) if given.quick else plan
    results.figures["versions"] = {name: version(name) for name in PACKAGES}
    with workers(given.workers) as run:
        if given.across:
            sets, names = read_languages(LANGUAGES), given.classifier or [MLP, SET_TREES]
            results.add(across(sets, names, plan, run), "across")
            results.add(together(sets, names, plan, run), "together")
            return
        for language, blocks in read_languages(given.language).items():
            names = given.classifier or (list(CLASSIFIERS) if language == FIRST else CHEAP)
            results.figures.setdefault("sets", {})[language] = of_blocks(blocks)
            for kept_together in (BLOCK, PAGE):
                found = by_folds(blocks, names, kept_together, plan, run)
                results.add(found, "languages", language, kept_together)
                print(f"{language}, folds of {kept_together}s: done", file=sys.stderr, flush=True)


def main() -> None:
    given = arguments()
    results = Results.read(given.output)
    if not given.show:
        find(given, results)
    print(shown(results.figures))
    if given.figures:
        for path in draw(results.figures, given.figures):
            print(f"wrote {path}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--language", nargs="+", choices=list(LANGUAGES), default=["de"])
    parser.add_argument("--classifier", nargs="+", choices=list(CLASSIFIERS), metavar="NAME")
    parser.add_argument("--across", action="store_true", help="from each language to the others")
    parser.add_argument("--folds", type=int, default=Plan.folds)
    parser.add_argument("--epochs", type=int, default=Plan.epochs)
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--quick", action="store_true", help="a few folds and epochs, for a look")
    parser.add_argument("--show", action="store_true", help="only what the file has")
    parser.add_argument("-o", "--output", type=Path, help="a JSON file, added to")
    parser.add_argument("--figures", type=Path, metavar="FOLDER", help="where to draw pictures")
    return parser.parse_args()


if __name__ == "__main__":
    main()
