"""How long a piece of work takes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

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
