"""What `benchmarks.papers.winnow.folds` found, as figures that can be written down.

Figures of a set are means over its pages with a gold; pages whose gold is empty are counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from webwinnow.evaluation import Evaluation, PageScore
from webwinnow.evaluation.scores import average
from webwinnow.evaluation.statistics import interval

WINNOW = "winnow"
PRESETS = {"precision": "winnow, precision", "recall": "winnow, recall"}
DECIMALS = 4
BINS = 10

Figures = dict[str, Any]


class Said(NamedTuple):
    """Of a page as a whole."""

    f1: float | None  # what the decision on it is expected to reach
    type: str | None


class Judged(NamedTuple):
    """What was said of a page, and what is true."""

    said: Said
    f1: float
    type: str | None


def results_of(evaluation: Evaluation, said: dict[str, Said], *, model: str) -> Figures:
    """Of one set; `model` says which models judged it: those of folds, or the shipped one."""
    with_gold = pages_with_gold(evaluation)
    scores = {
        name: [score for score in evaluation.of(name) if score.page in with_gold]
        for name in evaluation.methods
    }
    return {
        "model": model,
        "pages": len(with_gold),
        "contestants": {name: figures_of(found) for name, found in scores.items()},
        "differences": {
            name: difference(scores[WINNOW], found)
            for name, found in scores.items()
            if name not in (WINNOW, *PRESETS.values())
        },
        "types": types_of(scores),
        "calibration": calibration(judged_pages(evaluation, said)),
        "empty": empty_pages(evaluation, with_gold),
        "skipped": evaluation.skipped,
    }


def on_new_sites(evaluation: Evaluation, known: Collection[str]) -> Figures:
    """Of the pages with a gold on sites that nothing was learned from."""
    with_gold = pages_with_gold(evaluation)
    chosen = {
        name: [
            score
            for score in evaluation.of(name)
            if score.page in with_gold and score.site not in known
        ]
        for name in evaluation.methods
    }
    return {
        "pages": len(chosen[WINNOW]),
        "contestants": {name: figures_of(found) for name, found in chosen.items()},
    }


def together(found: Iterable[tuple[Evaluation, dict[str, Said]]]) -> Figures:
    """Of all sets that models of folds judged."""
    judged = [each for evaluation, said in found for each in judged_pages(evaluation, said)]
    return {"calibration": calibration(judged), "page_types": page_types(judged)}


def pages_with_gold(evaluation: Evaluation) -> set[str]:
    return {page for page, text in evaluation.gold.items() if any(map(str.isalnum, text))}


def judged_pages(evaluation: Evaluation, said: dict[str, Said]) -> list[Judged]:
    with_gold = pages_with_gold(evaluation)
    return [
        Judged(said[score.page], score.counts["bag"].f1, score.type)
        for score in evaluation.of(WINNOW)
        if score.page in with_gold and score.page in said
    ]


def figures_of(scores: Sequence[PageScore]) -> Figures:
    """Bag of words; F1 with its interval of 95 %, by site."""
    counts = [score.counts["bag"] for score in scores]
    found = average(counts, "mean")
    figures = {name: rounded(value) for name, value in found._asdict().items()}
    if counts:
        sites = [score.site for score in scores]
        spread = interval(counts, averaging="mean", sites=sites)
        figures |= {"low": rounded(spread.low), "high": rounded(spread.high)}
    return {**figures, "failed": sum(score.error is not None for score in scores)}


def difference(ours: Sequence[PageScore], theirs: Sequence[PageScore]) -> Figures:
    """Of the F1 on the same pages, with the interval of 95 %."""
    if not ours:
        return {}
    by_page = {score.page: score.counts["bag"].f1 for score in theirs}
    values = [score.counts["bag"].f1 - by_page[score.page] for score in ours]
    found = interval(values, sites=[score.site for score in ours])
    figures = {"value": found.value, "low": found.low, "high": found.high}
    return {**{name: rounded(value) for name, value in figures.items()}, "unit": found.unit}


def types_of(scores: dict[str, list[PageScore]]) -> Figures:
    """For each page type that the set tells: how many pages, and each contestant's figures."""
    types: Figures = {}
    for name in sorted({each.type for found in scores.values() for each in found if each.type}):
        chosen = {
            contestant: [score for score in found if score.type == name]
            for contestant, found in scores.items()
        }
        types[name] = {
            "pages": len(chosen[WINNOW]),
            "contestants": {each: figures_of(found) for each, found in chosen.items()},
        }
    return types


def empty_pages(evaluation: Evaluation, with_gold: set[str]) -> Figures:
    """Pages whose gold is empty, and of how many of them each contestant kept nothing."""
    nothing = Counter(
        score.method
        for score in evaluation.scores
        if score.page not in with_gold and not score.output.strip()
    )
    return {
        "pages": len(evaluation.gold) - len(with_gold),
        "nothing kept": {name: nothing[name] for name in evaluation.methods},
    }


def calibration(judged: Sequence[Judged]) -> Figures:
    """How far the F1 that is expected of a decision is from the one it has."""
    pairs = [(each.said.f1, each.f1) for each in judged if each.said.f1 is not None]
    if not pairs:
        return {"pages": 0, "error": None, "bins": []}
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for expected, true in pairs:
        bins[min(int(expected * BINS), BINS - 1)].append((expected, true))
    return {
        "pages": len(pairs),
        "error": rounded(fmean(abs(expected - true) for expected, true in pairs)),
        "expected": rounded(fmean(expected for expected, _ in pairs)),
        "true": rounded(fmean(true for _, true in pairs)),
        "bins": [bin_of(number, found) for number, found in enumerate(bins)],
    }


def bin_of(number: int, pairs: Sequence[tuple[float, float]]) -> Figures:
    found: Figures = {"from": number / BINS, "pages": len(pairs)}
    if pairs:
        found["expected"] = rounded(fmean(expected for expected, _ in pairs))
        found["true"] = rounded(fmean(true for _, true in pairs))
    return found


def page_types(judged: Sequence[Judged]) -> Figures:
    """Types said, for each true type, of the pages of which somebody told the type."""
    pairs = [(each.type, each.said.type or "none") for each in judged if each.type]
    types = sorted({name for pair in pairs for name in pair})
    counts = Counter(pairs)
    right = sum(true == said for true, said in pairs)
    return {
        "pages": len(pairs),
        "accuracy": rounded(right / len(pairs)) if pairs else None,
        "confusion": {
            true: {said: counts[true, said] for said in types if counts[true, said]}
            for true in types
            if any(counts[true, said] for said in types)
        },
    }


def rounded(value: float) -> float:
    return round(value, DECIMALS)
