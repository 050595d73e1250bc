"""Worker processes of a corpus job: each does one task at a time."""

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, NamedTuple

from webwinnow.process import Child, ChildLost, describe_exit

WORKER = "webwinnow.corpus.engines.local.worker"
# Another process may have caused a worker's death, as when memory runs out: the task is retried.
MAX_DEATHS = 3
# glibc keeps freed memory for the next page instead of returning it to the system, which would
# have to clear it again.
MEMORY = {"MALLOC_TRIM_THRESHOLD_": str(2**28), "MALLOC_MMAP_THRESHOLD_": str(2**26)}


class TaskMessage(NamedTuple):
    """Progress, result or error of a task."""

    number: int
    rows: int | None = None  # finished so far, of a task in progress
    done: dict[str, Any] | None = None
    error: str | None = None
    kind: str | None = None  # of error: input, output, memory, defect, death


class Pool:
    """A number of worker processes, started on demand, alive until `close`."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder, self.workers = folder, workers
        self.idle: list[Child] = []
        self.busy: dict[Child, int] = {}

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for worker in (*self.idle, *self.busy):
            worker.kill()

    def run(
        self, task: str, numbers: Iterable[int], buckets: dict[str, int]
    ) -> Iterator[TaskMessage]:
        """Yield messages in the order of completion.

        A worker gets its next task when the caller takes the result of its last one: a caller who
        stops reading stops the work.
        """
        waiting, deaths = deque(numbers), dict[int, int]()
        while waiting or self.busy:
            while waiting and len(self.busy) < self.workers:
                worker = self.idle.pop() if self.idle else self.start_worker()
                number = waiting.popleft()
                self.busy[worker] = number
                worker.send({"task": task, "number": number, "buckets": buckets})
            workers = {worker.from_child: worker for worker in self.busy}
            for ready in wait(list(workers)):
                message = self.receive(workers[ready])  # type: ignore[index]
                if message.kind != "death":
                    yield message
                    continue
                deaths[message.number] = deaths.get(message.number, 0) + 1
                if deaths[message.number] < MAX_DEATHS:
                    waiting.append(message.number)
                else:
                    yield message

    def start_worker(self) -> Child:
        # In the job's own process group: a signal to the group ends all of it at once.
        return Child(WORKER, str(self.folder), threads=1, variables=MEMORY, own_session=False)

    def receive(self, worker: Child) -> TaskMessage:
        number = self.busy[worker]
        try:
            message = worker.receive()
        except ChildLost:
            del self.busy[worker]
            worker.kill()
            return TaskMessage(number, error=describe_death(worker), kind="death")
        if "rows" not in message:
            del self.busy[worker]
            self.idle.append(worker)
        return TaskMessage(number, **message)


def describe_death(worker: Child) -> str:
    status = worker.process.returncode
    if status in (-signal.SIGKILL, -signal.SIGABRT):  # by the system, or by a library
        return "a worker was killed, as happens when memory runs out; try fewer --workers"
    if status < 0:
        return f"a worker was killed by {describe_exit(status)}"
    return f"a worker ended with {describe_exit(status).removeprefix('exit ')}"
