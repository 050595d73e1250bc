"""Reproduce Victor's Table 2 and its ablations: six folds of CleanEval's development pages.

    python -m benchmarks.papers.victor -o benchmarks/papers/victor/results.json
    python -m benchmarks.papers.victor --only Exp-1 Exp-2 Exp-3 -o FILE
    python -m benchmarks.papers.victor --show -o FILE --figures docs/pictures

Results in the file are not computed again, so an interrupted run can be continued. The L2 penalty
was tuned on pages of the final set and is the same for all experiments; only the folds are random.
Everything takes about half an hour on one core.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.data import require_archive
from benchmarks.papers.results_file import write_results
from benchmarks.papers.victor.cross_validation import (
    Figures,
    GoldExample,
    cross_validate,
    experiments,
)
from benchmarks.papers.victor.report import draw, format_tables
from webwinnow import Page
from webwinnow.gold.datasets import open_set
from webwinnow.gold.labels import align_bounded
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.victor.fit import TrainingOptions
from webwinnow.methods.victor.setup import Setup, format_toml, parse_toml

ARCHIVE = "cleaneval.tar.xz"
DEVELOPMENT = "cleaneval-dev/"
FOLDS = 6
# The package's setup uses fewer neighbours, which is as good with our additional features. The
# authors' offsets are unknown.
OFFSETS = {
    "*": [-1, 0, 1],
    "token.alpha-abs": [-3, -2, -1, 0, 1, 2, 3],
    "container.*": [-2, -1, 0, 1, 2],
    "split.*": [-1, 0, 1, 2],
    "sentence.*": [-2, -1, 0, 1, 2],
    "position": [0],
    "document.*": [0],
}
# The best of 10, 40, 120 and 300 when training on 48 pages of the final set, drawn three times, and
# testing on 200 others.
OPTIONS = TrainingOptions(l2=120.0, iterations=60)


def development_pages(archive: Path) -> list[GoldExample]:
    """CleanEval's development pages, which the authors used, with our labels."""
    found = []
    with open_set(archive) as gold_set:
        for gold in gold_set:
            if not gold.name.startswith(DEVELOPMENT):
                continue
            page = Page(gold.html, charset=gold.charset)
            wanted = align_bounded(page, gold)
            if wanted is not None:
                example = TrainingExample(page, wanted.keep, gold.site, kind=wanted.kind)
                found.append(GoldExample(gold, example))
    return found


def wide_setup() -> Setup:
    return Setup.parse(format_toml({**parse_toml(Setup.default().text), "offsets": OFFSETS}))


def run_experiments(pages: list[GoldExample], given: argparse.Namespace) -> Figures:
    setup, path = wide_setup(), given.output
    found: Figures = json.loads(path.read_text("utf-8")) if path and path.exists() else {}
    found |= {"pages": len(pages), "folds": given.folds, "seed": given.seed}
    done = found.setdefault("experiments", {})
    for name, off in experiments(setup):
        if name in done or (given.only and name not in given.only):
            continue
        figures = cross_validate(
            pages, setup.without(*off), OPTIONS, folds=given.folds, seed=given.seed
        )
        done[name] = {"without": list(off), **figures}
        print(f"{name}: done", file=sys.stderr, flush=True)
        write_results(path, found)
    return found


def main() -> None:
    given = arguments()
    if given.show:
        found = json.loads(given.output.read_text("utf-8"))
    else:
        found = run_experiments(development_pages(require_archive(ARCHIVE)), given)
    print(format_tables(found))
    if given.figures:
        for path in draw(found, given.figures):
            print(f"wrote {path}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", metavar="NAME", help="run only these experiments")
    parser.add_argument("--folds", type=int, default=FOLDS)
    parser.add_argument("--seed", type=int, default=0, help="random seed of the folds")
    parser.add_argument("--show", action="store_true", help="only print the file's results")
    parser.add_argument("-o", "--output", type=Path, help="JSON file to add results to")
    parser.add_argument("--figures", type=Path, metavar="FOLDER", help="folder for figures")
    given = parser.parse_args()
    if given.show and not given.output:
        parser.error("--show needs -o FILE")
    return given


if __name__ == "__main__":
    main()
