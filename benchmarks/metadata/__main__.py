"""Score title, author, date and more against gold sets.

    WEBWINNOW_DATA=archives python -m benchmarks.metadata --against trafilatura
    python -m benchmarks.metadata --set fundus --by country --by language
    python -m benchmarks.metadata --set fundus --half developed --misses author
    python -m benchmarks.metadata --set wcxb-dev --time

A value is right if it equals the gold after normalising white space, case, quotes and dashes; an
author field if it has the same names. `given` counts values on pages whose gold has the field,
`alarms` values on other pages. `P` is right/given and `R` right/gold; `F1 all` also counts alarms
as given. `token F1` is the mean over pages with gold, 0 for a missing value.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median

from benchmarks.data import require_archive
from benchmarks.metadata.matching import FIELDS
from benchmarks.metadata.sets import SETS, Example, halves
from benchmarks.metadata.systems import OURS, PEERS, webwinnow_values
from benchmarks.metadata.tally import Found, Tally, extract_all, grouped_table, table, tally
from benchmarks.metadata.visible import visible_only
from webwinnow import Page
from webwinnow.metadata import metadata

Pages = list[tuple[Example, Found]]
GROUPS = ("country", "language", "site")


def report(title: str, pages: Pages, by: list[str]) -> None:
    results = tally(pages)
    print(f"\n{title}: {len(pages)} pages\n", *table(results), sep="\n")
    for name, result in results.items():
        milliseconds = 1000 * result.seconds / max(len(pages), 1)
        print(f"{name}: {milliseconds:.2f} ms per page, including parsing")
    for group in by:
        print("\nExact matches, and token F1 in brackets.\n", *rows_by(group, pages), sep="\n")


def rows_by(group: str, pages: Pages) -> list[str]:
    parts: dict[str, Pages] = defaultdict(list)
    for example, found in pages:
        parts[getattr(example, group) or "-"].append((example, found))
    results = {name: tally(part) for name, part in parts.items()}
    return grouped_table(group, results, {name: len(part) for name, part in parts.items()})


def print_misses(pages: Pages, field: str) -> None:
    """Print each page on which our value is wrong, or missing, or not in the gold."""
    for example, found in pages:
        gold = example.gold.get(field)
        values = {name: values.get(field) for name, (values, _) in found.items()}
        if field in example.gold and not Tally().count(field, gold, values[OURS]):
            others = "".join(f"\n    {name}: {value!r}" for name, value in values.items())
            print(f"{example.name}\n    gold: {gold!r}{others}")


def print_time(examples: Iterable[Example]) -> None:
    """Print the cost of `metadata` on parsed pages: the best of five calls each."""
    costs = []
    for example in examples:
        page = Page(example.html)
        clocks = [time.perf_counter()]
        for _ in range(5):
            metadata(page, url=example.url)
            clocks.append(time.perf_counter())
        costs.append(1e6 * min(b - a for a, b in pairwise(clocks)))
    print(f"metadata alone: median {median(costs):.0f} µs, mean {fmean(costs):.0f} µs per page")


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.metadata", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "--set", action="append", choices=list(SETS), help="Score this set (default: all)."
    )
    parser.add_argument(
        "--data", type=Path, help="Read the one set from this folder or archive instead."
    )
    parser.add_argument(
        "--against", action="append", default=[], choices=list(PEERS), help="Also score a peer."
    )
    parser.add_argument(
        "--half", choices=["developed", "held"], help="Score only this half (default: both)."
    )
    parser.add_argument(
        "--by", action="append", default=[], choices=GROUPS, help="Also print each group apart."
    )
    parser.add_argument(
        "--visible", action="store_true", help="Remove what pages declare for machines first."
    )
    parser.add_argument("--misses", choices=FIELDS, help="Print our errors in one field.")
    parser.add_argument("--time", action="store_true", help="Only time webwinnow's metadata.")
    options = parser.parse_args(arguments)
    if options.data and len(options.set or []) != 1:
        parser.error("--data needs one --set, which names the layout of the data")
    return options


def main(arguments: list[str]) -> None:
    options = parse_arguments(arguments)
    systems = {OURS: webwinnow_values} | {name: PEERS[name] for name in options.against}
    for name in options.set or SETS:
        examples = list(SETS[name](options.data or require_archive(f"{name}.tar.xz")))
        if options.visible:
            examples = [replace(page, html=visible_only(page.html)) for page in examples]
        if options.time:
            print(f"{name}: ", end="")
            print_time(examples)
            continue
        parts = halves(name, examples)
        chosen = {half: part for half, part in parts.items() if half.startswith(options.half or "")}
        scored = {
            half: [(example, extract_all(example, systems)) for example in part]
            for half, part in chosen.items()
        }
        for half, pages in scored.items():
            report(f"{name}, {half}", pages, options.by if len(scored) == 1 else [])
            if options.misses:
                print_misses(pages, options.misses)
        if len(scored) > 1:
            report(
                f"{name}, all", [page for pages in scored.values() for page in pages], options.by
            )


if __name__ == "__main__":
    main(sys.argv[1:])
