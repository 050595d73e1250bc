"""Queue of training jobs; each runs in a process of its own, one at a time.

Each job is a file, rewritten at each change of its state. After a restart queued jobs are still
queued, and running jobs are interrupted.
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
    QUEUED,
    RUNNING,
    Job,
    TrainingTask,
    check_model_name,
    job_file,
    read_jobs,
    write_job,
)
from webwinnow.web.studio.jobs.models import Models
from webwinnow.web.studio.jobs.readiness import Readiness

MAX_ENDED_JOBS = 50


class JobNotFound(InputError):
    """No job has this id."""


class JobQueue:
    """The jobs of a folder.

    Of several studios on one folder, the first one trains and the others only read. When it has
    ended, the next one that gets a request takes over.
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
        self._refresh()

    @property
    def is_idle(self) -> bool:
        """True if no job is running or queued."""
        with self._changed:
            self._refresh()
            return not any(job.is_open for job in self._jobs.values())

    def check_name(self, name: str) -> None:
        """Reject a name that is invalid, or taken by a model or an open job."""
        with self._changed:
            self._refresh()
            open_jobs = [job.task.name for job in self._jobs.values() if job.is_open]
            check_model_name(name, [*self.models.catalogue.names(), *open_jobs])

    def submit(self, task: TrainingTask) -> Job:
        """Queue a job; an InputError if the name is taken or another studio trains."""
        with self._changed:
            self.check_name(task.name)
            self._require_lock()
            id = secrets.token_hex(8)
            job = Job(id, replace(task, job=id), time.time())
            try:
                write_job(self.folder, job)
            except OSError as error:
                raise InputError(
                    f"cannot save a job in {str(self.folder)!r} ({error_reason(error)}); "
                    "free some space"
                ) from error
            self._jobs[id] = job
            self._prune()
            self._changed.notify_all()
            return replace(job)

    def stop(self, id: str) -> Job:
        """Stop an open job; an InputError if another studio runs it."""
        with self._changed:
            job = self.find(id)
            if job.is_open:
                self._require_lock()
                self._end(job, "stopped")
            return replace(job)

    def find(self, id: str) -> Job:
        with self._changed:
            self._refresh()
            if id not in self._jobs:
                raise JobNotFound(f"no job {id!r}; old jobs are deleted")
            return self._jobs[id]

    def describe(self) -> list[dict[str, Any]]:
        """All jobs as JSON, newest first."""
        with self._changed:
            self._refresh()
            jobs = sorted(self._jobs.values(), key=lambda job: job.created, reverse=True)
            return [job.as_json() for job in jobs]

    def close(self) -> None:
        """Interrupt the running job; queued jobs stay queued for the next studio."""
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

    def _refresh(self) -> None:
        """If another studio trains, read its jobs, or take over if it has ended."""
        if self._lock or self._is_closing:
            return
        self._lock = lock_file(self.folder / "lock")
        self.models.refresh()
        self._jobs = read_jobs(self.folder)
        if self._lock:
            for job in self._jobs.values():
                self._recover(job)
            self._thread = threading.Thread(target=self._work, name="training", daemon=True)
            self._thread.start()

    def _require_lock(self) -> None:
        if not self._lock:
            raise InputError(
                f"another studio trains in {str(self.folder)!r}; use that one, or stop it"
            )

    def _recover(self, job: Job) -> None:
        """Correct the state of a job that another studio left."""
        shutil.rmtree(scratch_of(job.id), ignore_errors=True)
        # The process may have saved the model before the studio could record it.
        if job.is_open and self.models.is_from_job(job.id, job.task.name):
            job.scores = self.models.card(job.task.name).get("scores")
            self._end(job, FINISHED)
        elif job.state == RUNNING:
            self._end(job, "interrupted")
            self.models.discard(job.id, job.task.name)

    def _work(self) -> None:
        while job := self._next_job():
            try:
                self._run(job)
            except Exception as error:  # a failed job must not affect queued ones
                self._end(job, "failed", describe_error(error))

    def _next_job(self) -> Job | None:
        """Wait for a queued job and mark the oldest as running; None when the studio closes."""
        with self._changed:
            while not self._is_closing:
                queued = [job for job in self._jobs.values() if job.state == QUEUED]
                if queued:
                    job = min(queued, key=lambda job: job.created)
                    job.state, job.started = RUNNING, time.time()
                    self._save(job)
                    return job
                self._changed.wait()
            return None

    def _run(self, job: Job) -> None:
        name = job.task.name
        check_model_name(name, self.models.catalogue.names())  # a model file may be new
        with scratch(job.id) as folder, TemporaryFile() as errors:
            child = self._child = start_training(str(self.models.folder), errors, folder)
            try:
                if job.state == RUNNING:  # not stopped in the meantime
                    self._exchange_messages(job, child)
            finally:
                child.kill()
                self._child = None
                if job.state != FINISHED:
                    self.models.discard(job.id, name, child.process.pid)
            self._end(job, "failed", f"the training process ended early: {last_line(errors)}")

    def _exchange_messages(self, job: Job, child: Child) -> None:
        child.send(job.task.as_json())
        with suppress(ChildLost):
            while True:
                self._handle_message(job, child.receive())

    def _handle_message(self, job: Job, message: dict[str, Any]) -> None:
        with self._changed:
            if job.state != RUNNING:
                return
            if "phase" in message:
                job.progress = message
            elif "scores" in message:
                job.scores = message["scores"]
                self._save(job)
            elif "error" in message:
                self._end(job, "failed", message["error"])
            elif "finished" in message:
                self.models.add(job.task.name)
                self._end(job, FINISHED)

    def _end(self, job: Job, state: str, error: str | None = None) -> None:
        """End an open job; only the first end counts."""
        with self._changed:
            if not job.is_open:
                return
            if job.state == RUNNING and self._child and state in ("stopped", "interrupted"):
                self._child.process.kill()
            job.state, job.error, job.ended = state, error, time.time()
            self._save(job)

    def _save(self, job: Job) -> None:
        """Write the job; a full disk does not end the training but is noted in the job."""
        try:
            write_job(self.folder, job)
        except OSError as error:
            note = f"the job could not be saved ({error_reason(error)})"
            job.error = f"{job.error}; {note}" if job.error else note
            if not job.is_open:  # deleted, so that it is not started again
                self._delete_file(job)

    def _prune(self) -> None:
        ended = sorted(
            (job for job in self._jobs.values() if not job.is_open), key=lambda job: job.created
        )
        for job in ended[:-MAX_ENDED_JOBS]:
            del self._jobs[job.id]
            self._delete_file(job)

    def _delete_file(self, job: Job) -> None:
        with suppress(OSError):
            job_file(self.folder, job.id).unlink(missing_ok=True)


def last_line(errors: IO[bytes]) -> str:
    """The last line of the error output, which mostly names the reason."""
    errors.seek(0)
    lines = errors.read().decode("utf-8", "replace").split("\n")
    texts = [line.strip() for line in lines if line.strip()]
    return texts[-1] if texts else "no error output; memory may have run out"


def lock_file(path: Path) -> IO[bytes] | None:
    """Lock a file for this process; None if another process holds the lock."""
    file = path.open("wb")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # Windows has no such lock
        pass
    except BlockingIOError:
        file.close()
        return None
    return file
