"""Training process of the studio: `python -m webwinnow.web.studio.jobs.training_process FOLDER`.

It gets a task, one line of JSON, and tells how far it has come, a line each; the model and its card
go into the folder. It ends itself when the pipe that the task came through is closed, so that
nobody learns for a studio that is gone. With `--ready` instead of a folder it tells which methods
can be trained here.
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
from webwinnow.evaluation.runner import check_extra, evaluate
from webwinnow.evaluation.systems import Pretrained
from webwinnow.gold.datasets import GoldPage, GoldSet, Problem
from webwinnow.io.atomic import write_atomically
from webwinnow.messages import describe_error
from webwinnow.methods import METHODS, find_class, load
from webwinnow.methods.base import TrainableMethod
from webwinnow.process import Parent, connect_to_parent
from webwinnow.train import Training, learner, train
from webwinnow.web.studio.jobs.models import card_of, file_of
from webwinnow.web.studio.scores import compared
from webwinnow.web.studio.task import Task

__all__ = ["learn", "main", "readiness"]

MOST_FOLDS = 5
KINDNESS = 10  # others go first
INTERVAL = 0.2  # seconds between two lines about the same thing
SHIPPED = "as shipped"
ONE_SITE = (
    "all pages are of one site, so that no page could be judged by what was learned elsewhere; "
    "add pages of other sites to see scores"
)
PR_SET_PDEATHSIG = 1

BEGUN = (
    "people began with the labels of {0}: {0}, and what is like it, score higher on these pages"
    " than on others"
)
Tell = Callable[[dict[str, Any]], None]


def learn(task: Task, folder: Path, tell: Tell) -> None:
    """Scores in folds, then a model of all pages; both are in its card."""
    method = learner(load(task.description))
    check_extra()
    method.check_trainable()
    progress = Progress(tell)
    with task.origin.open() as opened:
        # People may go on labelling while a method learns: their pages are as they are now.
        gold = held(opened, progress) if task.origin.is_project else opened
        scores = in_folds(task, gold, progress)
        tell({"scores": scores})
        done = train(method, [gold], seed=task.seed, progress=progress.final)
    progress.show("saving", share=1.0)
    save(task, folder, done, scores)


class Held:
    """Pages in memory."""

    def __init__(self, pages: Iterable[GoldPage], problems: list[Problem]) -> None:
        self.pages = {page.name: page for page in pages}
        self.problems = problems

    def names(self) -> list[str]:
        return list(self.pages)

    def read(self, name: str) -> GoldPage:
        return self.pages[name]


def held(gold: GoldSet, progress: "Progress") -> GoldSet:
    pages = list(progress.reading(gold))
    return GoldSet(gold.name, gold.layout, Held(pages, gold.problems))


def in_folds(task: Task, gold: GoldSet, progress: "Progress") -> dict[str, Any]:
    """What the method scores on sites that it has not learned from, beside what it does now."""
    # An annotator who says that a page has no content means it; a set may only lack its gold.
    counted = [
        page.site
        for page in progress.reading(gold)
        if task.origin.is_project or any(map(str.isalnum, page.text))
    ]
    if not counted:
        raise CannotLearn(f"no page of {task.origin.name!r} has a gold that can be used")
    progress.pages, folds = len(counted), min(MOST_FOLDS, len(set(counted)))
    has_folds = folds > 1
    known = load(task.method)
    assert isinstance(known, TrainableMethod)
    progress.folds = folds if has_folds else 0
    found = evaluate(
        gold,
        [*([task.description] if has_folds else []), Pretrained(SHIPPED, known)],
        folds=folds if has_folds else None,
        seed=task.seed,
        count_empty=task.origin.is_project,
        learning=progress.fold,
        progress=progress.scored,
    )
    why = found.skipped.get(task.description) if has_folds else ONE_SITE
    scores = compared(found, task.description, SHIPPED, why_not=why)
    if task.origin.prelabel:
        scores["notes"].append(BEGUN.format(task.origin.prelabel))
    return scores


def save(task: Task, folder: Path, done: Training, scores: dict[str, Any]) -> None:
    """The card first: where the model is, all is."""
    card = {
        **task.as_json(),
        "pages": done.pages,
        "sites": done.sites,
        "words": done.words,
        "digest": done.provenance.sets[0].digest,
        "left_out": told(done.left_out),
        "seconds": round(done.seconds, 1),
        "scores": scores,
        "version": __version__,
        "made": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }
    write_atomically(
        card_of(folder, task.name), json.dumps(card, indent=1, ensure_ascii=False) + "\n"
    )
    done.method.save(file_of(folder, task.name))


def told(problems: list[Problem]) -> list[str]:
    """Each kind of trouble, with how many pages have it."""
    kinds = Counter(problem.kind for problem in problems)
    return [kind if count == 1 else f"{kind} ({count:,} pages)" for kind, count in kinds.items()]


class Progress:
    """Tells the phase, how much of it is done, and a guess at the share of the whole.

    Reading and scoring weigh 1, each fold and the last learning 2: one to read, one to learn.
    """

    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self.folds, self.pages = MOST_FOLDS, 1
        self.last: tuple[str, float] = "", 0.0

    def reading(self, gold: GoldSet) -> Iterator[GoldPage]:
        total = len(gold)
        for done, page in enumerate(gold, 1):
            self.show("reading", done, total, share=done / total / self.weight)
            yield page

    def fold(self, at: FoldProgress) -> None:
        share = (2 * at.fold - 1 + at.read / at.pages) / self.weight
        phase = "folds" if at.read < at.pages else "learning folds"
        self.show(phase, at.read, at.pages, share=share, fold=at.fold, folds=at.folds)

    def scored(self, done: int) -> None:
        share = (1 + 2 * self.folds + done / self.pages) / self.weight
        self.show("scoring", done, self.pages, share=share)

    def final(self, done: int, total: int) -> None:
        share = (2 + 2 * self.folds + done / total) / self.weight
        self.show("reading all" if done < total else "learning", done, total, share=share)

    @property
    def weight(self) -> int:
        return 4 + 2 * self.folds

    def show(self, phase: str, done: int = 0, total: int = 0, **others: float) -> None:
        now, (before, when) = time.monotonic(), self.last
        if phase == before and now - when < INTERVAL:
            return
        self.last = phase, now
        self.tell({"phase": phase, "done": done, "total": total, **others})


def readiness() -> dict[str, str | None]:
    """For each method that learns, why it cannot be trained here; None where it can."""
    found: dict[str, str | None] = {}
    for name in METHODS:
        if not issubclass(find_class(name), TrainableMethod):
            continue
        try:
            check_extra()
            learner(name).check_trainable()
            found[name] = None
        except Exception as error:  # a broken library, too, is a reason
            found[name] = describe_error(error)
    return found


def main(argument: str) -> None:
    parent = connect_to_parent()
    with suppress(OSError):
        os.nice(KINDNESS)
    if argument == "--ready":
        exit_with_parent(parent)
        parent.send(readiness())
        return
    task = Task.of_json(parent.receive())
    exit_with_parent(parent)
    try:
        learn(task, Path(argument), parent.send)
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
