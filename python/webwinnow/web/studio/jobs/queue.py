"""Training, one job after the other, each in a process of its own.

A job is a file in a folder, written anew whenever its state changes, so that all of them are known
after a restart: what waited goes on waiting, what ran was interrupted.
"""

import secrets
import shutil
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from webwinnow.errors import InputError
from webwinnow.messages import describe_error, error_reason
from webwinnow.process import Child, ChildLost
from webwinnow.web.studio.jobs.child import scratch, scratch_of, start_training
from webwinnow.web.studio.jobs.job import (
    FINISHED,
    RUNNING,
    WAITING,
    Job,
    file_of,
    read_jobs,
    write,
)
from webwinnow.web.studio.jobs.models import Models
from webwinnow.web.studio.jobs.readiness import Readiness
from webwinnow.web.studio.task import Task, check_name

__all__ = ["Job", "Jobs", "NoJob"]

MOST_KEPT = 50  # of jobs that have ended


class NoJob(InputError):
    """No job has that number."""


class Jobs:
    """The queue. Of several studios on one folder, the first trains; the others look on and write
    nothing, and when it has ended the next that is asked goes on in its place.
    """

    def __init__(self, folder: Path, models: Models) -> None:
        self.folder, self.models = folder.absolute(), models
        self.folder.mkdir(parents=True, exist_ok=True)
        self.readiness = Readiness()
        self._jobs: dict[str, Job] = {}
        self._changed = threading.Condition(threading.RLock())
        self._child: Child | None = None
        self._is_closing = False
        self._lock: IO[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._look()

    @property
    def is_idle(self) -> bool:
        """Nothing runs, nothing waits."""
        with self._changed:
            self._look()
            return not any(job.is_open for job in self._jobs.values())

    def check_name(self, name: str) -> None:
        """An InputError where it is taken, by a model or by a job that may yet make one."""
        with self._changed:
            self._look()
            waiting = [job.task.name for job in self._jobs.values() if job.is_open]
            check_name(name, [*self.models.catalogue.names(), *waiting])

    def submit(self, task: Task) -> Job:
        """An InputError where its name is taken, or another studio does the training."""
        with self._changed:
            self.check_name(task.name)
            self._need_lock()
            id = secrets.token_hex(8)
            job = Job(id, replace(task, job=id), time.time())
            try:
                write(self.folder, job)
            except OSError as error:
                raise InputError(
                    f"cannot keep a job in {str(self.folder)!r} ({error_reason(error)}); "
                    "make room there"
                ) from error
            self._jobs[id] = job
            self._prune()
            self._changed.notify_all()
            return replace(job)

    def stop(self, id: str) -> Job:
        """A job that has ended stays as it is; an InputError where another studio has it."""
        with self._changed:
            job = self.find(id)
            if job.is_open:
                self._need_lock()
                self._end(job, "stopped")
            return replace(job)

    def find(self, id: str) -> Job:
        with self._changed:
            self._look()
            if id not in self._jobs:
                raise NoJob(f"no job {id!r}; it may be too long ago")
            return self._jobs[id]

    def describe(self) -> list[dict[str, Any]]:
        """The newest first."""
        with self._changed:
            self._look()
            jobs = sorted(self._jobs.values(), key=lambda job: job.created, reverse=True)
            return [job.as_json() for job in jobs]

    def close(self) -> None:
        """What runs is interrupted, what waits goes on waiting for the next studio."""
        with self._changed:
            self._is_closing = True
            if self._lock:
                for job in self._jobs.values():
                    if job.state == RUNNING:
                        self._end(job, "interrupted")
            self._changed.notify_all()
        if self._thread:
            self._thread.join()
        if self._lock:
            self._lock.close()

    def _look(self) -> None:
        """Where this studio does not train: sees what the other has done, or takes its place."""
        if self._lock or self._is_closing:
            return
        self._lock = locked(self.folder / "lock")
        self.models.refresh()
        self._jobs = read_jobs(self.folder)
        if self._lock:
            for job in self._jobs.values():
                self._recall(job)
            self._thread = threading.Thread(target=self._work, name="training", daemon=True)
            self._thread.start()

    def _need_lock(self) -> None:
        if not self._lock:
            raise InputError(
                f"another studio trains in {str(self.folder)!r}; use that one, or end it"
            )

    def _recall(self, job: Job) -> None:
        shutil.rmtree(scratch_of(job.id), ignore_errors=True)
        # The process may have got as far as the model before the studio could say so.
        if job.is_open and self.models.has_of(job.id, job.task.name):
            job.scores = self.models.card(job.task.name).get("scores")
            self._end(job, FINISHED)
        elif job.state == RUNNING:
            self._end(job, "interrupted")
            self.models.discard(job.id, job.task.name)

    def _work(self) -> None:
        while job := self._next():
            try:
                self._run(job)
            except Exception as error:  # a job must not end those that wait
                self._end(job, "failed", describe_error(error))

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
        name = job.task.name
        check_name(name, self.models.catalogue.names())  # somebody may have put a model there
        with scratch(job.id) as folder, TemporaryFile() as errors:
            child = self._child = start_training(str(self.models.folder), errors, folder)
            try:
                if job.state == RUNNING:  # not stopped meanwhile
                    self._converse(job, child)
            finally:
                child.kill()
                self._child = None
                if job.state != FINISHED:
                    self.models.discard(job.id, name, child.process.pid)
            self._end(job, "failed", f"the training process ended early: {end_of(errors)}")

    def _converse(self, job: Job, child: Child) -> None:
        child.send(job.task.as_json())
        with suppress(ChildLost):
            while True:
                self._hear(job, child.receive())

    def _hear(self, job: Job, told: dict[str, Any]) -> None:
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
                self.models.add(job.task.name)
                self._end(job, FINISHED)

    def _end(self, job: Job, state: str, error: str | None = None) -> None:
        """Once: what came first stays."""
        with self._changed:
            if not job.is_open:
                return
            if job.state == RUNNING and self._child and state in ("stopped", "interrupted"):
                self._child.process.kill()
            job.state, job.error, job.ended = state, error, time.time()
            self._keep(job)

    def _keep(self, job: Job) -> None:
        """A disk that is full ends no training: the job says so itself."""
        try:
            write(self.folder, job)
        except OSError as error:
            why = f"this could not be written down ({error_reason(error)})"
            job.error = f"{job.error}; {why}" if job.error else why
            if not job.is_open:  # rather forgotten than begun again
                self._forget(job)

    def _prune(self) -> None:
        ended = sorted(
            (job for job in self._jobs.values() if not job.is_open), key=lambda job: job.created
        )
        for job in ended[:-MOST_KEPT]:
            del self._jobs[job.id]
            self._forget(job)

    def _forget(self, job: Job) -> None:
        with suppress(OSError):
            file_of(self.folder, job.id).unlink(missing_ok=True)


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
