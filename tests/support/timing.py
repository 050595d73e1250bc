"""Time limits that hold on a busy machine: they count the thread's processor time."""

import time
from collections.abc import Callable

# Shorter times are noise.
LEAST_SECONDS = 0.001


def cpu_seconds(work: Callable[[], object], *, tries: int = 3) -> float:
    """Processor time that this thread spends in a call: the best of several tries."""
    spent = []
    for _ in range(tries):
        start = time.thread_time()
        work()
        spent.append(time.thread_time() - start)
    return min(spent)


def assert_linear(prepare: Callable[[int], Callable[[], object]], size: int) -> None:
    """Fail if four times the size takes more than ten times as long; quadratic cost takes sixteen.

    `prepare` gets a size and returns the work to measure.
    """
    small, large = (cpu_seconds(prepare(each)) for each in (size, 4 * size))
    assert large < 10 * max(small, LEAST_SECONDS), f"{small:.4f} s, then {large:.4f} s"
