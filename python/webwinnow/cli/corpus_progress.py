"""Progress of a job for whoever waits: a bar on a screen, lines in a log."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from webwinnow.corpus.engines.local.engine import Watch
from webwinnow.messages import warn

__all__ = ["watched"]

LABELS = {
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
PAUSE = 30.0


@contextmanager
def watched(*, quiet: bool = False) -> Iterator[Watch]:
    if quiet or sys.stderr is None:
        yield Watch()
    elif sys.stderr.isatty():
        with Bars() as bars:
            yield bars
    else:
        yield Lines()


class Counting(Watch):
    """How much is done, in what a task is counted in, and how many pages."""

    def __init__(self) -> None:
        self.task = ""
        self.done = self.total = self.pages = 0
        self.before = 0  # what was done when the task began, in an earlier run
        self.going: dict[int, int] = {}  # pages of shards that are worked on
        self.start = time.monotonic()

    def begin(self, task: str, done: int, total: int) -> None:
        self.task, self.done, self.total, self.pages = task, done, total, 0
        self.before = done
        self.going.clear()
        self.start = time.monotonic()
        self.show()

    def rows(self, number: int, rows: int) -> None:
        self.going[number] = rows
        self.show()

    def finish(self, number: int, size: int, done: dict[str, Any]) -> None:
        self.going.pop(number, None)
        self.pages += done.get("rows", 0)
        self.done += size
        self.show()

    @property
    def rate(self) -> float:
        """Pages a second, in this run."""
        pages = self.pages + sum(self.going.values())
        return pages / max(time.monotonic() - self.start, 1e-3)

    @property
    def words(self) -> str:
        return f"{self.rate:,.0f} pages/s" if self.task in ("clean", "whole") else ""

    def show(self) -> None: ...


class Bars(Counting):
    """One bar, with rate and time left, for each task in turn."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        super().__init__()
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
        )
        self.bar = self.progress.add_task("planning", total=None, rate="")

    def __enter__(self) -> "Bars":
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def begin(self, task: str, done: int, total: int) -> None:
        self.progress.reset(self.bar, description=LABELS[task], total=total, rate="")
        super().begin(task, done, total)

    def show(self) -> None:
        self.progress.update(self.bar, completed=self.done, total=self.total, rate=self.words)


class Lines(Counting):
    """A line now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.last = time.monotonic()

    def show(self) -> None:
        if time.monotonic() - self.last < PAUSE:
            return
        self.last = time.monotonic()
        share = self.done / max(self.total, 1)
        speed = (self.done - self.before) / max(self.last - self.start, 1e-3)
        left = f", {(self.total - self.done) / speed:,.0f} s left" if speed else ""
        rate = f", {self.words}" if self.words else ""
        warn(f"{LABELS[self.task]}: {share:.0%}{rate}{left}")
