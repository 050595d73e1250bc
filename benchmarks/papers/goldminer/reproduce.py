"""Print Tables II, III and IV of the GoldMiner paper beside our figures, and an ablation.

    WEBWINNOW_DATA=archives python -m benchmarks.papers.goldminer
    python -m benchmarks.papers.goldminer --only III ablation
    python -m benchmarks.papers.goldminer --show

- II and III: jusText, GoldMiner, boilerpipe and BTE on CleanEval and CleanPortalEval. Each has the
  paper's figures, the authors' outputs that we score, our method as published, and by default.
- IV: sentences, unique sentences and characters on a generated portal (`generated_portal`), because
  the crawls of the paper's portals are not public.
- ablation: GoldMiner on CleanPortalEval without single rules.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from benchmarks.papers.goldminer.generated_portal import COLUMNS, Figures, crawled, figures, row
from benchmarks.papers.goldminer.generated_portal import SYSTEMS as PORTAL_SYSTEMS
from benchmarks.papers.goldminer.ours import ABLATION, METHODS, PaperSet, Scores, score_method
from benchmarks.papers.goldminer.tables import SYSTEMS, TABLES, Row, Table, read_folders, read_gold
from benchmarks.papers.results_file import ResultsFile, add_options
from tests.support.portal import Portal
from webwinnow.evaluation.scores import Counts
from webwinnow.methods.base import Method

PORTALS, CLEANEVAL = TABLES
ONION = "+onion"
SCORES = {"paper": "paper's", "decoded": "references decoded", "text": "text only"}
NAMES = ("II", "III", "IV", "ablation")


def compute_table(results: ResultsFile, place: str, table: Table) -> None:
    """Score the authors' outputs and our methods on one set."""
    chosen = PaperSet(table, read_gold(table, None))
    outputs = read_folders("goldminer-results.tar.xz")
    for system in SYSTEMS:
        files = outputs[f"{table.outputs}/{system}"]
        fill(results, (place, system, "authors"), partial(chosen.score_files, files))
    for system, descriptions in METHODS.items():
        for which, description in zip(("published", "default"), descriptions, strict=True):
            names = (system, system + ONION)
            if all(results.get(place, name, which) for name in names):
                continue
            for name, scores in zip(names, score_method(chosen, description), strict=True):
                if name in SYSTEMS:
                    results.put(scores, place, name, which)


def compute_ablation(results: ResultsFile) -> None:
    chosen = PaperSet(PORTALS, read_gold(PORTALS, None))
    outputs = read_folders("goldminer-results.tar.xz")[f"{PORTALS.outputs}/goldminer"]
    fill(results, ("ablation", "the authors' outputs"), partial(chosen.score_files, outputs))
    for name, method in ABLATION.items():
        fill(results, ("ablation", name), partial(extract_and_score, chosen, method))


def extract_and_score(chosen: PaperSet, method: Method) -> Scores:
    return chosen.score(chosen.extract(method))


def compute_portal(results: ResultsFile, articles: int) -> None:
    """Clean a generated portal with all systems."""
    pages = crawled(Portal(0, articles))
    truths = [page.truth for page in pages]
    for name, system in PORTAL_SYSTEMS.items():
        if results.get("IV", name):
            continue
        start = time.perf_counter()
        found = figures(list(system(pages)), truths)
        seconds = round(time.perf_counter() - start, 1)
        counts = [found.sentences, found.unique, found.characters, found.in_unique]
        right = [found.right.both, found.right.only_output, found.right.only_gold]
        results.put({"counts": counts, "right": right, "seconds": seconds}, "IV", name)


def fill(results: ResultsFile, place: tuple[str, ...], compute: Callable[[], Any]) -> None:
    if results.get(*place) is None:
        results.put(compute(), *place)


def print_table(results: ResultsFile, place: str, table: Table) -> None:
    found = results.get(place)
    if not found:
        return
    print(f"\n{table.title}: F · P · R\n")
    print("| system | score | paper | authors' outputs | ours as published | ours |")
    print("|---|---|---|---|---|---|")
    for system in SYSTEMS:
        scores = [found.get(system, {}).get(who) for who in ("authors", "published", "default")]
        for score, title in SCORES.items():
            paper = table.paper[system] if score == "paper" else None
            cells = [figures_of(each and each[score]) for each in scores]
            print(f"| {system} | {title} | {figures_of(paper)} | {' | '.join(cells)} |")


def print_ablation(results: ResultsFile) -> None:
    found = results.get("ablation")
    if not found:
        return
    print("\nGoldMiner on CleanPortalEval without single rules: F · P · R\n")
    print("| rules | text only | paper's score | with references decoded |\n|---|---|---|---|")
    for name, scores in found.items():
        cells = [figures_of(scores[score]) for score in ("text", "paper", "decoded")]
        print(f"| {name} | {' | '.join(cells)} |")
    print(f"| Table III of the paper | – | {figures_of(PORTALS.paper['goldminer'])} | – |")


def figures_of(scores: Row | Sequence[float] | None) -> str:
    return " · ".join(f"{figure:.2f}" for figure in scores) if scores else "–"


def print_portal(results: ResultsFile) -> None:
    found = results.get("IV")
    if not found:
        return
    print("\nTable IV, on a generated portal\n")
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for name, values in found.items():
        sentences, unique, characters, in_unique = values["counts"]
        right = Counts(*values["right"])
        of_all = Figures(sentences, unique, characters, in_unique, right)
        print(row(name, of_all, values["seconds"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=NAMES, help="tables to compute and print")
    parser.add_argument("--articles", type=int, default=2000, help="of the generated portal")
    add_options(parser, "goldminer")
    given = parser.parse_args()
    wanted = given.only or NAMES
    results = ResultsFile.open(given, keep=bool(given.only))
    if not given.show:
        if given.only and not given.resume:
            for name in wanted:
                results.found.pop(name, None)
        for name, table in (("II", CLEANEVAL), ("III", PORTALS)):
            if name in wanted:
                compute_table(results, name, table)
        if "IV" in wanted:
            compute_portal(results, given.articles)
        if "ablation" in wanted:
            compute_ablation(results)
    for name, table in (("II", CLEANEVAL), ("III", PORTALS)):
        if name in wanted:
            print_table(results, name, table)
    if "IV" in wanted:
        print_portal(results)
    if "ablation" in wanted:
        print_ablation(results)
