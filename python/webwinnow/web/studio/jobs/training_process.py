"""Training process of the studio: `python -m webwinnow.web.studio.jobs.training_process FOLDER`.

It receives a task, sends messages about its progress, and saves the model and its card to the
folder. It ends when the studio ends. With `--ready` instead of a folder it reports which methods
can be trained on this machine.
"""

import ctypes
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from webwinnow._core import __version__
from webwinnow.errors import CannotLearn
from webwinnow.evaluation.cross_validation import FoldProgress
from webwinnow.evaluation.results import Evaluation
from webwinnow.evaluation.runner import check_extra, evaluate
from webwinnow.evaluation.summary import COLUMNS, Figure, Row, summarise
from webwinnow.evaluation.systems import Pretrained
from webwinnow.gold.datasets import GoldPage, GoldSet, Problem
from webwinnow.io.atomic import write_atomically
from webwinnow.messages import count_noun, describe_error
from webwinnow.methods import METHODS, find_class, load
from webwinnow.methods.base import TrainableMethod
from webwinnow.process import Parent, connect_to_parent
from webwinnow.train import Training, load_trainable, train
from webwinnow.web.studio.jobs.job import TrainingTask
from webwinnow.web.studio.jobs.models import card_file, model_file

MAX_FOLDS = 5
NICENESS = 10
REPORT_SECONDS = 0.2  # between two messages about the same phase
SHIPPED = "as shipped"
ONE_SITE = (
    "all pages are of one site, so cross-validation by site is impossible; add pages of other sites"
    " to see scores"
)
PR_SET_PDEATHSIG = 1

PRELABEL_NOTE = (
    "the pages were prelabelled by {0}, so {0} and similar methods score higher on them than on"
    " other pages"
)
Send = Callable[[dict[str, Any]], None]


def run_task(task: TrainingTask, folder: Path, send: Send) -> None:
    """Compute scores by cross-validation, train a model on all pages, and save it with its card."""
    method = load_trainable(load(task.description))
    check_extra()
    method.check_trainable()
    progress = Progress(send)
    with task.origin.open() as opened:
        # Annotators can label during the training, so a project is read into memory first.
        gold = read_into_memory(opened, progress) if task.origin.is_project else opened
        scores = cross_validate(task, gold, progress)
        send({"scores": scores})
        done = train(method, [gold], seed=task.seed, progress=progress.report_training)
    progress.report("saving", share=1.0)
    save(task, folder, done, scores)


class PagesInMemory:
    """Source of a gold set with all pages in memory."""

    def __init__(self, pages: Iterable[GoldPage], problems: list[Problem]) -> None:
        self.pages = {page.name: page for page in pages}
        self.problems = problems

    def names(self) -> list[str]:
        return list(self.pages)

    def read(self, name: str) -> GoldPage:
        return self.pages[name]


def read_into_memory(gold: GoldSet, progress: "Progress") -> GoldSet:
    pages = list(progress.read_pages(gold))
    return GoldSet(gold.name, gold.layout, PagesInMemory(pages, gold.problems))


def cross_validate(task: TrainingTask, gold: GoldSet, progress: "Progress") -> dict[str, Any]:
    """Compare the trained method, in folds by site, with the shipped method."""
    # Empty gold counts in a project, where an annotator confirmed it, but not in a set.
    sites = [
        page.site
        for page in progress.read_pages(gold)
        if task.origin.is_project or any(map(str.isalnum, page.text))
    ]
    if not sites:
        raise CannotLearn(f"no page of {task.origin.name!r} has usable gold")
    progress.pages, folds = len(sites), min(MAX_FOLDS, len(set(sites)))
    has_folds = folds > 1
    shipped = load(task.method)
    assert isinstance(shipped, TrainableMethod)
    progress.folds = folds if has_folds else 0
    found = evaluate(
        gold,
        [*([task.description] if has_folds else []), Pretrained(SHIPPED, shipped)],
        folds=folds if has_folds else None,
        seed=task.seed,
        count_empty=task.origin.is_project,
        learning=progress.report_fold,
        progress=progress.report_scoring,
    )
    why_not = found.skipped.get(task.description) if has_folds else ONE_SITE
    scores = score_table(found, task.description, SHIPPED, why_not=why_not)
    if task.origin.prelabel:
        scores["notes"].append(PRELABEL_NOTE.format(task.origin.prelabel))
    return scores


def score_table(
    found: Evaluation, trained: str, shipped: str, *, why_not: str | None
) -> dict[str, Any]:
    """Scores of the shipped and the trained method, for JSON.

    `why_not` is the reason why nothing was trained in folds.
    """
    summary = summarise(found)
    rows = {row.method: row for row in summary.rows}
    return {
        "pages": max((row.pages for row in rows.values()), default=0),
        "sites": len({score.site for score in found.scores}),
        "folds": found.folds if trained in rows else None,
        "why_not": why_not,
        "measures": measure_rows(rows.get(trained), rows.get(shipped)),
        "chance": [
            {"measure": "bag F1", "difference": each.value, "p": each.p, "unit": each.unit}
            for each in summary.differences
        ],
        "notes": [*found.notes, *failure_notes(summary.rows)],
        "digest": found.digest,
    }


def measure_rows(trained: Row | None, shipped: Row | None) -> list[dict[str, Any]]:
    """One row per measure, without times, which depend on the load of the machine."""
    found = []
    for key, column in COLUMNS.items():
        before = shipped.figures.get(key) if shipped else None
        after = trained.figures.get(key) if trained else None
        if column.is_time or not (before or after):
            continue
        difference = after.value - before.value if after and before else None
        found.append(
            {
                "key": key,
                "title": column.title,
                "shipped": figure_json(before),
                "trained": figure_json(after),
                "difference": difference,
            }
        )
    return found


def figure_json(found: Figure | None) -> dict[str, float | None] | None:
    return {"value": found.value, "low": found.low, "high": found.high} if found else None


def failure_notes(rows: list[Row]) -> list[str]:
    return [
        f"{row.method} failed on {count_noun(row.failed, 'page')}" for row in rows if row.failed
    ]


def save(task: TrainingTask, folder: Path, done: Training, scores: dict[str, Any]) -> None:
    """Save the card first: if the model file exists, the result is complete."""
    card = {
        **task.as_json(),
        "pages": done.pages,
        "sites": done.sites,
        "words": done.words,
        "digest": done.provenance.sets[0].digest,
        "left_out": count_problems(done.left_out),
        "seconds": round(done.seconds, 1),
        "scores": scores,
        "version": __version__,
        "made": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }
    write_atomically(
        card_file(folder, task.name), json.dumps(card, indent=1, ensure_ascii=False) + "\n"
    )
    done.method.save(model_file(folder, task.name))


def count_problems(problems: list[Problem]) -> list[str]:
    """List the kinds of problems with their numbers of pages."""
    kinds = Counter(problem.kind for problem in problems)
    return [kind if count == 1 else f"{kind} ({count:,} pages)" for kind, count in kinds.items()]


class Progress:
    """Reports the phase, its progress, and the estimated share of the whole task.

    Reading and scoring have weight 1. Each fold and the final training have weight 2: 1 to read the
    pages and 1 to train.
    """

    def __init__(self, send: Send) -> None:
        self.send = send
        self.folds, self.pages = MAX_FOLDS, 1
        self.last: tuple[str, float] = "", 0.0

    def read_pages(self, gold: GoldSet) -> Iterator[GoldPage]:
        total = len(gold)
        for done, page in enumerate(gold, 1):
            self.report("reading", done, total, share=done / total / self.weight)
            yield page

    def report_fold(self, at: FoldProgress) -> None:
        share = (2 * at.fold - 1 + at.read / at.pages) / self.weight
        phase = "folds" if at.read < at.pages else "learning folds"
        self.report(phase, at.read, at.pages, share=share, fold=at.fold, folds=at.folds)

    def report_scoring(self, done: int) -> None:
        share = (1 + 2 * self.folds + done / self.pages) / self.weight
        self.report("scoring", done, self.pages, share=share)

    def report_training(self, done: int, total: int) -> None:
        share = (2 + 2 * self.folds + done / total) / self.weight
        self.report("reading all" if done < total else "learning", done, total, share=share)

    @property
    def weight(self) -> int:
        return 4 + 2 * self.folds

    def report(self, phase: str, done: int = 0, total: int = 0, **fields: float) -> None:
        now, (before, when) = time.monotonic(), self.last
        if phase == before and now - when < REPORT_SECONDS:
            return
        self.last = phase, now
        self.send({"phase": phase, "done": done, "total": total, **fields})


def check_methods() -> dict[str, str | None]:
    """For each trainable method, the reason why it cannot be trained here, or None."""
    found: dict[str, str | None] = {}
    for name in METHODS:
        if not issubclass(find_class(name), TrainableMethod):
            continue
        try:
            check_extra()
            load_trainable(name).check_trainable()
            found[name] = None
        except Exception as error:  # including errors of a broken library
            found[name] = describe_error(error)
    return found


def main(argument: str) -> None:
    parent = connect_to_parent()
    with suppress(OSError):
        os.nice(NICENESS)
    if argument == "--ready":
        exit_with_parent(parent)
        parent.send(check_methods())
        return
    task = TrainingTask.from_json(parent.receive())
    exit_with_parent(parent)
    try:
        run_task(task, Path(argument), parent.send)
        parent.send({"finished": True})
    except Exception as error:
        parent.send({"error": describe_error(error)})


def exit_with_parent(parent: Parent) -> None:
    """End with the studio, even while a library holds the interpreter for minutes.

    CRFsuite does so, and no Python thread runs meanwhile. On Linux the kernel kills the process.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    parent.exit_with_parent()


if __name__ == "__main__":
    main(sys.argv[1])
