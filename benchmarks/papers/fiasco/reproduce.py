"""Reproduce the FIASCO paper's tables on pages of CleanEval: kernels, feature subsets, targets.

    python -m benchmarks.papers.fiasco -o benchmarks/papers/fiasco/results.json
    python -m benchmarks.papers.fiasco --only targets "117 ours sites" -o FILE
    python -m benchmarks.papers.fiasco --show -o FILE

Results in the file are not computed again, so an interrupted run can be continued. There are folds
of targets, as in the paper, and folds of sites: targets of one page are similar, so folds of
targets are optimistic. Needs the extras `train`, `pos` and `visual`, and Chromium.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from itertools import product
from pathlib import Path

from benchmarks.data import require_archive
from benchmarks.papers.fiasco.classification import (
    FOLDS,
    OF_SITES,
    OF_TARGETS,
    TABLES,
    Folds,
    Table,
    assign_folds,
    estimate_seconds,
)
from benchmarks.papers.fiasco.features import EVERY, PUBLISHED, Data, measures
from benchmarks.papers.fiasco.kernel_search import FOLDS as SEARCH_FOLDS
from benchmarks.papers.fiasco.kernel_search import GRIDS, search
from benchmarks.papers.fiasco.pages import (
    Figures,
    LabelledPage,
    Rates,
    alignment,
    ceilings,
    count_alignment,
    draw_pages,
    read,
    well_aligned,
)
from benchmarks.papers.fiasco.tables import format_tables
from benchmarks.papers.results_file import write_results
from benchmarks.papers.texrex.experiments import use_one_thread
from webwinnow.gold.datasets import open_set

ARCHIVE = "cleaneval.tar.xz"
PAGES, TARGETS, SEARCH, RATES = "pages", "targets", "search", "rates"
PARTS = (PAGES, TARGETS, SEARCH, *map(str, TABLES))
PAPERS_SEARCH = f"{PUBLISHED} {OF_TARGETS}"
PACKAGES = ("numpy", "scikit-learn")


@dataclass(frozen=True, eq=False)
class Reproduction:
    """The pages, and the results in a file."""

    archive: Path
    path: Path | None
    found: Figures
    seed: int

    @cached_property
    def pages(self) -> list[LabelledPage]:
        with open_set(self.archive) as gold_set:
            names = gold_set.names()
        return list(read(self.archive, draw_pages(names, self.seed)))

    @cached_property
    def rates(self) -> Rates:
        names, known = {each.gold.name for each in self.pages}, self.found.get(RATES, {})
        if known.keys() != names:
            self.add({each.gold.name: round(alignment(each), 4) for each in self.pages}, RATES)
        rates: Rates = self.found[RATES]
        return rates

    def data(self, count: int, labels: str) -> Data:
        pages = well_aligned(self.pages, self.rates, count)
        return Data(pages, measures(pages), labels)

    def add(self, figures: Figures, *place: str) -> None:
        found = self.found
        for name in place[:-1]:
            found = found.setdefault(name, {})
        found[place[-1]] = figures
        write_results(self.path, self.found)

    def count_pages(self) -> None:
        if PAGES not in self.found:
            self.add(count_alignment(self.pages, self.rates), PAGES)

    def divide_targets(self) -> None:
        if TARGETS not in self.found:
            self.add(ceilings(read(self.archive)), TARGETS)

    def find_setting(self, which: str, folds: str) -> Figures:
        """Search the best C and gamma of the RBF kernel with our labels, once for all tables, as
        in the paper; search the other kernels only for the paper's features and folds.
        """
        name = f"{which} {folds}"
        done: Figures = self.found.setdefault(SEARCH, {})
        if name not in done:
            data = self.data(len(self.pages), "ours")
            kernels = list(GRIDS) if name == PAPERS_SEARCH else ["RBF"]
            fold = assign_folds(data, folds, SEARCH_FOLDS, self.seed)
            start = time.process_time()
            figures = search(data, fold, which, kernels, self.seed)
            self.add({**figures, "processor seconds": since(start)}, SEARCH, name)
            log(f"search, {name}: {figures['RBF']['accuracy']}")
        best: Figures = done[name]["RBF"]
        return best

    def search_all(self) -> None:
        for folds, which in product((OF_TARGETS, OF_SITES), (PUBLISHED, EVERY)):
            self.find_setting(which, folds)

    def fill(self, table: Table) -> None:
        name = str(table)
        done = self.found.get("tables", {}).get(name, {}).get("rows", {})
        missing = [row for row in table.rows if str(row) not in done]
        if not missing:
            return
        data = self.data(table.pages, table.labels)
        about = {"targets": len(data.is_clean), "clean": round(float(data.is_clean.mean()), 4)}
        minutes = len(missing) * estimate_seconds(len(data.is_clean)) / 60
        log(f"{name}: {len(data.is_clean):,} targets, about {minutes:.0f} min")
        folds = Folds(data, assign_folds(data, table.folds, FOLDS, self.seed))
        for row in missing:
            setting = self.find_setting(row.which, table.folds)
            start = time.process_time()
            figures = folds.figures(row, setting, self.seed)
            done[str(row)] = {**figures, "processor seconds": since(start)}
            self.add({**about, "rows": done}, "tables", name)
            log(f"{name}, {row}: {figures['accuracy']}")


def since(start: float) -> float:
    return round(time.process_time() - start, 1)


def log(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def run(paper: Reproduction, only: list[str]) -> None:
    use_one_thread()
    versions = {name: version(name) for name in PACKAGES}
    paper.found.update({"seed": paper.seed, "versions": versions})
    steps = {PAGES: paper.count_pages, TARGETS: paper.divide_targets, SEARCH: paper.search_all}
    for part in only or PARTS:
        if part in steps:
            steps[part]()
        else:
            paper.fill(next(table for table in TABLES if str(table) == part))
        log(f"{part}: done")


def main() -> None:
    given = arguments()
    path: Path | None = given.output
    found = json.loads(path.read_text("utf-8")) if path and path.exists() else {}
    if not given.show:
        run(Reproduction(require_archive(ARCHIVE), path, found, given.seed), given.only)
    print(format_tables(found))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--only", nargs="+", choices=PARTS, metavar="PART", default=[], help=", ".join(PARTS)
    )
    parser.add_argument("--seed", type=int, default=0, help="of pages, targets and folds")
    parser.add_argument("--show", action="store_true", help="only print the file's results")
    parser.add_argument("-o", "--output", type=Path, help="JSON file to add results to")
    given = parser.parse_args()
    if given.show and not given.output:
        parser.error("--show needs -o FILE")
    return given


if __name__ == "__main__":
    main()
