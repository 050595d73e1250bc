"""Training, one job after the other, each in a process of its own.

A job is a file in a folder, written anew whenever its state changes, so that all of them are known
after a restart: what waited goes on waiting, what ran was interrupted.
"""

import json
import secrets
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from webwinnow.clean import one_line
from webwinnow.errors import InputError
from webwinnow.outputs import put
from webwinnow.studio.models import Models
from webwinnow.studio.process import started
from webwinnow.studio.readiness import Readiness
from webwinnow.studio.task import Task, check_name

__all__ = ["Job", "Jobs", "NoJob"]

MOST_KEPT = 50  # of jobs that have ended
WAITING, RUNNING = "queued", "running"


class NoJob(InputError):
    """No job has that number."""


@dataclass
class Job:
    """A task, and what has become of it."""

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
        return cls(**{**values, "task": Task.of_json(values["task"])})


class Jobs:
    """The queue. Of several studios on one folder, the first trains; the others only look on."""

    def __init__(self, folder: Path, models: Models) -> None:
        self.folder, self.models = folder.absolute(), models
        self.folder.mkdir(parents=True, exist_ok=True)
        self.readiness = Readiness()
        self._jobs: dict[str, Job] = {}
        self._changed = threading.Condition(threading.RLock())
        self._process: subprocess.Popen[str] | None = None
        self._is_closing = False
        self._lock = locked(self.folder / "lock")
        self._thread: threading.Thread | None = None
        for path in sorted(self.folder.glob("*.json")):
            self._recall(path)
        if self._lock:
            self._thread = threading.Thread(target=self._work, name="training", daemon=True)
            self._thread.start()

    @property
    def is_idle(self) -> bool:
        """Nothing runs, nothing waits."""
        with self._changed:
            return not any(job.is_open for job in self._jobs.values())

    def check_name(self, name: str) -> None:
        """An InputError where it is taken, by a model or by a job that may yet make one."""
        with self._changed:
            waiting = [job.task.name for job in self._jobs.values() if job.is_open]
            check_name(name, [*self.models.catalogue.names(), *waiting])

    def submit(self, task: Task) -> Job:
        """An InputError where its name is taken, or another studio does the training."""
        with self._changed:
            if not self._lock:
                raise InputError(
                    f"another studio trains in {str(self.folder)!r}; use that one, or end it"
                )
            self.check_name(task.name)
            id = secrets.token_hex(8)
            job = self._jobs[id] = Job(id, replace(task, job=id), time.time())
            self._keep(job)
            self._prune()
            self._changed.notify_all()
            return replace(job)

    def stop(self, id: str) -> Job:
        """A job that has ended stays as it is."""
        with self._changed:
            job = self.find(id)
            if job.is_open:
                self._end(job, "stopped")
            return replace(job)

    def find(self, id: str) -> Job:
        with self._changed:
            if id not in self._jobs:
                raise NoJob(f"no job {id!r}; it may be too long ago")
            return self._jobs[id]

    def describe(self) -> list[dict[str, Any]]:
        """The newest first."""
        with self._changed:
            jobs = sorted(self._jobs.values(), key=lambda job: job.created, reverse=True)
            return [job.as_json() for job in jobs]

    def close(self) -> None:
        """What runs is interrupted, what waits goes on waiting for the next studio."""
        with self._changed:
            self._is_closing = True
            for job in self._jobs.values():
                if job.state == RUNNING:
                    self._end(job, "interrupted")
            self._changed.notify_all()
        if self._thread:
            self._thread.join()
        if self._lock:
            self._lock.close()

    def _recall(self, path: Path) -> None:
        try:
            job = Job.of_json(json.loads(path.read_text("utf-8")))
        except (OSError, ValueError, TypeError, LookupError):
            return  # of another version, or no job at all: nothing is lost but a line of history
        self._jobs[job.id] = job
        if job.state == RUNNING and self._lock:
            # The process may have got as far as the model before the studio could say so.
            has_model = self.models.has_of(job.id, job.task.name)
            job.scores = self.models.card(job.task.name)["scores"] if has_model else job.scores
            self._end(job, "finished" if has_model else "interrupted")

    def _work(self) -> None:
        while job := self._next():
            try:
                self._run(job)
            except Exception as error:  # a job must not end those that wait
                self._end(job, "failed", one_line(error))

    def _next(self) -> Job | None:
        """The one that has waited longest, from now on running; None when all is over."""
        with self._changed:
            while not self._is_closing:
                waiting = [job for job in self._jobs.values() if job.state == WAITING]
                if waiting:
                    job = min(waiting, key=lambda job: job.created)
                    job.state, job.started = RUNNING, time.time()
                    self._keep(job)
                    return job
                self._changed.wait()
            return None

    def _run(self, job: Job) -> None:
        with TemporaryFile() as errors:
            process = self._process = started(self.models.folder, errors)
            try:
                if job.state == RUNNING:  # nobody has stopped it meanwhile
                    self._converse(job, process)
            finally:
                process.kill()
                process.communicate()
                self._process = None
            if job.state == RUNNING:
                self._end(job, "failed", f"the process that learned was ended: {end_of(errors)}")
        if job.state != "finished":
            self.models.discard(job.id, job.task.name, process.pid)

    def _converse(self, job: Job, process: "subprocess.Popen[str]") -> None:
        assert process.stdin
        assert process.stdout
        with suppress(OSError):
            process.stdin.write(json.dumps(job.task.as_json()) + "\n")
            process.stdin.flush()
        for line in process.stdout:
            self._hear(job, json.loads(line))

    def _hear(self, job: Job, told: dict[str, Any]) -> None:
        if told.get("finished"):
            self.models.add(job.task.name)
        with self._changed:
            if job.state != RUNNING:
                return
            if "phase" in told:
                job.progress = told
            elif "scores" in told:
                job.scores = told["scores"]
                self._keep(job)
            elif "error" in told:
                self._end(job, "failed", told["error"])
            elif "finished" in told:
                self._end(job, "finished")

    def _end(self, job: Job, state: str, error: str | None = None) -> None:
        with self._changed:
            if job.state == RUNNING and self._process and state in ("stopped", "interrupted"):
                self._process.kill()
            job.state, job.error, job.ended = state, error, time.time()
            self._keep(job)

    def _keep(self, job: Job) -> None:
        text = json.dumps(job.as_json(), indent=1, ensure_ascii=False)
        put(self.folder / f"{job.id}.json", text + "\n")

    def _prune(self) -> None:
        ended = sorted(
            (job for job in self._jobs.values() if not job.is_open), key=lambda job: job.created
        )
        for job in ended[:-MOST_KEPT]:
            del self._jobs[job.id]
            (self.folder / f"{job.id}.json").unlink(missing_ok=True)


def end_of(errors: IO[bytes]) -> str:
    """The last line, where the reason mostly is."""
    errors.seek(0)
    lines = errors.read().decode("utf-8", "replace").split("\n")
    told = [line.strip() for line in lines if line.strip()]
    return told[-1] if told else "it said nothing; there may have been too little memory"


def locked(path: Path) -> IO[bytes] | None:
    """A file that one process at a time can have; None where another has it."""
    file = path.open("wb")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # on Windows nobody is kept out
        pass
    except BlockingIOError:
        file.close()
        return None
    return file
