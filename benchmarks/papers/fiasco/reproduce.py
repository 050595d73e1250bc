"""Reproduce the FIASCO paper's tables on pages of CleanEval.

    python -m benchmarks.papers.fiasco
    python -m benchmarks.papers.fiasco --only pages "117 dice sites"
    python -m benchmarks.papers.fiasco --show

There are folds of targets, as in the paper, and folds of sites: targets of one page are similar, so
folds of targets are optimistic. Needs the extras `train`, `pos` and `visual`, and Chromium. All
parts take about an hour of one core.
"""

from __future__ import annotations

import argparse
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
from benchmarks.papers.fiasco.end_to_end import (
    ABLATION,
    ALL_TEXT,
    SECTION_6,
    System,
    random_folds,
    score_all_text,
    score_system,
    site_folds,
)
from benchmarks.papers.fiasco.features import (
    AS_PUBLISHED,
    EVERY,
    PUBLISHED,
    Data,
    IntArray,
    measures,
)
from benchmarks.papers.fiasco.kernel_search import FOLDS as SEARCH_FOLDS
from benchmarks.papers.fiasco.kernel_search import GRIDS, PAPERS_CHOICE, search
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
from benchmarks.papers.fiasco.regions import measure_regions
from benchmarks.papers.fiasco.tables import format_tables
from benchmarks.papers.results_file import ResultsFile, add_options
from benchmarks.papers.texrex.experiments import use_one_thread
from webwinnow.gold.datasets import open_set

ARCHIVE = "cleaneval.tar.xz"
PAGES, TARGETS, SEARCH, RATES, TABLE = "pages", "targets", "search", "rates", "tables"
TEXTS, STEPS, REGIONS = "section 6", "ablation", "table 1"
#: In the order of their worth.
PARTS = (TEXTS, STEPS, REGIONS, PAGES, TARGETS, *map(str, TABLES), SEARCH)
#: Searches by features and folds; the paper's own first, which tries all kernels.
SEARCHES = ((AS_PUBLISHED, OF_TARGETS), *product((PUBLISHED, EVERY), (OF_TARGETS, OF_SITES)))
PACKAGES = ("numpy", "scikit-learn")


@dataclass(frozen=True, eq=False)
class Reproduction:
    """The pages, and the results in a file; results that the file has are not computed again."""

    archive: Path
    results: ResultsFile
    seed: int

    @cached_property
    def pages(self) -> list[LabelledPage]:
        with open_set(self.archive) as gold_set:
            names = gold_set.names()
        return list(read(self.archive, draw_pages(names, self.seed)))

    @cached_property
    def rates(self) -> Rates:
        names = {each.gold.name for each in self.pages}
        if (self.results.get(RATES) or {}).keys() != names:
            rates = {each.gold.name: round(alignment(each), 4) for each in self.pages}
            self.results.put(rates, RATES)
        found: Rates = self.results.get(RATES)
        return found

    def data(self, count: int, labels: str) -> Data:
        pages = well_aligned(self.pages, self.rates, count)
        return Data(pages, measures(pages), labels)

    def run(self, part: str) -> None:
        steps = {
            TEXTS: self.score_section_6,
            STEPS: self.score_steps,
            REGIONS: self.measure_regions,
            PAGES: self.count_pages,
            TARGETS: self.divide_targets,
            SEARCH: self.search_all,
        }
        if part in steps:
            steps[part]()
        else:
            self.fill(next(table for table in TABLES if str(table) == part))
        log(f"{part}: done")

    def score_section_6(self) -> None:
        """On the paper's number of pages, in random folds of pages."""
        self.score_texts(TEXTS, self.pages, random_folds(self.pages, self.seed), SECTION_6)

    def score_steps(self) -> None:
        """On the same pages, in folds of sites."""
        self.score_texts(STEPS, self.pages, site_folds(self.pages, self.seed), ABLATION)

    def score_texts(
        self, part: str, pages: list[LabelledPage], fold: IntArray, systems: dict[str, System]
    ) -> None:
        if not self.results.get(part, ALL_TEXT):
            self.results.put(score_all_text(pages), part, ALL_TEXT)
        for name, system in systems.items():
            if not self.results.get(part, name):
                start = time.process_time()
                figures = score_system(pages, fold, system, self.seed)
                self.results.put({**figures, "processor seconds": since(start)}, part, name)
                log(f"{part}, {name}: {figures['f1']}")

    def measure_regions(self) -> None:
        if not self.results.get(REGIONS):
            self.results.put(measure_regions(), REGIONS)

    def count_pages(self) -> None:
        if not self.results.get(PAGES):
            self.results.put(count_alignment(self.pages, self.rates), PAGES)

    def divide_targets(self) -> None:
        if not self.results.get(TARGETS):
            self.results.put(ceilings(read(self.archive)), TARGETS)

    def search_all(self) -> None:
        for which, folds in SEARCHES:
            self.find_setting(which, folds)

    def find_setting(self, which: str, folds: str) -> Figures:
        """Search C and gamma once for all tables, as in the paper: with labels by Dice and all
        kernels as published, or else with our labels and the RBF kernel.
        """
        name, is_published = f"{which} {folds}", which == AS_PUBLISHED
        if not self.results.get(SEARCH, name):
            data = self.data(len(self.pages), "dice" if is_published else "ours")
            kernels = list(GRIDS) if is_published else ["RBF"]
            fold = assign_folds(data, folds, SEARCH_FOLDS, self.seed)
            start = time.process_time()
            figures = search(data, fold, which, kernels, self.seed)
            self.results.put({**figures, "processor seconds": since(start)}, SEARCH, name)
            log(f"search, {name}: {figures['RBF']['accuracy']}")
        best: Figures = self.results.get(SEARCH, name)["RBF"]
        return best

    def setting(self, which: str, folds: str) -> Figures:
        """C and gamma of a row."""
        return PAPERS_CHOICE.figures() if which == AS_PUBLISHED else self.find_setting(which, folds)

    def fill(self, table: Table) -> None:
        """Compute the rows of a table that are missing."""
        name = str(table)
        done = self.results.get(TABLE, name, "rows") or {}
        missing = [row for row in table.rows if str(row) not in done]
        if not missing:
            return
        data = self.data(table.pages, table.labels)
        about = {"targets": len(data.is_clean), "clean": round(float(data.is_clean.mean()), 4)}
        minutes = len(missing) * estimate_seconds(len(data.is_clean)) / 60
        log(f"{name}: {len(data.is_clean):,} targets, about {minutes:.0f} min")
        folds = Folds(data, assign_folds(data, table.folds, FOLDS, self.seed))
        for row in missing:
            setting = self.setting(row.which, table.folds)
            start = time.process_time()
            figures = folds.figures(row, setting, self.seed)
            done[str(row)] = {**figures, "processor seconds": since(start)}
            self.results.put({**about, "rows": done}, TABLE, name)
            log(f"{name}, {row}: {figures['accuracy']}")


def since(start: float) -> float:
    return round(time.process_time() - start, 1)


def log(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def forget(results: ResultsFile, parts: list[str]) -> None:
    """Remove the results of some parts, so that they are computed again."""
    tables = results.found.get(TABLE, {})
    for part in parts:
        (tables if part in tables else results.found).pop(part, None)
        if part == PAGES:
            results.found.pop(RATES, None)


def main() -> None:
    given = arguments()
    results = ResultsFile.open(given, keep=bool(given.only))
    if not given.show:
        archive = require_archive(ARCHIVE)
        use_one_thread()
        if not given.resume:
            forget(results, given.only)
        results.found["seed"] = given.seed
        results.put({name: version(name) for name in PACKAGES}, "versions")
        paper = Reproduction(archive, results, given.seed)
        for part in given.only or PARTS:
            paper.run(part)
    print(format_tables(results.found))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--only",
        nargs="+",
        choices=PARTS,
        metavar="PART",
        default=[],
        help=f"compute these parts, and keep the others: {', '.join(PARTS)}",
    )
    parser.add_argument("--seed", type=int, default=0, help="of pages, targets and folds")
    add_options(parser, "fiasco")
    return parser.parse_args()


if __name__ == "__main__":
    main()
