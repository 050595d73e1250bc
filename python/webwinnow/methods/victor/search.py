"""Choose Victor's training settings on the training pages alone: a grid, folds by site.

Each point of the grid is trained on two thirds of the sites and scored on the others, three times.
The score is the mean F1 of the five labels, so that the rare ones, headers and lists, count as much
as the others.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from webwinnow.errors import CannotLearn, UnknownSetting
from webwinnow.gold.folds import split_by_site
from webwinnow.methods.victor.crf import LABELS
from webwinnow.methods.victor.fit import LabelledSequence, train_on_sequences
from webwinnow.methods.victor.training_options import TrainingOptions

if TYPE_CHECKING:
    from webwinnow.methods.victor.setup import Setup

#: Values to try for each setting that can be searched.
GRID: dict[str, tuple[float | bool, ...]] = {
    "l2": (0.5, 5.0, 40.0, 120.0),
    "l1": (0.0, 1.0, 4.0),
    "iterations": (40, 80, 160),
    "chain": (False, True),
}
FOLDS = 3


class Trial(NamedTuple):
    """A point of the grid and its score on the held-out sites."""

    options: TrainingOptions
    score: float


def check_names(names: Iterable[str]) -> None:
    """Raise UnknownSetting for a setting that has no grid."""
    for name in names:
        if name not in GRID:
            remedy = f"choose from {', '.join(GRID)}, separated by spaces"
            raise UnknownSetting(f"victor cannot search {name!r}; {remedy}")


def search_options(
    pages: list[LabelledSequence], setup: "Setup", base: TrainingOptions, names: list[str]
) -> list[Trial]:
    """Score all values of the named settings; the other settings are those of `base`.

    The best comes first. Equal scores keep the order of the grid.
    """
    folds = site_folds(pages)
    trials = [
        Trial(options, score_options(pages, folds, setup, options))
        for options in grid_options(base, names)
    ]
    return sorted(trials, key=lambda trial: -trial.score)


def grid_options(base: TrainingOptions, names: list[str]) -> Iterator[TrainingOptions]:
    for values in product(*(GRID[name] for name in names)):
        chosen: dict[str, Any] = dict(zip(names, values, strict=True))
        yield replace(base, **chosen)


def site_folds(pages: list[LabelledSequence]) -> list[int]:
    """The fold of each page; pages of one site are in one fold."""
    sites = {str(number): page.site for number, page in enumerate(pages)}
    if len(set(sites.values())) < FOLDS:
        raise CannotLearn(
            f"a search needs pages of {FOLDS} sites or more; add pages, or set the values yourself"
        )
    fold_of = split_by_site(sites, FOLDS)
    return [fold_of[name] for name in sites]


def score_options(
    pages: list[LabelledSequence], folds: list[int], setup: "Setup", options: TrainingOptions
) -> float:
    confusion = np.zeros((len(LABELS), len(LABELS)), np.int64)
    for fold in range(FOLDS):
        train = [page for page, own in zip(pages, folds, strict=True) if own != fold]
        crf = train_on_sequences(train, setup, options)
        for page, own in zip(pages, folds, strict=True):
            if own == fold:
                np.add.at(confusion, (page.labels, crf.best_labels(crf.scores(page.values))), 1)
    return mean_f1(confusion)


def mean_f1(confusion: NDArray[np.int64]) -> float:
    """Mean F1 of the labels that occur; rows are gold labels, columns predicted ones."""
    right, both = np.diag(confusion), confusion.sum(axis=0) + confusion.sum(axis=1)
    occurs = both > 0
    return float((2 * right[occurs] / both[occurs]).mean()) if occurs.any() else 0.0
