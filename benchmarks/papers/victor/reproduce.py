"""Reproduce Victor's tables and ablations: six folds of CleanEval's development pages.

    python -m benchmarks.papers.victor
    python -m benchmarks.papers.victor --show
    python -m benchmarks.papers.victor --only Exp --figures docs/pictures
    python -m benchmarks.papers.victor --resume --each

Everything is computed again unless --show or --resume is given. `paper` is the preset: the paper's
features, the authors' template and penalty. `default` is the package's own. Only the folds are
random. It takes about five minutes on one core. With --each, about ten more: every feature of the
paper is left out in turn, not only families of features, and the preset is trained with a chain.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.data import require_archive
from benchmarks.papers.results_file import ResultsFile, add_options
from benchmarks.papers.victor.cross_validation import GoldExample, run_experiment
from benchmarks.papers.victor.experiments import experiments
from benchmarks.papers.victor.report import draw, format_tables
from webwinnow import Page
from webwinnow.gold.datasets import open_set
from webwinnow.gold.labels import align_bounded
from webwinnow.methods.base import TrainingExample

ARCHIVE = "cleaneval.tar.xz"
DEVELOPMENT = "cleaneval-dev/"
FOLDS = 6


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


def run_experiments(results: ResultsFile, only: list[str] | None, *, each: bool) -> None:
    pages = development_pages(require_archive(ARCHIVE))
    results.put({each.gold.name: each.gold.site for each in pages}, "sites")
    for experiment in experiments(each=each):
        is_wanted = not only or any(part in experiment.name for part in only)
        if is_wanted and (only or results.get("experiments", experiment.name) is None):
            figures = run_experiment(pages, experiment, FOLDS)
            results.put(figures, "experiments", experiment.name)
            print(f"{experiment.name}: done", file=sys.stderr, flush=True)


def main() -> None:
    given = arguments()
    results = ResultsFile.open(given, keep=given.only is not None)
    if not given.show:
        run_experiments(results, given.only, each=given.each)
    print(format_tables(results.found))
    if given.figures:
        for path in draw(results.found, given.figures):
            print(f"wrote {path}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_options(parser, "victor")
    parser.add_argument(
        "--only", nargs="+", metavar="TEXT", help="run only experiments with this in their names"
    )
    parser.add_argument("--each", action="store_true", help="leave out each feature, too")
    parser.add_argument("--figures", type=Path, metavar="FOLDER", help="folder for figures")
    return parser.parse_args()


if __name__ == "__main__":
    main()
