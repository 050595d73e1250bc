"""How the process that learns is started: few threads, the same modules as the studio has, and a
folder of its own for what is temporary, as it may be killed at any time.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

__all__ = ["WORKER", "environment", "scratch", "scratch_of", "started"]

WORKER = "webwinnow.web.studio.jobs.training_process"
THREADS = "2"
# Whatever libraries ask: OpenMP is LightGBM's, the others are NumPy's.
LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
TEMPORARY = ("TMPDIR", "TEMP", "TMP")  # whichever a system or a library looks at


def scratch_of(job: str) -> Path:
    """Where a job has what is temporary: the next studio finds it there, too."""
    return Path(tempfile.gettempdir()) / f"webwinnow-job-{job}"


@contextmanager
def scratch(job: str) -> Iterator[Path]:
    folder = scratch_of(job)
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def started(folder: Path, errors: IO[bytes], scratch: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", WORKER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**environment(), **dict.fromkeys(TEMPORARY, str(scratch))},
        start_new_session=True,  # Ctrl-C is for the studio
    )


def environment() -> dict[str, str]:
    path = os.pathsep.join(each or str(Path.cwd()) for each in sys.path)
    few = dict.fromkeys(LIMITS, THREADS)
    return {**os.environ, **few, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
