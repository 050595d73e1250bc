"""Start the training process, with few threads and a temporary folder of its own."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from webwinnow.process import Child

TRAINING = "webwinnow.web.studio.jobs.training_process"
THREADS = 2
TEMPORARY = ("TMPDIR", "TEMP", "TMP")  # different systems and libraries read different ones


def scratch_of(job: str) -> Path:
    """The temporary folder of a job; a studio that starts later finds and removes it."""
    return Path(tempfile.gettempdir()) / f"webwinnow-job-{job}"


@contextmanager
def scratch(job: str) -> Iterator[Path]:
    """A temporary folder for a process that may be killed at any time."""
    folder = scratch_of(job)
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def start_training(argument: str, stderr: int | IO[bytes], scratch: Path | None = None) -> Child:
    variables = dict.fromkeys(TEMPORARY, str(scratch)) if scratch else None
    return Child(TRAINING, argument, threads=THREADS, variables=variables, stderr=stderr)
