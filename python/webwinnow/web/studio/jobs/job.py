"""A job of training: a task, and what has become of it. It is a file, so that it is known later."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from webwinnow.errors import InputError
from webwinnow.io.atomic import write_atomically
from webwinnow.web.studio.json_files import UNFIT, check_types, read_kept
from webwinnow.web.studio.task import Task

__all__ = ["FINISHED", "RUNNING", "WAITING", "Job", "file_of", "read_jobs", "write"]

WAITING, RUNNING, FINISHED = "queued", "running", "finished"
STATES = frozenset({WAITING, RUNNING, FINISHED, "failed", "stopped", "interrupted"})
LATEST = 1e11  # seconds; clocks that go wrong do not go that far


@dataclass
class Job:
    id: str
    task: Task
    created: float  # seconds since 1970, as all times
    state: str = WAITING  # then running, then finished, failed, stopped or interrupted
    started: float | None = None
    ended: float | None = None
    error: str | None = None  # one line
    progress: dict[str, Any] = field(default_factory=dict)  # see `learning.Progress`
    scores: dict[str, Any] | None = None  # see `scores.compared`

    @property
    def is_open(self) -> bool:
        return self.state in (WAITING, RUNNING)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> "Job":
        """One of `UNFIT` where the values are no job."""
        job = cls(**{**values, "task": Task.of_json(values["task"])})
        none = type(None)
        check_types(vars(job), id=str, created=float, state=str, progress=dict)
        check_types(vars(job), started=(float, none), ended=(float, none))
        check_types(vars(job), error=(str, none), scores=(dict, none))
        times = (job.created, job.started, job.ended)
        if job.state not in STATES or not all(0 <= (time or 0) < LATEST for time in times):
            raise ValueError(f"a job cannot be {job.state!r} at {times}")
        return job


def file_of(folder: Path, id: str) -> Path:
    return folder / f"{id}.json"


def read_jobs(folder: Path) -> dict[str, Job]:
    """By their numbers. What is of another version, or no job at all, is left out: nothing is lost
    but a line of history.
    """
    found = {}
    for path in sorted(folder.glob("*.json")):
        try:
            job = Job.of_json(read_kept(path))
        except (*UNFIT, InputError):
            continue
        if job.id == path.stem:  # it is written again by its number
            found[job.id] = job
    return found


def write(folder: Path, job: Job) -> None:
    write_atomically(file_of(folder, job.id), json.dumps(job.as_json(), indent=1) + "\n")
