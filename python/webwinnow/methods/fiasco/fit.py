"""How FIASCO learns from labelled pages: a sample of their targets, and a machine for each kind.

A target is clean where half of its characters are. Pages count alike, the targets of a page by the
root of their words; by that weight targets are drawn, since time grows with more than the square of
their number, and more of them teach little more.
"""

from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.errors import CannotLearn, InputError
from webwinnow.methods.base import TrainingExample
from webwinnow.methods.fiasco.features import FEATURES, feature_names, features
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.machine import Machine
from webwinnow.methods.fiasco.model import Kind, Model, groups_of
from webwinnow.methods.fiasco.svm import Targeted, machine_of
from webwinnow.methods.fiasco.targets import Targets

__all__ = ["Plan", "check_packages", "learn", "target_labels"]

SAMPLE = 12_000
# Sets that are better or worse teachers than their number of pages says; winnow's numbers.
SOURCE_WEIGHTS = {"news-articles": 2.0, "cleaneval": 0.5}

FloatArray = NDArray[np.float32]
Look = Callable[[Page, Targets], FloatArray | None]


class Plan(NamedTuple):
    """What to learn with."""

    pos: bool = False
    look: Look | None = None  # None for machines that are not to look at pages
    search: bool = False


class Example(NamedTuple):
    lesson: TrainingExample
    targets: Targets
    is_clean: NDArray[np.bool_]
    weights: NDArray[np.float64]


def check_packages(*, pos: bool) -> None:
    needed = {"sklearn": "train", "wordfreq": "train"} | ({"HanTa": "pos"} if pos else {})
    extras = sorted({extra for name, extra in needed.items() if find_spec(name) is None})
    if extras:
        remedy = f"pip install 'webwinnow[{','.join(extras)}]'"
        raise InputError(f"training fiasco needs packages that are not installed; run: {remedy}")


def learn(lessons: Iterable[TrainingExample], plan: Plan, *, seed: int = 0) -> Model:
    lessons = list(lessons)
    keywords = Keywords.fit(lessons)
    examples = [example for example in map(example_of, lessons) if len(example.targets)]
    chosen = drawn(examples, seed)
    rows = sampled(examples, chosen, keywords, plan)
    kinds = [
        Kind(words, look)
        for look in sorted({False, plan.look is not None})
        for words in (False, True)
    ]
    return Model(keywords, tuple(machine_for(kind, rows, plan, seed) for kind in kinds))


def example_of(lesson: TrainingExample) -> Example:
    targets = Targets.of(lesson.page)
    words = summed(lesson.page.runs.words, targets)
    weights = np.sqrt(np.maximum(words, 1))
    weights *= SOURCE_WEIGHTS.get(lesson.source, 1.0) / max(weights.sum(), 1.0)
    return Example(lesson, targets, target_labels(lesson.page, targets, lesson.keep), weights)


def target_labels(page: Page, targets: Targets, keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether at least half of each target's characters are to be kept."""
    chars = page.runs.chars
    is_clean: NDArray[np.bool_] = 2 * summed(chars * keep, targets) >= summed(chars, targets)
    return is_clean


def summed(values: NDArray[np.int32], targets: Targets) -> NDArray[np.float64]:
    """Over the runs of each target."""
    inside = targets.of_run >= 0
    found = np.bincount(targets.of_run[inside], values[inside], len(targets))
    return found.astype(np.float64, copy=False)


def drawn(examples: Sequence[Example], seed: int) -> list[NDArray[np.int64]]:
    """The targets of each page that are learned from, in order."""
    weights = np.concatenate([example.weights for example in examples])
    count = min(SAMPLE, len(weights))
    chances = weights / weights.sum()
    places = np.random.default_rng(seed).choice(len(weights), count, replace=False, p=chances)
    places.sort()
    ends = np.cumsum([len(example.weights) for example in examples])
    parts = np.split(places, places.searchsorted(ends[:-1]))
    starts = np.append(0, ends[:-1])
    return [part - start for part, start in zip(parts, starts, strict=True)]


def sampled(
    examples: Sequence[Example],
    chosen: Sequence[NDArray[np.int64]],
    keywords: Keywords,
    plan: Plan,
) -> Targeted:
    """All features of the targets drawn; those of pages that could not be shown have no look."""
    kind = Kind(words=True, look=plan.look is not None)
    names = feature_names(*groups_of(kind, pos=plan.pos))
    unseen = feature_names(*groups_of(Kind(words=True, look=False), pos=plan.pos))
    rows, clean, sites = [], [], []
    for example, places in zip(examples, chosen, strict=True):
        if not len(places):
            continue
        page, targets = example.lesson.page, example.targets
        look = plan.look(page, targets) if plan.look else None
        found = np.full((len(targets), len(names)), np.nan, np.float32)
        known = unseen if look is None else names
        columns = [names.index(name) for name in known]
        found[:, columns] = features(page, targets, known, keywords=keywords, look=look)
        rows.append(found[places])
        clean.append(example.is_clean[places])
        sites += [example.lesson.site] * len(places)
    return Targeted(names, np.concatenate(rows), np.concatenate(clean), sites)


def machine_for(kind: Kind, every: Targeted, plan: Plan, seed: int) -> Machine:
    groups = groups_of(kind, pos=plan.pos)
    names = tuple(name for name in every.names if FEATURES[name].group in groups)
    some = every.columns(names)
    if kind.look:
        # On a page that was shown this is known of all targets.
        some = some.chosen(~np.isnan(some.rows[:, names.index("shown")]))
    if len(set(some.is_clean.tolist())) < 2:
        is_dark = kind.look and not len(some.rows)
        if is_dark:
            raise CannotLearn(
                "fiasco-visual has no page that could be shown; see that Chromium runs"
            )
        what = "nothing but one kind of target"
        raise CannotLearn(
            f"fiasco has {what} to learn from; give pages that have text and boilerplate"
        )
    return machine_of(some, search=plan.search, seed=seed)
