"""Experiments on texrex's vectors: what is learned from what, and figures for JSON."""

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

from benchmarks.papers.texrex.classifiers import CLASSIFIERS, MLP, Answer, Scores, Trial
from benchmarks.papers.texrex.data import BLOCK, PAGE, Blocks, IntArray, folds_of, joined, twins
from benchmarks.papers.texrex.scores import (
    DEFAULT,
    THRESHOLDS,
    Mask,
    Row,
    balanced,
    curve,
    most_correct,
    row_of,
    weighted_row,
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
class Timed:
    answer: Answer
    seconds: float  # of one processor


Task = tuple[str, Trial]
Run = Callable[[Iterable[Task]], Iterator[Timed]]


def one_thread() -> None:
    """Processes that each took all processors would wait for each other."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)


def work(task: Task) -> Timed:
    name, trial = task
    start = time.process_time()
    answer = CLASSIFIERS[name](trial)
    return Timed(answer, time.process_time() - start)


@contextmanager
def workers(count: int) -> Iterator[Run]:
    """Runs tasks in so many processes, and gives their answers in order."""
    if count == 1:
        one_thread()
        yield lambda tasks: map(work, tasks)
        return
    # Fresh processes: copies of one whose libraries have begun threads can hang.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, fresh, initializer=one_thread) as pool:
        yield lambda tasks: pool.map(work, tasks)


def by_folds(
    blocks: Blocks, names: Sequence[str], kept_together: str, plan: Plan, run: Run
) -> Figures:
    """Each block is scored by what was learned on the folds that it is not in."""
    fold = folds_of(blocks, plan.folds, kept_together, plan.seed)
    tasks = [
        (name, trial_of(blocks, fold, each, kept_together, plan))
        for name in names
        for each in range(plan.folds)
    ]
    answers = iter(run(tasks))
    found: Figures = {}
    for name in names:
        timed = [next(answers) for _ in range(plan.folds)]
        scores = in_place(fold, [each.answer.scores for each in timed])
        # Long, and drawn of these only.
        with_curves = name == MLP and kept_together == BLOCK
        found[name] = of_classifier(scores, blocks.is_boilerplate, fold, with_curves)
        found[name]["processor seconds"] = round(sum(each.seconds for each in timed), 1)
        found[name]["notes"] = [each.answer.notes for each in timed]
        print(f"{name}: {found[name]['weighted']['correct']:.4f}", file=sys.stderr, flush=True)
    return {
        **plan.figures(),
        "fold sizes": np.bincount(fold).tolist(),
        "twins": twins(blocks, fold),
        "classifiers": found,
    }


def trial_of(blocks: Blocks, fold: IntArray, each: int, kept_together: str, plan: Plan) -> Trial:
    known, asked = blocks.where(fold != each), blocks.where(fold == each)
    return Trial(known, asked, kept_together, plan.seed + each, plan.epochs)


def in_place(fold: IntArray, parts: Sequence[Scores]) -> Scores:
    """Scores of folds as one array, in the order of the blocks."""
    scores = np.empty(len(fold))
    for each, part in enumerate(parts):
        scores[fold == each] = part
    return scores


def of_classifier(scores: Scores, wanted: Mask, fold: IntArray, with_curves: bool) -> Figures:
    places = (fold == each for each in np.unique(fold))
    rows = [of_fold(scores[here], wanted[here], with_curves) for here in places]
    return {"folds": rows, **at_default(scores, wanted)}


def at_default(scores: Scores, wanted: Mask) -> Figures:
    """Of boilerplate, of text, and of both."""
    said = scores > DEFAULT
    return {
        "boilerplate": figures(row_of(said, wanted)),
        "text": figures(row_of(~said, ~wanted)),
        "weighted": figures(weighted_row(said, wanted)),
    }


def of_fold(scores: Scores, wanted: Mask, with_curve: bool) -> Figures:
    rows = curve(scores, wanted)
    found: Figures = {"at 0.5": figures(row_of(scores > DEFAULT, wanted))}
    for name, place in (("balanced", balanced(rows)), ("most correct", most_correct(rows))):
        found[name] = {"threshold": float(THRESHOLDS[place]), **figures(rows[place])}
    if with_curve:
        found["curve"] = [[round(value, 4) for value in row] for row in rows]
    return found


def figures(row: Row) -> Figures:
    return {name: round(value, 5) for name, value in row._asdict().items()}


def of_blocks(blocks: Blocks) -> Figures:
    share = round(float(blocks.is_boilerplate.mean()), 4)
    return {"blocks": len(blocks), "pages": blocks.pages, "boilerplate": share}


def across(sets: dict[str, Blocks], names: Sequence[str], plan: Plan, run: Run) -> Figures:
    """Learned from one language, or from all but one, and asked about every block of the
    others.
    """
    sources = {language: [language] for language in sets}
    sources |= {f"all but {language}": [o for o in sets if o != language] for language in sets}
    tasks, places = [], []
    for source, languages in sources.items():
        known = joined(sets[each] for each in languages)
        others = {each: blocks for each, blocks in sets.items() if each not in languages}
        asked = joined(others.values())
        for name in names:
            tasks.append((name, Trial(known, asked, PAGE, plan.seed, plan.epochs)))
            places.append((name, source, others))
    found: Figures = {name: {} for name in names}
    for timed, (name, source, others) in zip(run(tasks), places, strict=True):
        borders = np.cumsum([len(blocks) for blocks in others.values()])[:-1]
        parts = zip(others.items(), np.split(timed.answer.scores, borders), strict=True)
        found[name][source] = {
            language: at_default(scores, blocks.is_boilerplate)
            for (language, blocks), scores in parts
        }
    return {**plan.figures(), "classifiers": found}


def together(sets: dict[str, Blocks], names: Sequence[str], plan: Plan, run: Run) -> Figures:
    """Folds of the pages of all languages, scored for each language."""
    blocks = joined(sets.values())
    language = np.repeat(np.arange(len(sets)), [len(each) for each in sets.values()])
    fold = folds_of(blocks, plan.folds, PAGE, plan.seed)
    found: Figures = {}
    for name in names:
        trials = [trial_of(blocks, fold, each, PAGE, plan) for each in range(plan.folds)]
        parts = [timed.answer.scores for timed in run((name, trial) for trial in trials)]
        scores, wanted = in_place(fold, parts), blocks.is_boilerplate
        found[name] = {
            code: at_default(scores[language == number], wanted[language == number])
            for number, code in enumerate(sets)
        }
        found[name]["all"] = at_default(scores, wanted)
    return {**plan.figures(), "classifiers": found}


def quick(plan: Plan) -> Plan:
    """For a look at the program, not at the figures."""
    return replace(plan, folds=3, epochs=300)
