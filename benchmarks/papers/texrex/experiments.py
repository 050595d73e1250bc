"""Experiments on texrex's block vectors, with results for JSON."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.papers.texrex.classifiers import CLASSIFIERS, MLP, Prediction, Scores, Trial
from benchmarks.papers.texrex.data import (
    BLOCK,
    PAGE,
    Blocks,
    IntArray,
    assign_folds,
    concatenate,
)
from benchmarks.papers.texrex.scores import (
    DEFAULT,
    THRESHOLDS,
    Mask,
    Row,
    break_even,
    curve,
    most_correct,
    score,
    weighted_score,
)

Figures = dict[str, Any]  # as in JSON


@dataclass(frozen=True)
class Plan:
    folds: int = 10
    epochs: int = 50_000
    seed: int = 0

    def figures(self) -> Figures:
        return {"folds": self.folds, "epochs": self.epochs, "seed": self.seed}


@dataclass(frozen=True, eq=False)
class TimedPrediction:
    prediction: Prediction
    seconds: float  # processor time


Task = tuple[str, Trial]
Run = Callable[[Iterable[Task]], Iterator[TimedPrediction]]


def use_one_thread() -> None:
    """Limit libraries to one thread: processes would compete for the processors."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)


def run_task(task: Task) -> TimedPrediction:
    name, trial = task
    start = time.process_time()
    prediction = CLASSIFIERS[name](trial)
    return TimedPrediction(prediction, time.process_time() - start)


@contextmanager
def workers(count: int) -> Iterator[Run]:
    """A function that runs tasks in that many processes and yields results in order."""
    if count == 1:
        use_one_thread()
        yield lambda tasks: map(run_task, tasks)
        return
    # Spawn: a fork of a process whose libraries have started threads can hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, context, initializer=use_one_thread) as pool:
        yield lambda tasks: pool.map(run_task, tasks)


def cross_validate(blocks: Blocks, name: str, unit: str, plan: Plan, run: Run) -> Figures:
    """Cross-validate: score each block by the model of the other folds."""
    fold = assign_folds(blocks, plan.folds, unit, plan.seed)
    trials = [trial_of(blocks, fold, each, unit, plan) for each in range(plan.folds)]
    timed = list(run((name, trial) for trial in trials))
    scores = merge_folds(fold, [each.prediction.scores for each in timed])
    # Curves are long and plotted for these only.
    found = of_classifier(scores, blocks.is_boilerplate, fold, name == MLP and unit == BLOCK)
    found["processor seconds"] = round(sum(each.seconds for each in timed), 1)
    found["notes"] = [each.prediction.notes for each in timed]
    print(f"{name}: {found['weighted']['correct']:.4f}", file=sys.stderr, flush=True)
    return found


def trial_of(blocks: Blocks, fold: IntArray, each: int, unit: str, plan: Plan) -> Trial:
    train, test = blocks.where(fold != each), blocks.where(fold == each)
    return Trial(train, test, unit, plan.seed + each, plan.epochs)


def merge_folds(fold: IntArray, parts: Sequence[Scores]) -> Scores:
    """Scores of all folds as one array, in block order."""
    scores = np.empty(len(fold))
    for each, part in enumerate(parts):
        scores[fold == each] = part
    return scores


def of_classifier(scores: Scores, wanted: Mask, fold: IntArray, with_curves: bool) -> Figures:
    places = (fold == each for each in np.unique(fold))
    rows = [of_fold(scores[here], wanted[here], with_curves) for here in places]
    return {"folds": rows, **at_default(scores, wanted)}


def at_default(scores: Scores, wanted: Mask) -> Figures:
    """Scores of boilerplate, of text, and of both at the default threshold."""
    predicted = scores > DEFAULT
    return {
        "boilerplate": figures(score(predicted, wanted)),
        "text": figures(score(~predicted, ~wanted)),
        "weighted": figures(weighted_score(predicted, wanted)),
    }


def of_fold(scores: Scores, wanted: Mask, with_curve: bool) -> Figures:
    rows = curve(scores, wanted)
    found: Figures = {"at 0.5": figures(score(scores > DEFAULT, wanted))}
    for name, place in (("balanced", break_even(rows)), ("most correct", most_correct(rows))):
        found[name] = {"threshold": float(THRESHOLDS[place]), **figures(rows[place])}
    if with_curve:
        found["curve"] = [[round(value, 4) for value in row] for row in rows]
    return found


def figures(row: Row) -> Figures:
    return {name: round(value, 5) for name, value in row._asdict().items()}


def count_blocks(blocks: Blocks) -> Figures:
    share = round(float(blocks.is_boilerplate.mean()), 4)
    return {"blocks": len(blocks), "pages": blocks.pages, "boilerplate": share}


def train_across(sets: dict[str, Blocks], name: str, plan: Plan, run: Run) -> Figures:
    """Train on one language, or on all but one, and classify every block of the others."""
    sources = {language: [language] for language in sets}
    sources |= {f"all but {language}": [o for o in sets if o != language] for language in sets}
    tasks, tested = [], []
    for languages in sources.values():
        train = concatenate(sets[each] for each in languages)
        others = {each: blocks for each, blocks in sets.items() if each not in languages}
        test = concatenate(others.values())
        tasks.append((name, Trial(train, test, PAGE, plan.seed, plan.epochs)))
        tested.append(others)
    found: Figures = {}
    for timed, source, others in zip(run(tasks), sources, tested, strict=True):
        borders = np.cumsum([len(blocks) for blocks in others.values()])[:-1]
        parts = zip(others.items(), np.split(timed.prediction.scores, borders), strict=True)
        found[source] = {
            language: at_default(scores, blocks.is_boilerplate)
            for (language, blocks), scores in parts
        }
    return found


def train_on_all(sets: dict[str, Blocks], name: str, plan: Plan, run: Run) -> Figures:
    """Cross-validate on the pages of all languages, scored for each language."""
    blocks = concatenate(sets.values())
    language = np.repeat(np.arange(len(sets)), [len(each) for each in sets.values()])
    fold = assign_folds(blocks, plan.folds, PAGE, plan.seed)
    trials = [trial_of(blocks, fold, each, PAGE, plan) for each in range(plan.folds)]
    parts = [timed.prediction.scores for timed in run((name, trial) for trial in trials)]
    scores, wanted = merge_folds(fold, parts), blocks.is_boilerplate
    found = {
        code: at_default(scores[language == number], wanted[language == number])
        for number, code in enumerate(sets)
    }
    return {**found, "all": at_default(scores, wanted)}


def quick(plan: Plan) -> Plan:
    """A short plan, to try the program; its results mean nothing."""
    return replace(plan, folds=3, epochs=300)
