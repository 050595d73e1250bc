"""Run a job on Spark: the tasks of the local engine, with joins in place of buckets.

Each shard is a Spark task. Results of joins are written partitioned by shard, so that each step
reads its own rows, an interrupted job resumes after the last step, and a lost machine loses only
the shards in work.

A join groups rows by hash: one exchange brings the rows of a hash together, sorted, and all but
the first are results. A join with the minimum order of each hash finds the same rows with two
exchanges and reads the shards twice. All rows of one hash go to one worker; they are not held in
memory and take 16 bytes each: an n-gram of a hundred million documents is a task of 1.6 GB.
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

from webwinnow.corpus.engines.local.engine import READING, Watch, summarize
from webwinnow.corpus.engines.spark.session import archive_package, is_local, on_workers, session
from webwinnow.corpus.job import RERUN, Job, write_error
from webwinnow.errors import InputError, UnknownSetting

if TYPE_CHECKING:
    from pyspark import Accumulator
    from pyspark.sql import DataFrame, SparkSession

    from webwinnow.corpus.builder import Engine

#: Functions of the workers, and the Spark schemas of their results.
WORKER_TASKS = {
    name: f"webwinnow.corpus.engines.spark.tasks:{name}"
    for name in ("samples", "learn", "clean", "whole", "keys", "ngrams", "finish")
}
KEYS = "key long, kind byte, order long"
NGRAMS = "hash long, order long"
SAMPLES = "host string, rank long, order long, charset string, html binary"
SITES = "host string, site string"
# Bytes of compressed input per partition of an exchange; their n-grams take about as many bytes.
PARTITION_BYTES = 2**26
# Set to "false" if the workers have the package installed.
SHIP_SETTING = "spark.webwinnow.ship"
POLL_SECONDS = 0.1


def run(job: Job, engine: "Engine", watch: Watch) -> None:
    """Run all unfinished tasks except the report."""
    if job.workspace.settings.onion == "exact":
        raise UnknownSetting(
            "exact Onion runs on one machine only; use --engine local or --onion free"
        )
    try:
        with session(engine.master, engine.conf, job.workspace.intermediate / "spark.log") as spark:
            Phases(job, spark, engine.conf, watch).run()
    except OSError as error:
        raise write_error(job.workspace.folder, error) from error


class Phases:
    """The order of steps."""

    def __init__(
        self, job: Job, spark: "SparkSession", conf: Mapping[str, str], watch: Watch
    ) -> None:
        self.job, self.spark, self.watch = job, spark, watch
        self.conf = {**dict(spark.sparkContext.getConf().getAll()), **conf}
        self.workspace = job.workspace
        self.place = (str(self.workspace.folder.resolve()), str(Path.cwd()))
        self.shards = range(len(self.workspace.shards))
        self.shipped = self.ship_package()
        self.set_partitions()

    def run(self) -> None:
        settings = self.workspace.settings
        if self.workspace.templates is not None:
            self.once("templates", "learn", self.learn)
        if not settings.compares_documents:
            self.each("whole")
            return
        self.each("clean")
        if not self.job.unfinished("finish", self.shards):
            return
        if settings.duplicates or settings.near_duplicates:
            self.once("joined-same", "same", self.find_same)
        if settings.onion:
            self.once("joined-seen", "seen", self.find_seen)
        self.each("finish")

    def ship_package(self) -> str | None:
        """Send this package to the workers; return the archive's name, None if they have it."""
        context = self.spark.sparkContext
        if is_local(str(context.master)) or self.conf.get(SHIP_SETTING) == "false":
            return None
        path = self.workspace.intermediate / "webwinnow.zip"
        archive_package(path, self.workspace.scratch)
        context.addArchive(f"{path.resolve()}#webwinnow-shipped")
        return "webwinnow-shipped"

    def set_partitions(self) -> None:
        """Size the partitions for sorting in a worker's memory; Spark merges small ones."""
        name = "spark.sql.shuffle.partitions"
        if name not in self.conf:
            parts = math.ceil(sum(shard.size for shard in self.workspace.shards) / PARTITION_BYTES)
            least = self.spark.sparkContext.defaultParallelism
            self.spark.conf.set(name, str(max(parts, least)))

    def once(self, task: str, label: str, step: Callable[[], None]) -> None:
        """Run a step for the whole corpus, if it is unfinished.

        Progress shows the label of the local engine's task. The manifest has another name, because
        the files differ.
        """
        if self.job.unfinished(task, [0]):
            self.watch.begin(label, 0, 1)
            step()
            self.job.record(task, 0, {})
            self.watch.finish(0, 1, {})

    def learn(self) -> None:
        from webwinnow.corpus.sampling import store_templates
        from webwinnow.methods.goldminer.learn import DEFAULT
        from webwinnow.methods.goldminer.template import Site

        pages = sample_pages(self.rows("samples", SAMPLES), DEFAULT.sample)
        task = on_workers(WORKER_TASKS["learn"], self.place, shipped=self.shipped)
        sites = pages.groupBy("host").applyInArrow(task, SITES).orderBy("host")
        folder = self.workspace.intermediate / "joined-sites"
        writer = sites.write.mode("overwrite")
        self.wait_for(lambda: writer.parquet(folder.resolve().as_uri()))
        found = (
            Site.from_json(json.loads(site), str(folder))
            for file in sorted(folder.glob("*.parquet"))
            for batch in pq.ParquetFile(file).iter_batches(256, columns=["site"])
            for site in batch.column("site").to_pylist()
        )
        store_templates(self.workspace, found)
        self.job.delete_intermediate(folder.name)

    def find_same(self) -> None:
        repeated = repeated_rows(self.rows("keys", KEYS), "kind", "key")
        found = strongest_kinds(with_shard(repeated.select("order", "kind")))
        self.write(found, "joined-same", "order")

    def find_seen(self) -> None:
        repeated = repeated_rows(self.rows("ngrams", NGRAMS), "hash")
        self.write(with_shard(repeated), "joined-seen", "order", "hash")

    def rows(self, name: str, schema: str) -> "DataFrame":
        """Rows that a worker task yields for all shards."""
        numbers = list(self.shards)
        task = on_workers(WORKER_TASKS[name], self.place, numbers, shipped=self.shipped)
        return self.tasks(len(numbers)).mapInArrow(task, schema)

    def tasks(self, count: int) -> "DataFrame":
        """A partition with one row for each task."""
        return self.spark.range(0, count, 1, numPartitions=count)

    def write(self, rows: "DataFrame", name: str, *order: str) -> None:
        """Write rows to a folder for each shard, sorted."""
        path = (self.workspace.intermediate / name).resolve().as_uri()
        ordered = rows.sortWithinPartitions("shard", *order)
        writer = ordered.write.mode("overwrite").partitionBy("shard")
        self.wait_for(lambda: writer.parquet(path))

    def each(self, name: str) -> None:
        """Run a task for each unfinished shard; record results while others run."""
        unfinished = self.job.unfinished(name, self.shards)
        if not unfinished:
            return
        sizes = {number: self.size(name, number) for number in self.shards}
        total = sum(sizes.values())
        self.watch.begin(name, total - sum(sizes[number] for number in unfinished), total)
        problems: list[str] = []
        missing = set(unfinished)
        for number, result in self.results(name, unfinished):
            if number not in missing:  # Spark ran the task twice
                continue
            missing.remove(number)
            if "error" in result:
                problems.append(result["error"])
                continue
            if problem := self.job.describe_change(number) if name in READING else None:
                self.job.delete_part(number)
                problems.append(problem)
                continue
            self.job.record(name, number, result["done"])
            self.watch.finish(number, sizes[number], result["done"])
        if problems:
            raise InputError(summarize(problems))
        if missing:
            raise InputError(f"Spark lost the results of {len(missing)} shards; {RERUN}")

    def size(self, name: str, number: int) -> int:
        return self.workspace.shards[number].size if name in READING else 1

    def results(self, name: str, numbers: list[int]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield numbers and results of tasks as they finish."""
        accumulator, queue = self.result_queue()
        task = on_workers(
            WORKER_TASKS[name], self.place, numbers, accumulator, shipped=self.shipped
        )
        rows = self.tasks(len(numbers)).mapInArrow(task, "number long")
        # Results come through the accumulator only.
        sink = rows.write.format("noop").mode("overwrite")
        with self.background(sink.save) as running:
            is_over = False
            while not is_over:
                is_over = has_ended(running)
                while queue:
                    yield queue.popleft()
            running.result()

    def wait_for(self, action: Callable[[], None]) -> None:
        with self.background(action) as running:
            running.result()

    @contextmanager
    def background(self, action: Callable[[], None]) -> "Iterator[Future[None]]":
        """Run a Spark job in a thread, so that Ctrl-C does not interrupt a message to Java.

        The job is cancelled when the block ends.
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
                # Repeatedly: the job may not have started.
                while not has_ended(running):
                    context.cancelJobGroup(group)

    def result_queue(self) -> "tuple[Accumulator[Any], deque[tuple[int, dict[str, Any]]]]":
        """An accumulator for workers, and the queue of results that finished tasks added to it."""
        from pyspark.accumulators import AccumulatorParam

        # Defined in a function, so that Spark sends its code: see `on_workers`.
        class Queue(AccumulatorParam[Any]):  # type: ignore[misc]
            def zero(self, value: Any) -> Any:
                return type(value)()

            def addInPlace(self, value: Any, more: Any) -> Any:
                value.extend(more)
                return value

        queue: deque[tuple[int, dict[str, Any]]] = deque()
        return self.spark.sparkContext.accumulator(queue, Queue()), queue


def has_ended(running: "Future[None]") -> bool:
    from concurrent.futures import wait

    return bool(wait([running], POLL_SECONDS).done)


def repeated_rows(rows: "DataFrame", *group: str) -> "DataFrame":
    """Keep the rows whose group has a row of an earlier document."""
    from pyspark.sql import Window, functions

    first = functions.min("order").over(Window.partitionBy(*group))
    return rows.withColumn("first", first).where("order > first").drop("first")


def with_shard(rows: "DataFrame") -> "DataFrame":
    """Add the number of each document's shard, and partition by it."""
    from pyspark.sql import functions

    return rows.withColumn("shard", functions.shiftright("order", 32)).repartition("shard")


def strongest_kinds(rows: "DataFrame") -> "DataFrame":
    """Keep each document once, with its strongest kind, which is the least."""
    from pyspark.sql import functions

    return rows.groupBy("shard", "order").agg(functions.min("kind").alias("kind"))


def sample_pages(pages: "DataFrame", count: int) -> "DataFrame":
    """Keep the `count` pages of lowest rank of each host."""
    from pyspark.sql import Window, functions

    place = functions.row_number().over(Window.partitionBy("host").orderBy("rank", "order"))
    return pages.withColumn("place", place).where(functions.col("place") <= count).drop("place")
