"""Waits for jobs."""

import time
from collections.abc import Callable

from webwinnow.web.studio.jobs.queue import Job, Jobs

__all__ = ["at_work", "ended", "until"]


def until(met: Callable[[], object], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def ended(jobs: Jobs, id: str) -> Job:
    until(lambda: not jobs.find(id).is_open)
    return jobs.find(id)


def at_work(jobs: Jobs, id: str) -> None:
    until(lambda: jobs.find(id).progress)
