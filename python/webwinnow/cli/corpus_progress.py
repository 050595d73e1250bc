"""Progress of `webwinnow corpus`: a bar on a terminal, lines in a log."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from webwinnow.cli.console import stderr_is_terminal
from webwinnow.cli.progress import ProgressBar
from webwinnow.corpus.engines.local.engine import Watch
from webwinnow.messages import warn

TASK_LABELS = {
    "sample": "sampling hosts",
    "learn": "learning templates",
    "clean": "cleaning",
    "whole": "cleaning",
    "keys": "comparing texts",
    "same": "comparing texts",
    "ngrams": "finding repeats",
    "seen": "finding repeats",
    "onion": "finding repeats",
    "finish": "writing",
}
# Seconds between two lines in a log.
LOG_INTERVAL = 30.0


@contextmanager
def watch_corpus(*, quiet: bool = False) -> Iterator[Watch]:
    """Yield the observer that a corpus run reports to."""
    if quiet:
        yield Watch()
    elif stderr_is_terminal():
        with ProgressBar("planning") as bar:
            yield BarProgress(bar)
    else:
        yield LogProgress()


class TaskProgress(Watch):
    """Counts the finished amount of the current task, and pages per second."""

    def __init__(self) -> None:
        self.task = ""
        self.done = self.total = self.pages = 0
        self.done_before = 0  # by an interrupted run
        self.shard_pages: dict[int, int] = {}  # of unfinished shards
        self.start = time.monotonic()

    def begin(self, task: str, done: int, total: int) -> None:
        self.task, self.done, self.total, self.pages = task, done, total, 0
        self.done_before = done
        self.shard_pages.clear()
        self.start = time.monotonic()
        self.show()

    def rows(self, number: int, rows: int) -> None:
        self.shard_pages[number] = rows
        self.show()

    def finish(self, number: int, size: int, done: dict[str, Any]) -> None:
        self.shard_pages.pop(number, None)
        self.pages += done.get("rows", 0)
        self.done += size
        self.show()

    @property
    def rate(self) -> str:
        """Pages per second in this run, for tasks that clean pages."""
        if self.task not in ("clean", "whole"):
            return ""
        pages = self.pages + sum(self.shard_pages.values())
        return f", {pages / max(time.monotonic() - self.start, 1e-3):,.0f} pages/s"

    def show(self) -> None: ...


class BarProgress(TaskProgress):
    def __init__(self, bar: ProgressBar) -> None:
        super().__init__()
        self.bar = bar

    def begin(self, task: str, done: int, total: int) -> None:
        self.bar.restart(TASK_LABELS[task], total)
        super().begin(task, done, total)

    def show(self) -> None:
        self.bar.update(self.done, label=f"{TASK_LABELS[self.task]}{self.rate}")


class LogProgress(TaskProgress):
    """Prints one line every `LOG_INTERVAL` seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.last = time.monotonic()

    def show(self) -> None:
        if time.monotonic() - self.last < LOG_INTERVAL:
            return
        self.last = time.monotonic()
        share = self.done / max(self.total, 1)
        speed = (self.done - self.done_before) / max(self.last - self.start, 1e-3)
        left = f", {(self.total - self.done) / speed:,.0f} s left" if speed else ""
        warn(f"{TASK_LABELS[self.task]}: {share:.0%}{self.rate}{left}")
