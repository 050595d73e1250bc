"""Hostile pages take time in proportion to their size, from bytes to every format.

`python -m benchmarks.speed --only linear` fits the exponent more finely; here four times the size
may take at most ten times as long, where quadratic cost would take sixteen.
"""

import time

import pytest

from benchmarks.hostile import HOSTILE
from webwinnow import FORMATS, Page, load, render
from webwinnow.metadata import metadata

SMALL, FACTOR, BOUND = 5_000, 4, 10


def seconds(html: bytes) -> float:
    """The best of three, since machines are noisy."""
    tries = []
    for _ in range(3):
        start = time.perf_counter()
        page = Page(html)
        decision = load("bte").decide(page)
        visible = load("all").decide(page)
        for to in FORMATS:
            render(page, decision, to=to)
            render(page, visible, to=to)
        metadata(page)
        tries.append(time.perf_counter() - start)
    return min(tries)


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_size(name: str) -> None:
    small = seconds(HOSTILE[name](SMALL).encode())
    large = seconds(HOSTILE[name](SMALL * FACTOR).encode())
    assert large < BOUND * max(small, 0.001)
