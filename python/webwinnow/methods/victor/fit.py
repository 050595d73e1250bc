"""How Victor learns from labelled pages: CRFsuite finds the weights, L-BFGS with an L2 penalty.

A page is a sequence, a run an item, and a template's value an attribute. Where nobody told kinds,
those of the page's own markup are learned.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import KIND_NAMES, Decision
from webwinnow.errors import CannotLearn
from webwinnow.methods.base import Lesson
from webwinnow.methods.victor.crf import LABELS, OTHER, Crf, Numbering

if TYPE_CHECKING:
    from webwinnow.methods.victor.setup import Setup

__all__ = ["LABEL_OF_KIND", "Rule", "check_package", "examples", "labels_of", "learn", "learn_from"]

#: The label for each of KIND_NAMES, by number.
LABEL_OF_KIND = np.array(
    [
        LABELS.index({"heading": "header", "list item": "list"}.get(kind, kind))
        for kind in KIND_NAMES
    ],
    np.uint8,
)


@dataclass(frozen=True)
class Rule:
    """How to learn; CRFsuite's c2, c1 and max_iterations."""

    l2: float = 40.0
    l1: float = 0.0
    iterations: int = 80


@dataclass(frozen=True)
class Example:
    """A page as a sequence: features and label of each run that is labelled."""

    values: NDArray[np.int32]
    labels: NDArray[np.uint8]


def check_package() -> None:
    """CannotLearn where CRFsuite is not installed."""
    try:
        import pycrfsuite  # noqa: F401
    except ImportError as error:
        remedy = "install webwinnow[train]"
        raise CannotLearn(
            f"victor learns with python-crfsuite, which is missing; {remedy}"
        ) from error


def learn(lessons: Iterable[Lesson], setup: "Setup", rule: Rule | None = None) -> Crf:
    """CannotLearn where there is nothing to learn from. Bins that the setup leaves to quantiles are
    found in the lessons.
    """
    if any(feature.quantiles for feature in setup.features):
        from webwinnow.methods.victor.features import raw_values

        lessons = list(lessons)
        setup = setup.fitted(raw_values(lesson.page, setup) for lesson in lessons)
    return learn_from(list(examples(lessons, setup)), setup, rule)


def examples(lessons: Iterable[Lesson], setup: "Setup") -> Iterator[Example]:
    """Of pages that have a run to label."""
    from webwinnow.methods.victor.features import encode, labelled_runs

    for lesson in lessons:
        runs = labelled_runs(lesson.page)
        if len(runs):
            yield Example(encode(lesson.page, setup), labels_of(lesson)[runs])


def labels_of(lesson: Lesson) -> NDArray[np.uint8]:
    """A label for each run."""
    kind = lesson.kind
    if kind is None:
        kind = kinds_of_markup(lesson)
    labels: NDArray[np.uint8] = np.where(lesson.keep, LABEL_OF_KIND[kind], np.uint8(OTHER))
    return labels


def kinds_of_markup(lesson: Lesson) -> NDArray[np.uint8]:
    """As the page has them; where the first run of a block is dropped, the next that is kept opens
    in its place.
    """
    page, keep = lesson.page, lesson.keep
    kind: NDArray[np.uint8] = Decision.visible(page).kind.copy()
    kept = np.flatnonzero(keep & (page.runs.block >= 0))
    block, first = np.unique(page.runs.block[kept], return_index=True)
    kind[kept[first]] = kind[page.blocks.first[block]]
    return kind


def learn_from(pages: list[Example], setup: "Setup", rule: Rule | None = None) -> Crf:
    check_package()
    if not pages:
        raise CannotLearn("victor has no text to learn from; give pages that have some")
    seen = np.unique(np.concatenate([page.labels for page in pages]))
    if len({label == OTHER for label in seen.tolist()}) < 2:
        only = "boilerplate" if seen[0] == OTHER else "content"
        raise CannotLearn(f"victor has seen nothing but {only}; give pages that have both")
    numbering = Numbering.of(setup)
    info = trained(pages, numbering, rule or Rule())
    table = np.zeros((numbering.total, len(LABELS)), np.float32)
    for (name, label), weight in info.state_features.items():
        table[int(name), int(label)] = weight
    transitions = np.zeros((len(LABELS), len(LABELS)), np.float32)
    for (before, after), weight in info.transitions.items():
        transitions[int(before), int(after)] = weight
    attributes = np.flatnonzero(table.any(axis=1)).astype(np.int32)
    return Crf(setup, attributes, table[attributes], transitions)


def trained(pages: list[Example], numbering: Numbering, rule: Rule) -> Any:
    """What CRFsuite tells of its model; attributes and labels are named by their numbers."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(
        {
            "c1": rule.l1,
            "c2": rule.l2,
            "max_iterations": rule.iterations,
            "feature.possible_transitions": True,
        }
    )
    names = np.array([str(number) for number in range(numbering.total)], object)
    for page in pages:
        items = names[numbering.numbers(page.values)].tolist()
        trainer.append(items, [str(label) for label in page.labels.tolist()])
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "model.crfsuite")
        trainer.train(path)
        tagger = pycrfsuite.Tagger()
        with tagger.open(path):
            return tagger.info()
