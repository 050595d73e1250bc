"""Score Kimatu as published and by default, without each step and without each improvement.

    python -m benchmarks.papers.kimatu
    python -m benchmarks.papers.kimatu --set cleaneval cleanportaleval
    python -m benchmarks.papers.kimatu --show

The paper has no table or figure and reports no score. It gives numbers for its formula and its
steps, and claims about what each step is good for. This command prints these numbers beside those
of the presets, the scores of both on the gold sets, the scores without each step, and those of the
default with one change reverted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from statistics import fmean
from typing import Any

from benchmarks.data import require_archive
from benchmarks.papers.kimatu.tables import format_tables
from benchmarks.papers.results_file import ResultsFile, add_options
from webwinnow import Page, load, render
from webwinnow.evaluation.scores import average, score_bag, score_official, score_text
from webwinnow.gold.datasets import GoldPage, open_set
from webwinnow.methods.base import Method
from webwinnow.methods.kimatu import Kimatu
from webwinnow.methods.kimatu.weights import WEIGHTS, Weights

SETS = (
    "cleaneval", "cleanportaleval", "l3s-gn1", "wcxb-dev", "readability", "news-articles",
    "daniel", "canola",
)  # fmt: skip
METHODS = ("kimatu:preset=paper", "kimatu")
# Sets whose pages without gold text are not counted, as in `benchmarks.quality`.
WITHOUT_EMPTY = {"wcxb-dev"}
STEPS_SET = "cleaneval-dev"
# Sets that the default was developed on.
CHANGES_SETS = (STEPS_SET, "readability", "news-articles")
# Differences of the default from the preset `paper`, by the numbers that belong together.
CHANGES: dict[str, tuple[str, ...]] = {
    "near: 20 elements, not 1000": ("near",),
    "looks: three elements around, not none": ("levels",),
    "punctuation: weight 1, not 0.5": ("punctuation",),
    "cap of the average length: 300, not 400": ("average_cap",),
    "links: tags per element, not characters in links": ("links_by", "most_links"),
    "threshold: 0.32, not 0.25": ("threshold",),
    "no sure block: nothing is kept": ("keep_best",),
    "roles: markup that names a function is ignored": ("roles",),
    "function lines: blocks of three elements or more": ("function_few",),
    "quotes: by block, not by element": ("quotes_by",),
    "far: in page order, not in the tree": ("far_by", "far", "sure"),
    "neighbours: parts with gaps of 20 elements, not 10": ("neighbour_gap",),
    "neighbours: two elements before, not three": ("neighbour_before",),
    "headers: with their block, before or after": ("headers_alone",),
}
# Numbers that switch a step off.
WITHOUT_STEP: dict[str, dict[str, Any]] = {
    "3. function blocks": {"function_words": 0.0},
    "4. quotes": {"quote_words": sys.maxsize},
    "5. dispersed blocks": {"dispersed_near": -1},
    "6. dispersed candidates": {"sure": -10.0},
    "7. neighbours": {"neighbour_before": -1, "neighbour_after": -1},
}

Scores = dict[str, float]


def read_pages(name: str) -> dict[str, list[GoldPage]]:
    """Gold pages of a set by part; CleanEval has two parts."""
    parts: dict[str, list[GoldPage]] = {}
    with open_set(require_archive(f"{name}.tar.xz")) as gold_set:
        for gold in gold_set:
            if name not in WITHOUT_EMPTY or any(map(str.isalnum, gold.text)):
                part = gold.name.partition("/")[0] if name == "cleaneval" else name
                parts.setdefault(part, []).append(gold)
    return parts


def score_pages(pages: Iterable[GoldPage], methods: dict[str, Method]) -> dict[str, Scores]:
    """Scores of methods on pages, in percent."""
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in methods}
    for gold in pages:
        page = Page(gold.html, charset=gold.charset)
        for name, method in methods.items():
            rows[name].append(score_page(page, gold, method))
    return {name: summarize(found) for name, found in rows.items()}


def score_page(page: Page, gold: GoldPage, method: Method) -> dict[str, Any]:
    decision = method.decide(page)
    text = render(page, decision)
    scores: dict[str, Any] = {
        "bag": score_bag(text, gold.text),
        "text": score_text(text, gold.text),
    }
    if gold.marked_text is not None:
        marked = render(page, decision, to="cleaneval")
        scores["official"] = score_official(marked, gold.marked_text)
    return scores


def summarize(rows: list[dict[str, Any]]) -> Scores:
    found: Scores = {"pages": len(rows)}
    for family, how in (("bag", "mean"), ("text", "micro")):
        mean = average([row[family] for row in rows], how)  # type: ignore[arg-type]
        found |= {family: mean.f1, f"{family} precision": mean.precision}
        found[f"{family} recall"] = mean.recall
    if all("official" in row for row in rows):
        for part in ("text", "markup", "total"):
            found[f"official {part}"] = fmean(getattr(row["official"], part) for row in rows)
    return {key: value if key == "pages" else round(100 * value, 2) for key, value in found.items()}


def without_steps() -> Iterator[tuple[str, Method]]:
    """Both presets, with all steps and without each one."""
    for preset in ("paper", "searched"):
        weights: Weights = WEIGHTS[preset]
        yield f"{preset}: all steps", Kimatu(weights)
        for step, numbers in WITHOUT_STEP.items():
            yield f"{preset}: {step}", Kimatu(replace(weights, **numbers))


def with_one_change_reverted() -> Iterator[tuple[str, Method]]:
    """The default, then the default with the paper's numbers for one change."""
    paper, default = WEIGHTS["paper"], WEIGHTS["searched"]
    yield "default", Kimatu(default)
    for change, fields in CHANGES.items():
        yield change, Kimatu(replace(default, **{name: getattr(paper, name) for name in fields}))


def run(results: ResultsFile, names: Iterable[str]) -> None:
    for name in names:
        if results.get("done", name):
            continue
        for part, pages in read_pages(name).items():
            results.put(score_pages(pages, {spec: load(spec) for spec in METHODS}), "sets", part)
            if part == STEPS_SET:
                results.put(score_pages(pages, dict(without_steps())), "steps")
            if part in CHANGES_SETS:
                reverted = score_pages(pages, dict(with_one_change_reverted()))
                results.put(
                    {key: scores["bag"] for key, scores in reverted.items()}, "changes", part
                )
        results.put(True, "done", name)
        print(f"{name}: done", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--set", nargs="+", choices=SETS, help="score these sets (default: all)")
    add_options(parser, "kimatu")
    given = parser.parse_args()
    results = ResultsFile.open(given, keep=bool(given.set))
    if not given.show:
        if given.set and not given.resume:
            for name in given.set:
                results.put(False, "done", name)
        run(results, given.set or SETS)
    print(format_tables(results.found))


if __name__ == "__main__":
    main()
