"""Our classics beside what the GoldMiner paper's authors got from the originals.

    WEBWINNOW_DATA=archives python -m benchmarks.papers.goldminer.authors_outputs

Text only, on the gold pages that have an output file of theirs: F, precision and recall of both,
and of the median page the share of words that both outputs have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from benchmarks.papers.goldminer.tables import (
    TABLES,
    Row,
    Table,
    archive,
    as_text,
    percent,
    read_folders,
)
from webwinnow import Page, load, render
from webwinnow.evaluation.scores import Counts, score_text, to_plain_text
from webwinnow.gold.datasets import GoldPage, open_set
from webwinnow.methods.base import Method

METHODS = ("bte", "boilerpipe", "justext")


def shown(row: Row) -> str:
    return " · ".join(f"{figure:.2f}" for figure in row)


def compare(method: Method, pages: list[tuple[GoldPage, str]]) -> Iterator[tuple[Counts, ...]]:
    """For each page ours and theirs against the gold, and ours against theirs."""
    for gold, theirs in pages:
        page = Page(gold.html, charset=gold.charset)
        ours = render(page, method.decide(page))
        yield score_text(ours, gold.text), score_text(theirs, gold.text), score_text(ours, theirs)


def golds_of(table: Table) -> dict[str, GoldPage]:
    """By the names that the authors' files have."""
    folder = table.gold.rpartition("/")[0]
    with open_set(archive(table.archive)) as gold_set:
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
            figures = f"{shown(percent(ours))} | {shown(percent(others))} | {share:.3f}"
            print(f"| {table.title} | {name} | {len(pages)} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
