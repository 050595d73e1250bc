"""Training tasks and jobs, and the JSON files that store them."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from webwinnow.errors import InputError
from webwinnow.gold.datasets import GoldSet, open_set
from webwinnow.io.atomic import write_atomically
from webwinnow.methods import METHODS

QUEUED, RUNNING, FINISHED = "queued", "running", "finished"
STATES = frozenset({QUEUED, RUNNING, FINISHED, "failed", "stopped", "interrupted"})
MAX_TIME = 1e11  # seconds; later times are invalid
MODEL_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
# Names that users choose beside methods.
RESERVED_NAMES = frozenset({"gold", "none"})
# Errors of reading a file that is no valid JSON object. Other programs can change the files.
INVALID_JSON = (OSError, ValueError, TypeError, LookupError, RecursionError)


@dataclass(frozen=True)
class TrainingPages:
    """The source of pages with gold: a project of the store, or a gold set."""

    kind: str  # "project" or "set"
    id: int | str
    name: str  # name for users
    place: str  # the store's file, or the set's folder or archive
    prelabel: str | None = None  # the method that prelabelled the project

    @property
    def is_project(self) -> bool:
        return self.kind == "project"

    def open(self) -> GoldSet:
        if not self.is_project:
            return open_set(Path(self.place))
        from webwinnow.annotation import Store, gold_set

        store = Store(self.place)
        gold = gold_set(store, int(self.id))
        gold.remove = store.close
        return gold


@dataclass(frozen=True)
class TrainingTask:
    """The input of the training process."""

    method: str
    name: str  # of the model
    origin: TrainingPages
    on_top: bool = False  # train on top of the method's own model
    seed: int = 0
    job: str = ""  # id of the job

    @property
    def description(self) -> str:
        """The method and its settings, as on the command line."""
        return f"{self.method}:on_top=True" if self.on_top else self.method

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> "TrainingTask":
        """Parse a task; invalid values raise InputError or one of `INVALID_JSON`."""
        task = cls(**{**values, "origin": TrainingPages(**values["origin"])})
        check_types(vars(task), method=str, name=str, on_top=bool, seed=int, job=str)
        check_types(vars(task.origin), kind=str, id=(int, str), name=str, place=str)
        check_types(vars(task.origin), prelabel=(str, type(None)))
        check_model_name(task.name, ())
        return task


@dataclass
class Job:
    """A task and its progress; times are seconds since 1970."""

    id: str
    task: TrainingTask
    created: float
    state: str = QUEUED  # then running, then finished, failed, stopped or interrupted
    started: float | None = None
    ended: float | None = None
    error: str | None = None  # one line
    progress: dict[str, Any] = field(default_factory=dict)  # see `training_process.Progress`
    scores: dict[str, Any] | None = None  # see `training_process.score_table`

    @property
    def is_open(self) -> bool:
        return self.state in (QUEUED, RUNNING)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> "Job":
        """Parse a job; invalid values raise InputError or one of `INVALID_JSON`."""
        job = cls(**{**values, "task": TrainingTask.from_json(values["task"])})
        none = type(None)
        check_types(vars(job), id=str, created=float, state=str, progress=dict)
        check_types(vars(job), started=(float, none), ended=(float, none))
        check_types(vars(job), error=(str, none), scores=(dict, none))
        times = (job.created, job.started, job.ended)
        if job.state not in STATES or not all(0 <= (time or 0) < MAX_TIME for time in times):
            raise ValueError(f"invalid state {job.state!r} or times {times}")
        return job


def check_model_name(name: str, taken: Iterable[str]) -> None:
    """Reject a name that is invalid as a file name, reserved or taken."""
    if not MODEL_NAME.fullmatch(name):
        remedy = "use at most 60 lower-case letters, digits, hyphens and underscores"
        raise InputError(f"invalid model name {name!r}; {remedy}")
    if name in METHODS or name in RESERVED_NAMES:
        raise InputError(f"the name {name!r} is reserved; choose another one")
    if name in taken:
        raise InputError(f"a model {name!r} already exists; choose another name")


def job_file(folder: Path, id: str) -> Path:
    return folder / f"{id}.json"


def read_jobs(folder: Path) -> dict[str, Job]:
    """Read all jobs, by id. Files that are no valid jobs are skipped."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        try:
            job = Job.from_json(read_json_object(path))
        except (*INVALID_JSON, InputError):
            continue
        if job.id == path.stem:  # `write_job` takes the file name from the id
            found[job.id] = job
    return found


def write_job(folder: Path, job: Job) -> None:
    write_atomically(job_file(folder, job.id), json.dumps(job.as_json(), indent=1) + "\n")


def read_json_object(path: Path) -> dict[str, Any]:
    """Read an object that a response can contain; else raise one of `INVALID_JSON`."""
    values = json.loads(path.read_text("utf-8"))
    if not isinstance(values, dict):
        raise TypeError(f"{path.name} holds no object")
    # NaN, infinity and lone surrogates can be read, but not sent.
    json.dumps(values, ensure_ascii=False, allow_nan=False).encode()
    return values


def check_types(values: Mapping[str, object], **types: "type | tuple[type, ...]") -> None:
    """Raise one of `INVALID_JSON` if a value is missing or of another type."""
    for name, expected in types.items():
        if not isinstance(values[name], expected):
            raise TypeError(f"{name} is {values[name]!r}")
