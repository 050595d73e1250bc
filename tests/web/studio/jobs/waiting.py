"""Wait for jobs."""

import time
from collections.abc import Callable

from webwinnow.web.studio.jobs.job import Job
from webwinnow.web.studio.jobs.queue import JobQueue


def wait_until(condition: Callable[[], object], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def wait_for_end(jobs: JobQueue, id: str) -> Job:
    wait_until(lambda: not jobs.find(id).is_open)
    return jobs.find(id)


def wait_for_progress(jobs: JobQueue, id: str) -> None:
    wait_until(lambda: jobs.find(id).progress)
