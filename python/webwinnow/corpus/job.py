"""A corpus job and its manifest of finished tasks.

The corpus's folder holds a manifest with a line for each finished task. A line is written after
the task's files are committed, so that a killed job repeats at most the tasks in progress.
"""

import json
import os
import shutil
from collections.abc import Iterable
from io import FileIO
from pathlib import Path
from typing import IO, Any

from webwinnow import __version__
from webwinnow.corpus.inputs import page_stats
from webwinnow.corpus.plan import Input, Plan
from webwinnow.corpus.read.lists import page_names, parts
from webwinnow.corpus.settings import Settings
from webwinnow.corpus.workspace import JOB_FILE, Shard, Workspace, intermediate_folder
from webwinnow.errors import InputError
from webwinnow.io.atomic import commit_bytes
from webwinnow.messages import error_reason

MANIFEST = "manifest.jsonl"
RERUN = "rerun the same command; finished shards are kept"


class Job:
    """A job that one process at a time has open: `with Job.open(…) as job`."""

    def __init__(self, workspace: Workspace, lock: IO[bytes]) -> None:
        self.workspace, self.lock = workspace, lock
        #: Results of finished tasks, by task and number of shard or bucket.
        self.done: dict[str, dict[int, dict[str, Any]]] = {}
        self.path = workspace.folder / MANIFEST
        self.file: FileIO | None = None
        #: By path, as of the time of planning.
        self.inputs: dict[str, Input] = {}

    @classmethod
    def open(cls, folder: Path, plan: Plan, settings: Settings) -> "Job":
        """Start a job or resume an interrupted one; `InputError` if the folder holds another."""
        workspace = Workspace(folder, settings, tuple(plan.shards))
        about = {"version": __version__, "inputs": plan.digest(), **workspace.as_json()}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            check_same_job(folder, json.loads(json.dumps(about)))
            workspace.intermediate.mkdir(parents=True, exist_ok=True)
            job = cls(workspace, acquire_lock(folder))
            job.inputs = {each.path: each for each in plan.inputs}
            # Drafts of killed workers.
            shutil.rmtree(workspace.scratch, ignore_errors=True)
            if not (folder / JOB_FILE).exists():
                commit_bytes(folder / JOB_FILE, json.dumps(about).encode(), workspace.scratch)
            job.read_manifest()
        except OSError as error:
            raise write_error(folder, error) from error
        return job

    def __enter__(self) -> "Job":
        return self

    def __exit__(self, *_: object) -> None:
        if self.file:
            self.file.close()
        self.lock.close()

    def read_manifest(self) -> None:
        """Read the finished tasks; truncate an incomplete last line."""
        data = self.path.read_bytes() if self.path.exists() else b""
        complete = data[: data.rfind(b"\n") + 1]
        if len(complete) < len(data):
            os.truncate(self.path, len(complete))
        # Unbuffered: closing must not retry a failed write.
        self.file = FileIO(self.path, "ab")
        for line in complete.splitlines():
            entry = json.loads(line)
            self.done.setdefault(entry["task"], {})[entry["number"]] = entry["done"]

    def record(self, task: str, number: int, done: dict[str, Any]) -> None:
        """Write a finished task to the manifest."""
        assert self.file is not None
        line = json.dumps({"task": task, "number": number, "done": done}).encode() + b"\n"
        try:
            while line:  # a nearly full disk may take a part of it
                line = line[self.file.write(line) :]
            os.fsync(self.file.fileno())
        except OSError as error:
            raise write_error(self.workspace.folder, error) from error
        self.done.setdefault(task, {})[number] = done

    def unfinished(self, task: str, numbers: Iterable[int]) -> list[int]:
        finished = self.done.get(task, {})
        return [number for number in numbers if number not in finished]

    def describe_change(self, number: int) -> str | None:
        """Describe an input of a shard that changed since planning; None if none did.

        The result of a task that read a changed input is invalid.
        """
        found = (self.describe_part_change(part) for part in parts(self.workspace.shards[number]))
        return next(filter(None, found), None)

    def describe_part_change(self, part: Shard) -> str | None:
        known = self.inputs.get(part.path)
        if known is not None and known.folder is not None:
            return describe_page_change(part, known.folder, known.mtime_ns)
        if known is not None and (problem := describe_file_change(known)):
            return problem
        if part.reader != "cdx":
            return None
        from webwinnow.corpus.read.cdx import named_archives

        # An archive that moved since planning is no input under its new path.
        paths = named_archives(Path(part.path), part.start, part.end)
        found = (describe_file_change(self.inputs[path]) for path in paths if path in self.inputs)
        return next(filter(None, found), None)

    def total(self, task: str, name: str) -> int:
        """Sum a count of a task over all shards or buckets."""
        return sum(int(done.get(name, 0)) for done in self.done.get(task, {}).values())

    def clear(self) -> None:
        """Delete all intermediate files."""
        shutil.rmtree(self.workspace.intermediate, ignore_errors=True)

    def delete_part(self, number: int) -> None:
        """Delete a part that was made from a changed input."""
        for folder in (self.workspace.folder, self.workspace.folder / "dropped"):
            for path in folder.glob(f"part-{number:06}.*"):
                path.unlink(missing_ok=True)

    def delete_intermediate(self, kind: str) -> None:
        """Delete the intermediate files of one kind."""
        shutil.rmtree(self.workspace.intermediate / kind, ignore_errors=True)


def describe_file_change(known: Input) -> str | None:
    try:
        status = Path(known.path).stat()
    except OSError as error:
        return f"cannot read {known.path!r} ({error_reason(error)}); check its name"
    if (status.st_size, status.st_mtime_ns) == (known.bytes, known.mtime_ns):
        return None
    return f"{known.path!r} changed while it was read; restore it"


def describe_page_change(shard: Shard, folder: str, newest: int) -> str | None:
    """Describe a page that was deleted, or is newer than all pages were at planning."""
    for name, _, time in page_stats(folder, page_names(shard.path, shard.start, shard.end)):
        if not os.path.lexists(Path(folder, name)):
            return f"{name!r} in {folder!r} is missing; restore it"
        if time > newest:
            return f"{name!r} in {folder!r} changed while it was read; restore it"
    return None


def check_folder(folder: Path) -> None:
    """Reject an output folder that holds other files."""
    try:
        if not folder.exists() or (folder / JOB_FILE).exists():
            return
        others = [each.name for each in folder.iterdir() if each != intermediate_folder(folder)]
    except OSError as error:
        raise write_error(folder, error) from error
    if others:
        raise InputError(
            f"{str(folder)!r} holds other files ({others[0]!r}); choose an empty folder with -o"
        )


def check_same_job(folder: Path, about: dict[str, Any]) -> None:
    """Reject a folder whose corpus has other inputs, settings or another version."""
    path = folder / JOB_FILE
    if not path.exists():
        return
    try:
        known = json.loads(path.read_bytes())
        settings = {**known["settings"]}
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{str(path)!r} is not the file of a corpus job; choose an empty folder with -o"
        ) from error
    corpus, remedy = f"the corpus in {str(folder)!r}", "choose another with -o, or delete it"
    for name, what in (("version", "another version of webwinnow"), ("inputs", "other inputs")):
        if known.get(name) != about[name]:
            raise InputError(f"{corpus} was started with {what}; {remedy}")
    for name, value in about["settings"].items():
        if settings.get(name) != value:
            before = settings.get(name)
            raise InputError(
                f"{corpus} was started with {name} {before!r}, not {value!r}; {remedy}"
            )


def acquire_lock(folder: Path) -> IO[bytes]:
    """Lock the folder for this process; the system releases the lock when the process ends."""
    import fcntl

    file = (intermediate_folder(folder) / "lock").open("wb")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise InputError(
            f"another process works on {str(folder)!r}; wait for it, or choose another folder"
        ) from error
    return file


def write_error(folder: Path, error: OSError) -> InputError:
    return InputError(
        f"cannot write to {str(folder)!r} ({error_reason(error)}); fix this and {RERUN}"
    )
