"""The engine for many machines: the tasks of one machine, with joins in place of buckets.

A shard is a task of Spark's. What the joins find is written down divided by shards, so that each
step reads what it needs by itself, a job that is stopped goes on after the last step, and a machine
that is lost takes nothing along but the shards that it was at.
"""

import json
import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from webwinnow.corpus.engines.local.engine import READING, Watch, summary
from webwinnow.corpus.engines.spark import joins, package
from webwinnow.corpus.engines.spark.session import AGAIN, is_local, session
from webwinnow.corpus.job import Job, unwritable
from webwinnow.errors import InputError, UnknownSetting

if TYPE_CHECKING:
    from pyspark import Accumulator
    from pyspark.sql import DataFrame, SparkSession

    from webwinnow.corpus.builder import Engine

__all__ = ["run"]

#: What workers do for each step; and where columns come back, their types as Spark has them.
WORK = {
    name: f"webwinnow.corpus.engines.spark.tasks:{name}"
    for name in ("samples", "learn", "clean", "whole", "keys", "ngrams", "finish")
}
KEYS = "key long, kind byte, order long"
NGRAMS = "hash long, order long"
SAMPLES = "host string, rank long, order long, charset string, html binary"
SITES = "host string, site string"
# Bytes of input, packed as they mostly are, whose n-grams make one part of an exchange: about as
# many bytes of those.
PART = 2**26
# Set to "false" where the workers bring their own package.
SHIP = "spark.webwinnow.ship"
# Seconds between two looks at what is done.
PAUSE = 0.1


def run(job: Job, engine: "Engine", watch: Watch) -> None:
    """All tasks that are left, but for the report."""
    if job.work.settings.onion == "exact":
        raise UnknownSetting(
            "Onion in its own order is for one machine; leave out --engine, or take --onion free"
        )
    try:
        with session(engine.master, engine.conf, job.work.inner / "spark.log") as spark:
            Phases(job, spark, engine.conf, watch).run()
    except OSError as error:
        raise unwritable(job.work.folder, error) from error


class Phases:
    """What comes after what."""

    def __init__(
        self, job: Job, spark: "SparkSession", conf: Mapping[str, str], watch: Watch
    ) -> None:
        self.job, self.spark, self.watch = job, spark, watch
        self.conf = {**dict(spark.sparkContext.getConf().getAll()), **conf}
        self.work = job.work
        self.place = (str(self.work.folder.resolve()), str(Path.cwd()))
        self.shards = range(len(self.work.shards))
        self.shipped = self.ship()
        self.divide()

    def run(self) -> None:
        settings = self.work.settings
        if self.work.templates is not None:
            self.once("templates", "learn", self.learn)
        if not settings.looks_around:
            self.each("whole")
            return
        self.each("clean")
        if not self.job.left("finish", self.shards):
            return
        if settings.duplicates or settings.near_duplicates:
            self.once("joined-same", "same", self.find_same)
        if settings.onion:
            self.once("joined-seen", "seen", self.find_seen)
        self.each("finish")

    def ship(self) -> str | None:
        """The name of the archive that workers find the package in; None where they have it."""
        context = self.spark.sparkContext
        if is_local(str(context.master)) or self.conf.get(SHIP) == "false":
            return None
        path = self.work.inner / "webwinnow.zip"
        package.archive(path, self.work.scratch)
        context.addArchive(f"{path.resolve()}#webwinnow-shipped")
        return "webwinnow-shipped"

    def divide(self) -> None:
        """Exchanges have parts of a size that a worker can sort; Spark puts small ones together."""
        name = "spark.sql.shuffle.partitions"
        if name not in self.conf:
            parts = math.ceil(sum(shard.size for shard in self.work.shards) / PART)
            least = self.spark.sparkContext.defaultParallelism
            self.spark.conf.set(name, str(max(parts, least)))

    def once(self, task: str, label: str, step: Callable[[], None]) -> None:
        """A step for the corpus as a whole. Its label is that of the local engine's, whose task has
        another name, for what it leaves behind is not the same.
        """
        if self.job.left(task, [0]):
            self.watch.begin(label, 0, 1)
            step()
            self.job.note(task, 0, {})
            self.watch.finish(0, 1, {})

    def learn(self) -> None:
        from webwinnow.corpus.sampling import store_templates
        from webwinnow.methods.goldminer.learn import DEFAULT
        from webwinnow.methods.goldminer.template import Site

        pages = joins.first_pages(self.rows("samples", SAMPLES), DEFAULT.sample)
        task = package.on_workers(WORK["learn"], self.place, shipped=self.shipped)
        sites = pages.groupBy("host").applyInArrow(task, SITES).orderBy("host")
        folder = self.work.inner / "joined-sites"
        writer = sites.write.mode("overwrite")
        self.wait_for(lambda: writer.parquet(folder.resolve().as_uri()))
        found = (
            Site.from_json(json.loads(site), str(folder))
            for file in sorted(folder.glob("*.parquet"))
            for batch in pq.ParquetFile(file).iter_batches(256, columns=["site"])
            for site in batch.column("site").to_pylist()
        )
        store_templates(self.work, found)
        self.job.forget(folder.name)

    def find_same(self) -> None:
        later = joins.later_rows(self.rows("keys", KEYS), "kind", "key")
        found = joins.strongest(joins.by_shard(later.select("order", "kind")))
        self.write(found, "joined-same", "order")

    def find_seen(self) -> None:
        later = joins.later_rows(self.rows("ngrams", NGRAMS), "hash")
        self.write(joins.by_shard(later), "joined-seen", "order", "hash")

    def rows(self, name: str, schema: str) -> "DataFrame":
        """Those of all shards."""
        numbers = list(self.shards)
        task = package.on_workers(WORK[name], self.place, numbers, shipped=self.shipped)
        return self.tasks(len(numbers)).mapInArrow(task, schema)

    def tasks(self, count: int) -> "DataFrame":
        """A row for each task."""
        return self.spark.range(0, count, 1, numPartitions=count)

    def write(self, rows: "DataFrame", name: str, *order: str) -> None:
        """In a folder for each shard, sorted."""
        path = (self.work.inner / name).resolve().as_uri()
        ordered = rows.sortWithinPartitions("shard", *order)
        writer = ordered.write.mode("overwrite").partitionBy("shard")
        self.wait_for(lambda: writer.parquet(path))

    def each(self, name: str) -> None:
        """A task for each shard that is left. What is done is noted while others go on."""
        left = self.job.left(name, self.shards)
        if not left:
            return
        sizes = {number: self.size(name, number) for number in self.shards}
        total = sum(sizes.values())
        self.watch.begin(name, total - sum(sizes[number] for number in left), total)
        problems: list[str] = []
        missing = set(left)
        for number, answer in self.answers(name, left):
            if number not in missing:  # a task that was done twice
                continue
            missing.remove(number)
            if "error" in answer:
                problems.append(answer["error"])
                continue
            if problem := self.job.changed(number) if name in READING else None:
                self.job.withdraw(number)
                problems.append(problem)
                continue
            self.job.note(name, number, answer["done"])
            self.watch.finish(number, sizes[number], answer["done"])
        if problems:
            raise InputError(summary(problems))
        if missing:
            raise InputError(f"Spark lost what became of {len(missing)} shards; {AGAIN}")

    def size(self, name: str, number: int) -> int:
        return self.work.shards[number].size if name in READING else 1

    def answers(self, name: str, numbers: list[int]) -> Iterator[tuple[int, dict[str, Any]]]:
        """What workers tell, as it comes."""
        teller, told = self.teller()
        task = package.on_workers(WORK[name], self.place, numbers, teller, shipped=self.shipped)
        rows = self.tasks(len(numbers)).mapInArrow(task, "number long")
        # Nothing comes back but what is told.
        sink = rows.write.format("noop").mode("overwrite")
        with self.background(sink.save) as running:
            is_over = False
            while not is_over:
                is_over = has_ended(running)
                while told:
                    yield told.popleft()
            running.result()

    def wait_for(self, action: Callable[[], None]) -> None:
        with self.background(action) as running:
            running.result()

    @contextmanager
    def background(self, action: Callable[[], None]) -> "Iterator[Future[None]]":
        """A job of Spark's in a thread of its own, so that Ctrl-C does not break a word to Java in
        two. It is cancelled when nobody waits for it any more.
        """
        context, group = self.spark.sparkContext, f"webwinnow-{id(self)}"

        def act() -> None:
            context.setJobGroup(group, "webwinnow corpus")
            action()

        with ThreadPoolExecutor(1, thread_name_prefix="webwinnow") as pool:
            running = pool.submit(act)
            try:
                yield running
            finally:
                # More than once: it may not have begun.
                while not has_ended(running):
                    context.cancelJobGroup(group)

    def teller(self) -> "tuple[Accumulator[Any], deque[tuple[int, dict[str, Any]]]]":
        """An accumulator, and what it holds here: whatever tasks that have ended told it."""
        from pyspark.accumulators import AccumulatorParam

        # Inside of a function, so that Spark sends it as a whole: see `on_workers`.
        class Queue(AccumulatorParam[Any]):  # type: ignore[misc]
            def zero(self, value: Any) -> Any:
                return type(value)()

            def addInPlace(self, value: Any, more: Any) -> Any:
                value.extend(more)
                return value

        told: deque[tuple[int, dict[str, Any]]] = deque()
        return self.spark.sparkContext.accumulator(told, Queue()), told


def has_ended(running: "Future[None]") -> bool:
    from concurrent.futures import wait

    return bool(wait([running], PAUSE).done)
