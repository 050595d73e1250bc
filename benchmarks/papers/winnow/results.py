"""Results of winnow's cross-validation for JSON: scores, calibration and page types.

Scores of a set are means over its pages with gold text; pages with an empty gold are counted
separately.
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


class PagePrediction(NamedTuple):
    """Predicted F1 and type of a page."""

    f1: float | None
    type: str | None


class PredictedPage(NamedTuple):
    """The prediction for a page, and the truth."""

    prediction: PagePrediction
    f1: float
    type: str | None


def results_of(
    evaluation: Evaluation, predictions: dict[str, PagePrediction], *, model: str
) -> Figures:
    """Results of one set; `model` is "folds" or "shipped"."""
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
        "calibration": calibration(predicted_pages(evaluation, predictions)),
        "empty": empty_pages(evaluation, with_gold),
        "skipped": evaluation.skipped,
    }


def on_new_sites(evaluation: Evaluation, known: Collection[str]) -> Figures:
    """Scores on pages with gold text of sites outside of the training data."""
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


def summarise_sets(found: Iterable[tuple[Evaluation, dict[str, PagePrediction]]]) -> Figures:
    """Calibration and page types over all sets scored by fold models."""
    predicted = [
        each
        for evaluation, predictions in found
        for each in predicted_pages(evaluation, predictions)
    ]
    return {"calibration": calibration(predicted), "page_types": page_types(predicted)}


def pages_with_gold(evaluation: Evaluation) -> set[str]:
    return {page for page, text in evaluation.gold.items() if any(map(str.isalnum, text))}


def predicted_pages(
    evaluation: Evaluation, predictions: dict[str, PagePrediction]
) -> list[PredictedPage]:
    with_gold = pages_with_gold(evaluation)
    return [
        PredictedPage(predictions[score.page], score.counts["bag"].f1, score.type)
        for score in evaluation.of(WINNOW)
        if score.page in with_gold and score.page in predictions
    ]


def figures_of(scores: Sequence[PageScore]) -> Figures:
    """Bag-of-words scores; F1 with its 95 % interval, by site."""
    counts = [score.counts["bag"] for score in scores]
    found = average(counts, "mean")
    figures = {name: rounded(value) for name, value in found._asdict().items()}
    if counts:
        sites = [score.site for score in scores]
        spread = interval(counts, averaging="mean", sites=sites)
        figures |= {"low": rounded(spread.low), "high": rounded(spread.high)}
    return {**figures, "failed": sum(score.error is not None for score in scores)}


def difference(ours: Sequence[PageScore], theirs: Sequence[PageScore]) -> Figures:
    """Difference of the F1 on the same pages, with its 95 % interval."""
    if not ours:
        return {}
    by_page = {score.page: score.counts["bag"].f1 for score in theirs}
    values = [score.counts["bag"].f1 - by_page[score.page] for score in ours]
    found = interval(values, sites=[score.site for score in ours])
    figures = {"value": found.value, "low": found.low, "high": found.high}
    return {**{name: rounded(value) for name, value in figures.items()}, "unit": found.unit}


def types_of(scores: dict[str, list[PageScore]]) -> Figures:
    """Number of pages and scores of each system, by page type."""
    types: Figures = {}
    for name in sorted({each.type for found in scores.values() for each in found if each.type}):
        chosen = {
            system: [score for score in found if score.type == name]
            for system, found in scores.items()
        }
        types[name] = {
            "pages": len(chosen[WINNOW]),
            "contestants": {each: figures_of(found) for each, found in chosen.items()},
        }
    return types


def empty_pages(evaluation: Evaluation, with_gold: set[str]) -> Figures:
    """Number of pages with an empty gold, and on how many each system kept nothing."""
    nothing = Counter(
        score.method
        for score in evaluation.scores
        if score.page not in with_gold and not score.output.strip()
    )
    return {
        "pages": len(evaluation.gold) - len(with_gold),
        "nothing kept": {name: nothing[name] for name in evaluation.methods},
    }


def calibration(predicted: Sequence[PredictedPage]) -> Figures:
    """Calibration: predicted against reached F1, in bins."""
    pairs = [(each.prediction.f1, each.f1) for each in predicted if each.prediction.f1 is not None]
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


def page_types(predicted: Sequence[PredictedPage]) -> Figures:
    """Confusion of predicted and true page types, for pages with a known type."""
    pairs = [(each.type, each.prediction.type or "none") for each in predicted if each.type]
    types = sorted({name for pair in pairs for name in pair})
    counts = Counter(pairs)
    right = sum(true == predicted_type for true, predicted_type in pairs)
    return {
        "pages": len(pairs),
        "accuracy": rounded(right / len(pairs)) if pairs else None,
        "confusion": {
            true: {guess: counts[true, guess] for guess in types if counts[true, guess]}
            for true in types
            if any(counts[true, guess] for guess in types)
        },
    }


def rounded(value: float) -> float:
    return round(value, DECIMALS)
