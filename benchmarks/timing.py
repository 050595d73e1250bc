"""Measure time: the best of several passes, scaling over threads, and processor time."""

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
    """Milliseconds per page in the fastest pass."""
    fastest = math.inf
    for _ in range(PASSES):
        pages = inputs()
        start = time.perf_counter()
        for page in pages:
            work(page)
        fastest = min(fastest, (time.perf_counter() - start) / len(pages))
    return fastest * 1000


def scaling(pages: list[bytes], method: str | Method) -> float:
    """Speed of cleaning on two threads relative to one."""

    def run(count: int) -> float:
        start = time.perf_counter()
        for _ in clean_many(pages * 4, method=method, threads=count):
            pass
        return time.perf_counter() - start

    # Alternating, because other load on either processor halves the speed of two threads.
    turns = [(run(1), run(2)) for _ in range(PASSES)]
    return min(one for one, _ in turns) / min(two for _, two in turns)


class ProcessorClock:
    """Sums the processor time of `with` blocks."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self.start = time.process_time()

    def __exit__(self, *_: object) -> None:
        self.seconds += time.process_time() - self.start
