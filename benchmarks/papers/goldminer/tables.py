"""Score the outputs that the GoldMiner authors published, and compare with the paper's tables.

    WEBWINNOW_DATA=archives python -m benchmarks.papers.goldminer.tables
    python -m benchmarks.papers.goldminer.tables --more-gold folder

Validates the scorers: with words in order, Tables II and III must match to the second decimal. A
gold page counts if the system has an output file for it, as in the paper.

The paper counts three gold pages of CleanEval, 100.txt to 102.txt, that the organisers' archive of
the final set lacks; the authors' copy has them: github.com/ppke-nlpg/boilerplateResults.
`--more-gold` names a folder with these files. Without them, CleanEval's figures are checked against
the scores of the remaining pages, recorded when all pages gave the paper's figures.

Exits with 1 if a figure differs.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from statistics import fmean

from benchmarks.data import read_members, require_archive
from webwinnow.evaluation.scores import (
    Counts,
    OfficialScore,
    WordScore,
    average,
    score_official,
    score_text,
    score_words,
    to_plain_text,
)

Files = dict[str, bytes]  # by name
Row = tuple[float, float, float]  # F, P, R in percent

SYSTEMS = ("justext", "justext+onion", "goldminer", "goldminer+onion", "boilerpipe", "bte")
MISSING_GOLDS = ("100.txt", "101.txt", "102.txt")


@dataclass(frozen=True)
class Table:
    """A table of the paper."""

    title: str
    archive: str
    gold: str  # folder in the archive
    outputs: str  # folder of goldminer-results.tar.xz
    paper: dict[str, Row]
    text_only: dict[str, float]  # F by another implementation, on the pages that the paper counts


TABLES = (
    Table(
        "Table III, CleanPortalEval",
        "cleanportaleval.tar.xz",
        "GoldStandard",
        "cleanPortalEvalResults",
        {
            "justext": (87.26, 78.82, 97.72),
            "justext+onion": (91.16, 86.48, 96.38),
            "goldminer": (98.32, 98.50, 98.15),
            "goldminer+onion": (97.77, 98.48, 97.07),
            "boilerpipe": (90.68, 92.91, 88.56),
            "bte": (81.63, 71.20, 95.64),
        },
        {
            "justext": 87.61,
            "justext+onion": 91.52,
            "goldminer": 98.47,
            "goldminer+onion": 97.91,
            "boilerpipe": 92.60,
            "bte": 83.75,
        },
    ),
    Table(
        "Table II, CleanEval",
        "cleaneval.tar.xz",
        "cleaneval-final/GoldStandard",
        "cleanEvalResults",
        {
            "justext": (93.61, 95.29, 91.99),
            "justext+onion": (93.24, 95.51, 91.08),
            "goldminer": (93.40, 95.32, 91.55),
            "goldminer+onion": (93.08, 95.49, 90.78),
            "boilerpipe": (83.49, 95.15, 74.38),
            "bte": (91.09, 90.50, 91.68),
        },
        {
            "justext": 94.77,
            "justext+onion": 94.36,
            "goldminer": 94.53,
            "boilerpipe": 84.80,
            "bte": 93.40,
        },
    ),
)
WITHOUT_THREE: dict[str, Row] = {
    "justext": (93.63, 95.32, 92.01),
    "justext+onion": (93.26, 95.53, 91.10),
    "goldminer": (93.42, 95.34, 91.57),
    "goldminer+onion": (93.10, 95.52, 90.80),
    "boilerpipe": (83.49, 95.18, 74.37),
    "bte": (91.12, 90.54, 91.71),
}


@dataclass(frozen=True)
class Result:
    """One system on one set, page by page."""

    system: str
    in_order: list[WordScore]
    text: list[Counts]
    official: list[OfficialScore]
    seconds: float

    @property
    def row(self) -> Row:
        return percent(page.words for page in self.in_order)


def percent(counts: Iterable[Counts]) -> Row:
    precision, recall, f1 = average(counts, "micro")
    return round(100 * f1, 2), round(100 * precision, 2), round(100 * recall, 2)


def as_bytes(content: bytes) -> str:
    """Decode so that words are equal if their bytes are, as in Evert's scorer."""
    return content.decode("utf-8", "surrogateescape")


def as_text(content: bytes) -> str:
    """Decode as UTF-8, or else as windows-1252."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def read_folders(name: str) -> dict[str, Files]:
    """The text files of an archive, by folder."""
    folders: dict[str, Files] = {}
    for member, content in read_members(require_archive(name)):
        path = PurePosixPath(member)
        if path.suffix == ".txt":
            folders.setdefault(str(path.parent), {})[path.name] = content
    return folders


def read_gold(table: Table, more: Path | None) -> Files:
    gold = read_folders(table.archive)[table.gold]
    if more is not None and table.archive == "cleaneval.tar.xz":
        gold |= {name: (more / name).read_bytes() for name in MISSING_GOLDS}
    return gold


def score(system: str, outputs: Files, gold: Files) -> Result:
    start = time.perf_counter()
    pages = [(outputs[name], gold[name]) for name in sorted(outputs.keys() & gold.keys())]
    return Result(
        system,
        [score_words(as_bytes(ours), as_bytes(theirs)) for ours, theirs in pages],
        [
            score_text(to_plain_text(as_text(ours)), to_plain_text(as_text(theirs)))
            for ours, theirs in pages
        ],
        [score_official(as_text(ours), as_text(theirs)) for ours, theirs in pages],
        time.perf_counter() - start,
    )


def results(table: Table, gold: Files, outputs: dict[str, Files]) -> Iterator[Result]:
    for system in SYSTEMS:
        yield score(system, outputs[f"{table.outputs}/{system}"], gold)


def expected(table: Table, gold: Files) -> dict[str, Row]:
    complete = table.archive != "cleaneval.tar.xz" or gold.keys() >= set(MISSING_GOLDS)
    return table.paper if complete else WITHOUT_THREE


def report(table: Table, gold: Files, outputs: dict[str, Files]) -> bool:
    """Print a set's tables; return whether all figures are as expected."""
    want = expected(table, gold)
    print(f"\n{table.title}: {len(gold)} gold pages\n")
    print("| system | pages | F | P | R | paper F | P | R | |")
    print("|---|---|---|---|---|---|---|---|---|")
    found = []
    for result in results(table, gold, outputs):
        found.append(result)
        paper = table.paper[result.system]
        figures = " | ".join(f"{figure:.2f}" for figure in result.row + paper)
        verdict = verdict_of(result.row, want[result.system], paper)
        print(f"| {result.system} | {len(result.text)} | {figures} | {verdict} |", flush=True)
    report_others(table, found)
    return all(result.row == want[result.system] for result in found)


def report_others(table: Table, found: list[Result]) -> None:
    """Print the figures that are not in the paper."""
    print()
    print("| system | text F | P | R | F elsewhere | segments F | labelled F | ", end="")
    print("official text | markup | total | seconds |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for result in found:
        f, p, r = percent(result.text)
        columns = [
            *(f"{figure:.2f}" for figure in (f, p, r)),
            elsewhere(table, result),
            *(f"{figure:.2f}" for figure in other_figures(result)),
            f"{result.seconds:.1f}",
        ]
        print(f"| {result.system} | {' | '.join(columns)} |")


def verdict_of(ours: Row, want: Row, paper: Row) -> str:
    if ours != want:
        return "DIFFERS"
    return "equal" if want == paper else "as expected without three pages"


def elsewhere(table: Table, result: Result) -> str:
    figure = table.text_only.get(result.system)
    return "" if figure is None else f"{figure:.2f}"


def other_figures(result: Result) -> list[float]:
    return [
        percent(page.segments for page in result.in_order)[0],
        percent(page.labelled for page in result.in_order)[0],
        100 * fmean(page.text for page in result.official),
        100 * fmean(page.markup for page in result.official),
        100 * fmean(page.total for page in result.official),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--more-gold", type=Path, help="folder with CleanEval's golds 100 to 102")
    more = parser.parse_args().more_gold
    outputs = read_folders("goldminer-results.tar.xz")
    right = [report(table, read_gold(table, more), outputs) for table in TABLES]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
