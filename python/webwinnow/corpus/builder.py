"""From inputs to a corpus: plan, work, report."""

import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Literal

from webwinnow.corpus.dedup.onion import one_of
from webwinnow.corpus.engines.local.engine import Watch
from webwinnow.corpus.job import Job, refuse_foreign, unwritable
from webwinnow.corpus.plan import plan
from webwinnow.corpus.report import About, write
from webwinnow.corpus.report.tally import Tally
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.stages import stages
from webwinnow.corpus.workspace import inner_of
from webwinnow.corpus.write import WRITERS
from webwinnow.errors import InputError, UnknownFormat, UnknownSetting
from webwinnow.messages import error_reason

__all__ = ["Built", "Engine", "build"]


@dataclass(frozen=True)
class Engine:
    """Who does the work. What comes out is the same.

    name: local, or spark
    workers: processes of the local engine; by default as many as there are processors
    master, conf: of Spark
    """

    name: Literal["local", "spark"] = "local"
    workers: int | None = None
    master: str | None = None
    conf: Mapping[str, str] = field(default_factory=dict)

    @property
    def processes(self) -> int:
        return self.workers or os.cpu_count() or 1


@dataclass(frozen=True)
class Built:
    """A corpus that is done."""

    folder: Path
    tally: Tally
    seconds: float  # of this run


def build(
    inputs: Sequence[str],
    output: "str | os.PathLike[str]",
    settings: Settings = Settings(),  # noqa: B008, it is frozen
    *,
    cdx: str | None = None,
    engine: Engine = Engine(),  # noqa: B008, likewise
    watch: Watch | None = None,
) -> Built:
    """Makes a corpus in a folder, or goes on with one that was stopped.

    All that a user can mend is a `WebwinnowError`; what is done by then stays done.
    """
    start, folder = time.monotonic(), Path(output)
    check(settings, engine)
    refuse_foreign(folder)
    try:
        planned = plan(inputs, cdx=cdx, folder=inner_of(folder) / "lists", output=folder)
    except OSError as error:  # of lists; inputs tell of their errors by themselves
        raise unwritable(folder, error) from error
    with Job.open(folder, planned, settings) as job:
        if not job.left("report", [0]):
            job.clear()
            return Built(folder, Tally.of_json(job.done["report"][0]), 0.0)
        job.note("run", len(job.done.get("run", ())), {"started": now()})
        watch = watch or Watch()
        if engine.name == "spark":
            from webwinnow.corpus.engines.spark.engine import run as run_spark

            run_spark(job, engine, watch)
        else:
            from webwinnow.corpus.engines.local.engine import run

            run(job, engine.processes, watch)
        seconds = time.monotonic() - start
        return Built(folder, report(job, engine, seconds), seconds)


def check(settings: Settings, engine: Engine) -> None:
    """What would fail on every page fails now, once."""
    if settings.format not in WRITERS:
        raise UnknownFormat(
            f"no format {settings.format!r} of corpora; choose from {', '.join(WRITERS)}"
        )
    one_of("onion", settings.onion, ("free", "exact", None))
    one_of("engine", engine.name, ("local", "spark"))
    if engine.workers is not None and engine.workers < 1:
        raise UnknownSetting(f"cannot work with {engine.workers} workers; give 1 or more")
    stages(settings)


def report(job: Job, engine: Engine, seconds: float) -> Tally:
    """The last task: what happened to everything that was read."""
    work = job.work
    tally = Tally()
    try:
        for shard in work.shards:
            path = work.file("tally", shard.number, ".json")
            tally.merge(Tally.of_json(json.loads(path.read_bytes())))
        for done in job.done["clean" if work.settings.looks_around else "whole"].values():
            tally.html_bytes += done["html_bytes"]
            for stage, spent in done["seconds"].items():
                tally.spend(stage, spent)
        write(work.folder, tally, about(job, engine, seconds))
        job.note("report", 0, tally.as_json())
        job.clear()
    except (OSError, InputError) as error:
        # Of files that cannot be written others say that another name would help.
        reason = error.__cause__ if isinstance(error, InputError) else error
        raise unwritable(work.folder, OSError(0, error_reason(reason))) from error
    return tally


def about(job: Job, engine: Engine, seconds: float) -> About:
    runs = job.done["run"]
    found = About(
        inputs=list(dict.fromkeys(each.name for each in job.inputs.values())),
        settings=job.work.settings.as_json(),
        engine=engine.name,
        started=runs[0]["started"],
        finished=now(),
    )
    if engine.name == "local":
        found["workers"] = engine.processes
    # Of a job that was stopped nobody knows how long it worked.
    if len(runs) == 1:
        found["wall_seconds"] = round(seconds, 1)
    return found


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")
