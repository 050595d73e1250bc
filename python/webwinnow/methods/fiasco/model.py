"""What FIASCO has learned: keywords, and machines that look at more or less of a target."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import Page
from webwinnow.methods.fiasco.features import FEATURES, Group, features
from webwinnow.methods.fiasco.keywords import Keywords
from webwinnow.methods.fiasco.machine import Machine
from webwinnow.methods.fiasco.targets import Targets

__all__ = ["Kind", "Model", "groups_of"]

FloatArray = NDArray[np.float32]


@dataclass(frozen=True)
class Kind:
    """What a machine looks at beside structure."""

    words: bool
    look: bool

    @classmethod
    def of(cls, machine: Machine) -> "Kind":
        groups = {FEATURES[name].group for name in machine.names}
        return cls("linguistic" in groups, "visual" in groups)


def groups_of(kind: Kind, *, pos: bool) -> tuple[Group, ...]:
    """The groups of features for a machine; parts of speech are of words."""
    found: list[Group] = ["structural"]
    if kind.words:
        found += ["linguistic", "pos"] if pos else ["linguistic"]
    if kind.look:
        found.append("visual")
    return tuple(found)


@dataclass(frozen=True, eq=False)
class Model:
    keywords: Keywords
    machines: tuple[Machine, ...]

    @property
    def has_parts_of_speech(self) -> bool:
        """Whether judging needs the extra `pos`."""
        names = {name for machine in self.machines for name in machine.names}
        return any(FEATURES[name].group == "pos" for name in names)

    @cached_property
    def kinds(self) -> dict[Kind, Machine]:
        return {Kind.of(machine): machine for machine in self.machines}

    def chances(
        self, page: Page, targets: Targets, machine: Machine, look: FloatArray | None
    ) -> FloatArray:
        """How likely each target is clean."""
        rows = features(page, targets, machine.names, keywords=self.keywords, look=look)
        return machine.chances(machine.margins(rows))
