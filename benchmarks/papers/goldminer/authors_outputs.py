"""Compare our classic methods with the GoldMiner authors' outputs of the original programs.

    WEBWINNOW_DATA=archives python -m benchmarks.papers.goldminer.authors_outputs

Text only, on the gold pages with an output file of theirs: F, precision and recall of both, and for
the median page the share of words that both outputs share.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from benchmarks.data import require_archive
from benchmarks.papers.goldminer.tables import (
    TABLES,
    Row,
    Table,
    as_text,
    percent,
    read_folders,
)
from webwinnow import Page, load, render
from webwinnow.evaluation.scores import Counts, score_text, to_plain_text
from webwinnow.gold.datasets import GoldPage, open_set
from webwinnow.methods.base import Method

METHODS = ("bte", "boilerpipe", "justext")


def format_row(row: Row) -> str:
    return " · ".join(f"{figure:.2f}" for figure in row)


def compare(method: Method, pages: list[tuple[GoldPage, str]]) -> Iterator[tuple[Counts, ...]]:
    """Counts for each page: ours and theirs against the gold, and ours against theirs."""
    for gold, theirs in pages:
        page = Page(gold.html, charset=gold.charset)
        ours = render(page, method.decide(page))
        yield score_text(ours, gold.text), score_text(theirs, gold.text), score_text(ours, theirs)


def golds_of(table: Table) -> dict[str, GoldPage]:
    """Gold pages by the file names of the authors."""
    folder = table.gold.rpartition("/")[0]
    with open_set(require_archive(table.archive)) as gold_set:
        return {
            f"{gold.name.rpartition('/')[2]}.txt": gold
            for gold in gold_set
            if gold.name.rpartition("/")[0] == folder
        }


def main() -> None:
    outputs = read_folders("goldminer-results.tar.xz")
    print("| set | method | pages | ours: F · P · R | theirs | shared by the median page |")
    print("|---|---|---|---|---|---|")
    for table in TABLES:
        golds = golds_of(table)
        for name in METHODS:
            theirs = outputs[f"{table.outputs}/{name}"]
            covered = sorted(golds.keys() & theirs.keys())
            pages = [(golds[page], to_plain_text(as_text(theirs[page]))) for page in covered]
            ours, others, shared = zip(*compare(load(name), pages), strict=True)
            share = median(counts.f1 for counts in shared)
            figures = f"{format_row(percent(ours))} | {format_row(percent(others))} | {share:.3f}"
            print(f"| {table.title} | {name} | {len(pages)} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
