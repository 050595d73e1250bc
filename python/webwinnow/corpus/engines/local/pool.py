"""Worker processes, and the tasks that they are given: one each at a time."""

import json
import os
import selectors
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import webwinnow

__all__ = ["Answer", "Pool"]

# A worker that dies may have been another's victim, as when memory runs out: it is tried again.
MOST_DEATHS = 3


# One thread each; and glibc keeps memory for the next page, which it would else give back and ask
# for again, to be wiped.
LEAN = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_TRIM_THRESHOLD_": str(2**28),
    "MALLOC_MMAP_THRESHOLD_": str(2**26),
}


class Answer(NamedTuple):
    """What a worker says of a task."""

    number: int
    rows: int | None = None  # how many are done by now, of a task that goes on
    done: dict[str, Any] | None = None
    error: str | None = None
    kind: str | None = None  # of error: input, output, memory, defect, death


class Pool:
    """So many processes, which live until `close`. They are started when there is work."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder, self.most = folder, workers
        self.idle: list[Worker] = []
        self.busy: dict[Worker, int] = {}
        self.selector = selectors.DefaultSelector()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for worker in (*self.idle, *self.busy):
            worker.kill()
        self.selector.close()

    def run(self, task: str, numbers: Iterable[int], buckets: dict[str, int]) -> Iterator[Answer]:
        """Answers as they come. No more is given out than is worked on, so that whoever stops
        reading stops the work.
        """
        waiting, deaths = deque(numbers), dict[int, int]()
        while waiting or self.busy:
            while waiting and len(self.busy) < self.most:
                worker = self.idle.pop() if self.idle else self.started()
                number = waiting.popleft()
                self.busy[worker] = number
                worker.give({"task": task, "number": number, "buckets": buckets})
            for key, _ in self.selector.select():
                for answer in self.heard(key.data):
                    if answer.kind != "death":
                        yield answer
                        continue
                    deaths[answer.number] = deaths.get(answer.number, 0) + 1
                    if deaths[answer.number] < MOST_DEATHS:
                        waiting.append(answer.number)
                    else:
                        yield answer

    def started(self) -> "Worker":
        worker = Worker(self.folder)
        self.selector.register(worker.descriptor, selectors.EVENT_READ, worker)
        return worker

    def heard(self, worker: "Worker") -> list[Answer]:
        lines = worker.lines()
        if lines is None:
            self.selector.unregister(worker.descriptor)
            number = self.busy.pop(worker, None)
            if worker in self.idle:
                self.idle.remove(worker)
            how = worker.end()
            return [] if number is None else [Answer(number, error=how, kind="death")]
        answers = []
        for line in lines:
            said = json.loads(line)
            answers.append(Answer(self.busy[worker], **said))
            if "rows" not in said:
                del self.busy[worker]
                self.idle.append(worker)
        return answers


class Worker:
    """A process, and the pipes to it."""

    def __init__(self, folder: Path) -> None:
        with deaf_to_the_keyboard():
            self.process = subprocess.Popen(
                [sys.executable, "-m", "webwinnow.corpus.engines.local.worker", str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment(),
            )
        assert self.process.stdout is not None
        self.descriptor = self.process.stdout.fileno()
        self.rest = b""

    def give(self, order: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # it has died: that will be heard
            self.process.stdin.write(json.dumps(order).encode() + b"\n")
            self.process.stdin.flush()

    def lines(self) -> list[bytes] | None:
        """Whole lines that have come; None at the end."""
        data = os.read(self.descriptor, 2**16)
        if not data:
            return None
        *lines, self.rest = (self.rest + data).split(b"\n")
        return lines

    def end(self) -> str:
        """How it ended, in words."""
        status = self.process.wait()
        self.kill()
        if status in (-signal.SIGKILL, -signal.SIGABRT):  # by the system, or by a library
            return "a worker was killed, as happens when memory runs out; try fewer --workers"
        if status < 0:
            return f"a worker was killed by {signal.Signals(-status).name}"
        return f"a worker ended with status {status}"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()


@contextmanager
def deaf_to_the_keyboard() -> Iterator[None]:
    """Ctrl-C goes to all processes in front. What is started in here never hears it, and ends
    without a word when the one that did has ended.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def environment() -> dict[str, str]:
    """Workers find this very package, and leave the processors to each other."""
    place = str(Path(webwinnow.__file__).parents[1])
    known = os.environ.get("PYTHONPATH")
    paths = f"{place}{os.pathsep}{known}" if known else place
    return {**LEAN, **os.environ, "PYTHONPATH": paths}
