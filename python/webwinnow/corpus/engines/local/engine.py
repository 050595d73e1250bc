"""The engine for one machine: tasks over worker processes, one kind after the other."""

import math
from collections.abc import Iterable
from typing import Any

from webwinnow.corpus.engines.local.pool import Answer, Pool
from webwinnow.corpus.job import Job, unwritable
from webwinnow.corpus.sampling import learned_sites, store_templates
from webwinnow.errors import InputError

__all__ = ["Watch", "run"]

# Rows of a bucket: some sixty bytes each, in every worker, while they are looked through.
ROWS = 4_000_000
# Keys of a document, about: its text's and those of its MinHash values.
KEYS = 17
# Bytes of input that make a bucket of samples.
SAMPLED = 2**27
# Tasks that read the input: what they have done is told in bytes of it.
READING = ("sample", "clean", "whole")


class Watch:
    """Hears how far the job has come; this one says nothing."""

    def begin(self, task: str, done: int, total: int) -> None:
        """Of so many bytes of input, or so many pieces, those are done already."""

    def rows(self, number: int, rows: int) -> None:
        """So many rows of a shard are done."""

    def finish(self, number: int, size: int, done: dict[str, Any]) -> None:
        """A shard or bucket is done."""


def run(job: Job, workers: int, watch: Watch | None = None) -> None:
    """All tasks that are left, but for the report."""
    with Pool(job.work.folder, workers) as pool:
        Phases(job, pool, watch or Watch()).run()


class Phases:
    """What comes after what, and how many buckets each is divided into."""

    def __init__(self, job: Job, pool: Pool, watch: Watch) -> None:
        self.job, self.pool, self.watch = job, pool, watch
        self.work = job.work
        self.buckets: dict[str, int] = {}

    def run(self) -> None:
        settings = self.work.settings
        if self.work.templates is not None:
            self.learn()
        if not settings.looks_around:
            self.each("whole", self.shards)
            return
        self.each("clean", self.shards)
        if settings.duplicates or settings.near_duplicates:
            self.buckets["keys"] = pieces(KEYS * self.job.total("clean", "documents"), ROWS)
            self.exchange("keys", "same")
        if settings.onion == "free":
            self.buckets["ngrams"] = pieces(self.job.total("clean", "tokens"), ROWS)
            self.exchange("ngrams", "seen")
        elif settings.onion == "exact":
            self.each("onion", [0])
        self.each("finish", self.shards)

    @property
    def shards(self) -> range:
        return range(len(self.work.shards))

    def learn(self) -> None:
        self.buckets["sample"] = pieces(sum(shard.size for shard in self.work.shards), SAMPLED)
        if not self.job.left("templates", [0]):
            return
        self.exchange("sample", "learn")
        try:
            store_templates(self.work, learned_sites(self.work, self.buckets["sample"]))
        except OSError as error:
            raise unwritable(self.work.folder, error) from error
        self.job.note("templates", 0, {})

    def exchange(self, spread: str, gather: str) -> None:
        """From shards to buckets; what went between them is let go of."""
        buckets = range(self.buckets[spread])
        if self.job.left(gather, buckets):
            self.each(spread, self.shards)
            self.each(gather, buckets)
        self.job.forget(spread)

    def each(self, task: str, numbers: range | list[int]) -> None:
        left = self.job.left(task, numbers)
        sizes = [self.size(task, number) for number in numbers]
        rest = sum(self.size(task, number) for number in left)
        if not left:
            return
        self.watch.begin(task, sum(sizes) - rest, sum(sizes))
        problems: list[str] = []
        for answer in self.pool.run(task, left, self.buckets):
            if answer.rows is not None:
                self.watch.rows(answer.number, answer.rows)
            elif answer.done is not None:
                if problem := self.job.changed(answer.number) if task in READING else None:
                    self.job.withdraw(answer.number)
                    problems.append(problem)
                    continue
                self.job.note(task, answer.number, answer.done)
                self.watch.finish(answer.number, self.size(task, answer.number), answer.done)
            else:
                problems.append(self.problem(task, answer))
        if problems:
            raise InputError(summary(problems))

    def size(self, task: str, number: int) -> int:
        """What progress is counted in: bytes where the input is read, else pieces."""
        return self.work.shards[number].size if task in READING else 1

    def problem(self, task: str, answer: Answer) -> str:
        """What to tell of a task that failed, when all others are done; or at once, where they
        would fail as well.
        """
        if answer.kind == "output":
            raise unwritable(self.work.folder, OSError(0, answer.error))
        on_shard = task in (*READING, "keys", "ngrams", "finish")
        where = f" at {self.work.shards[answer.number].path!r}" if on_shard else ""
        return str(answer.error) if answer.kind == "input" else f"{task}{where}: {answer.error}"


def pieces(rows: int, most: int) -> int:
    return max(1, math.ceil(rows / most))


def summary(problems: Iterable[str]) -> str:
    each = list(dict.fromkeys(problems))
    more = f"; and {len(each) - 1} more" if len(each) > 1 else ""
    return f"{each[0]}{more}; mend that and give the same command again: what is done stays done"
