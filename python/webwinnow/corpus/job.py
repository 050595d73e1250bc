"""A corpus in the making, and what is done of it already.

The folder has, beside the parts, a manifest with a line for each task that is done. A line is
written after what the task has made is in its place: whatever stops the job, at worst a task is
done again.
"""

import json
import os
import shutil
from collections.abc import Iterable
from io import FileIO
from pathlib import Path
from typing import IO, Any

from webwinnow import __version__
from webwinnow.corpus.inputs import told_of
from webwinnow.corpus.plan import Input, Plan
from webwinnow.corpus.read.bundle import parts
from webwinnow.corpus.read.lists import names_in
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.shard import Shard
from webwinnow.corpus.workspace import JOB, Work, inner_of
from webwinnow.errors import InputError
from webwinnow.io.atomic import commit_bytes
from webwinnow.messages import error_reason

__all__ = ["Job", "refuse_foreign", "unwritable"]

MANIFEST = "manifest.jsonl"


class Job:
    """Open for one process at a time; `with Job.open(…) as job`."""

    def __init__(self, work: Work, lock: IO[bytes]) -> None:
        self.work, self.lock = work, lock
        self.done: dict[str, dict[int, dict[str, Any]]] = {}
        self.path = work.folder / MANIFEST
        self.file: FileIO | None = None
        #: By name, as they were when the plan was made.
        self.inputs: dict[str, Input] = {}

    @classmethod
    def open(cls, folder: Path, plan: Plan, settings: Settings) -> "Job":
        """A new one, or one that was stopped; `InputError` where the folder has something else."""
        work = Work(folder, settings, tuple(plan.shards))
        about = {"version": __version__, "inputs": plan.digest(), **work.as_json()}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            refuse_other(folder, json.loads(json.dumps(about)))
            work.inner.mkdir(parents=True, exist_ok=True)
            job = cls(work, locked(folder))
            job.inputs = {each.path: each for each in plan.inputs}
            # What others were writing when they were stopped.
            shutil.rmtree(work.scratch, ignore_errors=True)
            if not (folder / JOB).exists():
                commit_bytes(folder / JOB, json.dumps(about).encode(), work.scratch)
            job.read_manifest()
        except OSError as error:
            raise unwritable(folder, error) from error
        return job

    def __enter__(self) -> "Job":
        return self

    def __exit__(self, *_: object) -> None:
        if self.file:
            self.file.close()
        self.lock.close()

    def read_manifest(self) -> None:
        """What is done. A last line that was cut short is cut off."""
        data = self.path.read_bytes() if self.path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.truncate(self.path, len(whole))
        # Without a buffer: what could not be written must not be tried again when it is closed.
        self.file = FileIO(self.path, "ab")
        for line in whole.splitlines():
            said = json.loads(line)
            self.done.setdefault(said["task"], {})[said["number"]] = said["done"]

    def note(self, task: str, number: int, done: dict[str, Any]) -> None:
        """A task is done; from now on that is never forgotten."""
        assert self.file is not None
        line = json.dumps({"task": task, "number": number, "done": done}).encode() + b"\n"
        try:
            while line:  # a disk that fills up takes some of it first
                line = line[self.file.write(line) :]
            os.fsync(self.file.fileno())
        except OSError as error:
            raise unwritable(self.work.folder, error) from error
        self.done.setdefault(task, {})[number] = done

    def left(self, task: str, numbers: Iterable[int]) -> list[int]:
        finished = self.done.get(task, {})
        return [number for number in numbers if number not in finished]

    def changed(self, number: int) -> str | None:
        """In words, what a shard was read from that is not as it was planned: what was read of it
        is worth nothing. None where all is well, or nobody can tell.
        """
        found = (self.changed_part(part) for part in parts(self.work.shards[number]))
        return next(filter(None, found), None)

    def changed_part(self, part: Shard) -> str | None:
        known = self.inputs.get(part.path)
        if known is not None and known.folder is not None:
            return changed_page(part, known.folder, known.mtime_ns)
        if known is not None and (problem := changed_file(known)):
            return problem
        if part.reader != "cdx":
            return None
        from webwinnow.corpus.read.cdx import archives_in

        # One that is in another place by now has no input of that name.
        paths = archives_in(Path(part.path), part.start, part.end)
        found = (changed_file(self.inputs[path]) for path in paths if path in self.inputs)
        return next(filter(None, found), None)

    def total(self, task: str, name: str) -> int:
        """A sum over all shards or buckets of what a task has counted."""
        return sum(int(done.get(name, 0)) for done in self.done.get(task, {}).values())

    def clear(self) -> None:
        """The corpus is done: only what belongs to it stays."""
        shutil.rmtree(self.work.inner, ignore_errors=True)

    def withdraw(self, number: int) -> None:
        """A part that was made of something else than what was planned."""
        for folder in (self.work.folder, self.work.folder / "dropped"):
            for path in folder.glob(f"part-{number:06}.*"):
                path.unlink(missing_ok=True)

    def forget(self, kind: str) -> None:
        """Files that nobody needs any more."""
        shutil.rmtree(self.work.inner / kind, ignore_errors=True)


def changed_file(known: Input) -> str | None:
    try:
        status = Path(known.path).stat()
    except OSError as error:
        return f"cannot read {known.path!r} ({error_reason(error)}); check its name"
    if (status.st_size, status.st_mtime_ns) == (known.bytes, known.mtime_ns):
        return None
    return f"{known.path!r} changed while it was read; put it back as it was"


def changed_page(shard: Shard, folder: str, newest: int) -> str | None:
    """One that is gone, or newer than all of them were."""
    for name, _, time in told_of(folder, names_in(shard.path, shard.start, shard.end)):
        if not os.path.lexists(Path(folder, name)):
            return f"{name!r} in {folder!r} is gone; put it back as it was"
        if time > newest:
            return f"{name!r} in {folder!r} changed while it was read; put it back as it was"
    return None


def refuse_foreign(folder: Path) -> None:
    """A folder with other things in it stays as it is; `InputError`."""
    try:
        if not folder.exists() or (folder / JOB).exists():
            return
        others = [each.name for each in folder.iterdir() if each != inner_of(folder)]
    except OSError as error:
        raise unwritable(folder, error) from error
    if others:
        raise InputError(
            f"{str(folder)!r} holds other things ({others[0]!r}); name an empty folder with -o"
        )


def refuse_other(folder: Path, about: dict[str, Any]) -> None:
    """So does a corpus of other things, or one that is made in another way."""
    path = folder / JOB
    if not path.exists():
        return
    try:
        known = json.loads(path.read_bytes())
        settings = {**known["settings"]}
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{str(path)!r} is no corpus's; name an empty folder with -o") from error
    remedy = f"name another folder with -o, or remove {str(folder)!r}"
    for name, what in (("version", "another version of webwinnow"), ("inputs", "other inputs")):
        if known.get(name) != about[name]:
            raise InputError(f"the corpus in {str(folder)!r} is made of {what}; {remedy}")
    for name, value in about["settings"].items():
        if settings.get(name) != value:
            was = settings.get(name)
            made = f"the corpus in {str(folder)!r} is made with {name} {was!r}, not {value!r}"
            raise InputError(f"{made}; {remedy}")


def locked(folder: Path) -> IO[bytes]:
    """A file that one process at a time can have, and that nobody has when it is gone."""
    import fcntl

    file = (inner_of(folder) / "lock").open("wb")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise InputError(
            f"another process is at work on {str(folder)!r}; wait for it, or name another folder"
        ) from error
    return file


def unwritable(folder: Path, error: OSError) -> InputError:
    reason = error_reason(error)
    return InputError(
        f"cannot write to {str(folder)!r} ({reason}); mend that and give the same command again: "
        "what is done stays done"
    )
