"""Tables by tag number, and which nodes stand inside others."""

import numpy as np
from numpy.typing import NDArray

from webwinnow._core import TAG_NAMES

__all__ = ["around", "tag_table"]

TAG_NUMBERS = {name: number for number, name in enumerate(TAG_NAMES)}


def tag_table(*names: str) -> NDArray[np.bool_]:
    """By tag number, whether it is that of a name; as large as a tag number gets, since pages add
    names of their own.
    """
    table = np.zeros(2**16, bool)
    table[[TAG_NUMBERS[name] for name in names]] = True
    return table


def around(which: NDArray[np.bool_], end: NDArray[np.int32]) -> NDArray[np.int64]:
    """For each node how many of `which` are around it, itself included; `end` is the nodes' own."""
    steps = np.zeros(len(which) + 1, np.int64)
    steps[:-1] = which
    steps -= np.bincount(end[which], minlength=len(steps))
    return np.cumsum(steps[:-1])
