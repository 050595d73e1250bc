"""Build a corpus: plan, run, report."""

import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Literal

from webwinnow.corpus.dedup.onion import check_choice
from webwinnow.corpus.engines.local.engine import Watch
from webwinnow.corpus.job import Job, check_folder, write_error
from webwinnow.corpus.phrases.sample import compare_sample
from webwinnow.corpus.plan import plan
from webwinnow.corpus.report import About, write
from webwinnow.corpus.report.tally import Tally
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.stages import stages
from webwinnow.corpus.workspace import intermediate_folder
from webwinnow.corpus.write import WRITERS
from webwinnow.errors import InputError, UnknownFormat, UnknownSetting
from webwinnow.messages import error_reason


@dataclass(frozen=True)
class Engine:
    """The engine that runs a job; the corpus does not depend on it.

    name: local or spark
    workers: processes of the local engine (default: number of processors)
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
    """A finished corpus."""

    folder: Path
    tally: Tally
    seconds: float  # of this run


def build(
    inputs: Sequence[str],
    output: "str | os.PathLike[str]",
    settings: Settings = Settings(),  # noqa: B008, frozen
    *,
    cdx: str | None = None,
    engine: Engine = Engine(),  # noqa: B008, frozen
    watch: Watch | None = None,
) -> Built:
    """Build a corpus in a folder, or resume an interrupted job.

    Problems that a user can fix raise `WebwinnowError`; finished shards are kept.
    """
    start, folder = time.monotonic(), Path(output)
    check(settings, engine)
    check_folder(folder)
    try:
        planned = plan(inputs, cdx=cdx, folder=intermediate_folder(folder) / "lists", output=folder)
    except OSError as error:  # of lists; errors of inputs are `InputError`
        raise write_error(folder, error) from error
    with Job.open(folder, planned, settings) as job:
        if not job.unfinished("report", [0]):
            job.clear()
            return Built(folder, Tally.of_json(job.done["report"][0]), 0.0)
        job.record("run", len(job.done.get("run", ())), {"started": now()})
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
    """Reject settings that would fail on every page."""
    if settings.format not in WRITERS:
        raise UnknownFormat(
            f"unknown corpus format {settings.format!r}; choose from {', '.join(WRITERS)}"
        )
    check_choice("onion", settings.onion, ("free", "exact", None))
    check_choice("engine", engine.name, ("local", "spark"))
    if engine.workers is not None and engine.workers < 1:
        raise UnknownSetting(f"cannot use {engine.workers} workers; give 1 or more")
    stages(settings)


def report(job: Job, engine: Engine, seconds: float) -> Tally:
    """Run the last task: merge the tallies of all shards and write the report."""
    workspace = job.workspace
    tally = Tally()
    try:
        for shard in workspace.shards:
            path = workspace.file("tally", shard.number, ".json")
            tally.merge(Tally.of_json(json.loads(path.read_bytes())))
        for done in job.done[
            "clean" if workspace.settings.compares_documents else "whole"
        ].values():
            tally.html_bytes += done["html_bytes"]
            tally.styles_found += done.get("styles_found", 0)
            tally.styles_missing += done.get("styles_missing", 0)
            for stage, spent in done["seconds"].items():
                tally.add_seconds(stage, spent)
        start = time.monotonic()
        phrases = compare_sample(workspace) if workspace.settings.phrases else None
        seconds += time.monotonic() - start
        write(workspace.folder, tally, about(job, engine, seconds), phrases)
        job.record("report", 0, tally.as_json())
        job.clear()
    except (OSError, InputError) as error:
        # `outputs` suggests another file name, which does not help here.
        reason = error.__cause__ if isinstance(error, InputError) else error
        raise write_error(workspace.folder, OSError(0, error_reason(reason))) from error
    return tally


def about(job: Job, engine: Engine, seconds: float) -> About:
    runs = job.done["run"]
    found = About(
        inputs=list(dict.fromkeys(each.name for each in job.inputs.values())),
        settings=job.workspace.settings.as_json(),
        engine=engine.name,
        started=runs[0]["started"],
        finished=now(),
    )
    if engine.name == "local":
        found["workers"] = engine.processes
    # The total time of an interrupted job is unknown.
    if len(runs) == 1:
        found["wall_seconds"] = round(seconds, 1)
    return found


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")
