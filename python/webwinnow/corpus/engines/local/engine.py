"""Run a job on one machine: one kind of task after the other, over worker processes."""

import math
from collections.abc import Iterable
from typing import Any

from webwinnow.corpus.engines.local.pool import Pool, TaskMessage
from webwinnow.corpus.job import RERUN, Job, write_error
from webwinnow.corpus.sampling import learned_sites, store_templates
from webwinnow.errors import InputError

# Rows of a bucket: each takes about 60 bytes of a worker's memory.
BUCKET_ROWS = 4_000_000
# Keys per document: one of its text and 16 MinHash values.
KEYS_PER_DOCUMENT = 17
# Bytes of input per bucket of samples.
SAMPLE_BUCKET_BYTES = 2**27
# Tasks that read the input; their progress is counted in bytes of it.
READING = ("sample", "clean", "whole")


class Watch:
    """Receives the progress of a job; this base class ignores it."""

    def begin(self, task: str, done: int, total: int) -> None:
        """A kind of task starts; `done` of `total` bytes or pieces are finished already."""

    def rows(self, number: int, rows: int) -> None:
        """A number of rows of a shard are done."""

    def finish(self, number: int, size: int, done: dict[str, Any]) -> None:
        """A shard or bucket is done."""


def run(job: Job, workers: int, watch: Watch | None = None) -> None:
    """Run all unfinished tasks except the report."""
    with Pool(job.workspace.folder, workers) as pool:
        Phases(job, pool, watch or Watch()).run()


class Phases:
    """The order of tasks, and the number of buckets of each exchange."""

    def __init__(self, job: Job, pool: Pool, watch: Watch) -> None:
        self.job, self.pool, self.watch = job, pool, watch
        self.workspace = job.workspace
        self.buckets: dict[str, int] = {}

    def run(self) -> None:
        settings = self.workspace.settings
        if self.workspace.templates is not None:
            self.learn()
        if not settings.compares_documents:
            self.each("whole", self.shards)
            return
        self.each("clean", self.shards)
        if settings.duplicates or settings.near_duplicates:
            documents = self.job.total("clean", "documents")
            self.buckets["keys"] = divide(KEYS_PER_DOCUMENT * documents, BUCKET_ROWS)
            self.exchange("keys", "same")
        if settings.onion == "free":
            self.buckets["ngrams"] = divide(self.job.total("clean", "tokens"), BUCKET_ROWS)
            self.exchange("ngrams", "seen")
        elif settings.onion == "exact":
            self.each("onion", [0])
        self.each("finish", self.shards)

    @property
    def shards(self) -> range:
        return range(len(self.workspace.shards))

    def learn(self) -> None:
        total = sum(shard.size for shard in self.workspace.shards)
        self.buckets["sample"] = divide(total, SAMPLE_BUCKET_BYTES)
        if not self.job.unfinished("templates", [0]):
            return
        self.exchange("sample", "learn")
        try:
            store_templates(self.workspace, learned_sites(self.workspace, self.buckets["sample"]))
        except OSError as error:
            raise write_error(self.workspace.folder, error) from error
        self.job.record("templates", 0, {})

    def exchange(self, spread: str, gather: str) -> None:
        """Run a task on all shards, then one on all buckets, and delete the files between."""
        buckets = range(self.buckets[spread])
        if self.job.unfinished(gather, buckets):
            self.each(spread, self.shards)
            self.each(gather, buckets)
        self.job.delete_intermediate(spread)

    def each(self, task: str, numbers: range | list[int]) -> None:
        """Run a task for all unfinished numbers; raise the problems after all others are done."""
        unfinished = self.job.unfinished(task, numbers)
        total = sum(self.size(task, number) for number in numbers)
        rest = sum(self.size(task, number) for number in unfinished)
        if not unfinished:
            return
        self.watch.begin(task, total - rest, total)
        problems: list[str] = []
        for message in self.pool.run(task, unfinished, self.buckets):
            number = message.number
            if message.rows is not None:
                self.watch.rows(number, message.rows)
            elif message.done is not None:
                if problem := self.job.describe_change(number) if task in READING else None:
                    self.job.delete_part(number)
                    problems.append(problem)
                    continue
                self.job.record(task, number, message.done)
                self.watch.finish(number, self.size(task, number), message.done)
            else:
                problems.append(self.describe_problem(task, message))
        if problems:
            raise InputError(summarize(problems))

    def size(self, task: str, number: int) -> int:
        """Unit of progress: bytes of tasks that read the input, else 1."""
        return self.workspace.shards[number].size if task in READING else 1

    def describe_problem(self, task: str, message: TaskMessage) -> str:
        """Describe a failed task; an output error is raised, since all tasks would fail."""
        if message.kind == "output":
            raise write_error(self.workspace.folder, OSError(0, message.error))
        on_shard = task in (*READING, "keys", "ngrams", "finish")
        where = f" at {self.workspace.shards[message.number].path!r}" if on_shard else ""
        return str(message.error) if message.kind == "input" else f"{task}{where}: {message.error}"


def divide(rows: int, most: int) -> int:
    return max(1, math.ceil(rows / most))


def summarize(problems: Iterable[str]) -> str:
    each = list(dict.fromkeys(problems))
    more = f"; and {len(each) - 1} more" if len(each) > 1 else ""
    return f"{each[0]}{more}; fix this and {RERUN}"
