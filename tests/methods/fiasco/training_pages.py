"""Models of FIASCO so small that what they say can be worked out by hand, and taught ones."""

import math
from collections.abc import Mapping
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tests.support.generated import training_examples
from webwinnow import Page
from webwinnow.methods.fiasco.fit import Plan, learn
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.machine import Machine, Scale
from webwinnow.methods.fiasco.method import Fiasco, FiascoVisual
from webwinnow.methods.fiasco.model import Kind, Model
from webwinnow.methods.fiasco.targets import Targets
from webwinnow.methods.provenance import Provenance
from webwinnow.visual.measures import MEASURES

F = TypeVar("F", bound=Fiasco)

STRUCTURE, WORDS = Kind(words=False, look=False), Kind(words=True, look=False)
SEEN, EVERYTHING = Kind(words=False, look=True), Kind(words=True, look=True)


def machine(
    names: tuple[str, ...],
    centres: list[list[float]],
    weights: list[float],
    *,
    gamma: float = 1.0,
    bias: float = 0.0,
    slope: float = 1.0,
) -> Machine:
    """Values are scaled from 0 … 1 to −1 … 1."""
    low, high = np.zeros(len(names), np.float32), np.ones(len(names), np.float32)
    rows = np.array(centres, np.float32)
    return Machine(names, Scale(low, high), gamma, rows, np.array(weights, np.float32), bias, slope)


def names_of(kind: Kind) -> tuple[str, ...]:
    """Of as few features as make the kind."""
    return ("paragraph", *(["capitals"] if kind.words else []), *(["shown"] if kind.look else []))


def saying(kind: Kind, chance: float) -> Machine:
    """Every target is clean that likely."""
    names = names_of(kind)
    bias = math.log(chance / (1 - chance))
    return machine(names, [[0.0] * len(names)], [0.0], bias=bias)


def for_paragraphs(kind: Kind, slope: float = 4.0) -> Machine:
    """Paragraphs are clean: margins are 1 − exp(−4) and exp(−4) − 1."""
    others = [0.0] * (len(names_of(kind)) - 1)
    return machine(names_of(kind), [[1, *others], [-1, *others]], [1, -1], slope=slope)


def telling(chances: Mapping[Kind, float]) -> Model:
    """Which of its machines was asked is known by the chance that it gives."""
    return Model(Keywords(), tuple(saying(kind, chance) for kind, chance in chances.items()))


def knowing(method: F, model: Model) -> F:
    method.model_, method.provenance_ = model, Provenance()
    return method


def seen(page: Page, targets: Targets) -> NDArray[np.float32]:
    """What a browser might have seen: later targets are lower on the page."""
    found = np.full((len(targets), len(MEASURES)), 0.5, np.float32)
    found[:, list(MEASURES).index("shown")] = 1
    found[:, list(MEASURES).index("region's top")] = np.linspace(0, 1, len(targets))
    return found


@cache
def taught() -> Fiasco:
    """Knows twenty pages of ten sites; not to be changed."""
    return Fiasco().fit(training_examples(range(20)))


@cache
def taught_to_look() -> FiascoVisual:
    """Likewise, of pages that no browser was needed for."""
    return knowing(FiascoVisual(), learn(training_examples(range(20)), Plan(look=seen)))
