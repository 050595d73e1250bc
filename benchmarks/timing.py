"""How long a piece of work takes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from webwinnow import clean_many
from webwinnow.methods.base import Method

PASSES = 3
Work = Callable[[Any], object]
Inputs = Callable[[], Sequence[Any]]


def best(work: Work, inputs: Inputs) -> float:
    """Milliseconds a page in the fastest pass."""
    fastest = math.inf
    for _ in range(PASSES):
        pages = inputs()
        start = time.perf_counter()
        for page in pages:
            work(page)
        fastest = min(fastest, (time.perf_counter() - start) / len(pages))
    return fastest * 1000


def scaling(pages: list[bytes], method: str | Method) -> float:
    """How many times as fast pages are cleaned on two threads as on one."""

    def run(count: int) -> float:
        start = time.perf_counter()
        for _ in clean_many(pages * 4, method=method, threads=count):
            pass
        return time.perf_counter() - start

    # Turn by turn, since a noisy neighbour on either processor halves what two can do.
    turns = [(run(1), run(2)) for _ in range(PASSES)]
    return min(one for one, _ in turns) / min(two for _, two in turns)
